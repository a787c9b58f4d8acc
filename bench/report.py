"""Results as plain text and as JSON."""

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bench.jobs import Job
from bench.measure import Result, fit_exponent

PACKAGES = ("bpe-course", "regex", "tiktoken", "tokenizers", "rustbpe", "numba")
Measured = tuple[Job, list[Result]]
HEADINGS = ("", "median s", "min", "max", "MB/s", "time / fast", "peak MB")


def table(job: Job, results: Sequence[Result]) -> str:
    """Return one job's results as a table, the shortest time first."""
    base = next((result for result in results if result.name == "fast"), results[0])
    ordered = sorted(results, key=lambda result: result.median)
    return f"{job}\n" + align([HEADINGS, *(row(job, result, base) for result in ordered)])


def row(job: Job, result: Result, base: Result) -> tuple[str, ...]:
    """Return the cells of one contender."""
    ratios = result.ratios(base)
    spread = "" if result is base else f" ({min(ratios):.2f} to {max(ratios):.2f})"
    peak = "?" if result.peak_bytes is None else f"{result.peak_bytes / 1e6:,.0f}"
    return (
        result.name,
        f"{result.median:.4f}",
        f"{min(result.seconds):.4f}",
        f"{max(result.seconds):.4f}",
        f"{job.size / 1e6 / result.median:.3f}",
        f"{result.median / base.median:.2f}{spread}",
        peak,
    )


def growth_table(measured: Sequence[Measured]) -> str:
    """Return how the time grows with the size of one chunk: seconds, and the fitted exponent."""
    jobs = [job for job, _ in measured]
    headings = ("", *(f"{job.size:,} B" for job in jobs), "exponent")
    rows = [headings]
    for name, results in growth(measured).items():
        exponent = fit_exponent([job.size for job in jobs], results)
        rows.append((name, *(f"{s:.4f}" for s in results), f"{exponent:.2f}"))
    return f"encode one chunk: {jobs[0].text}, {jobs[0].vocabulary}, median s\n" + align(rows)


def growth(measured: Sequence[Measured]) -> dict[str, list[float]]:
    """Return the medians, by contender, of those who did every size."""
    medians: dict[str, list[float]] = {}
    for _, results in measured:
        for result in results:
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


def machine() -> dict[str, Any]:
    """Return what the numbers depend on: the machine, Python, and the versions of packages."""
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "packages": {name: found for name in PACKAGES if (found := installed_version(name))},
    }


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
        f"Python {about['python']}, {about['system']} {about['machine']}, "
        f"{about['cores']} cores, one thread\n{packages}"
    )


def as_json(measured: Iterable[Measured]) -> dict[str, Any]:
    """Return everything that was measured as values that JSON can hold."""
    return {
        "machine": machine(),
        "jobs": [
            {"job": asdict(job), "results": [asdict(result) for result in results]}
            for job, results in measured
        ],
    }
