"""The contenders: our engines and the libraries they are measured against."""

from collections.abc import Collection

from bench import encoding, starting, steps, training, training_peers
from bench.entries import CONTENDERS, Contender
from bench.jobs import Job, Task

# Each fills the table when it is imported.
MODULES = (training, steps, training_peers, encoding, starting)


def contenders_for(job: Job, only: Collection[str] = ()) -> list[Contender]:
    """Return those who can do a job, in the order of the table; `only` keeps those it names."""
    return [entry for entry in CONTENDERS if entry.can_do(job) and (not only or entry.name in only)]


def find_contender(task: Task, name: str) -> Contender:
    """Return one entry of the table; raise `ValueError` if it is not there."""
    for entry in CONTENDERS:
        if (entry.task, entry.name) == (task, name):
            return entry
    known = ", ".join(entry.name for entry in CONTENDERS if entry.task == task)
    raise ValueError(f"nobody called {name!r} can {task}: expected one of {known}")


def names() -> list[str]:
    """Return the name of everybody in the table, once."""
    return list(dict.fromkeys(entry.name for entry in CONTENDERS))
