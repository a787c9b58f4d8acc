"""Encoding chunks with a table from their bytes to their ids, which fills as new chunks come.

A row of the table is four words: the two of the chunk's key, how many ids it has and where they
stand in a store, and the ids themselves if there are at most two. The tokens of the vocabulary are
entered first, so a whole chunk that is a token is that token, as tiktoken has it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.jit import inlined, kernel
from bpe_course.compiled.keys import (
    LONGEST_SHORT,
    Bytes,
    Place,
    Word,
    Words,
    first_slot,
    long_key,
    same_bytes,
    short_key,
)
from bpe_course.compiled.merging import LONG_CHUNK, merge_long, merge_short
from bpe_course.compiled.pair_ids import ByteRanks, PairIds

Integers = npt.NDArray[np.int64]
Ids = npt.NDArray[np.uint32]

LONGEST_KEPT = 100
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


class Known(NamedTuple):
    """What is known of chunks: the table, and the stores that its rows point into.

    `used` counts rows, ids and bytes in use.
    """

    table: Words
    ids: Ids
    data: Bytes
    used: Integers


class Work(NamedTuple):
    """Where chunks are merged: the bytes' ids, the merges, and room for one short chunk."""

    byte_ids: Integers
    byte_ranks: ByteRanks
    merges: PairIds
    merging: Integers
    ranks: Integers


@kernel
def emit_known(
    words: Words,
    ends: Integers,
    count: Place,
    number: Place,
    start: Place,
    table: Words,
    store: Ids,
    bits: Place,
    out: Ids,
    written: Place,
) -> tuple[Place, Place, Place]:
    """Write the ids of short chunks for as long as they are known.

    Returns the number of the first chunk that is long or not known, where it starts, and how many
    ids have been written.
    """
    last = (1 << bits) - 1
    while number < count:
        end = ends[number]
        length = end - start
        if length > LONGEST_SHORT:
            break
        low, high = short_key(words, start, length)
        slot = first_slot(low, high, bits)
        while table[slot, 1] != 0 and (table[slot, 0] != low or table[slot, 1] != high):
            slot = (slot + 1) & last
        if table[slot, 1] == 0:
            break
        size = np.int64(table[slot, 2] >> _HALF)
        pair = table[slot, 3]
        out[written] = np.uint32(pair & _LOW)
        out[written + 1] = np.uint32(pair >> _HALF)
        if size > 2:
            place = np.int64(table[slot, 2] & _LOW)
            for step in range(2, size):
                out[written + step] = store[place + step]
        written += size
        start = end
        number += 1
    return number, start, written


@kernel
def encode_chunks(
    data: Bytes,
    words: Words,
    ends: Integers,
    count: Place,
    start: Place,
    known: Known,
    work: Work,
    bits: Place,
    out: Ids,
    written: Place,
) -> Place:
    """Write the ids of `count` chunks, the first from `start` on; return how many are in `out`."""
    number = 0
    while True:
        number, start, written = emit_known(
            words, ends, count, number, start, known.table, known.ids, bits, out, written
        )
        if number == count:
            return written
        written = encode_other(data, words, start, ends[number], known, work, bits, out, written)
        start = ends[number]
        number += 1


@kernel
def encode_other(
    data: Bytes,
    words: Words,
    start: Place,
    end: Place,
    known: Known,
    work: Work,
    bits: Place,
    out: Ids,
    written: Place,
) -> Place:
    """Write the ids of one chunk that is long or new; remember them if it is not too long."""
    length = end - start
    low, high = key_of(words, start, length)
    slot = find_slot(data, start, length, low, high, known, bits)
    if known.table[slot, 1] != 0:
        size = np.int64(known.table[slot, 2] >> _HALF)
        place = np.int64(known.table[slot, 2] & _LOW)
        for step in range(size):
            out[written + step] = known.ids[place + step]
        return written + size
    size = merge_chunk(data, start, length, work, out, written)
    if length <= LONGEST_KEPT and has_room(known, size, length):
        remember(data, start, length, low, high, slot, known, out, written, size)
    return written + size


@inlined
def key_of(words: Words, start: Place, length: Place) -> tuple[Word, Word]:
    """Return the key of a chunk of any length."""
    if length > LONGEST_SHORT:
        low, high = long_key(words, start, length)
    else:
        low, high = short_key(words, start, length)
    return low, high


@kernel
def find_slot(
    data: Bytes, start: Place, length: Place, low: Word, high: Word, known: Known, bits: Place
) -> Place:
    """Return the slot in which a chunk stands, or the free one into which it belongs."""
    slot = first_slot(low, high, bits)
    while known.table[slot, 1] != 0:
        if known.table[slot, 0] == low and known.table[slot, 1] == high:
            kept = np.int64(known.table[slot, 3])
            if length <= LONGEST_SHORT or same_bytes(data, start, known.data, kept, length):
                break
        slot = (slot + 1) & ((1 << bits) - 1)
    return slot


@kernel
def merge_chunk(
    data: Bytes, start: Place, length: Place, work: Work, out: Ids, written: Place
) -> Place:
    """Merge one chunk and write its ids; return how many there are."""
    ids = work.merging if length <= LONG_CHUNK else np.empty(length, dtype=np.int64)
    for place in range(length):
        ids[place] = work.byte_ids[data[start + place]]
    if length <= LONG_CHUNK:
        for place in range(length - 1):
            work.ranks[place] = work.byte_ranks[data[start + place], data[start + place + 1]]
        size = merge_short(ids, work.ranks, length, work.merges)
    else:
        size = merge_long(ids, length, work.merges)
    for place in range(size):
        out[written + place] = np.uint32(ids[place])
    return size


@inlined
def has_room(known: Known, size: Place, length: Place) -> bool:
    """Return whether one more chunk can be remembered: the table stays half empty."""
    return bool(
        2 * (known.used[0] + 1) <= len(known.table)
        and known.used[1] + size <= len(known.ids)
        and known.used[2] + length <= len(known.data)
    )


@kernel
def remember(
    data: Bytes,
    start: Place,
    length: Place,
    low: Word,
    high: Word,
    slot: Place,
    known: Known,
    out: Ids,
    written: Place,
    size: Place,
) -> None:
    """Enter a chunk and the ids that stand in `out` into a free slot."""
    place = known.used[1]
    for step in range(size):
        known.ids[place + step] = out[written + step]
    known.table[slot, 0] = low
    known.table[slot, 1] = high
    known.table[slot, 2] = np.uint64((size << 32) | place)
    if length <= LONGEST_SHORT:
        second = np.uint64(out[written + 1]) if size > 1 else np.uint64(0)
        known.table[slot, 3] = np.uint64(out[written]) | (second << _HALF)
    else:
        kept = known.used[2]
        known.table[slot, 3] = np.uint64(kept)
        for step in range(length):
            known.data[kept + step] = data[start + step]
        known.used[2] += length
    known.used[0] += 1
    known.used[1] += size


@kernel
def remember_tokens(
    data: Bytes, words: Words, ends: Integers, ids: Ids, known: Known, bits: Place
) -> None:
    """Enter each token of a vocabulary as a chunk whose only id is its own."""
    start = 0
    for number in range(len(ends)):
        length = ends[number] - start
        low, high = key_of(words, start, length)
        slot = find_slot(data, start, length, low, high, known, bits)
        remember(data, start, length, low, high, slot, known, ids, number, 1)
        start = ends[number]
