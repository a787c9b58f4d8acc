"""Measuring: runs in turn, each in a process of its own; wrong output has no time."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import log
from pathlib import Path
from statistics import linear_regression, median
from typing import Any, Protocol

from bench.agreement import first_difference, groups, likeness, loose_difference
from bench.contenders import find_contender
from bench.entries import Contender
from bench.jobs import Job
from bench.starting import last_words
from bench.timing import Result

ROOT = Path(__file__).resolve().parent.parent


class WorkerError(Exception):
    """A run failed."""


class Ask(Protocol):
    """How a run is asked for: by default of a new process."""

    def __call__(self, job: Job, name: str, *, with_output: bool, turn: int = 0) -> dict[str, Any]:
        """Return what `bench.worker.answer` returns."""
        ...


@dataclass
class Match:
    """A job while it is measured: who takes part, and what came of each run."""

    job: Job
    ask: Ask
    answers: dict[str, list[dict[str, Any]]]
    notes: dict[str, str] = field(default_factory=dict)
    troubles: dict[str, str] = field(default_factory=dict)

    def run(self, name: str, turn: int) -> None:
        """Have one contender run once, and keep its answer."""
        found = self.hear(name, with_output=turn == 0 and self.job.task == "train", turn=turn)
        if found:
            self.answers[name].append(found)

    def hear(self, name: str, *, with_output: bool, turn: int = 0) -> dict[str, Any] | None:
        """Return a contender's answer; if it fails or gives another output than before, note it."""
        try:
            found = self.ask(self.job, name, with_output=with_output, turn=turn)
        except WorkerError as error:
            self.troubles[name] = str(error)
            return None
        if any(found["digest"] != before["digest"] for before in self.answers[name]):
            self.troubles[name] = "it gave another output when run again"
            return None
        return found

    def compare(self, rules: Mapping[str, str]) -> None:
        """Hold the outputs of the first round against each other."""
        present = {name: rule for name, rule in rules.items() if name not in self.troubles}
        for first, *others in groups(present):
            if present[first] == "own":
                self.compare_loosely(next(iter(present)), first)
            elif self.job.task == "train" and not others and len(present) > 1:
                self.notes[first] = "nobody here has its tie rule"
            for name in others:
                self.compare_exactly(first, name)

    def compare_exactly(self, first: str, name: str) -> None:
        """Note where a contender's output differs from that of the first under its rule."""
        if self.answers[first][0]["digest"] == self.answers[name][0]["digest"]:
            return
        # This stands unless both can be asked where they part; whoever cannot has its own trouble.
        self.troubles[name] = f"its output is not that of {first}"
        expected, output = self.output_of(first), self.output_of(name)
        if expected is not None and output is not None:
            difference = first_difference(first, expected, name, output)
            self.troubles[name] = difference or self.troubles[name]

    def output_of(self, name: str) -> list[Any] | None:
        """Return the output of a contender's first run, or None if it does not give it again."""
        found = self.answers[name][0]
        if "output" not in found:
            found = self.hear(name, with_output=True) or {}
        return found.get("output")

    def compare_loosely(self, first: str, name: str) -> None:
        """Compare a vocabulary of another algorithm by what can be compared."""
        if first == name:
            return
        base, found = self.answers[first][0], self.answers[name][0]
        difference = loose_difference(base, found)
        if difference:
            self.troubles[name] = difference
        self.notes[name] = likeness(base, found)

    def result(self, name: str) -> Result:
        """Return what was measured of one contender."""
        found = self.answers[name]
        peaks = [run["peak_bytes"] for run in found if run["peak_bytes"] is not None]
        return Result(
            name,
            [run["seconds"][0] for run in found],
            round(median(peaks)) if peaks else None,
            [median(run["seconds"][1:]) for run in found if len(run["seconds"]) > 1],
            self.notes.get(name, ""),
            self.troubles.get(name, ""),
        )


def ask_worker(job: Job, name: str, *, with_output: bool, turn: int = 0) -> dict[str, Any]:
    """Have a new process do a job once; raise `WorkerError` with its last words if it fails."""
    request = {"job": asdict(job), "contender": name, "with_output": with_output, "turn": turn}
    done = subprocess.run(
        [sys.executable, "-m", "bench.worker"],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, **environment(find_threads(job, name))},
        check=False,
    )
    if done.returncode:
        last = last_words(done.stderr)
        raise WorkerError(f"{name} failed at {job} (exit code {done.returncode}): {last}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def find_threads(job: Job, name: str) -> int:
    """Return how many threads a contender has; an unknown one, which will fail, has one."""
    try:
        return find_contender(job.task, name).threads
    except ValueError:
        return 1


def environment(threads: int) -> dict[str, str]:
    """Return what keeps a contender to so many threads, and hashes the same on each run."""
    return {
        "PYTHONHASHSEED": "0",
        "NUMBA_NUM_THREADS": str(threads),
        "RAYON_NUM_THREADS": str(threads),
        "TOKENIZERS_PARALLELISM": "true" if threads > 1 else "false",
    }


def measure(
    job: Job, entries: Sequence[Contender], repeats: int, ask: Ask = ask_worker
) -> Iterator[str | Result]:
    """Run `repeats` rounds, comparing the outputs of the first one; yield results at the end.

    In a round all with one thread keep to one processor, in the next round to the next one: they
    are not equally free. After each run the name of who ran is yielded, for a progress bar. Who
    fails, or gives another output than those of its rule, is out: its result says why.
    """
    match = Match(job, ask, {entry.name: [] for entry in entries})
    for number in range(repeats):
        for entry in entries if number % 2 == 0 else reversed(entries):
            if entry.name not in match.troubles and number < entry.rounds_of(job, repeats):
                match.run(entry.name, turn=number)
            yield entry.name
        if number == 0:
            match.compare({entry.name: entry.rule for entry in entries})
    yield from (match.result(entry.name) for entry in entries)


def fit_exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Return the `e` for which time grows as size to the power `e`, by least squares on logarithms.

    >>> round(fit_exponent([10, 100, 1000], [1, 100, 10000]), 3)
    2.0
    """
    return linear_regression([log(size) for size in sizes], [log(s) for s in seconds]).slope
