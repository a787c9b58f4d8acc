"""Large arrays of ids in pages of memory that are made before they are written to.

A system gives memory out in pages, each made when it is first written to, and to stop for each
takes longer than writing it. Linux makes many at once for whoever asks. NumPy asks for pages of two
megabytes, which are fewer; but a virtual machine may have to wait for each of those, longer than
it takes to encode what goes in.
"""

import ctypes
import mmap
import sys

import numpy as np

from bpe_course.compiled.windows import Ids
from bpe_course.memory import c_library

ID_BYTES = 4
LARGE = 1 << 20  # ids; below that, NumPy asks for ordinary pages
MAKE_PAGES = 23  # what Linux calls MADV_POPULATE_WRITE, since 5.14; Python has no name for it


def new_ids(size: int) -> Ids:
    """Return an array with room for so many ids, whatever numbers it holds.

    >>> len(new_ids(3))
    3
    """
    if size < LARGE or sys.platform != "linux":
        return np.empty(size, dtype=np.uint32)
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    return np.frombuffer(mmap.mmap(-1, ID_BYTES * size, flags=private), dtype=np.uint32)


def make_pages(ids: Ids, start: int, stop: int) -> None:
    """Have the pages made for these places of an array from `new_ids`, if that can be asked for.

    Only the time it takes to write there is another.
    """
    base: object = ids.base
    memory = base.obj if isinstance(base, memoryview) else base
    if sys.platform != "linux" or not isinstance(memory, mmap.mmap):
        return
    first = ID_BYTES * start // mmap.PAGESIZE * mmap.PAGESIZE
    size = min(ID_BYTES * stop, len(memory)) - first
    if size > 0:
        # Not by `memory.madvise`, which lets no other thread go on meanwhile. An older Linux, which
        # does not know what is asked for, refuses, and nothing is lost.
        place = ctypes.byref(ctypes.c_char.from_buffer(memory, first))
        c_library().madvise(place, ctypes.c_size_t(size), MAKE_PAGES)
