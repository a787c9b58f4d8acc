"""What has been done so far: kept in memory and, if asked, in a small file. Nothing is sent."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from os import PathLike
from pathlib import Path
from typing import get_args

from bpe_course.check.verdict import State
from bpe_course.formats.files import read_text, write_atomically
from bpe_course.formats.json_text import is_id, parse_object

FORMAT = "bpe_course progress 1"
ORDER: tuple[State, ...] = ("not attempted", "failed", "passed")  # of which the best is kept


@dataclass(frozen=True)
class Entry:
    """What is known of one exercise: its best state, the answers judged, the hints seen."""

    state: State = "not attempted"
    attempts: int = 0
    hints: int = 0

    def joined(self, other: "Entry") -> "Entry":
        """The better of two states, and the higher of the numbers.

        >>> Entry("passed", 2, 0).joined(Entry("failed", 3, 1))
        Entry(state='passed', attempts=3, hints=1)
        """
        return Entry(
            max(self.state, other.state, key=ORDER.index),
            max(self.attempts, other.attempts),
            max(self.hints, other.hints),
        )


class Record:
    """The entries of all exercises, by name; written to `path` at every change, if there is one."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.path: Path | None = None
        self.latest: str | None = None

    def of(self, name: str) -> Entry:
        """The entry of an exercise; a new one, if nothing is known."""
        return self.entries.get(name, Entry())

    def note(self, name: str, state: State) -> None:
        """Write down the state of an answer; what was passed once stays passed."""
        before = self.of(name)
        attempts = before.attempts + (state != "not attempted")
        self._set(name, replace(before.joined(Entry(state)), attempts=attempts))

    def next_hint(self, name: str, number_of_hints: int) -> int:
        """Write down that one more hint was asked for; return how many are to be shown."""
        before = self.of(name)
        hints = min(before.hints + 1, number_of_hints)
        self._set(name, replace(before, hints=hints))
        return hints

    def keep_in(self, path: str | PathLike[str]) -> None:
        """Join the record with the file, if it exists, and keep it there from now on.

        Raises `ValueError` if the file is not one that this class wrote; it is then left alone.
        """
        kept = loads(read_text(path), str(path)) if Path(path).exists() else {}
        for name, entry in kept.items():
            self.entries[name] = self.of(name).joined(entry)
        self.path = Path(path).resolve()
        self._write()

    def _set(self, name: str, entry: Entry) -> None:
        self.entries[name] = entry
        self.latest = name
        self._write()

    def _write(self) -> None:
        if self.path is not None:
            write_atomically(self.path, dumps(self.entries).encode())


def dumps(entries: Mapping[str, Entry]) -> str:
    """The entries as JSON.

    >>> print(dumps({"train": Entry("failed", 1)}))
    {
     "format": "bpe_course progress 1",
     "exercises": {
      "train": {
       "state": "failed",
       "attempts": 1,
       "hints": 0
      }
     }
    }
    """
    exercises = {name: asdict(entry) for name, entry in entries.items()}
    return json.dumps({"format": FORMAT, "exercises": exercises}, indent=1)


def loads(text: str, source: str) -> dict[str, Entry]:
    """Read entries from JSON; raise `ValueError` that names `source` if it is something else.

    >>> loads(dumps({"train": Entry("passed", 1)}), "a string")
    {'train': Entry(state='passed', attempts=1, hints=0)}
    """
    found = parse_object(text, source)
    exercises = found.get("exercises")
    if found.get("format") != FORMAT or not isinstance(exercises, dict):
        raise ValueError(f"{source} does not hold progress of this course: give another file name")
    return {name: _entry(values, f"{source}, {name}") for name, values in exercises.items()}


def _entry(values: object, source: str) -> Entry:
    if isinstance(values, dict):
        state, attempts, hints = (values.get(key) for key in ("state", "attempts", "hints"))
        if state in get_args(State) and is_id(attempts) and is_id(hints):
            return Entry(state, attempts, hints)  # type: ignore[arg-type]
    raise ValueError(f"{source}: expected a state and two counts, found {values!r}")
