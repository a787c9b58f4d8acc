"""Encoding chunks, a group at a time: first all keys, then all rows, then what is new, then ids.

Each chunk's row is somewhere in a large table, and memory takes long to answer. To ask for many
rows, one right after the other, is to wait for them together.
"""

from typing import NamedTuple

import numpy as np

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import kernel, lean
from bpe_course.compiled.keys import Place, Word, Words, first_slot, is_short, key_of
from bpe_course.compiled.known import (
    FIRST,
    HIGH,
    IDS,
    LONGEST,
    LOW,
    REMEMBERED,
    STORED,
    Known,
    find_row,
    note_ids,
    take_row,
)
from bpe_course.compiled.lanes import LANES, NARROWEST, Lanes, lay_out, merge_lanes, read_lane
from bpe_course.compiled.windows import Ids, Merges, encode_in_windows

GROUP = 1 << 12  # chunks
SLOT, START, LENGTH = map(np.uint64, range(3))  # of a new chunk
_NONE, _ONE, _TWO, _REMEMBERED = map(np.uint64, (0, 1, 2, REMEMBERED))
_HALF, _LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)


class Group(NamedTuple):
    """What is found out about a group of chunks."""

    ends: Integers  # where they end
    lows: Words  # the first words of their keys
    highs: Words  # the second words
    slots: Words  # their rows in the table
    differences: Words  # between the key in the row and the chunk's: none in most cases
    new: Words  # of each chunk not yet known: its row, where it starts and its length
    taken: Words  # which of these is in each lane


class Desk(NamedTuple):
    """What a thread encodes with: what it knows, and room to work in."""

    known: Known
    merges: Merges
    group: Group
    lanes: Lanes


class Text(NamedTuple):
    """A text in UTF-8, with zeros behind it: its bytes, and the words that begin at each place."""

    data: Bytes
    words: Words


class Out(NamedTuple):
    """Where ids are written: their array, and the pairs that begin at each of its places."""

    ids: Ids
    pairs: Words


def new_group() -> Group:
    """Return room for a group."""
    return Group(
        ends=np.zeros(GROUP, dtype=np.int64),
        lows=np.zeros(GROUP, dtype=np.uint64),
        highs=np.zeros(GROUP, dtype=np.uint64),
        slots=np.zeros(GROUP, dtype=np.uint64),
        differences=np.zeros(GROUP, dtype=np.uint64),
        new=np.zeros((GROUP, 3), dtype=np.uint64),
        taken=np.zeros(LANES, dtype=np.uint64),
    )


@kernel
def encode_chunks(
    text: Text, ends: Integers, count: Place, start: Place, desk: Desk, out: Out, written: Place
) -> Place:
    """Write the ids of `count` chunks, the first from `start` on; return how many are in `out`."""
    data, group, known = text.data, desk.group, desk.known
    number: Place = 0
    while number < count:
        following = ends[number : min(count, number + GROUP)]
        size, stop = find_keys(data, text.words, following, np.uint64(start), known, group)
        visit_rows(known.table, group, size)
        new = find_rows(data, following, size, np.uint64(start), known, group)
        if new:
            merge_new(data, new, known, desk.merges, group, desk.lanes)
        written = np.int64(write_ids(known, group, size, out.pairs, np.uint64(written)))
        start = np.int64(stop)
        number += np.int64(size)
        if np.int64(size) < len(following):  # the next chunk is too long
            written = encode_in_windows(data, start, ends[number], desk.merges, out.ids, written)
            start = ends[number]
            number += 1
    return written


