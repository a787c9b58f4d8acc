"""Compiled counting finds the chunks that `counting` finds, in the same order, as often."""

from itertools import pairwise

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import corpora, counting
from bpe_course.compiled.counting import count_chunks

PATTERNS = ["gpt2", "cl100k_base", "o200k_base", r"\s+|\S+", None]


def items(table) -> list[tuple[str, int]]:
    """The chunks of a table and their counts, in order."""
    borders = table.offsets.tolist()
    spans = pairwise(borders)
    chunks = [bytes(table.data[start:stop]).decode() for start, stop in spans]
    return list(zip(chunks, table.counts.tolist(), strict=True))


def test_nothing_is_an_empty_table():
    """No text, or empty texts, have no chunks."""
    assert items(count_chunks([])) == items(count_chunks(["", ""])) == []


def test_one_text_is_counted_as_the_only_one():
    """Not letter by letter, as a list of its letters would be."""
    assert items(count_chunks("to be to")) == items(count_chunks(["to be to"]))


def test_a_long_chunk_is_told_from_one_that_looks_like_it():
    """Chunks of more than fifteen bytes that differ in the last one are two."""
    texts = ["a" * 40 + "b", "a" * 40 + "c", "a" * 40 + "b"]
    assert items(count_chunks(texts, None)) == [(texts[0], 2), (texts[1], 1)]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(texts=st.lists(strategies.texts(), max_size=4))
def test_counts_and_order_are_those_of_counting(pattern, texts):
    """Under every pattern, a pattern of one's own and none among them."""
    assert items(count_chunks(texts, pattern)) == list(
        counting.count_chunks(texts, pattern).items()
    )


def test_the_table_grows():
    """More distinct chunks than the first table holds, and more bytes, are counted all the same."""
    texts = [*(f"{number} {number:020}" for number in range(50_000)), "x" * 200_000]
    assert items(count_chunks(texts)) == list(counting.count_chunks(texts).items())


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k_base", "o200k_base"])
def test_real_text(pattern):
    """A megabyte of programs, file by file."""
    texts = list(corpora.standard_library(1_000_000))
    assert items(count_chunks(texts, pattern)) == list(
        counting.count_chunks(texts, pattern).items()
    )
