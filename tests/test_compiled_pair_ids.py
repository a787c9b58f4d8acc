"""The table of merges knows every merge and no other pair, however full its buckets are."""

from itertools import product

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import fast
from bpe_course.compiled.pair_ids import (
    BUCKET,
    EMPTY,
    NO_MERGE,
    bucket_of,
    fill_table,
    find_merge,
    merge_of,
    pack,
    table_of_byte_pairs,
    table_of_merges,
)


@given(st.dictionaries(st.tuples(st.integers(0, 200_000), st.integers(0, 200_000)), st.integers(0)))
def test_the_table_holds_every_merge_and_no_other(merges):
    """Each pair is found with its id, and its mirror image only if that is a merge too."""
    merges = {pair: new_id & 0xFFFFF for pair, new_id in merges.items()}
    table = table_of_merges(merges)
    for left, right in merges:
        assert merge_of(table, left, right) == merges[left, right]
        assert merge_of(table, right, left) == merges.get((right, left), NO_MERGE)


@given(strategies.chunk_lists())
def test_pairs_of_bytes_have_a_table_of_their_own(chunks):
    """Whatever ids the bytes have, it holds the merges of two bytes."""
    byte_ids = [(value + 7) % 256 for value in range(256)]
    renumbered = [[byte_ids[byte] for byte in chunk] for chunk in chunks]
    merges = fast.train(renumbered, 10)
    ranks = table_of_byte_pairs(merges, byte_ids)
    for left, right in product(b"abcxyz", repeat=2):
        expected = merges.get((byte_ids[left], byte_ids[right]), NO_MERGE)
        assert ranks[left, right] == expected


def test_a_full_bucket_overflows_into_the_next():
    """Twenty pairs of one bucket are all found; the one after them in the hash is not."""
    table = np.full(8 * BUCKET, EMPTY, dtype=np.int64)
    last = len(table) - BUCKET
    pairs = (pack(left, right) for left, right in product(range(100), repeat=2))
    of_the_last = [pair for pair in pairs if bucket_of(table, pair) == last]
    there, missing = of_the_last[:20], of_the_last[20:]
    rows = np.array([[pair >> 21, pair & NO_MERGE, place] for place, pair in enumerate(there)])
    fill_table(table, rows)
    assert table[last] != EMPTY
    assert table[0] != EMPTY  # the first bucket comes after the last
    first_row = np.uint64(last)
    assert [find_merge(table, pair, first_row) for pair in there] == list(range(20))
    assert {find_merge(table, pair, first_row) for pair in missing} == {NO_MERGE}


def test_a_bucket_lies_in_one_line_of_the_cache():
    """The table begins where a line does, and a bucket is as long as a line."""
    table = table_of_merges({(104, 105): 256})
    assert table.ctypes.data % 64 == 0
    assert BUCKET * table.itemsize == 64


def test_half_of_the_rows_are_empty():
    """So a search for a pair that is not there soon ends."""
    for number in 7, 8, 15, 16, 127, 128, 1_000:
        table = table_of_merges({(place, place): place for place in range(number)})
        assert 2 * np.count_nonzero(table == EMPTY) >= len(table)
