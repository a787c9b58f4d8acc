"""Exercises that say which mistake was made: `check.merge_pair(my_merge_pair)`.

Each exercise of the course is an attribute of this package: call it with an answer, and ask
`check.merge_pair.hint()` for hints. `check.progress()` shows what is done. Answers run in this very
process, with a limit on their time; nothing leaves it.

The exercises stand in one module a notebook, `notebook_03` and so on, as data.
"""

import difflib
import importlib
import pkgutil
from os import PathLike

from bpe_course.check.asking import Check, Hints
from bpe_course.check.exercise import Exercise
from bpe_course.check.progress import Progress
from bpe_course.check.record import Record

__all__ = ["EXERCISES", "hint", "progress"]


def hint(name: str) -> Hints:
    """The hints so far of the exercise with this name, and one more."""
    return _check(name).hint()


def progress(notebook: str | None = None, *, save: str | PathLike[str] | None = None) -> Progress:
    """What is done: in one notebook (`"03"`), in all (`"all"`), or where the last check was made.

    With `save`, the record is joined with that file and kept in it from now on; what was passed in
    an earlier session is then known. Raises `ValueError` for an unknown notebook or another file.
    """
    if save is not None:
        _RECORD.keep_in(save)
    if notebook is None:
        notebook = EXERCISES[_RECORD.latest].notebook if _RECORD.latest in EXERCISES else "all"
    known = sorted({exercise.notebook for exercise in EXERCISES.values()})
    if notebook not in [*known, "all"]:
        raise ValueError(f"no exercises in notebook {notebook!r}: expected {known} or 'all'")
    chosen = [each for each in EXERCISES.values() if notebook in (each.notebook, "all")]
    return Progress(tuple((each, _RECORD.of(each.name)) for each in chosen))


def _gather() -> dict[str, Exercise]:
    """The exercises of all modules `notebook_…`, by name, in the order of the course."""
    modules = sorted(found.name for found in pkgutil.iter_modules(__path__))
    gathered: dict[str, Exercise] = {}
    for module in modules:
        if module.startswith("notebook_"):
            for exercise in importlib.import_module(f"{__name__}.{module}").EXERCISES:
                if exercise.name in gathered or exercise.name in (*modules, *globals()):
                    raise ValueError(f"{module}: the name {exercise.name} is taken")
                gathered[exercise.name] = exercise
    return gathered


def _check(name: str) -> Check:
    if name not in EXERCISES:
        near = difflib.get_close_matches(name, EXERCISES, n=1, cutoff=0)
        raise ValueError(f"there is no exercise {name!r}; did you mean {near[0]!r}?")
    return Check(EXERCISES[name], _RECORD)


def __getattr__(name: str) -> Check:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return _check(name)
    except ValueError as error:
        raise AttributeError(str(error)) from None


def __dir__() -> list[str]:
    return [*__all__, *EXERCISES]


_RECORD = Record()
EXERCISES = _gather()
