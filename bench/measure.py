"""Measuring: outputs compared first, then runs in turn, each in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path
from statistics import linear_regression, median
from typing import Any, Protocol

from bench.jobs import Job

ROOT = Path(__file__).resolve().parent.parent

# One thread each, and the same hashes on each run.
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


class UnequalOutputsError(Exception):
    """Two contenders gave different results, so comparing their speed would mean nothing."""


class WorkerError(Exception):
    """A run failed."""


class Ask(Protocol):
    """How a run is asked for: by default of a new process."""

    def __call__(self, job: Job, name: str, *, with_output: bool) -> dict[str, Any]:
        """Return what `bench.worker.answer` returns."""
        ...


@dataclass(frozen=True)
class Result:
    """What was measured of one contender: the seconds of each run, and the peak of memory."""

    name: str
    seconds: list[float]
    peak_bytes: int | None

    @property
    def median(self) -> float:
        """The median of the seconds."""
        return median(self.seconds)

    def ratios(self, base: "Result") -> list[float]:
        """Return, round by round, how many times as long as `base` this contender took."""
        return [mine / other for mine, other in zip(self.seconds, base.seconds, strict=True)]


def ask_worker(job: Job, name: str, *, with_output: bool) -> dict[str, Any]:
    """Have a new process do a job once; raise `WorkerError` with its last words if it fails."""
    request = {"job": asdict(job), "contender": name, "with_output": with_output}
    done = subprocess.run(
        [sys.executable, "-m", "bench.worker"],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, **ENVIRONMENT},
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise WorkerError(f"{name} failed at {job} (exit code {done.returncode}): {last}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def measure(
    job: Job, names: Sequence[str], repeats: int, ask: Ask = ask_worker
) -> Iterator[str | Result]:
    """Check that all outputs are equal, then time `repeats` rounds; yield results at the end.

    After each run the name of who ran is yielded, for a progress bar. Raises
    `UnequalOutputsError`, before anything is timed, if two contenders disagree.
    """
    checked: dict[str, dict[str, Any]] = {}
    for name in names:
        checked[name] = ask(job, name, with_output=True)
        yield name
    check_equal(job, {name: found["output"] for name, found in checked.items()})
    digest = checked[names[0]]["digest"]
    timed: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for number in range(repeats):
        for name in names if number % 2 == 0 else reversed(names):
            timed[name].append(ask(job, name, with_output=False))
            if timed[name][-1]["digest"] != digest:
                raise UnequalOutputsError(f"{job}: {name} gave another output when run again")
            yield name
    yield from (summarize(name, runs) for name, runs in timed.items())


def summarize(name: str, runs: Sequence[Mapping[str, Any]]) -> Result:
    """Return the result of one contender's runs.

    >>> summarize("fast", [{"seconds": 0.5, "peak_bytes": 7}, {"seconds": 0.3, "peak_bytes": 9}])
    Result(name='fast', seconds=[0.5, 0.3], peak_bytes=9)
    """
    peaks = [run["peak_bytes"] for run in runs if run["peak_bytes"] is not None]
    return Result(name, [run["seconds"] for run in runs], max(peaks, default=None))


def check_equal(job: Job, outputs: Mapping[str, Sequence[object]]) -> None:
    """Raise `UnequalOutputsError` at the first difference between two contenders' outputs.

    >>> check_equal(Job("encode", "english", 9), {"fast": [1, 2], "tiktoken": [1, 2]})
    """
    (first, expected), *others = outputs.items()
    for name, output in others:
        places = enumerate(zip_longest(expected, output, fillvalue="nothing"))
        different = next(((place, pair) for place, pair in places if pair[0] != pair[1]), None)
        if different:
            place, (ours, theirs) = different
            raise UnequalOutputsError(
                f"{job}: not timed, the outputs differ. At place {place} {first} has {ours} and "
                f"{name} has {theirs}; they have {len(expected)} and {len(output)} in all."
            )


def fit_exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Return the `e` for which time grows as size to the power `e`, by least squares on logarithms.

    >>> round(fit_exponent([10, 100, 1000], [1, 100, 10000]), 3)
    2.0
    """
    from math import log

    return linear_regression([log(size) for size in sizes], [log(s) for s in seconds]).slope
