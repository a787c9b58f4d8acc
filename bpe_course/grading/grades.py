"""What is asked of a judge, and what it answers."""

from dataclasses import dataclass
from typing import Literal

State = Literal["passed", "failed", "not attempted", "missing", "error", "not graded"]


@dataclass(frozen=True)
class Limits:
    """What grading one exercise may take: seconds in all, megabytes of memory."""

    seconds: int = 60
    megabytes: int = 1024


@dataclass(frozen=True)
class Job:
    """An exercise to be judged: the call of its check, and the cells to execute before it.

    A cell is its id and its source.
    """

    exercise: str
    call: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Grade:
    """What came of an exercise: its state, the mistake if it was recognized, and why."""

    exercise: str
    state: State
    misconception: str = ""
    message: str = ""
    details: tuple[tuple[str, str], ...] = ()
