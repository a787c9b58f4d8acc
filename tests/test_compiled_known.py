"""What is known of a chunk is found again, and only under that chunk's bytes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course.compiled import known
from bpe_course.compiled.encoder import know_tokens
from bpe_course.compiled.jit import kernel
from bpe_course.compiled.keys import key_of, pad, words_of


@kernel
def row_of(data, words, length, known_chunks, slot):
    """The row of the chunk that is the whole text, searched for from a slot on."""
    low, high = key_of(words, np.uint64(0), length)
    return known.find_row(data, np.uint64(0), length, low, high, slot, known_chunks)


def search(chunk: bytes, found: known.Known, slot: int) -> int:
    """The row at which a search from `slot` on ends."""
    data = pad(chunk)
    length = np.uint64(len(chunk))
    return int(row_of(data, words_of(data), length, found, np.uint64(slot)))


@given(st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=30, unique=True))
def test_each_token_is_its_own_id(tokens):
    """Short ones and long ones; a chunk that is no token has a free row."""
    ids = {token: 1000 + place for place, token in enumerate(tokens)}
    found = know_tokens(ids)
    rows = found.table[found.table[:, 1] != 0]
    assert found.used[known.ROWS] == len(rows) == len(tokens)
    assert sorted(int(found.ids[row[2] & 0xFFFFFFFF]) for row in rows) == sorted(ids.values())
    assert {int(row[2] >> 32) for row in rows} == {1}


def test_equal_keys_are_told_apart_by_their_bytes():
    """Two long chunks may share a key: the row whose bytes differ is passed over."""
    found = know_tokens({b"x" * 20: 5})
    slot = int(np.flatnonzero(found.table[:, 1])[0])
    assert search(b"x" * 20, found, slot) == slot
    found.data[3] = ord("y")  # now the row belongs to another chunk with the same key
    assert search(b"x" * 20, found, slot) == slot + 1


def test_the_search_goes_on_at_the_first_row():
    """Behind the last row comes the first."""
    found = know_tokens({b"a": 0})
    last = len(found.table) - 1
    found.table[last, 1] = 1
    assert search(b"b", found, last) == 0
