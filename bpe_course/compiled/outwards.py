"""An array of ids that is written from its middle outwards, and what is put around them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from bpe_course.compiled.pages import make_pages, new_ids
from bpe_course.compiled.windows import Ids
from bpe_course.threads import map_on_threads

COPIED = 1 << 18  # ids that a thread copies at a time


@dataclass
class Downwards:
    """Ids that are written into an array from a place downwards, piece by piece.

    >>> lower = Downwards(np.zeros(9, np.uint32), 4, 4)
    >>> lower.write(np.array([3, 4], np.uint32))
    >>> lower.write(np.array([2], np.uint32))
    >>> lower.low, lower.ids.tolist()
    (1, [2, 3, 4])
    """

    out: Ids
    low: int
    high: int

    @property
    def ids(self) -> Ids:
        """What has been written."""
        return self.out[self.low : self.high]

    def write(self, ids: Ids) -> None:
        """Write the ids of a piece before those of the piece that was written last."""
        if self.low < len(ids):
            self._move(2 * (len(ids) + self.high - self.low))
        self.low -= len(ids)
        put(self.out, self.low, ids)

    def _move(self, size: int) -> None:
        """Move what has been written to the end of a larger array."""
        larger, low = new_ids(size), size - (self.high - self.low)
        put(larger, low, self.ids)
        self.out, self.low, self.high = larger, low, size


def assemble(before: Sequence[Ids], lower: Downwards, after: Sequence[Ids], threads: int) -> Ids:
    """Return the ids of all runs in one array; those that stand where they belong are not moved.

    The first run behind the lower one stands there, if it is in the same array. Threads copy the
    others around them, or all of them if there is not enough room.

    >>> lower = Downwards(np.array([0, 0, 2, 3, 4, 0], np.uint32), 2, 4)
    >>> upper = lower.out[4:5]
    >>> assemble([np.array([1], np.uint32)], lower, [upper, upper + 1], threads=2).tolist()
    [1, 2, 3, 4, 5]
    """
    out, runs = lower.out, [*before, lower.ids, *after]
    starts = list(accumulate(map(len, runs), initial=lower.low - sum(map(len, before))))
    if starts[0] < 0 or starts[-1] > len(out):
        out, starts = new_ids(starts[-1] - starts[0]), [start - starts[0] for start in starts]
    parts = [
        (start + first, run[first : first + COPIED])
        for start, run in zip(starts, runs, strict=False)
        if not np.may_share_memory(run, out)
        for first in range(0, len(run), COPIED)
    ]
    map_on_threads(lambda part: put(out, *part), parts, threads)
    return out[starts[0] : starts[-1]]


def put(out: Ids, start: int, ids: Ids) -> None:
    """Write ids into an array from `new_ids`, from a place on.

    >>> out = np.zeros(3, np.uint32)
    >>> put(out, 1, np.array([8, 9], np.uint32))
    >>> out.tolist()
    [0, 8, 9]
    """
    make_pages(out, start, start + len(ids))
    out[start : start + len(ids)] = ids
