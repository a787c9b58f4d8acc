"""Merges as a table: from a pair of ids to the id of the token they make.

A row is one number, of the pair and the new id. No other pair is ever in a pair's way, so whoever
looks for one looks at a single row. Such rows must be sought when the table is made: the hash deals
the pairs into small groups and gives each pair a first row and a stride; then, for one group after
another, the largest first, it is tried out after how many strides all its pairs stand in rows that
are free. This is "hash and displace": Pagh, WADS 1999; Belazzougui, Botelho, Dietzfelbinger, ESA
2009.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_course.compiled import LARGEST_ID
from bpe_course.compiled.chunks import Integers
from bpe_course.compiled.jit import inlined, kernel, lean
from bpe_course.compiled.keys import SPREAD, Place, Word
from bpe_course.pairs import Pair

Strides = npt.NDArray[np.uint16]
ByteRanks = npt.NDArray[np.int32]

ID_BITS = LARGEST_ID.bit_length()
NO_MERGE = (1 << ID_BITS) - 1  # above every id
EMPTY = -1  # no pair
MOST_STRIDES = 1 << 16
GROUP = 4  # pairs, in the mean, at most
STRIDE_BITS, ROW_BITS = map(np.uint64, (14, 32))  # the product's bits from which each is taken
_ONE, _HALF = np.uint64(1), np.uint64(32)


class PairIds(NamedTuple):
    """The rows of a table, and after how many strides the pairs of each group stand in theirs."""

    rows: Integers
    strides: Strides


def table_of_merges(merges: Mapping[Pair, int]) -> PairIds:
    """Return a table of the merges, at least a fifth of its rows empty; `check_ids` allows the ids.

    >>> table = table_of_merges({(104, 105): 256})
    >>> int(merge_of(table, 104, 105)), int(merge_of(table, 105, 104)) == NO_MERGE
    (256, True)
    """
    packed = [pack(pack(left, right), new_id) for (left, right), new_id in merges.items()]
    entries = np.array(packed, dtype=np.int64)
    groups = 1 << (len(merges) // GROUP).bit_length()
    size = 1 << max(4, (5 * len(merges) // 4).bit_length())
    while True:
        table = PairIds(np.full(size, EMPTY, dtype=np.int64), np.zeros(groups, dtype=np.uint16))
        if fill_table(table, entries):
            return table
        size *= 2


def check_ids(largest: int) -> None:
    """Raise `ValueError` if the largest id of a vocabulary is too large for the table."""
    if largest > LARGEST_ID:
        raise ValueError(
            f"the vocabulary has the id {largest:,}, and the engine 'compiled' encodes with ids up "
            f"to {LARGEST_ID:,}: use the engine 'fast', or give the tokens lower ids"
        )


def table_of_byte_pairs(merges: Mapping[Pair, int], byte_ids: Sequence[int]) -> ByteRanks:
    """Return the rank of every pair of byte values, `NO_MERGE` for most.

    Every chunk begins with its bytes, so these pairs are looked up most.

    >>> int(table_of_byte_pairs({(104, 105): 256}, range(256))[104, 105])
    256
    """
    ranks = [[merges.get((left, right), NO_MERGE) for right in byte_ids] for left in byte_ids]
    return np.array(ranks, dtype=np.int32)


def fill_table(table: PairIds, entries: Integers) -> bool:
    """Enter rows into an empty table, if there is a number of strides for each group of them."""
    groups = groups_of(table, entries)
    sizes = np.bincount(groups)
    largest_first = np.lexsort((groups, -sizes[groups]))
    return bool(settle_groups(table, entries[largest_first], groups[largest_first]))


@kernel
def groups_of(table: PairIds, entries: Integers) -> Integers:
    """Return the group of each row's pair."""
    groups = np.empty(len(entries), np.int64)
    for number in range(len(entries)):
        groups[number] = np.int64(group_of(table, mix(entries[number] >> ID_BITS)))
    return groups


@lean
def settle_groups(table: PairIds, entries: Integers, groups: Integers) -> bool:
    """Settle one group after another; return whether each could be settled."""
    first = 0
    while first < len(entries):
        last = first
        while last < len(entries) and groups[last] == groups[first]:
            last += 1
        if not settle(table, entries, groups[first], first, last):
            return False
        first = last
    return True


@lean
def settle(table: PairIds, entries: Integers, group: Place, first: Place, last: Place) -> bool:
    """Find the least number of strides after which a group's rows are all free, and fill them."""
    for strides in range(MOST_STRIDES):
        table.strides[group] = np.uint16(strides)
        number = first
        while number < last and look(table, entries[number] >> ID_BITS) == EMPTY:
            table.rows[row_of(table, entries[number] >> ID_BITS)] = entries[number]
            number += 1
        if number == last:
            return True
        while number > first:
            number -= 1
            table.rows[row_of(table, entries[number] >> ID_BITS)] = EMPTY
    return False


@inlined
def pack(first: Place, second: Place) -> Place:
    """Write an id behind another one, or behind two, in one number."""
    return (first << ID_BITS) | second


@inlined
def mix(pair: Place) -> Word:
    """Return a number whose bits depend on as many of a pair as stand below them, at least."""
    return np.uint64(pair) * SPREAD


@inlined
def group_of(table: PairIds, mixed: Word) -> Word:
    """Return the group of a pair: the uppermost bits, as many as it takes to tell the groups."""
    return ((mixed >> _HALF) * np.uint64(len(table.strides))) >> _HALF


@inlined
def row_of(table: PairIds, pair: Place) -> Word:
    """Return the only row in which a pair can be."""
    mixed = mix(pair)
    strides = np.uint64(table.strides[group_of(table, mixed)])
    stride = (mixed >> STRIDE_BITS) | _ONE
    return ((mixed >> ROW_BITS) + strides * stride) & np.uint64(len(table.rows) - 1)


@inlined
def look(table: PairIds, pair: Place) -> Place:
    """Return what stands in a pair's row."""
    return table.rows[row_of(table, pair)]


@inlined
def id_in(row: Place, pair: Place) -> Place:
    """Return the id that a row gives to a pair, or `NO_MERGE` if the row is not this pair's."""
    return row & NO_MERGE if row >> ID_BITS == pair else NO_MERGE


@inlined
def merge_of(table: PairIds, left: Place, right: Place) -> Place:
    """Return the id of the token that two ids make, or `NO_MERGE`."""
    pair = pack(left, right)
    return id_in(look(table, pair), pair)
