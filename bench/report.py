"""Results as tables, for the terminal and as Markdown, and as JSON."""

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from bench.entries import CONTENDERS
from bench.jobs import Job
from bench.measure import fit_exponent
from bench.timing import Result

PACKAGES = (
    "bpe-course",
    "numba",
    "regex",
    "tiktoken",
    "tokenizers",
    "gigatoken",
    "rustbpe",
    "bpeasy",
    "sentencepiece",
    "bpe-openai",
)
OURS = ("compiled", "fast", "reference")
Measured = tuple[Job, list[Result]]
Table = list[tuple[str, ...]]


def label_of(job: Job, name: str) -> str:
    """Return how a contender is called in tables; a name nobody has any more stays as it is."""
    found = (entry.label for entry in CONTENDERS if (entry.task, entry.name) == (job.task, name))
    return next(found, name)


def base_of(results: Sequence[Result]) -> Result:
    """Return whom the others are compared with: the fastest kind of ours that took part."""
    found = {result.name: result for result in results}
    return next((found[name] for name in OURS if name in found), results[0])


def rows_of(job: Job, results: Sequence[Result]) -> Table:
    """Return one job's results as a table, the shortest time first."""
    timed = [result for result in results if result.sound]
    if not timed:
        return [("",)]
    base = base_of(timed)
    ordered = sorted(timed, key=lambda result: result.median)
    lines = [headings(job, base), *(row(job, result, base) for result in ordered)]
    kept = [place for place, name in enumerate(lines[0]) if name]
    return [tuple(cells[place] for place in [0, *kept]) for cells in lines]


def headings(job: Job, base: Result) -> tuple[str, ...]:
    """Return the headings of the columns; one that a job does not need is empty."""
    warm = "warm s" if base.warm else ""
    return (
        "",
        "median s",
        "min to max",
        warm,
        warm and "min to max, warm",
        "MB/s" if job.size else "",
        f"time / {base.name}",
        warm and f"warm / {base.name}",
        "peak MB" if job.task != "start" else "",
        "rounds",
    )


def row(job: Job, result: Result, base: Result) -> tuple[str, ...]:
    """Return the cells of one contender."""
    speed = job.size / 1e6 / result.median
    return (
        label_of(job, result.name),
        short(result.median),
        spread(result.seconds),
        short(median(result.warm)) if result.warm else "",
        spread(result.warm),
        f"{speed:,.1f}",
        ratio(result.ratios(base)),
        ratio(result.ratios(base, warm=True)),
        "?" if result.peak_bytes is None else f"{result.peak_bytes / 1e6:,.0f}",
        str(len(result.seconds)),
    )


def short(seconds: float) -> str:
    """Return a time with three figures that count.

    >>> short(0.0012345), short(1.2345), short(123.45)
    ('0.00123', '1.23', '123')
    """
    digits = 5 if seconds < 0.01 else 4 if seconds < 0.1 else 3 if seconds < 1 else 2
    return f"{seconds:.{digits if seconds < 10 else 1 if seconds < 100 else 0}f}"


def spread(seconds: Sequence[float]) -> str:
    """Return the shortest and the longest time."""
    return f"{short(min(seconds))} to {short(max(seconds))}" if seconds else ""


def ratio(ratios: Sequence[float]) -> str:
    """Return the median of the rounds' ratios.

    >>> ratio([2.0, 9.0, 4.0])
    '4.00'
    """
    return f"{median(ratios):.2f}" if ratios else ""


def notes_of(job: Job, results: Sequence[Result]) -> list[str]:
    """Return what is to be said below a table: who is out and why, and what was compared how."""
    return [
        f"{label_of(job, result.name)}: {text}"
        for result in results
        for text in (result.trouble and f"not timed; {result.trouble}", result.note)
        if text
    ]


def growth_rows(measured: Sequence[Measured]) -> Table:
    """Return how the time grows with the size of one text: seconds, and the fitted exponent."""
    jobs = [job for job, _ in measured]
    rows: Table = [("", *(f"{job.size:,} B" for job in jobs), "exponent")]
    for name, seconds in growth(measured).items():
        exponent = fit_exponent([job.size for job in jobs], seconds)
        rows.append((label_of(jobs[0], name), *map(short, seconds), f"{exponent:.2f}"))
    return rows


def growth(measured: Sequence[Measured]) -> dict[str, list[float]]:
    """Return the medians, by contender, of those who did every size."""
    medians: dict[str, list[float]] = {}
    for _, results in measured:
        for result in results:
            if result.sound:
                medians.setdefault(result.name, []).append(result.median)
    return {name: found for name, found in medians.items() if len(found) == len(measured)}


def align(rows: Sequence[Sequence[str]]) -> str:
    """Lay cells out in columns: the first to the left, the others to the right.

    >>> print(align([("", "s"), ("fast", "0.5")]))
            s
      fast  0.5
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])])
        for cells in rows
    )
    return "\n".join(f"  {line}" for line in lines)


def as_markdown(rows: Sequence[Sequence[str]]) -> str:
    """Write a table in Markdown, numbers to the right.

    >>> print(as_markdown([("", "s"), ("fast", "0.5")]))
    |  | s |
    |---|--:|
    | fast | 0.5 |
    """
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    rule = f"|---|{'--:|' * (len(rows[0]) - 1)}"
    return "\n".join([lines[0], rule, *lines[1:]])


def machine() -> dict[str, Any]:
    """Return what the numbers depend on: the machine, Python, and the versions of packages."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "packages": {name: found for name in PACKAGES if (found := installed_version(name))},
    }


def processor() -> str:
    """Return the model of the processor, as Linux tells it, or what Python knows of it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown processor")


def installed_version(package: str) -> str | None:
    """Return the version of a package, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def describe(about: Mapping[str, Any]) -> str:
    """Return the machine in two lines of text."""
    packages = ", ".join(f"{name} {found}" for name, found in about["packages"].items())
    return (
        f"{about['processor']}, {about['cores']} cores, {about['system']} {about['machine']}, "
        f"Python {about['python']}; one thread unless said\n{packages}"
    )


def as_json(measured: Iterable[Measured]) -> dict[str, Any]:
    """Return everything that was measured as values that JSON can hold; no path is among them."""
    return {
        "machine": machine(),
        "jobs": [
            {"job": job_as_json(job), "results": [asdict(result) for result in results]}
            for job, results in measured
        ],
    }


def job_as_json(job: Job) -> dict[str, Any]:
    """Return a job as values that JSON can hold: of a file, the name alone."""
    return asdict(replace(job, text=job.text_name))


def from_json(found: Mapping[str, Any]) -> list[Measured]:
    """Return what `as_json` was given."""
    return [
        (Job(**entry["job"]), [Result(**result) for result in entry["results"]])
        for entry in found["jobs"]
    ]
