"""The road of notebook 09, step by step, on texts of growing size.

`python -m bench --part steps --results FOLDER` measures; then `python -m bench.steps FOLDER` writes
from its results, and from the rate of counting measured at once, what the notebook's figure shows.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.entries import Run, contender
from bench.jobs import REAL_TEXT, Job, read_texts
from bench.timing import Result
from bench.training import learned_tokens, merges_of
from bpe_course import improving, plots
from bpe_course.counting import count_chunks
from bpe_course.text import to_utf8

NUM_MERGES = 1_000
# The least has just enough pairs for all merges: 3 kB run out of them after a third. The largest is
# one that plain Python still takes; more text, with more merges, is in the other jobs of training.
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
COUNTED = 20_000_000  # bytes of which the chunks are counted
RESULTS = "results.json"
MEASURED = Path(plots.__file__).with_name("measured.json")

Learn = Callable[[Mapping[bytes, int], int], Iterator[improving.Step]]

# Who is in the figure, and what it calls them; the steps of the lesson first.
LABELS = {
    "reference": "as taught",
    "counted": "distinct chunks",
    "incremental": "counts kept up to date",
    "fast-first": "heap and flat array",
    "compiled-first": "compiled",
    "bpeasy": "bpeasy",
    "huggingface": "Hugging Face",
    "sentencepiece": "sentencepiece",
    "rustbpe": "rustbpe",
    "gigatoken": "gigatoken",
}
STEPS = ("reference", "counted", "incremental", "fast-first", "compiled-first")


@contender(
    "train", "counted", "bpe_course, distinct chunks", rule="first", largest=300_000, rounds=2
)
def train_counted(job: Job, texts: list[str]) -> Run:
    """Train on distinct chunks, all pairs counted for each merge."""
    return train_improved(job, texts, improving.train_on_counts)


@contender(
    "train",
    "incremental",
    "bpe_course, counts kept up to date",
    rule="first",
    largest=10_000_000,
    rounds=2,
)
def train_incremental(job: Job, texts: list[str]) -> Run:
    """Train on distinct chunks, the counts of the pairs kept up to date."""
    return train_improved(job, texts, improving.train_incrementally)


def train_improved(job: Job, texts: list[str], learn: Learn) -> Run:
    """Count the chunks and learn from them."""

    def work() -> dict[tuple[int, int], int]:
        counts = {to_utf8(chunk): count for chunk, count in count_chunks(texts).items()}
        return merges_of(learn(counts, job.num_merges))

    return Run(work, learned_tokens)


def steps_jobs(quick: bool, text: str = REAL_TEXT) -> list[Job]:
    """Return the jobs: the same number of merges, ever more text."""
    sizes = [size for size in SIZES if size <= 300_000 or not quick]
    return [Job("train", text, size, NUM_MERGES) for size in sizes]


def rows_of(results: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return who took how long, in the order of the labels, from the results of `bench`."""
    jobs = [entry for entry in results["jobs"] if entry["job"]["num_merges"] == NUM_MERGES]
    found = {
        (result.name, entry["job"]["size"]): result.median
        for entry in sorted(jobs, key=lambda entry: entry["job"]["size"])
        for result in (Result(**kept) for kept in entry["results"])
        if result.sound
    }
    return [
        {"label": label, "ours": name in STEPS, "bytes": size, "seconds": round(seconds, 6)}
        for name, label in LABELS.items()
        for (who, size), seconds in found.items()
        if who == name
    ]


def time_counting(size: int = COUNTED) -> dict[str, float]:
    """Return how long one process takes to count the chunks of a text."""
    texts = read_texts(Job("train", REAL_TEXT, size))
    started = time.perf_counter()
    count_chunks(texts)
    seconds = time.perf_counter() - started
    return {"bytes": sum(len(to_utf8(text)) for text in texts), "seconds": round(seconds, 3)}


def main(arguments: Sequence[str] | None = None, to: Path = MEASURED) -> int:
    """Write what the figure of notebook 09 shows."""
    parser = argparse.ArgumentParser(prog="python -m bench.steps", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of results")
    results = json.loads((parser.parse_args(arguments).folder / RESULTS).read_text("utf-8"))
    found = {
        "machine": results["machine"],
        "num_merges": NUM_MERGES,
        "counting": time_counting(),
        "rows": rows_of(results),
    }
    to.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
