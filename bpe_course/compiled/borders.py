"""Where the chunks of a text end, batch by batch, in bytes of its UTF-8 form.

The published patterns have scanners; any other goes through `regex`, whose characters are counted
in bytes.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.categories import unicode_classes
from bpe_course.compiled.keys import Bytes
from bpe_course.compiled.scanners import SCANNERS
from bpe_course.pretokenize import pretokenize

Integers = npt.NDArray[np.int64]
Batch = tuple[int, Integers, int]

BATCH = 1 << 14


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
