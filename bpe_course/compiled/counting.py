"""Counting chunks as bytes, in order of first sight: the twin of `bpe_course.counting`.

A row of the table is four words: the two of the chunk's key, how often it occurred, and its number,
one higher than the place of its first sight. The chunks' bytes stand one after another in a store.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from bpe_course.compiled.borders import PIECE, cut, divide
from bpe_course.compiled.buffer import Buffer
from bpe_course.compiled.chunks import Bytes, ChunkTable, Integers
from bpe_course.compiled.jit import lean
from bpe_course.compiled.keys import (
    LONGEST_SHORT,
    Place,
    Words,
    find_short,
    first_slot,
    key_of,
    long_key,
    same_bytes,
)
from bpe_course.memory import give_memory_back
from bpe_course.text import as_texts

FIRST_BITS = 16
MANY = 1 << 17  # distinct chunks: to lay out so many takes tens of megabytes
_ONE, _SHORT = np.uint64(1), np.uint64(LONGEST_SHORT)


class Seen(NamedTuple):
    """The chunks seen so far: the table, their bytes, and where each begins and ends in these."""

    table: Words
    data: Bytes
    offsets: Integers


def count_chunks(texts: str | Iterable[str], pattern: str | None = "gpt2") -> ChunkTable:
    """Count the chunks of all texts, or of one; the first one seen stands first.

    >>> table = count_chunks(["to be or not to be"])
    >>> bytes(table.data), table.counts.tolist()
    (b'to be or not to', [1, 2, 1, 1, 1])
    """
    table = count_all(texts, pattern)
    if len(table.counts) >= MANY:
        give_memory_back()  # what it took to count; training takes other arrays, and as much
    return table


def count_all(texts: str | Iterable[str], pattern: str | None) -> ChunkTable:
    """Count the chunks of all texts in a table that is gone afterwards, as most of it was room."""
    counter = Counter()
    for text in as_texts(texts):
        counter.add(text, pattern)
    return counter.table()


@dataclass(slots=True)
class Counter:
    """A table of chunks that grows as texts are added."""

    distinct: int = 0
    buffer: Buffer = field(default_factory=Buffer)
    seen: Seen = field(
        default_factory=lambda: Seen(
            np.zeros((1 << FIRST_BITS, 4), dtype=np.uint64),
            np.zeros(1 << FIRST_BITS, dtype=np.uint8),
            np.zeros(1 << FIRST_BITS, dtype=np.int64),
        )
    )

    def add(self, text: str, pattern: str | None) -> None:
        """Count the chunks of one text."""
        for first, last in divide(text, PIECE, pattern):
            size = self.buffer.fill(text, first, last)
            for start, ends, count in cut(self.buffer.data, size, pattern):
                self._add_batch(start, ends, count)

    def _add_batch(self, start: int, ends: Integers, count: int) -> None:
        data, words = self.buffer.data, self.buffer.words
        number = 0
        while number < count:
            number, start, self.distinct = count_batch(
                data, words, ends, count, number, start, self.seen, self.distinct
            )
            if number < count:
                self._grow(int(ends[number]) - start)

    def table(self) -> ChunkTable:
        """Return the chunks and their counts."""
        rows = self.seen.table[self.seen.table[:, 3] > 0]
        counts = np.zeros(self.distinct, dtype=np.int64)
        counts[rows[:, 3].astype(np.int64) - 1] = rows[:, 2]
        offsets = self.seen.offsets[: self.distinct + 1].copy()
        return ChunkTable(self.seen.data[: offsets[-1]].copy(), offsets, counts)

    def _grow(self, length: int) -> None:
        """Make room for more chunks, one of `length` bytes among them."""
        table, data, offsets = self.seen
        if 2 * (self.distinct + 1) > len(table):
            table = np.zeros((2 * len(table), 4), dtype=np.uint64)
            move_rows(self.seen.table, table)
        if self.distinct + 2 > len(offsets):
            offsets = np.concatenate([offsets, np.zeros_like(offsets)])
        while offsets[self.distinct] + length > len(data):
            data = np.concatenate([data, np.zeros_like(data)])
        self.seen = Seen(table, data, offsets)


@lean
def count_batch(
    data: Bytes,
    words: Words,
    ends: Integers,
    count: Place,
    number: Place,
    start: Place,
    seen: Seen,
    distinct: Place,
) -> tuple[Place, Place, Place]:
    """Count the chunks from `number` on, for as long as there is room for new ones.

    Returns the number of the first chunk not counted, where it starts, and how many are distinct.
    """
    table, store, offsets = seen
    begin = np.uint64(start)
    while number < count:
        end = np.uint64(ends[number])
        length = end - begin
        if length <= _SHORT:
            slot = find_short(words, begin, length, table)
        else:
            slot = np.uint64(find_long(data, words, np.int64(begin), np.int64(length), seen))
        if table[slot, 1] == 0:
            full = 2 * (distinct + 1) > len(table) or distinct + 2 > len(offsets)
            if full or offsets[distinct] + np.int64(length) > len(store):
                break
            distinct += 1
            enter(data, words, np.int64(begin), np.int64(length), slot, seen, distinct)
        table[slot, 2] += _ONE
        begin = end
        number += 1
    return number, np.int64(begin), distinct


@lean
def find_long(data: Bytes, words: Words, start: Place, length: Place, seen: Seen) -> Place:
    """Return the row of a long chunk, or the free one into which it belongs."""
    table, store, offsets = seen
    last = np.uint64(len(table) - 1)
    low, high = long_key(words, start, length)
    slot = first_slot(low, high, last)
    while table[slot, 1] != 0:
        same_key = table[slot, 0] == low and table[slot, 1] == high
        if same_key and same_bytes(data, start, store, offsets[table[slot, 3] - _ONE], length):
            break
        slot = (slot + _ONE) & last
    return slot


@lean
def enter(
    data: Bytes, words: Words, start: Place, length: Place, slot: Place, seen: Seen, number: Place
) -> None:
    """Fill the row of the chunk that is the `number`-th distinct one, and keep its bytes."""
    table, store, offsets = seen
    place = offsets[number - 1]
    for step in range(length):
        store[place + step] = data[start + step]
    offsets[number] = place + length
    table[slot, 0], table[slot, 1] = key_of(words, np.uint64(start), np.uint64(length))
    table[slot, 3] = np.uint64(number)


@lean
def move_rows(table: Words, larger: Words) -> None:
    """Enter the rows of a table into a larger, empty one."""
    last = np.uint64(len(larger) - 1)
    for number in range(len(table)):
        if table[number, 1] != 0:
            slot = first_slot(table[number, 0], table[number, 1], last)
            while larger[slot, 1] != 0:
                slot = (slot + _ONE) & last
            for column in range(4):
                larger[slot, column] = table[number, column]
