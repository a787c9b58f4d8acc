"""Encoding chunks with a table from their bytes to their ids, which fills as new chunks come.

A row of the table is four words: the two of the chunk's key, how many ids it has and where they
stand in a store, and the first two ids. In the row of a long chunk the last word says where its
bytes are kept. The tokens of the vocabulary are entered first, so a whole chunk that is a token is
that token, as tiktoken has it.
"""

from typing import NamedTuple

import numpy as np

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import kernel, lean
from bpe_course.compiled.keys import (
    LONGEST_SHORT,
    Place,
    Words,
    find_short,
    first_slot,
    long_key,
    same_bytes,
    short_key,
)
from bpe_course.compiled.merging import merge_short
from bpe_course.compiled.pair_table import pack
from bpe_course.compiled.windows import Ids, Merges, encode_in_windows

ROWS, IDS, BYTES, LONGEST = range(4)  # what `Known.used` counts, and the longest chunk remembered
_NONE, _ONE, _TWO, _SHORT = map(np.uint64, (0, 1, 2, LONGEST_SHORT))
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


class Known(NamedTuple):
    """What is known of chunks: the table, and the stores that its rows point into."""

    table: Words
    ids: Ids
    data: Bytes
    used: Integers


class Room(NamedTuple):
    """Room to merge one chunk."""

    ids: Integers
    entries: Integers


@kernel
def encode_chunks(
    data: Bytes,
    words: Words,
    ends: Integers,
    count: Place,
    start: Place,
    known: Known,
    merges: Merges,
    room: Room,
    out: Ids,
    written: Place,
) -> Place:
    """Write the ids of `count` chunks, the first from `start` on; return how many are in `out`."""
    number = 0
    while True:
        number, start, written = encode_remembered(
            data, words, ends, count, number, start, known, merges, room, out, written
        )
        if number == count:
            return written
        written = encode_in_windows(data, start, ends[number], merges, out, written)
        start = ends[number]
        number += 1


@lean
def encode_remembered(
    data: Bytes,
    words: Words,
    ends: Integers,
    count: Place,
    number: Place,
    start: Place,
    known: Known,
    merges: Merges,
    room: Room,
    out: Ids,
    written: Place,
) -> tuple[Place, Place, Place]:
    """Write the ids of the chunks from `number` on, until one is too long to be remembered.

    Returns its number, where it starts, and how many ids have been written.
    """
    table, ids, kept, used = known
    begin, place = np.uint64(start), np.uint64(written)
    while number < count:
        end = np.uint64(ends[number])
        length = end - begin
        if length <= _SHORT:
            slot = find_short(words, begin, length, table)
        elif length > used[LONGEST]:
            break
        else:
            slot = np.uint64(find_long(data, words, np.int64(begin), np.int64(length), table, kept))
        if table[slot, 1] == 0:
            learn_chunk(data, words, np.int64(begin), np.int64(length), slot, known, merges, room)
        size, stored = table[slot, 2] >> _HALF, table[slot, 2] & _LOW
        done = _NONE
        if length <= _SHORT:
            out[place] = np.uint32(table[slot, 3] & _LOW)
            out[place + _ONE] = np.uint32(table[slot, 3] >> _HALF)
            done = _TWO
        while done < size:
            out[place + done] = ids[stored + done]
            done += _ONE
        place += size
        begin = end
        number += 1
    return number, np.int64(begin), np.int64(place)


@lean
def find_long(
    data: Bytes, words: Words, start: Place, length: Place, table: Words, kept: Bytes
) -> Place:
    """Return the row of a long chunk, or the free one into which it belongs."""
    low, high = long_key(words, start, length)
    slot = np.int64(first_slot(low, high, np.uint64(len(table) - 1)))
    while table[slot, 1] != 0:
        same_key = table[slot, 0] == low and table[slot, 1] == high
        if same_key and same_bytes(data, start, kept, np.int64(table[slot, 3]), length):
            break
        slot = (slot + 1) & (len(table) - 1)
    return slot


@lean
def learn_chunk(
    data: Bytes,
    words: Words,
    start: Place,
    length: Place,
    slot: Place,
    known: Known,
    merges: Merges,
    room: Room,
) -> None:
    """Merge a chunk and enter it into a free row."""
    byte_ids, byte_ranks, pair_ids, _ = merges
    ids, entries = room
    for place in range(length):
        first, second = data[start + place], data[start + place + 1]
        ids[place] = byte_ids[first]
        entries[place] = pack(byte_ranks[first, second], place)
    size = merge_short(ids, entries, length, pair_ids)
    enter(data, words, start, length, slot, known, ids, size)


@lean
def enter(
    data: Bytes,
    words: Words,
    start: Place,
    length: Place,
    slot: Place,
    known: Known,
    ids: Integers,
    size: Place,
) -> None:
    """Fill a chunk's row: its key, its ids, and where its bytes are kept if it is long."""
    table, store, kept, used = known
    for place in range(size):
        store[used[IDS] + place] = np.uint32(ids[place])
    table[slot, 2] = np.uint64((size << 32) | used[IDS])
    if length <= LONGEST_SHORT:
        table[slot, 0], table[slot, 1] = short_key(words, np.uint64(start), np.uint64(length))
        second = ids[1] if size > 1 else 0
        table[slot, 3] = np.uint64(ids[0] | (second << 32))
    else:
        table[slot, 0], table[slot, 1] = long_key(words, start, length)
        table[slot, 3] = np.uint64(used[BYTES])
        for step in range(length):
            kept[used[BYTES] + step] = data[start + step]
        used[BYTES] += length
    used[IDS] += size
    used[ROWS] += 1


@kernel
def enter_tokens(
    data: Bytes, words: Words, ends: Integers, token_ids: Integers, known: Known
) -> None:
    """Enter each token of a vocabulary as a chunk whose only id is its own."""
    ids = np.empty(1, dtype=np.int64)
    start = 0
    for number in range(len(ends)):
        length = ends[number] - start
        if length <= LONGEST_SHORT:
            slot = find_short(words, np.uint64(start), np.uint64(length), known.table)
        else:
            slot = np.uint64(find_long(data, words, start, length, known.table, known.data))
        ids[0] = token_ids[number]
        enter(data, words, start, length, slot, known, ids, 1)
        start = ends[number]
