"""What there is to measure: a job is a task, a text and a size, as data."""

import random
import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bpe_course import corpora

Task = Literal["train", "encode"]


@dataclass(frozen=True)
class Job:
    """One piece of work for every contender.

    `size` is in bytes. To train, `num_merges` merges are learned with GPT-2's pattern, and `rule`
    breaks ties; to encode, the published `vocabulary` is used and special tokens are plain text.
    """

    task: Task
    text: str
    size: int
    num_merges: int = 0
    rule: str = "first"
    vocabulary: str = "gpt2"

    def __str__(self) -> str:
        where = f"{self.text}, {self.size:,} bytes"
        if self.task == "train":
            return f"train: {where}, {self.num_merges:,} merges, ties: {self.rule}"
        return f"encode: {where}, {self.vocabulary}"


def read_texts(job: Job) -> list[str]:
    """Return the texts of a job, `job.size` bytes in all or as many as there are.

    >>> read_texts(Job("encode", "one letter", 3))
    ['aaa']
    """
    return TEXTS[job.text](job.size)


def english(size: int) -> list[str]:
    """Return the beginning of the course's English text."""
    return [corpora.load("english").encode("utf-8")[:size].decode("utf-8", errors="ignore")]


def random_letters(size: int) -> list[str]:
    """Return one word of letters drawn evenly, the same on each call."""
    return ["".join(random.Random(0).choices(string.ascii_lowercase, k=size))]


TEXTS: dict[str, Callable[[int], list[str]]] = {
    "english": english,
    "standard library": lambda size: list(corpora.standard_library(size)),
    "one letter": lambda size: ["a" * size],
    "random letters": random_letters,
}

LONG_CHUNKS = ("one letter", "random letters")


def english_bytes() -> int:
    """Return the size of the whole English text."""
    return corpora.manifest()["english"].bytes


def training_jobs(quick: bool) -> list[Job]:
    """Return the training jobs: one a reference can do, then real text under two tie rules."""
    size, merges = (1_000_000, 1_000) if quick else (10_000_000, 8_000)
    return [
        Job("train", "english", 20_000 if quick else english_bytes(), 200 if quick else 1_000),
        Job("train", "standard library", size, merges, rule="smallest"),
        Job("train", "standard library", size, merges, rule="huggingface"),
    ]


def encoding_jobs(quick: bool) -> list[Job]:
    """Return the encoding jobs on real text."""
    return [
        Job("encode", "english", english_bytes()),
        Job("encode", "standard library", 1_000_000 if quick else 10_000_000),
    ]


def long_chunk_jobs(quick: bool) -> list[list[Job]]:
    """Return, for each text that is one chunk, the jobs of growing size."""
    sizes = [3_000, 10_000, 30_000] if quick else [30_000, 100_000, 300_000, 1_000_000]
    return [[Job("encode", text, size) for size in sizes] for text in LONG_CHUNKS]
