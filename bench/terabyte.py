"""What a terabyte would take, from rates measured on two workers: `python -m bench.terabyte`.

The text is the sources of the standard library and the installed packages, each content once, in a
few files with a special token between the sources. What one process finds, the cluster must find,
contents and order, undisturbed and with a worker killed while it counts; then the merges are
learned from both. From the rates that were measured, a plan for one terabyte is worked out.
"""

# mypy: allow-untyped-calls

import argparse
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from math import log2
from pathlib import Path
from threading import Timer

from distributed import Client, LocalCluster

from bench.texts import installed_sources
from bench.worker import peak_memory
from bpe_course import distributed
from bpe_course.counting import add_counts, count_chunks, ordinary_parts
from bpe_course.engines import learn_merges_from_counts
from bpe_course.reading import read_texts

BORDER = "<|endoftext|>"
FILES = 8
WORKERS = 2
TERABYTE = 10**12

# On Windows, which has no such signal, the other one ends a process just as surely.
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)

Counts = dict[str, int]


@dataclass(frozen=True)
class Run:
    """What one run found and took.

    `seconds` are by the clock, `busy` are those of the processors that counted, and `peak_bytes`
    is the most that one process has held.
    """

    counts: Counts
    seconds: float
    busy: float
    peak_bytes: int | None


def main(
    arguments: Sequence[str] | None = None,
    sources: Callable[[int], list[str]] = installed_sources,
) -> int:
    """Run what the command line asks for; return 1 if the results are not the same."""
    options = parse(arguments)
    with tempfile.TemporaryDirectory() as folder:
        paths = write_files(sources(int(options.megabytes * 1e6)), Path(folder))
        size = sum(path.stat().st_size for path in paths)
        print(f"{size / 1e6:.1f} MB of installed sources in {len(paths)} files", flush=True)
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            half, alone = pool.submit(count_here, paths).result()
        show("one process", alone, size)
        block = int(options.block * 1e6)
        together = count_there(paths, block)
        show(f"{WORKERS} workers", together, size)
        disturbed = count_there(paths, block, kill_after=together.seconds / 3)
        show("one of them killed", disturbed, size)
    found = [learned(run.counts, options.merges) for run in (alone, together, disturbed)]
    if not all(same(run.counts, alone.counts) for run in (together, disturbed)):
        print("the counts are NOT those of one process", file=sys.stderr)
        return 1
    if not found[0] == found[1] == found[2]:
        print("the merges are NOT those of one process", file=sys.stderr)
        return 1
    print(f"{len(alone.counts):,} distinct chunks and {len(found[0]):,} merges, the same each time")
    rate = size / together.busy
    print(plan(rate, size, half, len(alone.counts), bytes_each(alone.counts)))
    return 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.terabyte", description=__doc__)
    parser.add_argument("--megabytes", type=float, default=200, help="of text (default: 200)")
    parser.add_argument("--block", type=float, default=8, help="megabytes (default: 8)")
    parser.add_argument("--merges", type=int, default=32_512, help="to learn (default: 32512)")
    return parser.parse_args(arguments)


