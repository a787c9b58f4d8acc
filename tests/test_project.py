"""pyproject.toml, requirements.lock and environment.yml say the same."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version
from rattler import MatchSpec

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA_SPECS = [spec for spec in CONDA["dependencies"] if isinstance(spec, str)]
PIP_LINES = [
    line for spec in CONDA["dependencies"] if isinstance(spec, dict) for line in spec["pip"]
]


def declared() -> dict[str, list[Requirement]]:
    """The requirements of pyproject, by the list they stand in; references to itself left out."""
    lists = {
        "build-system": PYPROJECT["build-system"]["requires"],
        "dependencies": PROJECT["dependencies"],
        **PROJECT["optional-dependencies"],
    }
    parsed = {name: [Requirement(line) for line in lines] for name, lines in lists.items()}
    return {name: [r for r in rs if r.name != PROJECT["name"]] for name, rs in parsed.items()}


def locked() -> list[tuple[Requirement, list[str]]]:
    """The entries of the lock, each with its hashes."""
    text = re.sub(r"^ *#.*\n?", "", LOCK, flags=re.MULTILINE).replace("\\\n", " ")
    entries = [line.split("--hash=") for line in text.splitlines() if line.strip()]
    return [(Requirement(first), [each.strip() for each in rest]) for first, *rest in entries]


PINS = {canonicalize_name(entry.name): entry for entry, _ in locked()}
DECLARED = [
    pytest.param(requirement, id=f"{where}-{requirement.name}")
    for where, requirements in declared().items()
    for requirement in requirements
]


def pinned_version(requirement: Requirement) -> Version:
    """The one version an entry of the lock allows."""
    (pin,) = requirement.specifier
    assert pin.operator == "==", f"{requirement} is not pinned"
    return Version(pin.version)


@pytest.mark.parametrize("requirement", DECLARED)
def test_what_is_declared_is_locked(requirement: Requirement) -> None:
    """Each requirement of pyproject is in the lock, at a version that satisfies it."""
    pin = PINS.get(canonicalize_name(requirement.name))
    assert pin, f"{requirement.name} is not in requirements.lock: make lock"
    assert pin.marker is None, f"{pin.name} is locked for some machines only: {pin.marker}"
    assert pinned_version(pin) in requirement.specifier


def test_every_lock_entry_is_pinned_once_and_hashed() -> None:
    """An entry names one version and its sha256; no package has two entries."""
    entries = locked()
    assert len(PINS) == len(entries) > len(DECLARED)
    for entry, hashes in entries:
        pinned_version(entry)
        assert hashes, f"{entry.name} has no hash"
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes), entry.name


def test_the_lock_says_nothing_of_where_packages_come_from() -> None:
    """No option, no address, no folder: pip's own settings decide."""
    options = [line for line in LOCK.splitlines() if line.startswith("-")]
    assert options == []
    assert not re.search(r"\w+://|file:|@ ", LOCK)


def test_this_environment_is_the_locks() -> None:
    """What `make` installed, and so is tested here, is what the lock names."""
    if not (Path(sys.prefix) / "set-up.txt").exists():
        pytest.skip("this environment was not made by make, so the lock does not rule it")
    for name, pin in PINS.items():
        if pin.marker is None:
            assert Version(version(name)) == pinned_version(pin), name


@pytest.mark.parametrize("spec", CONDA_SPECS)
def test_each_conda_specification_parses(spec: str) -> None:
    """Conda's own grammar reads the line, and reads in it the name that stands there."""
    parsed = MatchSpec(spec)
    assert parsed.name.normalized == re.match(r"[\w-]+", spec).group()
    assert parsed.channel is None


@pytest.mark.parametrize("spec", CONDA_SPECS)
def test_each_conda_specification_says_what_pyproject_says(spec: str) -> None:
    """A package conda installs has the range that pyproject gives it."""
    mine = Requirement(spec)
    if mine.name == "pip":
        assert not mine.specifier
        return
    if mine.name == "python":
        assert mine.specifier == SpecifierSet(PROJECT["requires-python"])
        return
    theirs = [
        r for requirements in declared().values() for r in requirements if r.name == mine.name
    ]
    assert theirs, f"{mine.name} is in environment.yml and not in pyproject.toml"
    assert all(requirement.specifier == mine.specifier for requirement in theirs)


def test_conda_gets_from_pip_whatever_it_does_not_carry() -> None:
    """The pip section installs the package itself with the extras of the course and its tests."""
    (line,) = PIP_LINES
    extras = re.fullmatch(r"-e \.\[([\w,]+)\]", line).group(1).split(",")
    assert set(extras) == {"course", "test"}
    assert set(extras) <= set(PROJECT["optional-dependencies"])
    assert "pip" in CONDA_SPECS


def test_conda_installs_what_is_large_and_known() -> None:
    """What the course needs comes from conda, but for the packages pinned exactly."""
    lists = declared()
    extras = ("dependencies", "plots", "fast", "cluster", "course")
    wanted = [requirement for extra in extras for requirement in lists[extra]]
    names = {r.name for r in wanted if not any(s.operator == "==" for s in r.specifier)}
    assert names | {"python", "pip"} == {Requirement(spec).name for spec in CONDA_SPECS}


def test_the_makefile_explains_every_command() -> None:
    """`make` alone lists each command of the Makefile with what it does."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = re.findall(r"^\.PHONY: (\w+)$", text, flags=re.MULTILINE)
    ran = subprocess.run(
        ["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    explained = re.findall(r"^  make (\w+) +\w", ran.stdout, flags=re.MULTILINE)
    assert {"lab", "test"} <= set(commands)
    assert explained == commands
