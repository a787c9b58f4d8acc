"""The table of merges knows every merge and no other pair, with a row for each."""

from collections import defaultdict
from itertools import product

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import Tokenizer, fast
from bpe_course.compiled import LARGEST_ID
from bpe_course.compiled.keys import SPREAD
from bpe_course.compiled.pair_ids import (
    EMPTY,
    ID_BITS,
    NO_MERGE,
    ROW_BITS,
    STRIDE_BITS,
    PairIds,
    fill_table,
    groups_of,
    merge_of,
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


def hashed(pair: tuple[int, int]) -> int:
    """The number whose bits give a pair its group, its first row and its stride."""
    return ((pair[0] << ID_BITS | pair[1]) * int(SPREAD)) % 2**64


def test_two_pairs_that_never_part_get_a_larger_table():
    """With the same first row and stride, they meet after any number of strides."""
    alike = defaultdict(list)
    for pair in product(range(100), repeat=2):
        first_row, stride = hashed(pair) >> 32 & 15, (hashed(pair) >> 14 | 1) & 15
        alike[first_row, stride].append(pair)
    (first, second, *_), (other, *_), *_ = alike.values()
    assert len(table_of_merges({first: 256, other: 257}).rows) == 16
    table = table_of_merges({first: 256, second: 257})
    assert len(table.rows) > 16
    assert [merge_of(table, *pair) for pair in (first, second)] == [256, 257]


def test_a_table_that_is_too_small_is_not_filled():
    """Seventeen pairs have no place in sixteen rows."""
    for number in 16, 17:
        table = PairIds(np.full(16, EMPTY), np.zeros(16, dtype=np.uint16))
        entries = np.array([(place << ID_BITS | place) << ID_BITS | 7 for place in range(number)])
        assert fill_table(table, entries) == (number == 16)


def test_no_two_pairs_have_all_their_bits_in_common():
    """So a table that is large enough always parts them.

    Were two pairs alike in all bits that a table looks at, their products would differ by less than
    two to the 14th, and the pairs by that times the inverse of the factor: no less than two to the
    42nd, and pairs are smaller.
    """
    inverse = pow(int(SPREAD), -1, 2**64)
    assert min(STRIDE_BITS, ROW_BITS) == 14
    between = (difference * inverse % 2**64 for difference in range(1, 1 << 14))
    assert min(min(apart, 2**64 - apart) for apart in between) >= 1 << 2 * ID_BITS


def test_a_fifth_of_the_rows_are_empty():
    """So a step that leads to empty rows is soon found."""
    for number in 7, 8, 12, 13, 51, 52, 127, 128, 1_000:
        table = table_of_merges({(place, place): place for place in range(number)})
        assert np.count_nonzero(table.rows != EMPTY) == number
        assert 5 * np.count_nonzero(table.rows == EMPTY) >= len(table.rows)


def test_published_merges_are_found():
    """Every merge of GPT-2 and no mirror image that is none."""
    merges = Tokenizer.from_tiktoken("gpt2").merges
    table = table_of_merges(merges)
    for (left, right), new_id in merges.items():
        assert merge_of(table, left, right) == new_id
        assert merge_of(table, right, left) == merges.get((right, left), NO_MERGE)


def test_ids_may_be_as_large_as_is_allowed():
    """And whoever stands beside the first and the last token makes no pair with them."""
    largest = LARGEST_ID
    merges = {(largest, largest): largest, (largest, 0): largest - 1, (0, largest): 1}
    table = table_of_merges(merges)
    assert [merge_of(table, *pair) for pair in merges] == [*merges.values()]
    assert merge_of(table, NO_MERGE, largest) == merge_of(table, largest, NO_MERGE) == NO_MERGE


def test_without_merges_nothing_is_found():
    """The table of a vocabulary that has only bytes is empty."""
    assert merge_of(table_of_merges({}), 0, 0) == NO_MERGE


def test_however_many_groups_all_are_used():
    """The largest permitted vocabulary has half a million of them."""
    for groups in 1, 1 << 14, 1 << 19:
        table = PairIds(np.full(16, EMPTY), np.zeros(groups, dtype=np.uint16))
        entries = np.arange(100_000, dtype=np.int64) * 99_991 << ID_BITS
        found = np.unique(groups_of(table, entries))
        assert found.min() >= 0
        assert found.max() < groups
        assert len(found) > 0.8 * min(groups, len(entries))
