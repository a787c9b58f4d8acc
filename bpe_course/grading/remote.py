"""The judge's side of a worker: what the student wrote, as functions and objects to be used here.

A `Remote` stands for an object in the worker. Calling it sends the arguments there and brings back
the result, the changes to the arguments, what was printed, or the error, with its line.
"""

import io
import json
import pickle
import select
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from bpe_course.check.limits import OutOfTime
from bpe_course.grading.raising import raise_described, remember
from bpe_course.grading.wire import HEADER, LARGEST, READY, Json, decode

Cell = tuple[str, str]  # id and source
BLOCK = 2**16  # bytes read at once


class ProcessEnded(Exception):  # noqa: N818 - a student reads the name
    """The process that ran the student's code is gone, or does not answer as a worker does."""


class NotStartedError(Exception):
    """A worker did not get as far as the student's code: not the student's fault."""


class Worker:
    """The process of one student's cells; started again when it has ended.

    `errors` holds what a cell raised, by the cell's id. `deadline` is in seconds of
    `time.monotonic`.
    """

    def __init__(
        self, command: list[str], environment: dict[str, str], cells: list[Cell], deadline: float
    ) -> None:
        self.command = command
        self.environment = environment
        self.cells = cells
        self.deadline = deadline
        self.errors: dict[str, BaseException] = {}
        self.process: Popen[bytes] | None = None
        self.busy = False  # whether an answer is still due: then the process is of no more use

    def ask(self, do: str, **what: object) -> Any:  # noqa: ANN401 - whatever the student's code gives
        """Have the worker do something; return the result, or raise the error that it raised."""
        if self.process is None or self.busy:
            self.start()
        return self.exchange(do, what)

    def start(self) -> None:
        """Start a process, in place of one that is of no more use, and execute the cells there.

        Raises `NotStartedError` if it does not come up.
        """
        self.stop()
        self.process = Popen(
            self.command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env=self.environment,
            start_new_session=True,
        )
        self.wait_until_ready()
        for cell, source in self.cells:
            remember(cell, source)
            try:
                self.exchange("run", {"cell": cell, "source": source})
            except OutOfTime:  # not the cell's error: the check around this has no time left
                raise
            except BaseException as error:  # a cell may raise SystemExit, too
                self.errors[cell] = error
                if self.busy:
                    raise

    def wait_until_ready(self) -> None:
        """Take a new process's first message; raise `NotStartedError` if it is another, or none."""
        self.busy = True
        try:
            first = self.receive()
        except (OSError, EOFError, ValueError) as error:
            first = f"{type(error).__name__} {error}".strip()
        if first != READY:
            raise NotStartedError(f"the process for the student's code did not start ({first})")
        self.busy = False

    def stop(self) -> None:
        """End the process, if there is one."""
        if self.process is not None:
            with suppress(OSError):
                self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]
            self.process = None

    def exchange(self, do: str, what: dict[str, object]) -> Any:  # noqa: ANN401
        """Send a request and take the answer."""
        arguments = what.get("arguments", ())
        request = pickled({"do": do, "with": what})
        self.busy = True  # until the answer is there, whatever interrupts the waiting for it
        try:
            self.send(HEADER.pack(len(request)) + request)
            answer = self.receive()
            value = self.taken(answer, arguments)
        except (OSError, EOFError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise ProcessEnded(self.last_words(error)) from None
        self.busy = False
        if "error" in answer:
            raise_described(answer["error"])
        return value

    def taken(self, answer: Json, arguments: object) -> object:
        """Return the result in an answer; print what was printed, change what was changed."""
        if not isinstance(answer, dict):
            raise ValueError("the answer is no dictionary")
        sys.stdout.write(str(answer.get("printed", "")))
        if "arguments" in answer:
            update(arguments, decode(answer["arguments"], self.remote))
        return decode(answer.get("value"), self.remote)

    def remote(self, about: Json) -> "Remote":
        """Return what stands for an object that the worker keeps."""
        kind = RemoteFunction if about["callable"] is True else Remote
        named = type(str(about["type"])[:80].replace("\0", ""), (kind,), {})
        made: Any = named(self, int(about["number"]), str(about["shown"]))
        name = str(about["name"])
        if name:
            made.__name__ = name
        stands_for: Remote = made
        return stands_for

    def last_words(self, error: Exception) -> str:
        """Say what became of the process."""
        if time.monotonic() > self.deadline:
            return "the time for this exercise was up"
        if not isinstance(error, OSError | EOFError):
            return "the process that ran the code gave an answer that is none"
        return "the code ended its own process, or used more memory or time than it may"

    def send(self, message: bytes) -> None:
        """Write a request to the process."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(message)
        self.process.stdin.flush()

    def receive(self) -> Json:
        """Read the answer to a request."""
        (length,) = HEADER.unpack(self.read(HEADER.size))
        if length > LARGEST:
            raise ValueError(f"an answer of {length:,} bytes, at most {LARGEST:,} are taken")
        return json.loads(self.read(length))

    def read(self, length: int) -> bytes:
        """Read this many bytes from the process, before the deadline."""
        assert self.process is not None
        assert self.process.stdout is not None
        file = self.process.stdout.fileno()
        parts, missing = [], length
        while missing:
            left = max(0.0, self.deadline - time.monotonic())
            if not select.select([file], [], [], left)[0]:
                raise EOFError
            parts.append(self.process.stdout.raw.read(min(missing, BLOCK)))  # type: ignore[attr-defined]
            if not parts[-1]:
                raise EOFError
            missing -= len(parts[-1])
        return b"".join(parts)


class Remote:
    """An object in the worker; `repr` shows it as it shows itself there."""

    def __init__(self, worker: Worker, target: int | str, text: str) -> None:
        self._worker = worker
        self._target = target
        self._text = text

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the student's object has
        if name.startswith("__"):
            raise AttributeError(f"{self._text} has no attribute {name!r} here")
        return self._worker.ask("attribute", target=self._target, name=name)

    def _use(self, how: str, *arguments: object) -> Any:  # noqa: ANN401
        return self._worker.ask("use", target=self._target, how=how, arguments=arguments)

    def __iter__(self) -> Iterator[Any]:
        iterator = self._use("iter")
        while True:
            try:
                yield iterator._use("next")  # noqa: SLF001 - another of this class
            except StopIteration:
                return

    def __next__(self) -> Any:  # noqa: ANN401
        return self._use("next")

    def __len__(self) -> int:
        return int(self._use("len"))

    def __getitem__(self, key: object) -> Any:  # noqa: ANN401
        return self._use("getitem", key)

    def __deepcopy__(self, memory: object) -> "Remote":
        return self

    def __repr__(self) -> str:
        return self._text


class RemoteFunction(Remote):
    """Something in the worker that can be called."""

    def __call__(self, *arguments: object, **named: object) -> Any:  # noqa: ANN401
        """Call it there."""
        return self._worker.ask("call", target=self._target, arguments=arguments, named=named)


class Pickler(pickle.Pickler):
    """Pickles what goes to a worker; what stands for an object there goes as its number or name."""

    def persistent_id(self, value: object) -> int | str | None:
        """Return what the worker knows an object by."""
        return value._target if isinstance(value, Remote) else None  # noqa: SLF001


def pickled(request: dict[str, object]) -> bytes:
    """Return a request as bytes."""
    buffer = io.BytesIO()
    Pickler(buffer).dump(request)
    return buffer.getvalue()


def update(arguments: object, changed: object) -> None:
    """Make lists, dictionaries and sets among the arguments what they have become in the worker."""
    if not isinstance(arguments, tuple) or not isinstance(changed, tuple):
        return
    for ours, theirs in zip(arguments, changed, strict=False):
        if isinstance(ours, list) and isinstance(theirs, list):
            ours[:] = theirs
        elif isinstance(ours, dict | set) and isinstance(theirs, type(ours)):
            ours.clear()
            ours.update(theirs)


def fetch(worker: Worker, name: str) -> object:
    """Return what a name stands for in the worker; raise `KeyError` if it has no value.

    What is no plain data is asked for by its name, so that it is found again in a new process.
    """
    value = worker.ask("fetch", name=name)
    if isinstance(value, Remote):
        value._target = name  # noqa: SLF001 - it is made here
    return value
