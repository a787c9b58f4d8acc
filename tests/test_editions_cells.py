"""Notebooks as plain data: what is read, what is refused, what is written."""

import json

import nbformat
import pytest
from exercise_notebooks import code, notebook, prose

from bpe_course.editions.cells import parse_cell, parse_notebook, read_notebook, write_notebook


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the file is empty"),
        (b"print('hello')", "Expecting value"),
        (b"\xff\xfe", "utf-8"),
        (b"[]", "no list of cells"),
        (b'{"cells": 3}', "no list of cells"),
        (b'{"cells": [], "nbformat": 3}', "expected notebook format 4, found 3"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_notebook_is_refused(content, why):
    """The error names the file and says what is wrong with it."""
    with pytest.raises(ValueError, match=why) as caught:
        parse_notebook(content, "mine.ipynb")
    assert "mine.ipynb" in str(caught.value)


def test_cells_of_strange_shape_are_read_as_empty():
    """Sources that are no text and metadata that are no dictionary become empty ones."""
    cells = [3, {"cell_type": "code", "source": None, "metadata": 5}, {"source": ["a\n", 1, "b"]}]
    read = parse_notebook(json.dumps({"cells": cells, "nbformat": 4}).encode(), "x")
    assert [cell["source"] for cell in read["cells"]] == ["", "a\nb"]
    assert [cell["metadata"] for cell in read["cells"]] == [{}, {}]


def test_written_as_jupyter_writes(tmp_path):
    """What is written is what nbformat writes, and reads back the same."""
    made = notebook(prose("a", "# Über\n\nTwo"), code("b", "x = 1\nx"))
    write_notebook(made, tmp_path / "a.ipynb")
    node = nbformat.read(tmp_path / "a.ipynb", as_version=4)
    nbformat.write(node, tmp_path / "b.ipynb")
    assert (tmp_path / "a.ipynb").read_bytes() == (tmp_path / "b.ipynb").read_bytes()
    assert read_notebook(tmp_path / "a.ipynb") == made


def test_magics_are_no_error():
    """Lines for IPython alone count as empty; what is then no Python is refused by its cell."""
    parse_cell(code("a", "%matplotlib inline\n!ls\nx = 1"))
    with pytest.raises(ValueError, match="cell 'a' is not Python"):
        parse_cell(code("a", "def f(:"))
