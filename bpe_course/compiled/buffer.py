"""A piece of text as UTF-8 in an array that is used again and again."""

from collections.abc import Iterator

import numpy as np

from bpe_course.compiled.keys import PADDING, pad, words_of
from bpe_course.compiled.utf8 import ROOM, can_read, write_utf8
from bpe_course.text import describe_surrogate, to_utf8

STRETCH = 1 << 14  # characters that Python turns into UTF-8 at a time


class Buffer:
    r"""A piece of text as bytes with zeros behind them, and as words.

    >>> buffer = Buffer()
    >>> buffer.fill("low", 0, 3), bytes(buffer.data[:4])
    (3, b'low\x00')
    """

    def __init__(self) -> None:
        self.data = pad(b"")
        self.words = words_of(self.data)

    def fill(self, text: str, start: int, stop: int) -> int:
        """Take a piece of a text; return how many bytes it has.

        Raises `ValueError` for a lone surrogate.
        """
        take = self._read if can_read(text) else self._join
        return take(text, start, stop)

    def _read(self, text: str, start: int, stop: int) -> int:
        self._have_room(stop - start + ROOM)
        size = 0
        while True:
            start, size = write_utf8(text, start, stop, self.data, size)
            if start == stop:
                return int(size)
            if size + ROOM <= len(self.data):
                raise ValueError(describe_surrogate(text))
            self._have_room(2 * len(self.data))

    def _join(self, text: str, start: int, stop: int) -> int:
        parts = [*stretches(text, start, stop), bytes(PADDING)]
        self._have_room(sum(map(len, parts)))
        # Not copied by NumPy: it lets another thread go first, and this one would wait for it.
        room, place = self.data.data, 0
        for part in parts:
            room[place : place + len(part)] = part
            place += len(part)
        return place - PADDING

    def _have_room(self, size: int) -> None:
        """Have room for so many bytes, and keep those that are there."""
        if size > len(self.data):
            kept, self.data = self.data, np.zeros(size, dtype=np.uint8)
            self.data[: len(kept)] = kept
            self.words = words_of(self.data)


def stretches(text: str, start: int, stop: int) -> Iterator[bytes]:
    """Yield the UTF-8 bytes of a part of a text, a stretch at a time.

    Python holds a text with an emoji in it in four bytes a character. A short stretch mostly has
    none; cut out, it takes one byte a character, and is UTF-8 as it stands.

    >>> b"".join(stretches("to be or not", 3, 8))
    b'be or'
    """
    for first in range(start, stop, STRETCH):
        yield to_utf8(text, first, min(first + STRETCH, stop))
