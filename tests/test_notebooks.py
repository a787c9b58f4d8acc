"""Every notebook of the course, held to every guard; nbval, run beside this, executes them."""

from functools import cache
from pathlib import Path

import nbformat
import pytest
from notebook_guards import GUARDS, Guard
from notebook_reading import Notebook

from tools.execute_notebooks import dumps, normalize

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@cache
def read(path: Path) -> Notebook:
    """The notebook as nbformat reads it: sources and outputs as whole strings."""
    return nbformat.read(path, as_version=4)


def test_there_are_notebooks() -> None:
    """The course has notebooks, and the first is the one `make lab` opens."""
    assert NOTEBOOKS, f"no notebooks in {FOLDER.name}/: the guards would pass by guarding nothing"
    assert NOTEBOOKS[0].name == "00_welcome.ipynb"


@each_notebook
@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
def test_notebook_keeps(path: Path, guard: Guard) -> None:
    """A notebook gives a guard nothing to complain of."""
    complaints = list(guard(read(path)))
    assert not complaints, "\n".join([f"{path.name}: {guard.__doc__}", *complaints])


@each_notebook
def test_notebook_is_stored_as_the_tool_writes_it(path: Path) -> None:
    """`make notebooks` has written the file last: valid format 4.5, one form, no machine's path."""
    assert path.read_text(encoding="utf-8") == dumps(normalize(read(path))), (
        f"{path.name} is not normalized: make notebooks NOTEBOOK=notebooks/{path.name}"
    )
