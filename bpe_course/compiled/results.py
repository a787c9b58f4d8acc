"""The arrays that ids are written to, with room to spare."""

import numpy as np

from bpe_course.compiled.jit import kernel
from bpe_course.compiled.windows import Ids

SLACK = 2  # ids are written two at a time


@kernel
def new_ids(size: int) -> Ids:
    """Return an array with room for so many ids, whatever numbers it holds.

    Outside a kernel, NumPy asks for memory in pages of two megabytes, and where the system must
    first make such a page, that takes longer than encoding what goes in. A kernel gets small pages.
    """
    return np.empty(size, dtype=np.uint32)


def with_room(out: Ids, written: int, size: int) -> Ids:
    """Return an array with room for `size` more ids, and with those that have been written.

    >>> len(with_room(np.zeros(3, np.uint32), 2, 1)), len(with_room(np.zeros(3, np.uint32), 2, 2))
    (3, 8)
    """
    if written + size <= len(out):
        return out
    larger = new_ids(2 * (written + size))
    larger[:written] = out[:written]
    return larger
