"""What a contender is, and the table of all of them.

To add one, write a function that takes a job and its texts and returns a `Run`, and put
`@contender(...)` above it in `bench.training`, `bench.steps`, `bench.training_peers`,
`bench.encoding` or `bench.starting`. It is then part of every job it can do.
"""

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, TypedDict, Unpack

from bench.jobs import Job, Task

# Between the ids of one document and those of the next; no vocabulary has so many entries.
BORDER = 0xFFFF_FFFF
ALL = frozenset({"text", "documents", "strings", "list", "numpy"})


@dataclass(frozen=True)
class Run:
    """Work to be timed, and how its result becomes what contenders are compared by.

    That is the learned tokens in order after training; after encoding the ids, those of each
    document followed by `BORDER`. `count` makes of the result what
    counts the tokens of a text, where this does not follow from the learned ones.
    """

    work: Callable[[], Any]
    output: Callable[[Any], Iterable[object]] = list
    count: Callable[[Any], Callable[[str], int]] | None = None


Prepare = Callable[[Job, list[str]], Run]


class Terms(TypedDict, total=False):
    """What `contender` can be told; the fields of `Contender` of the same names."""

    rule: str
    takes: Set[str]
    vocabularies: Set[str]
    threads: int
    smallest: int
    largest: float
    rounds: int | None
    patience: int
    needs: str | None


@dataclass(frozen=True)
class Contender:
    """Who can do a task, and on what terms.

    Outputs are compared between those of one `rule`: the tie rule when training; "own" stands for
    an algorithm of one's own. `takes` are the shapes of text and the kinds of output it can do, and
    `vocabularies` those it has, all if there are none. It is timed at most `rounds` times on more
    than `patience` bytes; `smallest` and `largest` are the least and the most bytes it is given,
    and `needs` a module that must be there.
    """

    name: str
    label: str
    task: Task
    prepare: Prepare
    rule: str = ""
    takes: Set[str] = ALL
    vocabularies: Set[str] = frozenset()
    threads: int = 1
    smallest: int = 0
    largest: float = float("inf")
    rounds: int | None = None
    patience: int = 0
    needs: str | None = None

    def can_do(self, job: Job) -> bool:
        """Return whether this contender can do the job in reasonable time, here."""
        suited = job.task != "encode" or (
            {job.shape, job.output} <= self.takes
            and (self.threads == 1 or job.passes > 1)
            and (not self.vocabularies or job.vocabulary in self.vocabularies)
        )
        sized = self.smallest <= job.size <= self.largest
        return self.task == job.task and sized and suited and self.is_installed()

    def is_installed(self) -> bool:
        """Return whether the module it needs is there."""
        if self.needs is None:
            return True
        try:
            return find_spec(self.needs) is not None
        except ModuleNotFoundError:  # a package it would be in
            return False

    def rounds_of(self, job: Job, repeats: int) -> int:
        """Return in how many of `repeats` rounds it takes part."""
        return min(repeats, self.rounds) if self.rounds and job.size > self.patience else repeats


CONTENDERS: list[Contender] = []


def contender(
    task: Task, name: str, label: str, **terms: Unpack[Terms]
) -> Callable[[Prepare], Prepare]:
    """Add the function below to the table."""

    def add(prepare: Prepare) -> Prepare:
        CONTENDERS.append(Contender(name, label, task, prepare, **terms))
        return prepare

    return add
