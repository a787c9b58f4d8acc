"""The process that runs a student's cells and answers calls; nothing it says is trusted.

Requests come in on standard input, pickled; answers go out on what was standard output, as JSON.
To the student's code, standard input is empty, and of its output only the beginning is kept.
"""

import io
import linecache
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from bpe_course.check.judging import is_empty
from bpe_course.editions.cells import without_magics
from bpe_course.grading import fence
from bpe_course.grading.wire import (
    HEADER,
    LONGEST_TEXT,
    READY,
    Json,
    encode,
    shown,
    to_message,
    write_all,
)

KEPT_OUTPUT = 10_000  # characters
MOST_OUTPUT = 1_000_000
CELL = "cell "  # how the name of a cell begins, where Python names a file

Request = dict[str, Any]


class TooMuchOutputError(Exception):
    """Raised in code that prints without end."""


class LimitedOutput(io.TextIOBase):
    """A stream that keeps the beginning of what is printed, and ends what prints too much."""

    def __init__(self) -> None:
        super().__init__()
        self.kept = ""
        self.written = 0

    def write(self, text: str) -> int:
        """Keep what fits; raise `TooMuchOutputError` when it is far too much."""
        self.kept += text[: max(0, KEPT_OUTPUT - len(self.kept))]
        self.written += len(text)
        if self.written > MOST_OUTPUT:
            raise TooMuchOutputError(f"more than {MOST_OUTPUT:,} characters were printed")
        return len(text)

    def take(self) -> str:
        """Return what was kept since the last time."""
        taken, self.kept = self.kept, ""
        return taken


class Session:
    """The student's names and objects, and what can be asked about them."""

    def __init__(self, output: LimitedOutput) -> None:
        self.output = output
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.kept: list[object] = []  # never let go of, so that no two share an id
        self.numbers: dict[int, int] = {}

    def answer(self, request: Request) -> Json:
        """Return the answer to a request: a value, or the error that came in its place."""
        arguments = request["with"].get("arguments", ())
        before = self.encoded(arguments)
        try:
            value = self.encoded(getattr(self, f"do_{request['do']}")(**request["with"]))
        except BaseException as error:
            return {"error": described(error), "printed": self.output.take()}
        after = self.encoded(arguments)
        changed = {} if before == after else {"arguments": after}
        return {"value": value, "printed": self.output.take(), **changed}

    def encoded(self, value: object) -> Json:
        """Return a value as data; an object that is none stays here, under a number."""
        return encode(value, self.keep)

    def keep(self, value: object) -> Json:
        """Keep an object; return what tells the judge of it."""
        number = self.numbers.setdefault(id(value), len(self.kept))
        if number == len(self.kept):
            self.kept.append(value)
        return {
            "object": {
                "number": number,
                "type": type(value).__name__,
                "name": str(getattr(value, "__name__", "")),
                "shown": shown(value),
                "callable": callable(value),
            }
        }

    def do_run(self, cell: str, source: str) -> None:
        """Execute a cell."""
        name, text = CELL + cell, without_magics(source)
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        exec(compile(text, name, "exec"), self.names)

    def do_fetch(self, name: str) -> object:
        """Return the value of a name; `...` for a function that is still without a body."""
        value = self.names[name]
        return ... if callable(value) and is_empty(value) else value

    def do_call(self, target: object, arguments: tuple[Any, ...], named: dict[str, Any]) -> object:
        """Call an object."""
        function: Any = self.found(target)
        return function(*arguments, **named)

    def do_attribute(self, target: object, name: str) -> object:
        """Return an attribute of an object."""
        return getattr(self.found(target), name)

    def do_use(self, target: object, how: str, arguments: tuple[Any, ...]) -> object:
        """Use an object as Python's own syntax does: iterate over it, ask for its length."""
        uses: dict[str, Callable[..., object]] = {
            "iter": iter,
            "next": next,
            "len": len,
            "getitem": lambda value, key: value[key],
        }
        return uses[how](self.found(target), *arguments)

    def found(self, target: object) -> object:
        """Return the object that the judge means: by its name, or by the number it was kept by."""
        return self.names[target] if isinstance(target, str) else self.kept[int(str(target))]


def described(error: BaseException) -> Json:
    """Return what the judge needs to raise the same error: its type's name, message, place."""
    try:
        message = str(error)[:LONGEST_TEXT]
    except Exception:
        message = ""
    return {
        "type": [each.__name__ for each in type(error).__mro__],
        "arguments": encode(error.args, shown),
        "message": message,
        "place": place_of(error),
    }


def place_of(error: BaseException) -> Json:
    """Return the innermost place in the student's cells that an error came through."""
    if isinstance(error, SyntaxError) and str(error.filename).startswith(CELL):
        return [str(error.filename), error.lineno or 1, "<module>"]
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        code = frame.f_code
        if code.co_filename.startswith(CELL):
            return [code.co_filename, line, code.co_qualname]
    return None


def main(folder: str, seconds: str, megabytes: str) -> None:
    """Answer requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    output = LimitedOutput()
    sys.stdin = io.StringIO()
    sys.stdout = sys.stderr = output
    os.chdir(folder)
    fence.limit_resources(int(seconds), int(megabytes))
    fence.put_up(Path(folder))
    write_all(answers, to_message(READY))
    serve(requests, answers, Session(output))


def serve(requests: BinaryIO, answers: int, session: Session) -> None:
    """Read requests and write answers, one at a time."""
    while header := requests.read(HEADER.size):
        (length,) = HEADER.unpack(header)
        request = RequestReader(io.BytesIO(requests.read(length)), session).load()
        write_all(answers, to_message(session.answer(request)))


class RequestReader(pickle.Unpickler):
    """Reads a request; what stands in it for an object of the session becomes that object."""

    def __init__(self, data: BinaryIO, session: Session) -> None:
        super().__init__(data)
        self.session = session

    def persistent_load(self, pid: Any) -> object:  # noqa: ANN401
        """Return the object that a number or a name stands for."""
        return self.session.found(pid)
