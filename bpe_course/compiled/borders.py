"""Where the chunks of a text end, batch by batch, in bytes of its UTF-8 form.

The published patterns have scanners; any other goes through `regex`, whose characters are counted
in bytes.
"""

from collections.abc import Iterator

import numpy as np

from bpe_course.ascii_twins import Span, spans
from bpe_course.compiled.categories import unicode_classes
from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.keys import words_of
from bpe_course.compiled.scanners import SCANNERS
from bpe_course.compiled.scanners.automaton import MOST_CUTS
from bpe_course.compiled.scanners.scanner import Scanner, find_borders
from bpe_course.pretokenize import pretokenize

Batch = tuple[int, Integers, int]

# Little enough to stay in the processor's cache, and enough for a kernel to do: threads that come
# back to Python too often wait for each other.
BATCH = 1 << 16  # chunks
PIECE = 1 << 18  # characters


def divide(text: str, length: int, pattern: str | None) -> Iterator[Span]:
    """Yield where pieces of `length` characters or more begin and end.

    The pattern ends a chunk between them. It is sure to do so before a space that follows a visible
    ASCII character; what has no such place is one piece, and so is the text under other patterns.

    >>> list(divide("to be or not to be", 6, "gpt2")), list(divide("to be or not to be", 6, None))
    ([(0, 8), (8, 15), (15, 18)], [(0, 18)])
    """
    return spans(text, length) if pattern in SCANNERS else iter([(0, len(text))])


def cut(data: Bytes, size: int, pattern: str | None) -> Iterator[Batch]:
    """Yield the chunks of the UTF-8 text `data[:size]` in batches.

    A batch is the place where its first chunk begins, the places where its chunks end, and how many
    these are. The array of ends is used again for the next batch.

    >>> data = np.frombuffer("a é b".encode(), dtype=np.uint8)
    >>> [(start, ends[:count].tolist()) for start, ends, count in cut(data, 6, None)]
    [(0, [6])]
    """
    if pattern is not None and pattern in SCANNERS:
        yield from scan(data, size, SCANNERS[pattern])
    elif size:
        chunks = pretokenize(bytes(data[:size]).decode("utf-8"), pattern)
        start, ends = 0, np.cumsum([len(chunk.encode()) for chunk in chunks], dtype=np.int64)
        for first in range(0, len(ends), BATCH):
            batch = ends[first : first + BATCH]
            yield start, batch, len(batch)
            start = int(batch[-1])


def scan(data: Bytes, size: int, scanner: Scanner) -> Iterator[Batch]:
    """Yield batches of chunks as a published pattern's scanner finds them."""
    words, classes = words_of(data), unicode_classes()
    ends = np.empty(min(BATCH, size) + MOST_CUTS, dtype=np.int64)
    start = 0
    while start < size:
        count = find_borders(data, words, classes, scanner, start, size, ends)
        yield start, ends, count
        start = int(ends[count - 1])
