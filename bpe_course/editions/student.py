"""The student's edition: the same notebook, with stubs where the solutions were.

Cells keep their ids, so that a filled-in notebook can be graded. The edition runs from top to
bottom without an error: checks answer "not attempted", and no later cell may call what the student
has yet to write. A lesson that goes on with an exercise's function imports it from the package
first; a notebook in which one does not is refused here, with the cell's id.
"""

import ast
from collections.abc import Iterator

from bpe_course.editions.cells import Cell, Notebook, has_tag, is_code, parse_cell
from bpe_course.editions.names import bound_names, needed_names
from bpe_course.editions.stubs import stub


def student_edition(notebook: Notebook) -> Notebook:
    """Return the notebook with stubs for solutions and without outputs; ids and prose stay.

    Solutions in prose, cells of Markdown tagged `solution`, go.

    Raises `ValueError` if a later cell needs what a stub no longer gives.
    """
    complaints = list(unmet_needs(notebook))
    if complaints:
        raise ValueError("; ".join(complaints))
    kept = [cell for cell in notebook["cells"] if is_code(cell) or not has_tag(cell, "solution")]
    return {**notebook, "cells": [student_cell(cell) for cell in kept]}


def student_cell(cell: Cell) -> Cell:
    """Return a cell as a student gets it."""
    if not is_code(cell):
        return cell
    if has_tag(cell, "solution"):
        cell = unfolded({**cell, "source": stub_of(cell)})
    return {**cell, "outputs": [], "execution_count": None}


def unfolded(cell: Cell) -> Cell:
    """Return the cell in full view: a solution is folded away, its stub is not.

    >>> unfolded({"metadata": {"tags": [], "jupyter": {"source_hidden": True}}})
    {'metadata': {'tags': []}}
    """
    return {**cell, "metadata": {k: v for k, v in cell["metadata"].items() if k != "jupyter"}}


def stub_of(cell: Cell) -> str:
    """Return the stub for a cell that holds a solution; `ValueError` if it is not Python."""
    parse_cell(cell)
    return stub(cell["source"])


def unmet_needs(notebook: Notebook) -> Iterator[str]:
    """Yield a complaint for each cell that uses a name for which the student has but a stub."""
    pending: dict[str, str] = {}
    for cell in filter(is_code, notebook["cells"]):
        tree = parse_cell(cell)
        if has_tag(cell, "solution"):
            pending |= dict.fromkeys(bound_names(ast.parse(stub_of(cell))), cell.get("id", "?"))
        elif not has_tag(cell, "check") and not has_tag(cell, "raises-exception"):
            for name in sorted(needed_names(tree) & set(pending)):
                yield (
                    f"cell {cell.get('id')!r} uses {name}, which in the student's edition is the "
                    f"stub of cell {pending[name]!r}: import {name} from the package before it"
                )
            pending = {name: pending[name] for name in pending.keys() - bound_names(tree)}
