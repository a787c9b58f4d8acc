"""Merges as a table in one array: from a pair of ids to the id of the token they make.

A row is one number, of the pair and the new id. Eight rows are a bucket, which lies in one line of
the processor's cache. The hash of a pair says which bucket it is in; if that is full, it may be in
the next. Whoever looks for a pair compares all rows of the bucket: that takes less time than to
find out, row by row, when to stop.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from bpe_course.compiled import LARGEST_ID
from bpe_course.compiled.jit import inlined, lean
from bpe_course.compiled.keys import Place, Word
from bpe_course.compiled.lines import on_lines
from bpe_course.compiled.pair_table import hash_pair
from bpe_course.pairs import Pair

PairIds = npt.NDArray[np.int64]
ByteRanks = npt.NDArray[np.int32]

ID_BITS = LARGEST_ID.bit_length()
NO_MERGE = (1 << ID_BITS) - 1  # above every id
EMPTY = -1  # no pair
BUCKET = 8  # rows
_ONE, _LAST_ROW, _ROWS = map(np.uint64, (1, BUCKET - 1, BUCKET))


def table_of_merges(merges: Mapping[Pair, int]) -> PairIds:
    """Return a table of the merges, at least half of its rows empty; `check_ids` allows the ids.

    >>> table = table_of_merges({(104, 105): 256})
    >>> int(merge_of(table, 104, 105)), int(merge_of(table, 105, 104)) == NO_MERGE
    (256, True)
    """
    size = 1 << max(4, (2 * len(merges)).bit_length())
    table = on_lines(np.full(size, EMPTY, dtype=np.int64))
    rows = np.array([(left, right, new) for (left, right), new in merges.items()], dtype=np.int64)
    fill_table(table, rows.reshape(-1, 3))
    return table


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


@lean
def fill_table(table: PairIds, rows: PairIds) -> None:
    """Enter each row (left, right, new id)."""
    for number in range(len(rows)):
        pair = pack(rows[number, 0], rows[number, 1])
        row = bucket_of(table, pair)
        while table[row] != EMPTY:
            row = (row + _ONE) & np.uint64(len(table) - 1)
        table[row] = pack(pair, rows[number, 2])


@inlined
def pack(first: Place, second: Place) -> Place:
    """Write an id behind another one, or behind two, in one number."""
    return (first << ID_BITS) | second


@inlined
def bucket_of(table: PairIds, pair: Place) -> Word:
    """Return the first row of the bucket in which the search for a pair begins."""
    return (np.uint64(hash_pair(pair)) * _ROWS) & np.uint64(len(table) - 1)


@lean
def find_merge(table: PairIds, pair: Place, row: Word) -> Place:
    """Return the id of the token that a pair makes, or `NO_MERGE`, from the bucket at `row` on."""
    while True:
        found = NO_MERGE
        for step in range(BUCKET):
            entry = table[row + np.uint64(step)]
            found = min(found, entry & NO_MERGE if entry >> ID_BITS == pair else NO_MERGE)
        if found != NO_MERGE or table[row + _LAST_ROW] == EMPTY:
            return found
        row = (row + _ROWS) & np.uint64(len(table) - 1)


@inlined
def merge_of(table: PairIds, left: Place, right: Place) -> Place:
    """Return the id of the token that two ids make, or `NO_MERGE`."""
    pair = pack(left, right)
    return find_merge(table, pair, bucket_of(table, pair))
