"""A table of distinct chunks as arrays: what counting fills and training reads."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]


class ChunkTable(NamedTuple):
    """Distinct chunks in order of first sight, and how often each occurs.

    The bytes of chunk `n` are `data[offsets[n]:offsets[n + 1]]`; it occurs `counts[n]` times.
    """

    data: Bytes
    offsets: Integers
    counts: Integers

    @classmethod
    def from_items(cls, items: Iterable[tuple[Sequence[int], int]]) -> "ChunkTable":
        """Lay out chunks and their counts.

        >>> table = ChunkTable.from_items([(b"ab", 3), (b"c", 1)])
        >>> bytes(table.data), table.offsets.tolist(), table.counts.tolist()
        (b'abc', [0, 2, 3], [3, 1])
        """
        pairs = [(bytes(chunk), count) for chunk, count in items]
        lengths = [len(chunk) for chunk, _ in pairs]
        return cls(
            np.frombuffer(b"".join(chunk for chunk, _ in pairs), dtype=np.uint8),
            np.cumsum([0, *lengths], dtype=np.int64),
            np.array([count for _, count in pairs], dtype=np.int64),
        )
