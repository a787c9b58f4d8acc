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
    """The key of a chunk of any length, asked for from outside."""
    if length > keys.LONGEST_SHORT:
        low, high = keys.long_key(words, start, length)
    else:
        low, high = keys.short_key(words, np.uint64(start), np.uint64(length))
    return low, high


def key(chunk: bytes, before: bytes = b"", after: bytes = b""):
    """The key of a chunk that stands somewhere in a text."""
    words = keys.pad(before + chunk + after).view(np.uint64)
    return tuple(map(int, key_at(words, len(before), len(chunk))))


def test_padding_leaves_room_for_whole_words():
    """Behind the last byte stand sixteen zeros at least, and the array is whole words."""
    for size in range(20):
        padded = keys.pad(b"x" * size)
        assert bytes(padded[:size]) == b"x" * size
        assert len(padded) % 8 == 0
        assert len(padded[size:]) >= keys.PADDING
        assert not padded[size:].any()


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
