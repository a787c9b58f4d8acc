"""The key of a chunk: its bytes and its length in two words, so that a table compares two numbers.

A chunk of up to fifteen bytes is its own key: the bytes, zeros behind them, the length in the last
byte. The key of a longer one is a hash and its length, and whoever finds it must compare the bytes.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.chunks import Bytes
from bpe_course.compiled.jit import inlined, lean

Words = npt.NDArray[np.uint64]
Word = Any  # a uint64 in a kernel
Place = Any  # an int64 in a kernel, an int outside

LONGEST_SHORT = 15
PADDING = 16  # zeros behind a text, so that two words begin at each of its places

SPREAD = np.uint64(0x9E3779B97F4A7C15)  # odd, near 2**64 divided by the golden ratio
_MIX = np.uint64(0xD6E8FEB86659FD93)
_ONE, _EIGHT, _SHORT = np.uint64(1), np.uint64(8), np.uint64(LONGEST_SHORT)
_HALF, _LAST = np.uint64(32), np.uint64(56)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_LONG = np.uint64(255 << 56)
# By the length of a chunk: which bytes of its first word and of its second are its own.
_FIRST_EIGHT = np.array([(1 << 8 * min(n, 8)) - 1 for n in range(16)], dtype=np.uint64)
_OTHERS = np.array([(1 << 8 * max(n - 8, 0)) - 1 for n in range(16)], dtype=np.uint64)


def pad(data: bytes | memoryview) -> Bytes:
    """Return the bytes as an array with zeros behind them.

    >>> pad(b"ab").tolist()[:3], len(pad(b"ab"))
    ([97, 98, 0], 18)
    """
    padded = np.zeros(len(data) + PADDING, dtype=np.uint8)
    padded[: len(data)] = np.frombuffer(data, dtype=np.uint8)
    return padded


def words_of(data: Bytes) -> Words:
    """Return a view that shows, at each place, the eight bytes from there on as one number.

    >>> [hex(word) for word in words_of(np.arange(1, 10, dtype=np.uint8))]
    ['0x807060504030201', '0x908070605040302']
    """
    return np.ndarray(max(len(data) - 7, 0), np.uint64, data, strides=(1,))


@inlined
def first_bytes(word: Word, length: Place) -> Word:
    """Return the word with zeros in place of all but its first `length` bytes, one to eight."""
    return word & (_ALL >> np.uint64(64 - (length << 3)))


@inlined
def short_key(words: Words, start: Word, length: Word) -> tuple[Word, Word]:
    """Return the two words that are the key of a chunk of one to fifteen bytes.

    Place and length come as unsigned numbers: an index that cannot be negative is looked up at
    once, any other is compared with zero first.
    """
    low, high = words[start], words[start + _EIGHT]
    return low & _FIRST_EIGHT[length], (high & _OTHERS[length]) | (length << _LAST)


@lean
def long_key(words: Words, start: Place, length: Place) -> tuple[Word, Word]:
    """Return the two words that are the key of a chunk of more than fifteen bytes."""
    hashed: Word = np.uint64(length)
    place = start
    while place + 8 <= start + length:
        hashed = (hashed ^ words[place]) * SPREAD
        hashed ^= hashed >> _HALF
        place += 8
    rest = start + length - place
    if rest:
        hashed = (hashed ^ first_bytes(words[place], rest)) * _MIX
        hashed ^= hashed >> _HALF
    return hashed, _LONG | np.uint64(length)


@inlined
def key_of(words: Words, start: Word, length: Word) -> tuple[Word, Word]:
    """Return the two words that are the key of a chunk."""
    if length <= _SHORT:
        return short_key(words, start, length)
    return long_key(words, np.int64(start), np.int64(length))


@inlined
def is_short(high: Word) -> bool:
    """Return whether a key, of which this is the second word, is that of a short chunk."""
    return bool(high < _LONG)


@inlined
def first_slot(low: Word, high: Word, last: Word) -> Word:
    """Return where the search for a key begins in a table of slots 0 to `last`, 2**n in all."""
    mixed = (low ^ (high * _MIX)) * SPREAD
    mixed ^= mixed >> _HALF
    return ((mixed * SPREAD) >> _HALF) & last


@inlined
def find_short(words: Words, start: Word, length: Word, table: Words) -> Word:
    """Return the row of a chunk of one to fifteen bytes, or the free one where it belongs.

    The first two words of a row are the key; no key ends in a word of zeros.
    """
    low, high = short_key(words, start, length)
    last = np.uint64(len(table) - 1)
    slot = first_slot(low, high, last)
    while table[slot, 1] != 0 and (table[slot, 0] != low or table[slot, 1] != high):
        slot = (slot + _ONE) & last
    return slot


@lean
def same_bytes(data: Bytes, start: Place, other: Bytes, place: Place, length: Place) -> bool:
    """Return whether two stretches of bytes are equal."""
    step = 0
    while step < length and data[start + step] == other[place + step]:
        step += 1
    return bool(step == length)
