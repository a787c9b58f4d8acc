"""The key of a chunk says which chunk it is; of a long one, which it may be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course.compiled import keys
from bpe_course.compiled.jit import kernel


@kernel
def key_at(words, start, length):
    """The key of a chunk, asked for from outside."""
    low, high = keys.key_of(words, np.uint64(start), np.uint64(length))
    return low, high, keys.is_short(high)


def key(chunk: bytes, before: bytes = b"", after: bytes = b""):
    """The key of a chunk that stands somewhere in a text."""
    words = keys.words_of(keys.pad(before + chunk + after))
    low, high, is_short = key_at(words, len(before), len(chunk))
    assert is_short == (len(chunk) <= keys.LONGEST_SHORT)
    return int(low), int(high)


def test_padding_leaves_room_for_two_words():
    """Behind the last byte stand zeros, and two words begin at each place of the text."""
    for size in range(20):
        padded = keys.pad(b"x" * size)
        assert bytes(padded[:size]) == b"x" * size
        assert not padded[size:].any()
        assert len(keys.words_of(padded)) >= size + 8


@given(st.binary(min_size=8, max_size=40))
def test_a_word_begins_at_each_place(data):
    """It is the number that the eight bytes from there on spell, the first one least."""
    array = np.frombuffer(data, dtype=np.uint8)
    expected = [int.from_bytes(data[at : at + 8], "little") for at in range(len(data) - 7)]
    assert keys.words_of(array).tolist() == expected


def test_a_short_key_spells_the_chunk():
    """The first word is the first eight bytes; the second, the others and the length."""
    assert key(b"ab") == (0x6261, 2 << 56)
    assert key(b"abcdefghi") == (int.from_bytes(b"abcdefgh", "little"), 0x69 | 9 << 56)


@given(st.binary(min_size=1, max_size=40), st.binary(max_size=9), st.binary(max_size=9))
def test_a_key_does_not_depend_on_what_stands_around(chunk, before, after):
    """The same chunk has the same key wherever it stands."""
    assert key(chunk, before, after) == key(chunk)


@given(st.lists(st.text("ab\0", min_size=1, max_size=15), max_size=20))
def test_short_chunks_have_different_keys(chunks):
    """Zero bytes at the end count: no two chunks of fifteen bytes or fewer share a key."""
    assert len({key(chunk.encode()) for chunk in chunks}) == len(set(chunks))


def test_short_and_long_keys_differ():
    """The last byte tells the length of a short chunk, and 255 for a long one."""
    assert key(b"x" * 15)[1] >> 56 == 15
    assert key(b"x" * 16)[1] >> 56 == 255


def test_equal_bytes_are_found_equal():
    """Byte by byte, over the length given."""
    one, other = keys.pad(b"abcd"), keys.pad(b"xabce")
    assert keys.same_bytes(one, 0, other, 1, 3)
    assert not keys.same_bytes(one, 0, other, 1, 4)
