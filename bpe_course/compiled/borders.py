"""Where the chunks of a text end, batch by batch, in bytes of its UTF-8 form.

The published patterns have scanners; any other goes through `regex`, whose characters are counted
in bytes.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from bpe_course.ascii_twins import stretches
from bpe_course.compiled.categories import unicode_classes
from bpe_course.compiled.keys import PADDING, Bytes, pad
from bpe_course.compiled.scanners import SCANNERS
from bpe_course.pretokenize import pretokenize
from bpe_course.text import to_utf8

Integers = npt.NDArray[np.int64]
Batch = tuple[int, Integers, int]

BATCH = 1 << 14  # chunks
PIECE = 1 << 19  # characters: what is worked on stays in the processor's cache


class Buffer:
    r"""A piece of text as bytes with zeros behind them, and as words; used again and again.

    >>> buffer = Buffer()
    >>> buffer.fill("low"), bytes(buffer.data[:4])
    (3, b'low\x00')
    """

    def __init__(self) -> None:
        self.data = pad(b"")
        self.words = self.data.view(np.uint64)

    def fill(self, text: str) -> int:
        """Take another text; return how many bytes it has."""
        encoded = to_utf8(text)
        size = len(encoded)
        if size + PADDING > len(self.data):
            self.data = pad(encoded)
            self.words = self.data.view(np.uint64)
        else:
            self.data[:size] = np.frombuffer(encoded, dtype=np.uint8)
            self.data[size : size + PADDING] = 0
        return size


def fill_in_turn(buffer: Buffer, text: str, pattern: str | None) -> Iterator[int]:
    r"""Take the text piece by piece, each ending where the pattern ends a chunk; yield the sizes.

    >>> list(fill_in_turn(Buffer(), "to be", r"\S+|\s+"))
    [5]
    """
    pieces = stretches(text, PIECE) if pattern in SCANNERS else [text]
    for piece in pieces:
        try:
            yield buffer.fill(piece)
        except ValueError:
            to_utf8(text)  # raises, too, and names the place in the whole text
            raise


def cut(data: Bytes, start: int, stop: int, pattern: str | None) -> Iterator[Batch]:
    """Yield the chunks of the UTF-8 text `data[start:stop]` in batches.

    A batch is the place where its first chunk begins, the places where its chunks end, and how many
    these are. The array of ends is used again for the next batch.

    >>> data = np.frombuffer("a é b".encode(), dtype=np.uint8)
    >>> [(start, ends[:count].tolist()) for start, ends, count in cut(data, 0, 6, None)]
    [(0, [6])]
    """
    if pattern is not None and pattern in SCANNERS:
        yield from scan(data, start, stop, pattern)
    elif start < stop:
        chunks = pretokenize(bytes(data[start:stop]).decode("utf-8"), pattern)
        ends = start + np.cumsum([len(chunk.encode()) for chunk in chunks], dtype=np.int64)
        for first in range(0, len(ends), BATCH):
            batch = ends[first : first + BATCH]
            yield start, batch, len(batch)
            start = int(batch[-1])


def scan(data: Bytes, start: int, stop: int, pattern: str) -> Iterator[Batch]:
    """Yield batches of chunks as a published pattern's scanner finds them."""
    find_borders = SCANNERS[pattern]
    classes = unicode_classes()
    ends = np.empty(min(BATCH, stop - start), dtype=np.int64)
    while start < stop:
        count = find_borders(data, classes, start, stop, ends)
        yield start, ends, count
        start = int(ends[count - 1])
