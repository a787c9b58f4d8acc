"""Arrays that begin where a line of the processor's cache begins.

Memory comes to the processor in lines of 64 bytes. Where a table's rows divide them evenly, a row,
or a bucket of rows, lies in one line, and to look at it is to wait for memory once.
"""

from typing import TypeVar

import numpy as np
import numpy.typing as npt

LINE = 64  # bytes

NumberT = TypeVar("NumberT", np.int64, np.uint64)


def on_lines(array: npt.NDArray[NumberT]) -> npt.NDArray[NumberT]:
    """Return the numbers of a flat array in a new one that begins at a line.

    >>> found = on_lines(np.array([5, 6, 7]))
    >>> found.tolist(), found.ctypes.data % 64
    ([5, 6, 7], 0)
    """
    found = zeros_on_lines(len(array), array.dtype.type)
    found[:] = array
    return found


def zeros_on_lines(size: int, kind: type[NumberT]) -> npt.NDArray[NumberT]:
    """Return an array of zeros, eight bytes each, that begins at a line."""
    found = np.zeros(size + LINE // 8, dtype=kind)
    skipped = -found.ctypes.data % LINE // 8
    return found[skipped : skipped + size]
