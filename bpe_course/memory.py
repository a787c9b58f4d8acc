"""What the system's library of C can do about memory, for which Python has no name."""

import ctypes
import sys
from functools import cache


def give_memory_back() -> bool:
    """Have memory that is free go back to the system; return whether that can be asked for.

    The library keeps what was freed, in pieces between others that are in use. An array that is
    larger than each of them takes new memory, and both count as this process's. Only GNU's library
    can be asked, which most Linux systems have.
    """
    if sys.platform != "linux" or not hasattr(c_library(), "malloc_trim"):
        return False
    c_library().malloc_trim(ctypes.c_size_t(0))
    return True


@cache
def c_library() -> ctypes.CDLL:
    """Return the library, on Linux; its functions do not keep other threads waiting."""
    return ctypes.CDLL(None)
