"""Cells marked for nbgrader, so that a class which uses it can assign and grade these notebooks.

What nbgrader keeps about a cell is described in its documentation ("Notebook format", schema 3).
In the instructor's edition it wants the part of a cell that is the solution between two comments;
its `generate_assignment` puts a stub there.
"""

import ast
import textwrap
from collections.abc import Iterator

from bpe_course.editions.cells import Cell, Notebook, is_code, parse_cell
from bpe_course.editions.stubs import (
    NOT_DONE,
    Function,
    first_line,
    is_private,
    separated,
    signature_names,
    stub_lines,
    stubbed,
)

SCHEMA_VERSION = 3
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
HIDDEN_BEGIN, HIDDEN_END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
POINTS = 1


def for_nbgrader(notebook: Notebook, *, stubs: bool = False) -> Notebook:
    """Return the notebook with nbgrader's metadata on answers and checks.

    After each check stands a cell that nbgrader grades: it raises unless the check passed. With
    `stubs`, for the student's edition, that cell's content is hidden and stubs are left alone;
    without, each solution is put between nbgrader's comments.
    """
    cells: list[Cell] = []
    for cell in notebook["cells"]:
        if is_code(cell, "solution"):
            source = cell["source"] if stubs else marked(cell)
            cells.append(noted({**cell, "source": source}, solution=True))
        elif is_code(cell, "check"):
            cells += [noted(cell, locked=True), grading_cell(cell, hidden=stubs)]
        else:
            cells.append(cell)
    return {**notebook, "cells": cells}


def noted(cell: Cell, *, solution: bool = False, locked: bool = False, points: int = 0) -> Cell:
    """Return the cell with what nbgrader notes of it; a cell with points is graded."""
    note: dict[str, object] = {
        "grade": points > 0,
        "grade_id": cell["id"],
        "locked": locked,
        "schema_version": SCHEMA_VERSION,
        "solution": solution,
        "task": False,
    }
    note |= {"points": points} if points else {}
    return {**cell, "metadata": {**cell["metadata"], "nbgrader": note}}


def grading_cell(check: Cell, *, hidden: bool) -> Cell:
    """Return the cell that nbgrader grades: an assertion that the check's answer is "passed"."""
    lines = check["source"].rstrip().splitlines()
    last = parse_cell(check).body[-1]
    lines[last.lineno - 1 :] = [f"assert {ast.unparse(last)}.state == 'passed'"]
    source = "\n".join([HIDDEN_BEGIN, *lines, HIDDEN_END])
    cell: Cell = {
        "cell_type": "code",
        "execution_count": None,
        "id": f"{check['id']}-grade"[-64:],
        "metadata": {},
        "outputs": [],
        "source": "" if hidden else source,
    }
    return noted(cell, locked=True, points=POINTS)


def marked(cell: Cell) -> str:
    r"""Return a solution's source with what solves the task between nbgrader's comments.

    Signatures and docstrings stand outside; so do the names of values, as `...`. What is neither
    comes at the end, in a region of its own.

    >>> print(marked({"source": "def twice(n):\n    '''2 n.'''\n    return n + n"}))
    def twice(n):
        '''2 n.'''
        ### BEGIN SOLUTION
        return n + n
        ### END SOLUTION
    """
    lines = cell["source"].splitlines()
    statements = [each for each in parse_cell(cell).body if not is_private(each)]
    needed = set().union(*map(signature_names, statements))
    before, functions, rest = [], [], []
    for statement in parse_cell(cell).body:
        if isinstance(statement, Function) and not is_private(statement):
            functions.append("\n".join(marked_function(statement, lines)))
        else:
            before.append("" if is_private(statement) else stubbed(statement, lines, needed))
            rest += lines[first_line(statement) - 1 : statement.end_lineno]
    region = "\n".join([BEGIN, *rest, END]) if rest else ""
    return separated([piece for piece in (*before, *functions, region) if piece])


def marked_function(function: Function, lines: list[str]) -> Iterator[str]:
    """Yield a function's lines, its body but for the docstring between nbgrader's comments."""
    *head, not_done = stub_lines(function, lines)
    indent = not_done.removesuffix(NOT_DONE)
    documented = ast.get_docstring(function) is not None
    body = function.body[1:] if documented else function.body
    yield from head
    yield indent + BEGIN
    for statement in body:
        yield from textwrap.indent(source_of(statement, lines), indent).splitlines()
    yield indent + END


def source_of(statement: ast.stmt, lines: list[str]) -> str:
    """Return the lines of a statement, not indented; also of one behind its function's colon."""
    whole = "\n".join(lines[first_line(statement) - 1 : statement.end_lineno])
    if not lines[statement.lineno - 1][: statement.col_offset].isspace():
        return ast.unparse(statement)
    return textwrap.dedent(whole)
