"""Compiled counting finds the chunks that `counting` finds, in the same order, as often."""

from itertools import pairwise

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import corpora, counting
from bpe_course.compiled import counting as compiled_counting
from bpe_course.compiled.counting import count_chunks
from bpe_course.compiled.keys import long_key, pad, words_of

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


def test_long_chunks_with_the_same_key_are_counted_apart():
    """The key of a long chunk is a hash; two may share it, and their bytes differ."""
    one, other = "abcdefghzzzzzzwz", "uxxvegajbzftnypm"
    words = [words_of(pad(chunk.encode())) for chunk in (one, other)]
    assert long_key(words[0], 0, len(one)) == long_key(words[1], 0, len(other))
    assert items(count_chunks([one, other, one], None)) == [(one, 2), (other, 1)]


@pytest.mark.parametrize("width", [3, 20])
def test_a_table_that_begins_small_grows(monkeypatch, width):
    """A search in a small table often goes on at its first row."""
    monkeypatch.setattr(compiled_counting, "FIRST_BITS", 1)
    for number in range(300):
        texts = [f"{number} {place:0{width}}" for place in range(40)] * 2
        found = items(count_chunks(texts, None))
        assert found == list(counting.count_chunks(texts, None).items())


@pytest.mark.parametrize(("many", "times"), [(3, 1), (4, 0)])
def test_what_counting_took_is_given_back_before_training(monkeypatch, many, times):
    """If there are many distinct chunks; for few it is not worth the asking."""
    asked = []
    monkeypatch.setattr(compiled_counting, "MANY", many)
    monkeypatch.setattr(compiled_counting, "give_memory_back", lambda: asked.append(True))
    assert len(count_chunks("low lower lowest").counts) == 3
    assert len(asked) == times
