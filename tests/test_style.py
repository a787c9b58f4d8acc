"""Package and benchmark stay pages you can read aloud, and speak of themselves alone."""

import ast
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("bpe_course", "bench")
MODULES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
LONGEST_FUNCTION = 40  # lines of body; docstring and blank lines not counted
MEDIAN_FUNCTION = 8
LONGEST_MODULE = 300  # lines
NAMELESS = {"utils", "util", "helpers", "helper", "common", "misc"}

each_module = pytest.mark.parametrize(
    "path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix()
)

# Written so that this file does not name what it forbids. What stands before tells a folder from
# an address and from base64.
MACHINE_PATH = re.compile(r"(?<![\w.:/+~-])/(?:work|root|tmp|home/\w+|Users/\w+)/[\w.-]+")
REGISTRY = re.compile(r"\b(?:[\w-]+\.)*(?:pypi\.org|pythonhosted\.org|anaconda\.(?:org|com))\b")


def sizes(source: str) -> dict[str, int]:
    """Each function of a module, with the lines of its body.

    >>> sizes('''
    ... def f(x):
    ...     "Not counted."
    ...
    ...     y = (x,
    ...          x)
    ...
    ...     return y
    ... ''')
    {'f': 3}
    """
    text = source.splitlines()
    functions = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return {node.name: body_lines(node, text) for node in functions}


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef, text: list[str]) -> int:
    """The lines of a function's body that are neither docstring nor blank."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    if not body:
        return 0
    return sum(1 for line in text[body[0].lineno - 1 : function.end_lineno] if line.strip())


@cache
def committed() -> list[Path]:
    """The files git knows that are text."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("not a git clone, so there is no list of committed files to read")
    ran = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = ran.stdout.decode().rstrip("\0").split("\0")
    return [ROOT / name for name in names if is_text(ROOT / name)]


def is_text(path: Path) -> bool:
    """Whether a file exists and holds no zero byte."""
    return path.is_file() and b"\0" not in path.read_bytes()


def findings(pattern: re.Pattern[str]) -> list[str]:
    """Where committed files match, as `file:line: match`."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {found.group()}"
        for path in committed()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for found in pattern.finditer(line)
    ]


@each_module
def test_no_function_is_long(path: Path) -> None:
    """No function's body has more than forty lines."""
    found = sizes(path.read_text(encoding="utf-8"))
    long = {name: size for name, size in found.items() if size > LONGEST_FUNCTION}
    assert not long, f"at most {LONGEST_FUNCTION} lines a function: {long}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_most_functions_are_short(folder: str) -> None:
    """Half of the functions of the package, and of the benchmark, have eight lines or fewer."""
    paths = (ROOT / folder).rglob("*.py")
    found = [size for path in paths for size in sizes(path.read_text("utf-8")).values()]
    assert found
    assert median(found) <= MEDIAN_FUNCTION


@each_module
def test_no_module_is_long(path: Path) -> None:
    """A module has fewer than three hundred lines."""
    assert len(path.read_text(encoding="utf-8").splitlines()) < LONGEST_MODULE


def test_modules_are_named_for_their_idea() -> None:
    """No module is called by what it is not about."""
    assert not NAMELESS & {path.stem for path in MODULES}


def test_no_committed_file_names_a_machine() -> None:
    """No committed file names a folder of the machine it was written on."""
    assert findings(MACHINE_PATH) == []


def test_no_committed_file_names_a_package_registry() -> None:
    """Where packages come from is the reader's setting: no committed file names an index."""
    assert findings(REGISTRY) == []


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (MACHINE_PATH, f"open('{'/tmp'}/a.txt')", True),
        (MACHINE_PATH, f"in {'/home'}/ada/course", True),
        (MACHINE_PATH, "https://example.org/tmp/a and QUJD/root/RA and a/work/b", False),
        (REGISTRY, f"https://files.{'pythonhosted'}.org/x", True),
        (REGISTRY, f"--index-url https://{'pypi'}.org/simple", True),
        (REGISTRY, "a wheel from the index", False),
    ],
)
def test_the_patterns_find_what_they_forbid(
    pattern: re.Pattern[str], text: str, found: bool
) -> None:
    """Each pattern matches the real thing and not what resembles it."""
    assert bool(pattern.search(text)) is found
