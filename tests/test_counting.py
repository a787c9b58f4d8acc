"""Counting chunks in order of first sight."""

import strategies as us
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.counting import add_counts, count_chunks, ordinary_parts
from bpe_course.pretokenize import PATTERNS, pretokenize


def test_chunks_stand_in_order_of_first_sight():
    """The chunk seen first stands first, however often it occurs."""
    counts = count_chunks(["to be or", " not to be"])
    assert list(counts.items()) == [("to", 1), (" be", 2), (" or", 1), (" not", 1), (" to", 1)]


def test_texts_are_split_one_by_one():
    """No chunk reaches from one text into the next."""
    assert count_chunks(["ab", "cd"]) == {"ab": 1, "cd": 1}


def test_without_a_pattern_each_text_is_a_chunk():
    """With `None`, whole texts are counted, and empty ones are none."""
    assert count_chunks(["a b", "", "a b"], None) == {"a b": 2}


def test_nothing_to_count():
    """No text, or texts with nothing in them, give no counts."""
    assert count_chunks([]) == count_chunks(["", ""]) == {}


def test_texts_may_be_a_stream():
    """Any iterable will do: a generator is read once."""
    assert count_chunks(text for text in ("a", "b", "a")) == {"a": 2, "b": 1}


@given(st.lists(us.texts(), max_size=4), st.sampled_from([*PATTERNS, None]))
def test_counts_are_those_of_the_list_of_chunks(texts, pattern):
    """The chunks and their order are those of the whole list, and each count is right."""
    chunks = [chunk for text in texts for chunk in pretokenize(text, pattern)]
    counts = count_chunks(texts, pattern)
    assert list(counts) == list(dict.fromkeys(chunks))
    assert all(counts[chunk] == chunks.count(chunk) for chunk in counts)
    assert sum(counts.values()) == len(chunks)


def test_one_text_may_be_given_as_a_string():
    """A string is one text, not an iterable of its letters."""
    assert count_chunks("to be or to be") == count_chunks(["to be or to be"])


@given(st.lists(us.texts(), max_size=4), st.integers(0, 4))
def test_counts_of_parts_add_up_to_those_of_the_whole(texts, place):
    """Also the order is that of all texts counted at once, and no part is changed."""
    parts = [count_chunks(texts[:place]), count_chunks(texts[place:])]
    before = [dict(part) for part in parts]
    assert list(add_counts(parts).items()) == list(count_chunks(texts).items())
    assert parts == before


def test_special_tokens_are_cut_out():
    """What stands between them is left, each part alone."""
    assert list(ordinary_parts(["<s>one<s>two"], ["<s>"])) == ["one", "two"]
