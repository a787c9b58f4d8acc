"""Our engines train, all with GPT-2's pattern; `bench.training_peers` has the libraries."""

import pickle
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO

from bench.entries import Run, contender
from bench.jobs import Job
from bpe_course import fast
from bpe_course.bytelevel import bytes_to_unicode
from bpe_course.counting import count_chunks
from bpe_course.engines import Engine, LearnedMerge, learn_merges
from bpe_course.pairs import Pair, TieBreak
from bpe_course.text import to_utf8
from bpe_course.vocab import build_tokens

COMPILED = "numba"
MIDDLE = 25_000_000
IDENTITY = bytes(range(256))


@contender("train", "compiled", "bpe_course, compiled", rule="smallest", needs=COMPILED)
def train_compiled(job: Job, texts: list[str]) -> Run:
    """Train with the compiled engine, under the tie rule that most peers have."""
    return train_ours(job, texts, "compiled", "smallest")


@contender(
    "train",
    "compiled-stream",
    "bpe_course, compiled, texts read from a file",
    rule="smallest",
    needs=COMPILED,
)
def train_compiled_from_file(job: Job, texts: list[str]) -> Run:
    """Train with the compiled engine while reading the texts, so that no two are held at once."""
    return train_ours(job, moved_to_file(texts), "compiled", "smallest")


def moved_to_file(texts: list[str]) -> Iterator[str]:
    """Write the texts to a file and empty the list; return what reads them one by one."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed when it has been read
    for text in texts:
        pickle.dump(text, file)
    file.seek(0)
    number = len(texts)
    texts.clear()
    return read_texts_back(file, number)


def read_texts_back(file: IO[bytes], number: int) -> Iterator[str]:
    """Yield the texts of a file, and close it."""
    with file:
        for _ in range(number):
            yield pickle.load(file)


@contender(
    "train", "compiled-first", "bpe_course, compiled, first seen", rule="first", needs=COMPILED
)
def train_compiled_first(job: Job, texts: list[str]) -> Run:
    """Train with the compiled engine, under the rule of the lesson."""
    return train_ours(job, texts, "compiled", "first")


@contender("train", "fast", "bpe_course, pure Python", rule="smallest", largest=MIDDLE)
def train_fast(job: Job, texts: list[str]) -> Run:
    """Train with the pure Python engine, under the tie rule that most peers have."""
    return train_ours(job, texts, "fast", "smallest")


@contender(
    "train",
    "fast-first",
    "bpe_course, pure Python, first seen",
    rule="first",
    largest=MIDDLE,
    rounds=1,
    patience=2_000_000,
)
def train_fast_first(job: Job, texts: list[str]) -> Run:
    """Train with the pure Python engine, under the rule of the lesson."""
    return train_ours(job, texts, "fast", "first")


@contender(
    "train",
    "reference",
    "bpe_course, as taught",
    rule="first",
    largest=200_000,
    rounds=2,
    patience=20_000,
)
def train_reference(job: Job, texts: list[str]) -> Run:
    """Train as taught."""
    return train_ours(job, texts, "reference", "first")


def train_ours(job: Job, texts: Iterable[str], engine: Engine, rule: TieBreak) -> Run:
    """Train with one of our engines; Numba loads what it compiled before the clock runs."""
    learn(["low low lower"], 2, engine, rule)
    return Run(lambda: learn(texts, job.num_merges, engine, rule), learned_tokens)


def learn(texts: Iterable[str], num_merges: int, engine: Engine, rule: TieBreak) -> dict[Pair, int]:
    """Learn merges with one of our engines."""
    return merges_of(learn_merges(texts, num_merges, tie_break=rule, engine=engine))


def merges_of(steps: Iterable[LearnedMerge]) -> dict[Pair, int]:
    """Return the merges alone: the steps of the reference hold the ids of the whole text."""
    return {step.pair: step.new_id for step in steps}


@contender(
    "train",
    "compiled-huggingface",
    "bpe_course, compiled, Hugging Face's ties",
    rule="huggingface",
    rounds=1,
    needs=COMPILED,
)
def train_compiled_huggingface(job: Job, texts: list[str]) -> Run:
    """Train with the compiled engine, the bytes numbered as Hugging Face numbers them."""
    import numpy as np

    from bpe_course.compiled.chunks import ChunkTable
    from bpe_course.compiled.counting import count_chunks
    from bpe_course.compiled.training import train_counted

    numbering = huggingface_numbering()

    def learn(texts: Iterable[str], num_merges: int) -> dict[Pair, int]:
        data, offsets, counts = count_chunks(texts)
        table = ChunkTable(np.frombuffer(numbering, np.uint8)[data], offsets, counts)
        return merges_of(train_counted(table, num_merges, tie_break="smallest"))

    learn(["low low lower"], 2)
    return Run(
        lambda: learn(texts, job.num_merges), lambda merges: learned_tokens(merges, numbering)
    )


@contender(
    "train",
    "fast-huggingface",
    "bpe_course, pure Python, Hugging Face's ties",
    rule="huggingface",
    largest=2_000_000,
    rounds=1,
)
def train_fast_huggingface(job: Job, texts: list[str]) -> Run:
    """Train with the pure Python engine, the bytes numbered as Hugging Face numbers them."""
    numbering = huggingface_numbering()

    def learn() -> dict[Pair, int]:
        counts = count_chunks(texts, "gpt2").items()
        numbered = {to_utf8(chunk).translate(numbering): count for chunk, count in counts}
        return merges_of(fast.train_counted(numbered, job.num_merges, tie_break="smallest"))

    return Run(learn, lambda merges: learned_tokens(merges, numbering))


def huggingface_numbering() -> bytes:
    """Return the id that Hugging Face gives each byte: its place among the sorted glyphs.

    >>> huggingface_numbering()[ord("!")], huggingface_numbering()[0]
    (0, 188)
    """
    places = {glyph: place for place, glyph in enumerate(sorted(bytes_to_unicode().values()))}
    return bytes(places[bytes_to_unicode()[value]] for value in range(256))


def learned_tokens(merges: Mapping[Pair, int], numbering: Sequence[int] = IDENTITY) -> list[bytes]:
    """Return the bytes of each learned token, in the order in which they were learned.

    >>> learned_tokens({(104, 105): 256})
    [b'hi']
    """
    return list(build_tokens(merges, numbering).values())[256:]
