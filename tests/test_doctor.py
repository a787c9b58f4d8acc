"""The doctor finds what is missing, says how much it matters, and what to do about it."""

import shutil
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from bpe_course import corpora, doctor, published
from bpe_course.doctor import Finding, Requirement
from bpe_course.published import FileStatus

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def project():
    """The table of the project in pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_problem_comes_with_a_remedy():
    """Whatever this machine lacks, each finding that is not well says what to do."""
    findings = doctor.examine()
    assert {"Python", "output", "packages", "texts", "browser"} <= {f.topic for f in findings}
    assert all(finding.found for finding in findings)
    assert all(finding.remedy for finding in findings if finding.state != "ok")


def test_the_python_that_runs_the_tests_will_do():
    """The versions the project supports are found well, older ones are not."""
    assert doctor.examine_python().state == "ok"
    finding = doctor.examine_python((3, 10, 14))
    assert finding == Finding("Python", "required", "3.10.14", "Install Python 3.11 or newer.")


def test_the_oldest_python_is_the_one_the_project_names(project):
    """The doctor and pyproject.toml ask for the same Python."""
    assert project["requires-python"] == ">=" + ".".join(map(str, doctor.OLDEST_PYTHON))


@pytest.mark.parametrize("encoding", ["utf-8", "UTF-8", "utf8"])
def test_utf8_output_is_well(encoding):
    """However UTF-8 is spelled, it is recognized."""
    assert doctor.examine_output(encoding).state == "ok"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", None])
def test_other_output_gets_a_remedy(encoding):
    """An output that lacks characters is a nuisance and not the end."""
    finding = doctor.examine_output(encoding)
    assert finding.state == "optional"
    assert "PYTHONUTF8=1" in finding.remedy


def test_every_line_of_the_project_is_understood(project):
    """Each requirement in pyproject.toml can be read, and its versions compared."""
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *(line for extra in extras.values() for line in extra)]
    for line in lines:
        requirement = doctor.parse_requirement(line)
        assert line.startswith(requirement.name)
        if requirement.name != doctor.PACKAGE:
            assert requirement.versions.startswith(("==", ">="))
            assert doctor.numbers(requirement.versions)


def test_an_installed_package_names_its_own_requirements():
    """What pip wrote down when it installed a package is read, with the extras."""
    found = doctor.read_requirements("hypothesis")
    assert Requirement("sortedcontainers", ">=2.1.0,<3.0.0", None) in found
    assert any(requirement.extra == "numpy" for requirement in found)


def test_a_package_that_is_not_installed_has_none():
    """No metadata is not the same as no requirements."""
    assert doctor.read_requirements("a-package-that-nobody-has") is None
    (finding,) = doctor.examine_packages(None)
    assert finding.state == "required"
    assert "not installed" in finding.found
    assert "make setup" in finding.remedy


def test_a_missing_package_is_required_or_optional():
    """What every part needs is required; what an extra adds is optional, under its name."""
    needed = [
        Requirement("numpy", ">=2.2", None),
        Requirement("tqdm", ">=4", None),
        Requirement("matplotlib", ">=3.10", "plots"),
    ]
    always, plots = doctor.examine_packages(needed, {"numpy": "2.3.0"}.get)
    assert (always.topic, always.state, always.found) == (
        "packages",
        "required",
        "tqdm is missing",
    )
    assert (plots.topic, plots.state) == ("packages for 'plots'", "optional")
    assert 'pip install "bpe-course[plots]"' in plots.remedy


def test_packages_that_are_there_are_listed_with_their_versions():
    """A finding that is well tells what a report of a fault should hold."""
    needed = [Requirement("numpy", ">=2.2", None), Requirement("regex", "==2026.1.1", None)]
    (finding,) = doctor.examine_packages(needed, {"numpy": "2.3", "regex": "2026.1.1"}.get)
    assert finding == Finding("packages", "ok", "numpy 2.3, regex 2026.1.1")


@pytest.mark.parametrize(
    ("version", "wanted", "expected"),
    [
        ("2.10.0", ">=2.9", True),
        ("2.9", ">=2.9.0", True),
        ("2.8.9", ">=2.9", False),
        ("1.0", "==1.0.0", True),
        ("1.0.1", "==1.0.0", False),
        ("3.0.0rc1", ">=2", True),
        ("1.0", "", True),
    ],
)
def test_versions_compare_as_numbers(version, wanted, expected):
    """2.10 is newer than 2.9, and a missing number is a zero."""
    assert doctor.satisfies(version, wanted) is expected


def test_what_is_installed_satisfies_itself():
    """The versions found here are found by the same way the doctor looks."""
    assert doctor.version_of("pytest") == metadata.version("pytest")
    assert doctor.version_of("a-package-that-nobody-has") is None


def status(in_cache, in_package, file="a.tiktoken"):
    """A file of the vocabulary `v`, as it was found in two places."""
    return FileStatus("v", file, in_cache, Path("cache", "0a1b"), in_package, "carrier")


@pytest.mark.parametrize(
    ("in_cache", "in_package", "place"),
    [
        ("present", "missing", "a.tiktoken in cache"),
        ("present", "damaged", "a.tiktoken in cache"),
        ("missing", "present", "a.tiktoken in the package carrier"),
        ("damaged", "present", "a.tiktoken in the package carrier"),
    ],
)
def test_one_place_is_enough_for_a_vocabulary(in_cache, in_package, place):
    """A file that is whole in the cache or in its package is well, and the place is told."""
    (finding,) = doctor.examine_vocabularies([status(in_cache, in_package)])
    assert finding == Finding("vocabulary v", "ok", place)


@pytest.mark.parametrize("in_package", ["missing", "damaged"])
def test_a_vocabulary_in_neither_place_gets_a_remedy(in_package):
    """One file of two that cannot be had is enough to miss the vocabulary."""
    files = [status("present", "present"), status("damaged", in_package, "b.json")]
    (finding,) = doctor.examine_vocabularies(files)
    assert (finding.topic, finding.state) == ("vocabulary v", "optional")
    assert f"b.json is {in_package} in carrier" in finding.found
    assert "0a1b is damaged" in finding.found
    assert "Install carrier again" in finding.remedy


def test_the_published_vocabularies_are_each_examined():
    """There is one finding for each of the three."""
    topics = [finding.topic for finding in doctor.examine()]
    assert [f"vocabulary {name}" for name in published.NAMES] == [
        topic for topic in topics if topic.startswith("vocabulary")
    ]


def test_the_texts_of_the_course_are_whole():
    """Each text has the hash of the manifest."""
    assert doctor.examine_data().state == "ok"


@pytest.fixture
def data(tmp_path):
    """A copy of the texts that may be spoiled."""
    return Path(shutil.copytree(corpora.data_folder(), tmp_path / "data"))


def test_a_changed_text_is_found(data):
    """One byte more, and the finding names the text and the way back."""
    with (data / "english.txt").open("ab") as file:
        file.write(b"!")
    finding = doctor.examine_data(data)
    assert finding.state == "required"
    assert "'english' has changed" in finding.remedy
    assert "git checkout" in finding.remedy


def test_a_missing_text_is_found(data):
    """A text that is not there is named."""
    (data / "english.txt").unlink()
    assert "'english' is missing" in doctor.examine_data(data).remedy


def test_a_missing_folder_is_found(tmp_path):
    """Without a manifest nothing can be checked, and that is said."""
    finding = doctor.examine_data(tmp_path)
    assert finding.state == "required"
    assert "manifest.toml" in finding.remedy


def test_no_browser_is_no_disaster(monkeypatch):
    """A server has none: the remedy says how to work with it."""
    monkeypatch.setattr("platform.system", lambda: "Linux")
    finding = doctor.examine_browser(lambda name: None)
    assert finding.state == "optional"
    assert "BROWSER=none" in finding.remedy


@pytest.mark.parametrize("system", ["Darwin", "Windows"])
def test_systems_that_bring_a_browser_have_one(monkeypatch, system):
    """Theirs, on macOS and Windows, is not on the path."""
    monkeypatch.setattr("platform.system", lambda: system)
    assert doctor.examine_browser(lambda name: None).state == "ok"


def test_examining_imports_nothing_heavy():
    """What the doctor looks for it does not load."""
    before = set(sys.modules)
    doctor.examine()
    assert not {"matplotlib", "numba", "tokenizers"} & (set(sys.modules) - before)