def write_files(texts: Sequence[str], folder: Path) -> list[Path]:
    """Share the texts out among a few files, and return their paths."""
    paths = [folder / f"sources{number}.txt" for number in range(FILES)]
    each = -(-len(texts) // FILES)
    for number, path in enumerate(paths):
        part = texts[number * each : (number + 1) * each]
        path.write_bytes(BORDER.join(part).encode("utf-8"))
    return paths


def count_here(paths: Sequence[Path]) -> tuple[int, Run]:
    """Count in this process; return the number of distinct chunks in the first half, and the run.

    The halves are counted one after the other, to see how the number grows.
    """
    started, busy = time.perf_counter(), time.process_time()
    middle = len(paths) // 2
    halves = [
        count_chunks(ordinary_parts(read_texts(part, "gpt2", [BORDER]), [BORDER]))
        for part in (paths[:middle], paths[middle:])
    ]
    counts = add_counts(halves)
    seconds, busy = time.perf_counter() - started, time.process_time() - busy
    return len(halves[0]), Run(counts, seconds, busy, peak_memory())


def count_there(paths: Sequence[Path], block: int, kill_after: float | None = None) -> Run:
    """Count on a cluster of two processes, one of which may be killed after some seconds."""
    options = {"n_workers": WORKERS, "threads_per_worker": 1}
    with (
        LocalCluster(dashboard_address=distributed.DASHBOARD, **options) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        victim = next(iter(client.run(os.getpid).values()))
        busy = sum(client.run(time.process_time).values())
        with killing(victim, kill_after):
            started = time.perf_counter()
            counts = distributed.count_chunks(
                paths, special_tokens=[BORDER], client=client, block=block, progress=True
            )
            seconds = time.perf_counter() - started
        # A worker that was killed takes its share of this with it.
        busy = sum(client.run(time.process_time).values()) - busy
        peaks = [peak for peak in client.run(peak_memory).values() if peak]
    return Run(counts, seconds, busy, max(peaks, default=None))


@contextmanager
def killing(victim: int, after: float | None) -> Iterator[None]:
    """Kill a process after some seconds, if what is done meanwhile takes so long."""
    if after is None:
        yield
        return
    timer = Timer(after, os.kill, [victim, KILL])
    timer.start()
    try:
        yield
    finally:
        in_time = timer.finished.is_set()
        timer.cancel()  # also after an error: later, the number may be another process's
    if not in_time:
        print("note: the counting ended before a worker could be killed", file=sys.stderr)


def same(counts: Mapping[str, int], others: Mapping[str, int]) -> bool:
    """Tell whether the counts are equal, and in the same order.

    >>> same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    False
    """
    return list(counts.items()) == list(others.items())


def learned(counts: Counts, num_merges: int) -> list[tuple[int, int]]:
    """Return the merges that the counts give.

    >>> learned({"low": 2}, 2)
    [(108, 111), (256, 119)]
    """
    return [step.pair for step in learn_merges_from_counts(counts, num_merges)]


def show(name: str, run: Run, size: int) -> None:
    """Print what a run took."""
    peak = "?" if run.peak_bytes is None else f"{run.peak_bytes / 1e6:,.0f}"
    busy = f"{run.busy:.1f} s of processors" if run.busy > 0 else ""
    print(
        f"  {name:20}{run.seconds:7.1f} s{size / 1e6 / run.seconds:7.2f} MB/s  {busy:23}"
        f"{peak:>7} MB a process",
        flush=True,
    )


def bytes_each(counts: Counts) -> float:
    """Return how many bytes a distinct chunk and its count take in memory."""
    chunks = sum(sys.getsizeof(chunk) + sys.getsizeof(count) for chunk, count in counts.items())
    return (sys.getsizeof(counts) + chunks) / max(1, len(counts))


def plan(rate: float, size: int, half: int, distinct: int, each: float) -> str:
    """Return what one terabyte would take: `rate` is in bytes a second of one processor.

    `half` of the text had so many distinct chunks, all of it `distinct`: the number is taken to
    go on growing as a power of the size (Heaps' law). `each` of them takes so many bytes.

    >>> print(plan(2e6, 10**9, 10**6, 15 * 10**5, 100).splitlines()[1])
        16 workers:    8.7 hours, reading 32 MB/s
    """
    exponent = log2(distinct / half)
    expected = distinct * (TERABYTE / size) ** exponent
    hours = [
        f"  {workers:4} workers:{TERABYTE / rate / workers / 3600:7.1f} hours, "
        f"reading {rate * workers / 1e6:.0f} MB/s"
        for workers in (16, 64, 256)
    ]
    growth = (
        f"  distinct chunks grow as size to the power {exponent:.2f}: about "
        f"{expected / 1e6:,.0f} million of them,"
    )
    memory = (
        f"  {expected * each / 1e9:,.0f} GB where the last sums are made and where training "
        f"begins ({each:.0f} bytes each)"
    )
    return "\n".join(["A plan for one terabyte on paper", *hours, growth, memory])


if __name__ == "__main__":
    sys.exit(main())
