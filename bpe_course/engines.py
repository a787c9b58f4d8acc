"""Choosing who learns the merges: the reference, or an engine that gives the same result sooner."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import chain, repeat
from typing import Literal, Protocol, get_args

from bpe_course import fast, reference
from bpe_course.counting import count_chunks
from bpe_course.pairs import Pair, TieBreak
from bpe_course.pretokenize import pretokenize
from bpe_course.text import as_texts, to_utf8

Engine = Literal["auto", "reference", "fast", "compiled"]
ENGINES: tuple[Engine, ...] = get_args(Engine)

ENOUGH_TO_COMPILE = 2_000_000  # characters of text, from which loading the compiled engine pays


class LearnedMerge(Protocol):
    """What every engine yields: a pair, how often it stood in the text, and its new id."""

    @property
    def pair(self) -> Pair:
        """The two ids that are merged."""
        ...

    @property
    def count(self) -> int:
        """How often they stood side by side."""
        ...

    @property
    def new_id(self) -> int:
        """The id of the token they become."""
        ...


def learn_merges(
    texts: str | Iterable[str],
    num_merges: int,
    *,
    pattern: str | None = "gpt2",
    tie_break: TieBreak = "first",
    engine: Engine = "auto",
) -> Iterator[LearnedMerge]:
    """Yield the merges learned from several texts or one, split with `pattern`.

    Raises `ValueError` if the engine is unknown, `ImportError` if it is not installed.

    >>> [step.pair for step in learn_merges(["low low lower"], 2)]
    [(108, 111), (256, 119)]
    """
    check_engine(engine)
    texts = as_texts(texts)
    if engine == "auto":
        texts, engine = choose_engine(texts)
    if engine == "compiled":
        from bpe_course.compiled import counting, training

        table = counting.count_chunks(texts, pattern)
        return training.train_counted(table, num_merges, tie_break=tie_break)
    if engine == "reference":
        chunks = (chunk_to_utf8(chunk) for text in texts for chunk in pretokenize(text, pattern))
        return reference.train_steps(chunks, num_merges, tie_break=tie_break)
    return learn_merges_from_counts(
        count_chunks(texts, pattern), num_merges, tie_break=tie_break, engine=engine
    )


def learn_merges_from_counts(
    counts: Mapping[str, int],
    num_merges: int,
    *,
    tie_break: TieBreak = "first",
    engine: Engine = "auto",
) -> Iterator[LearnedMerge]:
    """Yield the merges of texts of which only the chunks, and how often each occurs, are known.

    The chunk seen first stands first, for the ties; one with a count of zero or less is left out.
    Raises `ValueError` if the engine is unknown.

    >>> [step.pair for step in learn_merges_from_counts({"low": 1, " low": 1, " lower": 1}, 2)]
    [(108, 111), (256, 119)]
    """
    check_engine(engine)
    encoded = {chunk_to_utf8(chunk): count for chunk, count in counts.items() if count > 0}
    if engine == "auto":
        _, engine = choose_engine(counts)
    if engine == "compiled":
        from bpe_course.compiled import training
        from bpe_course.compiled.chunks import ChunkTable

        table = ChunkTable.from_items(encoded.items())
        return training.train_counted(table, num_merges, tie_break=tie_break)
    if engine == "reference":
        # The order between repetitions does not matter: each pair is first seen where it was.
        chunks = (chunk for item in encoded.items() for chunk in repeat(*item))
        return reference.train_steps(chunks, num_merges, tie_break=tie_break)
    return fast.train_counted(encoded, num_merges, tie_break=tie_break)


def chunk_to_utf8(chunk: str) -> bytes:
    """Return the UTF-8 bytes of a chunk; an error names the chunk, whose text is gone by now.

    >>> chunk_to_utf8(" low")
    b' low'
    """
    try:
        return to_utf8(chunk)
    except ValueError as error:
        raise ValueError(f"in the chunk {chunk!r}, {error}") from error


def choose_engine(texts: Iterable[str]) -> tuple[Iterable[str], Engine]:
    """Return the engine that is quickest for the texts, and the texts: some have been read.

    >>> choose_engine(iter(["a short text"]))
    (['a short text'], 'fast')
    """
    rest = iter(texts)
    head: list[str] = []
    if compiled_is_installed():
        characters = 0
        for text in rest:
            head.append(text)
            characters += len(text)
            if characters >= ENOUGH_TO_COMPILE:
                return chain(head, rest), "compiled"
        return head, "fast"
    return rest, "fast"


@cache
def compiled_is_installed() -> bool:
    """Return whether there is what the compiled engine needs: Numba, and words as x86 has them."""
    return sys.byteorder == "little" and find_spec("numba") is not None


def check_engine(engine: str) -> None:
    """Raise `ValueError` if there is no such engine, `ImportError` if it is not installed.

    >>> check_engine("fast")
    """
    if engine not in ENGINES:
        raise ValueError(f"unknown engine {engine!r}: expected one of {', '.join(ENGINES)}")
    if engine == "compiled" and not compiled_is_installed():
        raise ImportError(
            "the engine 'compiled' needs Numba: pip install 'bpe-course[fast]', or use the engine "
            "'fast', which is pure Python and gives the same result"
        )