@lean
def find_keys(
    data: Bytes, words: Words, ends: Integers, start: Word, known: Known, group: Group
) -> tuple[Word, Word]:
    """Note the key of each chunk and where its row should be, until one is too long to remember.

    Returns how many these are, and where the last one ends. A token is never too long.
    """
    last, longest = np.uint64(len(known.table) - 1), np.uint64(known.used[LONGEST])
    number, size = _NONE, np.uint64(len(ends))
    while number < size:
        end = np.uint64(ends[number])
        length = end - start
        if length > longest:
            break
        low, high = key_of(words, start, length)
        slot = first_slot(low, high, last)
        if length > _REMEMBERED:
            slot = find_row(data, start, length, low, high, slot, known)
            if known.table[slot, HIGH] == _NONE:
                break
        group.lows[number], group.highs[number], group.slots[number] = low, high, slot
        start = end
        number += _ONE
    return number, start


@lean
def visit_rows(table: Words, group: Group, size: Word) -> None:
    """Note how the keys that are found differ from those that are looked for."""
    for number in range(size):
        slot = group.slots[number]
        low, high = table[slot, LOW] ^ group.lows[number], table[slot, HIGH] ^ group.highs[number]
        group.differences[number] = low | high


@lean
def find_rows(
    data: Bytes, ends: Integers, size: Word, start: Word, known: Known, group: Group
) -> Word:
    """Find the rows of all chunks; give one to each that is new, and return how many these are."""
    table, slots, new = known.table, group.slots, _NONE
    for number in range(size):
        end = np.uint64(ends[number])
        low, high = group.lows[number], group.highs[number]
        if group.differences[number] != _NONE or not is_short(high):
            length = end - start
            slot = find_row(data, start, length, low, high, slots[number], known)
            slots[number] = slot
            if table[slot, HIGH] == _NONE:
                take_row(data, start, length, low, high, slot, known)
                group.new[new, SLOT] = slot
                group.new[new, START], group.new[new, LENGTH] = start, length
                new += _ONE
        start = end
    return new


@lean
def merge_new(
    data: Bytes, count: Word, known: Known, merges: Merges, group: Group, lanes: Lanes
) -> None:
    """Merge the new chunks and note their ids: short ones first, longer ones in wider lanes."""
    left, shortest, width = count, _ONE, np.uint64(NARROWEST)
    while left > 0:
        number = _NONE
        while number < count:
            number, taken = fill_lanes(data, number, count, shortest, width, merges, group, lanes)
            merge_lanes(lanes, taken, width, merges.pair_ids)
            for lane in range(taken):
                stop = read_lane(lanes, lane, width, known.ids, np.uint64(known.used[IDS]))
                note_ids(group.new[group.taken[lane], SLOT], stop, known)
            left -= taken
        shortest, width = width, _TWO * width


@lean
def fill_lanes(
    data: Bytes,
    number: Word,
    count: Word,
    shortest: Word,
    width: Word,
    merges: Merges,
    group: Group,
    lanes: Lanes,
) -> tuple[Word, Word]:
    """Put those new chunks that fit the width into lanes, from the one of this number on.

    Returns the number of the first that was not looked at, and how many are in lanes.
    """
    taken, room = _NONE, min(np.uint64(LANES), np.uint64(len(lanes.ids)) // width)
    while number < count and taken < room:
        length = group.new[number, LENGTH]
        if shortest <= length < width:
            lay_out(data, group.new[number, START], length, taken, width, merges, lanes)
            group.taken[taken] = number
            taken += _ONE
        number += _ONE
    return number, taken


@lean
def write_ids(known: Known, group: Group, size: Word, out: Words, written: Word) -> Word:
    """Write the ids of a group's chunks behind what has been written; return how many there are.

    The first two are written in any case: it costs less than to ask whether there are two.
    """
    table, pairs = known.table, known.pairs
    for number in range(size):
        slot = group.slots[number]
        count, stored = table[slot, STORED] >> _HALF, table[slot, STORED] & _LOWER
        done = _NONE
        if is_short(table[slot, HIGH]):
            out[written] = table[slot, FIRST]
            done = _TWO
        while done < count:
            out[written + done] = pairs[stored + done]
            done += _TWO
        written += count
    return written
