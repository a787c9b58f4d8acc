"""Arrays that begin where a line of the processor's cache begins.

Memory comes to the processor in lines of 64 bytes. Where a table's rows divide them evenly, a row
lies in one line, and to look at it is to wait for memory once.
"""

import numpy as np

from bpe_course.compiled.keys import Words

LINE = 64  # bytes


def zeros_on_lines(size: int) -> Words:
    """Return an array of zeros, eight bytes each, that begins at a line.

    >>> found = zeros_on_lines(3)
    >>> found.tolist(), found.ctypes.data % 64
    ([0, 0, 0], 0)
    """
    found = np.zeros(size + LINE // 8, dtype=np.uint64)
    skipped = -found.ctypes.data % LINE // 8
    return found[skipped : skipped + size]
