"""nbgrader's marks: valid by its own description, and taken by its own program."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from exercise_notebooks import code, notebook, prose

from bpe_course.editions.cells import read_notebook, write_notebook
from bpe_course.editions.nbgrader import for_nbgrader, marked
from bpe_course.editions.student import student_edition

SOLUTION = 'def last(ids):\n    """The last id."""\n    return ids[-1]'
MADE_UP = notebook(
    prose("title", "# Last"),
    code("lesson", "from bpe_course import check"),
    code("answer", SOLUTION, "solution"),
    code("check", "check.last(last)", "check"),
)
FIELDS = {"grade", "grade_id", "locked", "schema_version", "solution", "task"}


def notes(made):
    """What nbgrader finds about each cell that has its mark."""
    marked_cells = [cell for cell in made["cells"] if "nbgrader" in cell["metadata"]]
    return {cell["id"]: cell["metadata"]["nbgrader"] for cell in marked_cells}


@pytest.mark.parametrize("stubs", [False, True])
def test_the_fields_are_those_of_schema_3(stubs):
    """Every marked cell has all of them, its own id, and points if and only if it is graded."""
    source = student_edition(MADE_UP) if stubs else MADE_UP
    found = notes(for_nbgrader(source, stubs=stubs))
    assert list(found) == ["answer", "check", "check-grade"]
    for cell_id, note in found.items():
        assert set(note) == FIELDS | ({"points"} if note["grade"] else set())
        assert note["grade_id"] == cell_id
        assert note["schema_version"] == 3
    assert [note["solution"] for note in found.values()] == [True, False, False]
    assert [note["locked"] for note in found.values()] == [False, True, True]
    assert [note["grade"] for note in found.values()] == [False, False, True]


def test_what_is_graded():
    """The graded cell asserts that the check passed; students do not see it."""
    graded = for_nbgrader(MADE_UP)["cells"][-1]["source"]
    assert graded.splitlines()[1] == "assert check.last(last).state == 'passed'"
    hidden = for_nbgrader(student_edition(MADE_UP), stubs=True)
    assert hidden["cells"][-1]["source"] == ""
    assert hidden["cells"][2]["source"] == student_edition(MADE_UP)["cells"][2]["source"]


@pytest.mark.parametrize(
    "solution",
    [
        SOLUTION,
        "import heapq\n\ndef f(a=2):\n    # how\n    b = a\n    return b",
        "def f(): return 1",
        "x = 1\ny = {x: 2}",
        "def _g():\n    return 1\n\n\ndef f():\n    return _g()",
        "@staticmethod\ndef f():\n    if 1:\n        return 2\n    return 3",
        "class A:\n    n = 1\n\n    def go(self):\n        return self.n",
    ],
)
def test_marked_solutions_do_the_same(solution):
    """Between the comments stands the solution: executed, it defines what the solution does."""
    before, after = {}, {}
    exec(solution, before)
    exec(marked(code("a", solution)), after)
    assert {name for name in before if name[0] != "_"} <= set(after)
    for name, value in before.items():
        if isinstance(value, int | dict) and name != "__builtins__":
            assert after[name] == value
    if "f" in before:
        assert after["f"]() == before["f"]()


def test_nbgrader_makes_an_assignment(tmp_path):
    """`nbgrader generate_assignment` takes the instructor's edition; no solution is left in it."""
    pytest.importorskip("nbgrader", reason="nbgrader is not installed here")
    source = tmp_path / "source" / "week" / "made_up.ipynb"
    source.parent.mkdir(parents=True)
    write_notebook(for_nbgrader(MADE_UP), source)
    subprocess.run(
        [sys.executable, "-m", "nbgrader", "generate_assignment", "week", "--create"],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}"},
        check=True,
        capture_output=True,
    )
    released = read_notebook(tmp_path / "release" / "week" / "made_up.ipynb")
    sources = {cell["id"]: cell["source"] for cell in released["cells"]}
    assert "ids[-1]" not in str(sources)
    assert sources["answer"].startswith('def last(ids):\n    """The last id."""\n')
    assert "raise NotImplementedError()" in sources["answer"]
    assert sources["check-grade"] == ""
    nbformat.validate(nbformat.from_dict(released))
