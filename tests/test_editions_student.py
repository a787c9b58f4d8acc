"""The student's edition: no solution in it, ids kept, and it runs."""

from pathlib import Path

import nbformat
import pytest
from exercise_notebooks import code, notebook, prose
from nbclient import NotebookClient

from bpe_course.editions.cells import read_notebook, solutions
from bpe_course.editions.stubs import removed_lines
from bpe_course.editions.student import student_edition

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
WITH_EXERCISES = [path for path in NOTEBOOKS if any(solutions(read_notebook(path)))]
NONE_YET = pytest.param(
    None, marks=pytest.mark.skip(reason="no notebook has an exercise yet"), id="none-yet"
)
TELLING = 15  # characters: a shorter line, `else:` say, stands anywhere

SOLUTION = 'def last(ids):\n    """The last id."""\n    return ids[len(ids) - 1]'
MADE_UP = notebook(
    prose("title", "# Last"),
    code("lesson", "ids = [1, 2, 3]\nids"),
    prose("task", "Write `last`.", "exercise"),
    prose("hint", "<details>Count from the end.</details>", "hint"),
    code("answer", SOLUTION, "solution"),
    prose("told", "`ids[len(ids) - 1]` counts from the front.", "solution"),
    code("check", "try:\n    last(ids)\nexcept NotImplementedError:\n    pass", "check"),
    code("value", "length = len(ids)", "solution"),
    code("check-2", "assert length in (..., 3)", "check"),
)


def made(*cells):
    """A notebook with the exercise, and these cells after it."""
    return notebook(*MADE_UP["cells"], *cells)


def test_solutions_become_stubs():
    """The stub stands where the solution stood; prose that tells the solution is gone."""
    edition = student_edition(MADE_UP)
    sources = {cell["id"]: cell["source"] for cell in edition["cells"]}
    stub = 'def last(ids):\n    """The last id."""\n    raise NotImplementedError'
    assert sources["answer"] == stub
    assert sources["value"] == "length = ..."
    assert list(sources) == [cell["id"] for cell in MADE_UP["cells"] if cell["id"] != "told"]


def test_a_stub_is_in_full_view():
    """A solution is folded away in the lecturer's notebook; its stub is not."""
    folded = code("answer", SOLUTION, "solution")
    folded["metadata"]["jupyter"] = {"source_hidden": True}
    (stub,) = student_edition(notebook(folded))["cells"]
    assert stub["metadata"] == {"tags": ["solution"]}
    assert folded["metadata"]["jupyter"] == {"source_hidden": True}


def test_the_stub_is_not_folded():
    """A solution may be folded in the instructor's edition; the cell to write in is open."""
    folded = code("answer", SOLUTION, "solution")
    folded["metadata"]["jupyter"] = {"source_hidden": True}
    (cell,) = student_edition(notebook(folded))["cells"]
    assert cell["metadata"] == {"tags": ["solution"]}


def test_outputs_are_cleared_and_the_source_is_not_changed():
    """No code cell of the edition has outputs; the notebook it is made from keeps its own."""
    edition = student_edition(MADE_UP)
    code_cells = [cell for cell in edition["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in code_cells)
    assert all(cell["execution_count"] is None for cell in code_cells)
    assert MADE_UP["cells"][1]["outputs"]


@pytest.mark.parametrize("source", ["last([5])", "def f():\n    return last([5])", "length + 1"])
def test_a_later_cell_that_needs_the_answer_is_refused(source):
    """Such a cell would raise for every student; the error names it, the name and the remedy."""
    with pytest.raises(ValueError, match=r"cell 'later' uses (last|length).*import \1"):
        student_edition(made(code("later", source)))


@pytest.mark.parametrize(
    "cells",
    [
        [code("later", "from operator import itemgetter as last\nlast(0)")],
        [code("import", "from operator import itemgetter as last"), code("later", "last(0)")],
        [code("later", "last([5])", "raises-exception")],
        [code("later", "last([5])", "check")],
    ],
)
def test_a_later_cell_that_has_its_own_is_fine(cells):
    """Once the name is bound anew, or where an error is expected, nothing is refused."""
    assert student_edition(made(*cells))


def run(edition):
    """Execute a notebook in a fresh kernel."""
    node = nbformat.from_dict(edition)
    resources = {"metadata": {"path": str(NOTEBOOKS[0].parent)}}
    NotebookClient(node, timeout=300, kernel_name="python3", resources=resources).execute()
    return node


def test_the_made_up_edition_runs():
    """From top to bottom, without an error."""
    run(student_edition(MADE_UP))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_line_of_a_solution_is_left(path):
    """No telling line that a stub leaves out stands anywhere in the student's edition.

    A function that the lesson itself builds in full view is no secret.
    """
    instructors = read_notebook(path)
    secret = {
        line
        for cell in solutions(instructors)
        for line in removed_lines(cell["source"])
        if len(line) >= TELLING
    }
    built = [cell for cell in instructors["cells"] if "builds" in cell["metadata"].get("tags", [])]
    shown = [cell for cell in student_edition(instructors)["cells"] if cell not in built]
    lines = {line.strip() for cell in shown for line in cell["source"].splitlines()}
    lesson = {line.strip() for cell in built for line in cell["source"].splitlines()}
    assert not (secret - lesson) & lines


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_ids_and_prose_stay(path):
    """The edition has the notebook's cells with their ids, in their order."""
    instructors = read_notebook(path)
    kept = [cell["id"] for cell in student_edition(instructors)["cells"]]
    assert kept == [cell["id"] for cell in instructors["cells"] if cell["id"] in set(kept)]
    nbformat.validate(nbformat.from_dict(student_edition(instructors)))


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem) for path in WITH_EXERCISES] or [NONE_YET]
)
def test_the_edition_runs_and_nothing_is_attempted(path):
    """Executed top to bottom, it raises nothing, and each check answers "not attempted"."""
    for cell in run(student_edition(read_notebook(path)))["cells"]:
        if "check" in cell["metadata"].get("tags", []):
            assert "not attempted" in str(cell["outputs"]).lower(), cell["source"]
