"""What there is to measure: a job is a task, a text and a size, as data."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from bench.texts import TEXTS, bytes_in, file_text, pieces
from bpe_course import corpora

Task = Literal["train", "encode", "start"]
Shape = Literal["text", "documents", "strings"]
Output = Literal["list", "numpy"]

DOCUMENT = 100_000  # characters at most: bpe-openai refuses texts ten times as long
STRING = 55  # characters
REAL_TEXT = "installed sources"
VOCABULARIES = ("gpt2", "cl100k_base", "o200k_base")
LONG_CHUNKS = ("one letter", "random letters", "random bytes")
SHAPES = {
    "text": "one long text",
    "documents": "documents",
    "strings": f"{STRING}-character strings",
}


@dataclass(frozen=True)
class Job:
    """One piece of work for every contender.

    `text` is a name in `TEXTS` or the path of a file, `size` is in bytes. To train, `num_merges`
    merges are learned with GPT-2's pattern. To encode, the published `vocabulary` is used, special
    tokens are plain text, the text comes in a `shape`, the ids go to `output`, and the work is
    done in `passes`: the first is cold, the second is warm, and is repeated if it is short.
    """

    task: Task
    text: str
    size: int
    num_merges: int = 0
    vocabulary: str = "gpt2"
    shape: Shape = "text"
    output: Output = "list"
    passes: int = 1

    @property
    def text_name(self) -> str:
        """The name of the text, without the folder if it is a file."""
        return self.text if self.text in TEXTS else Path(self.text).name

    def __str__(self) -> str:
        where = f"{self.text_name}, {self.size:,} bytes"
        if self.task == "start":
            return "start: seconds from nothing to an answer, in a process of its own"
        if self.task == "train":
            return f"train: {where}, {self.num_merges + 256:,} entries"
        output = "NumPy array" if self.output == "numpy" else "list"
        return f"encode: {where}, {self.vocabulary}, {SHAPES[self.shape]} to {output}"


def read_texts(job: Job) -> list[str]:
    """Return the texts of a job, `job.size` bytes in all; a character that is cut is left out.

    >>> read_texts(Job("encode", "one letter", 3))
    ['aaa']
    >>> [len(text) for text in read_texts(Job("encode", "one letter", 60, shape="strings"))]
    [55, 5]
    """
    find = TEXTS.get(job.text)
    texts = find(job.size) if find else file_text(job.text, job.size)
    if job.task == "train":
        return texts
    if job.shape == "text":
        return ["".join(texts)]
    return list(pieces(texts, DOCUMENT if job.shape == "documents" else STRING))


def english_bytes() -> int:
    """Return the size of the whole English text."""
    return corpora.manifest()["english"].bytes


def training_jobs(quick: bool, text: str = REAL_TEXT) -> list[Job]:
    """Return the training jobs: one that the reference can do, then real text."""
    if quick:
        return [Job("train", "english", 20_000, 200), Job("train", text, 1_000_000, 1_000 - 256)]
    return [
        Job("train", "english", english_bytes(), 1_000 - 256),
        *(Job("train", text, 20_000_000, size - 256) for size in (1_000, 8_192, 32_768)),
        Job("train", text, 100_000_000, 32_768 - 256),
    ]


def encoding_jobs(quick: bool, text: str = REAL_TEXT) -> list[Job]:
    """Return the encoding jobs on long texts and documents, each done cold and then warm."""
    size = 1_000_000 if quick else 20_000_000
    shapes: list[tuple[Shape, Output]] = [
        ("text", "numpy"),
        ("text", "list"),
        ("documents", "list"),
    ]
    return [
        Job("encode", text, size, vocabulary=name, shape=shape, output=output, passes=2)
        for shape, output in shapes
        for name in VOCABULARIES[: 1 if quick else None]
    ]


def short_jobs(quick: bool, text: str = REAL_TEXT) -> list[Job]:
    """Return the jobs of encoding short strings one by one."""
    size = 200_000 if quick else 2_000_000
    return [
        Job("encode", text, size, vocabulary=name, shape="strings", passes=2)
        for name in VOCABULARIES[: 1 if quick else None]
    ]


def long_chunk_jobs(quick: bool) -> list[Job]:
    """Return the jobs of growing size, on one text without a space after the other."""
    sizes = [3_000, 10_000, 30_000] if quick else [100_000, 500_000, 2_500_000]
    return [Job("encode", text, size) for text in LONG_CHUNKS for size in sizes]


def start_jobs() -> list[Job]:
    """Return the one job of starting."""
    return [Job("start", "english", 0)]


def fitted(jobs: Sequence[Job], text: str) -> list[Job]:
    """Return the jobs, those on a text no larger than it is; of jobs that become equal, one.

    A job that kept a size its text does not have would be told as that many times faster.
    """
    sizes = [job.size for job in jobs if job.text == text]
    if not sizes:
        return list(jobs)
    size = bytes_in(text, max(sizes))
    found = (replace(job, size=min(job.size, size)) if job.text == text else job for job in jobs)
    return list(dict.fromkeys(found))
