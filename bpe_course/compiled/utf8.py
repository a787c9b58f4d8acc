"""Text as UTF-8, written by a kernel: the twin of `bpe_course.utf8`.

A kernel needs no interpreter lock, so threads need not wait for each other to read. And it reads a
text as Python holds it, in one, two or four bytes a character, where `str.encode` on a part of the
text would first copy that part.
"""

from typing import Any

import numpy as np

from bpe_course.compiled.chunks import Bytes
from bpe_course.compiled.jit import find_code_point_reader, inlined, kernel
from bpe_course.compiled.keys import PADDING, Place, Word

BLOCK = 64  # characters that are written at a time, if all of them are ASCII
ROOM = 4 * BLOCK + PADDING  # bytes that must be free for a block and zeros behind it

code_point_at: Any = find_code_point_reader()
_ONE, _TWO, _THREE, _FOUR = map(np.uint64, (1, 2, 3, 4))
_BLOCK, _ROOM, _PADDING = map(np.uint64, (BLOCK, ROOM, PADDING))


def can_read(text: str) -> bool:
    """Return whether a kernel can read this text: the installed Numba, and no subclass of `str`."""
    return code_point_at is not None and type(text) is str


@kernel
def write_utf8(
    text: str, start: Place, stop: Place, data: Bytes, size: Place
) -> tuple[Place, Place]:
    """Write the bytes of a part of a text behind `size` others, and zeros behind them.

    Returns the place in the text that was reached and how many bytes there are. That place is
    `stop` unless there are fewer than `ROOM` bytes left, or a lone surrogate stands there.
    """
    place, last, count = np.uint64(start), np.uint64(stop), np.uint64(size)
    while place < last and count + _ROOM <= np.uint64(len(data)):
        following = min(place + _BLOCK, last)
        bits = np.uint32(0)
        for step in range(following - place):
            code_point = np.uint32(code_point_at(text, place + step))
            bits |= code_point
            data[count + step] = np.uint8(code_point)
        if bits < 0x80:
            count += following - place
            place = following
        while place < following:
            code_point = np.uint32(code_point_at(text, place))
            if 0xD800 <= code_point < 0xE000:
                return np.int64(place), np.int64(count)
            count = write_character(data, count, code_point)
            place += _ONE
    for step in range(_PADDING):
        data[count + step] = np.uint8(0)
    return np.int64(place), np.int64(count)


@inlined
def write_character(data: Bytes, size: Word, code_point: Place) -> Word:
    """Write the bytes of a character behind `size` others; return how many there are."""
    if code_point < 0x80:
        data[size] = np.uint8(code_point)
        return size + _ONE
    if code_point < 0x800:
        data[size] = np.uint8(0xC0 | code_point >> 6)
        data[size + _ONE] = continuation_byte(code_point)
        return size + _TWO
    if code_point < 0x10000:
        data[size] = np.uint8(0xE0 | code_point >> 12)
        data[size + _ONE] = continuation_byte(code_point >> 6)
        data[size + _TWO] = continuation_byte(code_point)
        return size + _THREE
    data[size] = np.uint8(0xF0 | code_point >> 18)
    data[size + _ONE] = continuation_byte(code_point >> 12)
    data[size + _TWO] = continuation_byte(code_point >> 6)
    data[size + _THREE] = continuation_byte(code_point)
    return size + _FOUR


@inlined
def continuation_byte(bits: Place) -> Place:
    """Return the byte that begins with `10` and ends with the lowest six of `bits`."""
    return np.uint8(0x80 | bits & 0x3F)
