"""What is known of a chunk is found again, and only under that chunk's bytes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course.compiled import known
from bpe_course.compiled.encoder import know_tokens, learn_anew
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


@pytest.mark.parametrize(("place", "room"), [(known.IDS, "ids"), (known.BYTES, "data")])
def test_room_is_kept_for_all_that_new_chunks_can_bring(place, room):
    """As many ids as bytes and all bytes to keep, of chunks that are short enough to remember."""
    found = know_tokens({b"a": 0})
    most = len(getattr(found, room))
    found.used[place] = most - 100
    assert not known.is_full(found, 10, 100)
    assert known.is_full(found, 10, 101)
    found.used[place] = most - known.REMEMBERED
    assert not known.is_full(found, 1, 1_000)
    found.used[place] += 1
    assert known.is_full(found, 1, 1_000)


def test_a_quarter_of_the_rows_stays_free():
    """However little room the new chunks need besides."""
    found = know_tokens({b"a": 0})
    found.used[known.ROWS] = 3 * len(found.table) // 4 - 10
    assert not known.is_full(found, 10, 10)
    assert known.is_full(found, 11, 11)


def test_nothing_but_the_tokens_is_known_after_forgetting():
    """All room is there again: else what is full would be full for ever."""
    ids = {b"a": 0, b"x" * 20: 1}
    found = know_tokens(ids)
    expected = found.used.tolist()
    found.used[: known.LONGEST] += 1_000
    learn_anew(found, ids)
    assert found.used.tolist() == expected
