"""From a solution to the stub that a student fills in.

The stub is made from the solution itself, so it cannot drift from it: the lines that say what is
wanted stay as they are written, and everything that says how goes.
"""

import ast
import tokenize
from collections.abc import Iterator
from itertools import chain, pairwise

from bpe_course.editions.names import used_names

Function = ast.FunctionDef | ast.AsyncFunctionDef
NOT_DONE = "raise NotImplementedError"


def stub(source: str) -> str:
    r"""Return the source of a cell without what solves the task.

    Of a function, the decorators, the signature and the docstring stay, and its body raises
    `NotImplementedError`; of a class, the same holds for each method. A value becomes `...`. An
    import stays if a signature needs it. Every other statement, comments between statements, and
    definitions whose name begins with an underscore go.

    Raises `SyntaxError` if the source is not Python.

    >>> print(stub("def double(n: int) -> int:\n    '''Twice n.'''\n    return n + n"))
    def double(n: int) -> int:
        '''Twice n.'''
        raise NotImplementedError
    >>> print(stub("low, high = 0x00, 0x7F\nprint(low)"))
    low = ...
    high = ...
    """
    tree = ast.parse(source)
    kept = [statement for statement in tree.body if not is_private(statement)]
    needed = set().union(*(signature_names(statement) for statement in kept))
    pieces = [stubbed(statement, source.splitlines(), needed) for statement in kept]
    return separated([piece for piece in pieces if piece])


def removed_lines(source: str) -> set[str]:
    r"""Return the lines of a solution that its stub does not have, without their indentation.

    >>> sorted(removed_lines("def half(n):\n    n = n // 2  # down\n    return n"))
    ['n = n // 2  # down', 'return n']
    """
    left = {line.strip() for line in stub(source).splitlines()}
    return {line.strip() for line in source.splitlines()} - left - {""}


def is_private(statement: ast.stmt) -> bool:
    """Tell whether a statement defines something that only the solution needs."""
    return isinstance(statement, Function | ast.ClassDef) and statement.name.startswith("_")


def signature_names(statement: ast.stmt) -> set[str]:
    """Return the names that a definition needs before its body: annotations, defaults, bases."""
    if isinstance(statement, Function):
        parts = (statement.args, statement.returns, *statement.decorator_list)
        return set().union(*(used_names(part) for part in parts if part is not None))
    if isinstance(statement, ast.ClassDef):
        around = (*statement.bases, *statement.keywords, *statement.decorator_list)
        inside = (signature_names(inner) for inner in statement.body)
        return set().union(*map(used_names, around), *inside)
    return set()


def stubbed(statement: ast.stmt, lines: list[str], needed: set[str]) -> str:
    """Return what is left of one statement; nothing if it is part of the answer."""
    if isinstance(statement, Function | ast.ClassDef):
        return "\n".join(stub_lines(statement, lines))
    if isinstance(statement, ast.Import | ast.ImportFrom):
        names = {(alias.asname or alias.name).partition(".")[0] for alias in statement.names}
        return ast.unparse(statement) if names & needed else ""
    return "\n".join(f"{name} = ..." for name in dict.fromkeys(assigned(statement)))


def assigned(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a plain assignment gives a value to.

    >>> list(assigned(ast.parse("a, (b, *c) = d").body[0]))
    ['a', 'b', 'c']
    """
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        targets = []
    for node in chain.from_iterable(map(ast.walk, targets)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def stub_lines(definition: Function | ast.ClassDef, lines: list[str]) -> Iterator[str]:
    """Yield the lines of a definition's stub, as indented as they stand in the source."""
    end, column = colon(definition, lines)
    first = definition.body[0]
    own_lines = first.lineno > end
    yield from lines[first_line(definition) - 1 : end - 1]
    yield lines[end - 1] if own_lines else lines[end - 1][: column + 1]
    if own_lines and ast.get_docstring(definition) is not None:
        yield from lines[first.lineno - 1 : first.end_lineno]
    indent = " " * (first.col_offset if own_lines else definition.col_offset + 4)
    yield from class_body(definition, lines, indent) or [indent + NOT_DONE]


def class_body(definition: Function | ast.ClassDef, lines: list[str], indent: str) -> list[str]:
    """Return the stubs of a class's public parts, one below the other; a function has none."""
    if isinstance(definition, Function):
        return []
    parts = []
    for inner in definition.body:
        if isinstance(inner, Function) and not is_hidden(inner.name):
            parts.append("\n".join(stub_lines(inner, lines)))
        parts += [f"{indent}{name} = ..." for name in assigned(inner)]
    return "\n\n".join(parts).splitlines()


def first_line(statement: ast.stmt) -> int:
    """Return the number of the line on which a statement begins, its decorators included."""
    if not isinstance(statement, Function | ast.ClassDef):
        return statement.lineno
    return min([statement.lineno, *(each.lineno for each in statement.decorator_list)])


def is_hidden(name: str) -> bool:
    """Tell whether a method is the solution's own: `_find`, but not `__init__`."""
    return name.startswith("_") and not name.endswith("__")


def colon(definition: Function | ast.ClassDef, lines: list[str]) -> tuple[int, int]:
    """Return the line, counted from 1, and the column of the colon that ends the signature."""
    rest = iter(lines[definition.lineno - 1 :])
    depth = 0
    for token in tokenize.generate_tokens(lambda: next(rest, "") + "\n"):
        if token.string in ("(", "[", "{"):
            depth += 1
        elif token.string in (")", "]", "}"):
            depth -= 1
        elif token.string == ":" and depth == 0:
            return token.start[0] + definition.lineno - 1, token.start[1]
    raise SyntaxError(f"the definition of {definition.name} has no colon")


def separated(pieces: list[str]) -> str:
    """Return the pieces as one source, two empty lines around a definition of several lines."""
    text = ""
    for before, piece in pairwise(["", *pieces]):
        far = "\n" in piece or "\n" in before
        text += ("\n\n\n" if far else "\n") * bool(before) + piece
    return text
