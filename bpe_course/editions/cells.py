"""Notebooks as plain data: reading, writing, and what a cell is for.

A cell's tags say what it is for: `exercise` states a task, `hint` helps, `solution` holds the
answer, `check` examines it. Sources are whole strings here; in the file they are lists of lines.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Cell = dict[str, Any]
Notebook = dict[str, Any]

MAGIC = re.compile(r"^(\s*)[%!?].*$", re.MULTILINE)


def read_notebook(path: Path) -> Notebook:
    """Return the notebook in a file.

    Raises `ValueError` if the file holds no notebook of format 4, `OSError` if it cannot be read.
    """
    return parse_notebook(path.read_bytes(), path.name)


def parse_notebook(content: bytes, name: str) -> Notebook:
    """Return the notebook that a file of this name and content holds.

    Raises `ValueError` if it holds none: not UTF-8, not JSON, no list of cells, another format.
    """
    try:
        notebook = json.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{name} is not a notebook: {describe(content, error)}") from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise ValueError(f"{name} is not a notebook: its JSON holds no list of cells")
    if notebook.get("nbformat") != 4:
        found = notebook.get("nbformat")
        raise ValueError(f"{name}: expected notebook format 4, found {found!r}: save it anew")
    return {**notebook, "cells": [tidy(cell) for cell in cells if isinstance(cell, dict)]}


def describe(content: bytes, error: Exception) -> str:
    """Return in a few words why a file's content is no JSON."""
    if not content.strip():
        return "the file is empty"
    if isinstance(error, RecursionError):
        return "its JSON is nested too deeply"
    return str(error)


def tidy(cell: Cell) -> Cell:
    """Return the cell with its source as one string, and with metadata even if it had none."""
    source = cell.get("source")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    metadata = cell.get("metadata")
    return {
        **cell,
        "source": source if isinstance(source, str) else "",
        "metadata": metadata if isinstance(metadata, dict) else {},
    }


def write_notebook(notebook: Notebook, path: Path) -> None:
    """Write the notebook as Jupyter does, so that opening and saving it changes nothing."""
    cells = [{**cell, "source": cell["source"].splitlines(True)} for cell in notebook["cells"]]
    text = json.dumps({**notebook, "cells": cells}, ensure_ascii=False, indent=1, sort_keys=True)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")


def has_tag(cell: Cell, tag: str) -> bool:
    """Tell whether the cell carries a tag."""
    tags = cell["metadata"].get("tags")
    return isinstance(tags, list) and tag in tags


def is_code(cell: Cell, tag: str | None = None) -> bool:
    """Tell whether this is a code cell, and one with this tag if a tag is given."""
    return cell.get("cell_type") == "code" and (tag is None or has_tag(cell, tag))


def solutions(notebook: Notebook) -> Iterator[Cell]:
    """Yield the code cells that hold an answer."""
    return (cell for cell in notebook["cells"] if is_code(cell, "solution"))


def parse_cell(cell: Cell) -> ast.Module:
    """Return the syntax tree of a code cell; lines for IPython alone (`%`, `!`) count as empty.

    Raises `ValueError` with the cell's id if the rest is not Python.
    """
    try:
        return ast.parse(without_magics(cell["source"]))
    except (SyntaxError, ValueError) as error:  # ValueError: a zero byte
        raise ValueError(f"the code of cell {cell.get('id')!r} is not Python: {error}") from None


def without_magics(source: str) -> str:
    r"""Return the source with each line that only IPython understands made `pass`.

    >>> without_magics("%matplotlib inline\nx = 5 % 3")
    'pass\nx = 5 % 3'
    """
    return MAGIC.sub(r"\1pass", source)
