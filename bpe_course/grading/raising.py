"""Raising here what a student's code raised there, with the line of the student's cell."""

import builtins
import linecache
from types import CodeType
from typing import Any, NoReturn

from bpe_course.grading.wire import Json, decode

CELL = "cell "  # how the name of a cell begins, where Python names a file


def remember(cell: str, source: str) -> None:
    """Let the lines of a cell be shown where its errors are described."""
    name = CELL + cell
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)


def raise_described(described: Json) -> NoReturn:
    """Raise the error that a worker described, as if in the student's line.

    Raises `ValueError` if that is not the description of an error.
    """
    try:
        error, place = error_of(described), described.get("place")
        raiser = compiled(*place) if place else None
    except (TypeError, KeyError, AttributeError) as wrong:
        raise ValueError(f"not the description of an error: {wrong}") from None
    if raiser is not None:
        exec(raiser, {"error": error})
    raise error


def error_of(described: Json) -> BaseException:
    """Return the error: of Python's own type, or of one with the name of the student's."""
    names = [str(name) for name in described["type"]]
    known = (getattr(builtins, name, None) for name in names)
    base: Any = next(
        each for each in known if isinstance(each, type) and issubclass(each, BaseException)
    )
    message = str(described["message"])
    if base.__name__ != names[0]:
        named: Any = type(names[0][:80].replace("\0", ""), (base,), {"__str__": lambda _: message})
        bare: BaseException = named.__new__(named)
        return bare
    try:
        same: BaseException = base(*decode(described["arguments"], str))
    except (TypeError, ValueError):
        same = base.__new__(base)
    return same


def compiled(name: str, line: int, function: str) -> CodeType:
    """Return code that raises `error` and passes for this line of this function."""
    source = linecache.cache.get(name)
    lines = len(source[2]) if source and len(source) > 2 else 0
    blank = "\n" * (min(max(int(line), 1), lines + 1) - 1)
    code = compile(f"{blank}raise error", str(name).replace("\0", ""), "exec")
    function = str(function)[:200].replace("\0", "")
    return code.replace(co_name=function.rpartition(".")[2], co_qualname=function)
