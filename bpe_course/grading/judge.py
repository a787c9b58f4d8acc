"""The process that judges one exercise of one submission; no student's code runs in it."""

import ast
import builtins
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from bpe_course import check
from bpe_course.check import judging
from bpe_course.check.verdict import Verdict
from bpe_course.editions.names import needed_names
from bpe_course.grading.grades import Grade, Job, Limits
from bpe_course.grading.remote import NotStartedError, ProcessEnded, Worker, fetch
from bpe_course.grading.sandbox import command, environment

CHECK_SECONDS = 2 * judging.SECONDS  # every call goes to another process and back


class Checks:
    """What stands for `bpe_course.check` here: its checks, with more time, and no progress kept."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline

    def __getattr__(self, name: str) -> Callable[..., Verdict]:
        left = self.deadline - time.monotonic()
        seconds = max(1.0, min(CHECK_SECONDS, left))
        return partial(judging.judge, check.EXERCISES[name], seconds=seconds)


def judge(job: Job, worker: Worker) -> Grade:
    """Fetch what the check's call needs from the worker, make the call here, return the grade."""
    try:
        names = {name: fetch(worker, name) for name in called_with(job.call)}
    except KeyError as error:
        return without_answer(job, worker, str(error.args[0]))
    except NotStartedError:
        raise
    except BaseException as error:  # whatever a student's process sends, SystemExit too
        kind = "" if isinstance(error, ProcessEnded) else f"{type(error).__name__}: "
        return Grade(job.exercise, "error", message=f"before the check: {kind}{error}")
    verdict = eval(job.call, {"check": Checks(worker.deadline), **names})
    found = verdict.counterexample.lines() if verdict.counterexample else []
    return Grade(
        job.exercise,
        verdict.state,
        verdict.misconception or "",
        verdict.message,
        tuple((str(name), str(text)) for name, text in found),
    )


def called_with(call: str) -> list[str]:
    """Return the names that a check is called with and that are not Python's own.

    >>> called_with("check.train(train, len(texts))")
    ['texts', 'train']
    """
    return sorted(needed_names(ast.parse(call)) - {"check"} - set(dir(builtins)))


def without_answer(job: Job, worker: Worker, name: str) -> Grade:
    """Return the grade of a submission in which a name has no value: a cell raised, or is gone."""
    for cell, error in worker.errors.items():
        kind = f"{type(error).__name__}: {error}"
        details = (("in your code", f"cell {cell}"),)
        return Grade(job.exercise, "error", "", f"{name} has no value: {kind}", details)
    return Grade(job.exercise, "missing", message=f"no cell gives {name} a value")


def run(job: Job, limits: Limits, wrapped: bool, folder: Path) -> Grade:
    """Judge one exercise with a worker of its own."""
    worker = Worker(
        command(wrapped, folder, limits.seconds, limits.megabytes),
        environment(wrapped, folder),
        list(job.cells),
        time.monotonic() + limits.seconds,
    )
    try:
        return judge(job, worker)
    finally:
        worker.stop()


def main() -> None:
    """Read a job from standard input, write the grade to standard output, both as JSON."""
    request: dict[str, Any] = json.load(sys.stdin)
    given = request["job"]
    cells = tuple((cell, source) for cell, source in given["cells"])
    job = Job(given["exercise"], given["call"], cells)
    output, sys.stdout = sys.stdout, sys.stderr  # a check that prints does not spoil the answer
    limits = Limits(**request["limits"])
    grade = run(job, limits, request["wrapped"], Path(request["folder"]))
    output.write(json.dumps(asdict(grade)))


if __name__ == "__main__":
    main()
