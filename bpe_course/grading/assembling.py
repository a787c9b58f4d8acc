"""Which cells an exercise of a submission needs, and whose version of each.

Lessons and checks come from the trusted notebook: what a student changed there does not count.
Answers, and cells that the student added, come from the submission. Of all these, only those are
executed that give a value to a name which the check, or another of them, needs.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from bpe_course.editions.cells import Cell, Notebook, has_tag, is_code, parse_cell
from bpe_course.editions.names import bound_names, needed_names
from bpe_course.editions.student import stub_of
from bpe_course.grading.grades import Job

CHECK = "check"  # the name by which notebooks call bpe_course.check


@dataclass(frozen=True)
class Piece:
    """A code cell to be executed, and whether the student wrote it."""

    cell: Cell
    own: bool


@dataclass(frozen=True)
class Missing:
    """An exercise to which a submission has no answer."""

    exercise: str
    message: str


@dataclass(frozen=True)
class Task:
    """An exercise of the trusted notebook: its name, its check's call, the check cell's place."""

    exercise: str
    call: ast.Call
    place: int


def tasks(trusted: Notebook) -> Iterator[Task]:
    """Yield the exercises of a notebook: each call `check.name(answer)` in its check cells."""
    for place, cell in enumerate(trusted["cells"]):
        if is_code(cell, "check"):
            for node in ast.walk(parse_cell(cell)):
                if isinstance(node, ast.Call) and is_of_check(node.func) and node.args:
                    yield Task(ast.unparse(node.func).removeprefix(f"{CHECK}."), node, place)


def is_of_check(function: ast.expr) -> bool:
    """Tell whether a called function is `check.name`.

    >>> is_of_check(ast.parse("check.train", mode="eval").body)
    True
    """
    owner = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(owner, ast.Name) and owner.id == CHECK


def assemble(trusted: Notebook, submission: Notebook, task: Task) -> Job | Missing:
    """Return what is to be judged for one exercise of a submission."""
    needed = needed_names(ast.Module([ast.Expr(task.call)], [])) - {CHECK}
    pieces = pieces_before(trusted, submission, task.place)
    chosen = sliced(pieces, needed, trusted)
    answers = needed & answered_names(trusted, task.place)
    unanswered = sorted(
        answers - set().union(*(binds(each, trusted) for each in chosen if each.own))
    )
    if unanswered:
        gone = f"no cell of the submission gives {', '.join(unanswered)} a value"
        return Missing(task.exercise, gone)
    cells = tuple((str(each.cell.get("id")), each.cell["source"]) for each in chosen)
    return Job(task.exercise, ast.unparse(task.call), cells)


def pieces_before(trusted: Notebook, submission: Notebook, place: int) -> list[Piece]:
    """Return the code cells above a place of the trusted notebook, the student's among them.

    A cell that the student added stands after the cell that it follows in the submission.
    """
    theirs, added = theirs_and_added(trusted, submission)
    pieces = [Piece(cell, own=True) for cell in added.get(None, [])]
    for cell in trusted["cells"][:place]:
        if is_code(cell, "solution") and cell["id"] in theirs:
            pieces.append(Piece(theirs[cell["id"]], own=True))
        elif is_code(cell) and not has_tag(cell, "solution"):
            pieces.append(Piece(cell, own=False))
        pieces += [Piece(each, own=True) for each in added.get(cell["id"], [])]
    return [each for each in pieces if not has_tag(each.cell, "check") or each.own]


def theirs_and_added(
    trusted: Notebook, submission: Notebook
) -> tuple[dict[str, Cell], dict[str | None, list[Cell]]]:
    """Return the submission's versions of cells by id, and the added cells by what they follow."""
    known = {cell["id"] for cell in trusted["cells"]}
    theirs: dict[str, Cell] = {}
    added: dict[str | None, list[Cell]] = {}
    last = None
    for number, cell in enumerate(submission["cells"]):
        cell_id = cell.get("id")
        if isinstance(cell_id, str) and cell_id in known and cell_id not in theirs:
            theirs[cell_id] = cell
            last = cell_id
        elif is_code(cell):
            added.setdefault(last, []).append({**cell, "id": f"added {number}"})
    return theirs, added


def sliced(pieces: list[Piece], needed: set[str], trusted: Notebook) -> list[Piece]:
    """Return those cells, in their order, on which these names depend."""
    chosen: list[Piece] = []
    for piece in reversed(pieces):
        bound = binds(piece, trusted)
        if bound & needed:
            needed = (needed - bound) | needs(piece)
            chosen.insert(0, piece)
    return chosen


def binds(piece: Piece, trusted: Notebook) -> set[str]:
    """Return the names a cell gives a value to; if it is no Python, those that it should."""
    try:
        return bound_names(parse_cell(piece.cell))
    except ValueError:
        original = [each for each in trusted["cells"] if each["id"] == piece.cell["id"]]
        return bound_names(parse_cell(original[0])) if original else set()


def needs(piece: Piece) -> set[str]:
    """Return the names a cell needs; none if it is no Python."""
    try:
        return needed_names(parse_cell(piece.cell))
    except ValueError:
        return set()


def answered_names(trusted: Notebook, place: int) -> set[str]:
    """Return the names for which students find a stub above this place."""
    answers = (cell for cell in trusted["cells"][:place] if is_code(cell, "solution"))
    return set().union(*(bound_names(ast.parse(stub_of(cell))) for cell in answers))
