"""What is known of chunks: a table from their bytes to their ids.

A row of the table is four words: the two of the chunk's key, how many ids it has and where they
stand in a store, and the first two ids. In the row of a long chunk the last word says where its
bytes are kept. The tokens of the vocabulary are entered first, so a whole chunk that is a token is
that token, as tiktoken has it.
"""

from typing import NamedTuple

import numpy as np

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import kernel, lean
from bpe_course.compiled.keys import Place, Word, Words, first_slot, is_short, key_of, same_bytes
from bpe_course.compiled.windows import Ids

REMEMBERED = 127  # bytes: a longer chunk is not entered unless it is a token
ROWS, IDS, BYTES, LONGEST = range(4)  # what `Known.used` counts, and the longest token
LOW, HIGH, STORED, FIRST = map(np.uint64, range(4))  # the words of a row
_NONE, _ONE, _HALF = map(np.uint64, (0, 1, 32))


class Known(NamedTuple):
    """What is known of chunks: the table, and the stores that its rows point into."""

    table: Words
    ids: Ids
    pairs: Words  # a view that shows, at each place, the id there and the next one as one number
    data: Bytes
    used: Integers


@lean
def find_row(
    data: Bytes, start: Word, length: Word, low: Word, high: Word, slot: Word, known: Known
) -> Word:
    """Return a chunk's row, or the free one where it belongs: `slot` or one behind it."""
    table, last = known.table, np.uint64(len(known.table) - 1)
    while table[slot, HIGH] != _NONE:
        if table[slot, LOW] == low and table[slot, HIGH] == high:
            kept = np.int64(table[slot, FIRST])
            place = np.int64(start)
            if is_short(high) or same_bytes(data, place, known.data, kept, np.int64(length)):
                break
        slot = (slot + _ONE) & last
    return slot


@lean
def take_row(
    data: Bytes, start: Word, length: Word, low: Word, high: Word, slot: Word, known: Known
) -> None:
    """Write a chunk's key into a free row, and keep its bytes if it is long."""
    table, used = known.table, known.used
    table[slot, LOW], table[slot, HIGH] = low, high
    used[ROWS] += 1
    if not is_short(high):
        table[slot, FIRST] = np.uint64(used[BYTES])
        for step in range(length):
            known.data[np.uint64(used[BYTES]) + step] = data[start + step]
        used[BYTES] += np.int64(length)


@lean
def note_ids(slot: Word, stop: Word, known: Known) -> None:
    """Note in a chunk's row that its ids are the last ones in the store, which ends at `stop`."""
    table, ids = known.table, known.ids
    stored = np.uint64(known.used[IDS])
    size = stop - stored
    table[slot, STORED] = (size << _HALF) | stored
    if is_short(table[slot, HIGH]):
        second = np.uint64(ids[stored + _ONE]) if size > _ONE else _NONE
        table[slot, FIRST] = np.uint64(ids[stored]) | (second << _HALF)
    known.used[IDS] = np.int64(stop)


@kernel
def enter_tokens(
    data: Bytes, words: Words, ends: Integers, token_ids: Integers, known: Known
) -> None:
    """Enter each token of a vocabulary as a chunk whose only id is its own."""
    start, last = np.uint64(0), np.uint64(len(known.table) - 1)
    for number in range(len(ends)):
        end = np.uint64(ends[number])
        length = end - start
        low, high = key_of(words, start, length)
        slot = find_row(data, start, length, low, high, first_slot(low, high, last), known)
        take_row(data, start, length, low, high, slot, known)
        stored = np.uint64(known.used[IDS])
        known.ids[stored] = np.uint32(token_ids[number])
        note_ids(slot, stored + _ONE, known)
        start = end


@lean
def is_full(known: Known, count: Place, size: Place) -> bool:
    """Return whether so many new chunks, of so many bytes together, might find no room."""
    used, most = known.used, min(size, count * REMEMBERED)
    return bool(
        4 * (used[ROWS] + count) > 3 * len(known.table)
        or used[IDS] + most > len(known.ids)
        or used[BYTES] + most > len(known.data)
    )
