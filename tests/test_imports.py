"""Imports go one way, downwards, and heavy libraries wait until they are needed."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = "bpe_course"
MODULES = sorted((ROOT / PACKAGE).rglob("*.py"))

# Lowest first. A module imports from lower layers only; the modules of a subpackage, each other.
LAYERS = (
    {"ascii_twins", "errors", "memory", "text", "threads"},
    {"pairs", "bytelevel", "pretokenize", "special", "utf8"},
    {"merging"},
    {"reference", "words", "counting", "fast", "improving", "streaming"},
    {"compiled"},
    {"reading"},
    {"blocks"},
    {"vocab", "engines", "decoding", "distributed", "zoo"},
    {"encoding", "formats", "corpora", "training"},
    {"published"},
    {"tokenizer"},
    {"metrics", "show", "doctor"},
    {"plots"},
    {"playground", "check"},
    {"editions"},
    {"grading"},
    {"cli"},
    {"__init__", "__main__"},
)
LAYER_OF = {name: number for number, names in enumerate(LAYERS) for name in names}

# Each takes long to import, or is an extra that need not be installed.
HEAVY = {"numpy", "numba", "matplotlib", "tiktoken", "tokenizers", "dask", "ipywidgets", "IPython"}


def part(path: Path) -> str:
    """The module or subpackage, directly under the package, that a file belongs to.

    >>> part(ROOT / "bpe_course" / "formats" / "native.py")
    'formats'
    """
    return path.relative_to(ROOT / PACKAGE).with_suffix("").parts[0]


def imported(tree: ast.AST) -> Iterator[str]:
    """The parts of this package that a module imports, anywhere in it.

    >>> list(imported(ast.parse("import bpe_course.fast, os; from bpe_course import show as s")))
    ['fast', 'show']
    >>> list(imported(ast.parse("from bpe_course.formats.native import loads")))
    ['formats']
    >>> list(imported(ast.parse("from bpe_course import Tokenizer")))
    ['__init__']
    """
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            names = [f"{PACKAGE}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            package, _, rest = name.partition(".")
            if package == PACKAGE:
                first = rest.partition(".")[0]
                yield first if first in LAYER_OF or is_module(first) else "__init__"


def is_module(name: str) -> bool:
    """Whether the package has a module or subpackage of this name."""
    return bool(name) and any(part(path) == name for path in MODULES)


def complaints(importer: str, tree: ast.AST) -> list[str]:
    """What a module of this part imports and may not; a part without a layer is told elsewhere."""
    own = LAYER_OF.get(importer, len(LAYERS))
    return [
        f"{importer} (layer {own}) imports {name} (layer {LAYER_OF[name]}): not below it"
        for name in imported(tree)
        if name != importer and LAYER_OF.get(name, -1) >= own
    ]


def test_every_module_has_its_layer() -> None:
    """A new module is given its place before it imports anything."""
    missing = {part(path) for path in MODULES} - set(LAYER_OF)
    assert not missing, f"give {', '.join(sorted(missing))} a layer in LAYERS"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_go_down(path: Path) -> None:
    """A module imports only from layers below its own, by absolute names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not complaints(part(path), tree)
    relative = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level]
    assert not relative, f"line {relative[0].lineno}: write the full name, {PACKAGE}.…"


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("pairs", "from bpe_course.reference import train"),
        ("reference", "from bpe_course import fast"),
        ("vocab", "def late():\n    import bpe_course.tokenizer"),
        ("show", "from bpe_course import Tokenizer"),
    ],
)
def test_an_upward_import_is_found(importer: str, source: str) -> None:
    """Upwards, sideways, inside a function, or by way of the package itself: each is found."""
    assert len(complaints(importer, ast.parse(source))) == 1


def test_importing_the_package_imports_nothing_heavy() -> None:
    """`import bpe_course` in a fresh interpreter leaves the heavy libraries alone."""
    code = f"import sys, {PACKAGE}; print(*sorted(set(sys.modules) & {HEAVY}))"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.split() == []
