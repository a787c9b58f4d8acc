"""Merges as a table in one array: from a pair of ids to the id of the token they make."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.jit import inlined, lean
from bpe_course.compiled.keys import Place
from bpe_course.compiled.pair_table import EMPTY, hash_pair, pack
from bpe_course.pairs import Pair

PairIds = npt.NDArray[np.int64]
ByteRanks = npt.NDArray[np.int32]

NO_MERGE = (1 << 31) - 1  # above every id


def table_of_merges(merges: Mapping[Pair, int]) -> PairIds:
    """Return a table of rows (pair, new id), at least half of them empty.

    >>> table = table_of_merges({(104, 105): 256})
    >>> int(merge_of(table, 104, 105)), int(merge_of(table, 105, 104)) == NO_MERGE
    (256, True)
    """
    bits = max(4, (2 * len(merges)).bit_length())
    table = np.full((1 << bits, 2), (EMPTY, NO_MERGE), dtype=np.int64)
    rows = np.array([(left, right, new) for (left, right), new in merges.items()], dtype=np.int64)
    fill_table(table, rows.reshape(-1, 3))
    return table


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
        slot = hash_pair(pair) & (len(table) - 1)
        while table[slot, 0] != EMPTY:
            slot = (slot + 1) & (len(table) - 1)
        table[slot, 0] = pair
        table[slot, 1] = rows[number, 2]


@inlined
def merge_of(table: PairIds, left: Place, right: Place) -> Place:
    """Return the id of the token that two ids make, or `NO_MERGE`."""
    pair = pack(left, right)
    slot = hash_pair(pair) & (len(table) - 1)
    while table[slot, 0] != pair and table[slot, 0] != EMPTY:
        slot = (slot + 1) & (len(table) - 1)
    return table[slot, 1]
