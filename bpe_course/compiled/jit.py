"""Compiling with Numba: the one decorator that every kernel wears."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def kernel(function: FunctionT) -> FunctionT:
    """Compile a function of arrays and numbers when it is first called, and keep the result.

    The compiled code is kept on disk. Where no folder can be written, each process compiles anew:
    that costs time and is no error.

    >>> double = kernel(lambda n: n + n)
    >>> double(4)
    8
    """
    compiled: Any
    try:
        compiled = njit(function, cache=True, nogil=True, error_model="numpy")
    except RuntimeError:  # Numba found no folder for its cache
        compiled = njit(function, nogil=True, error_model="numpy")
    return cast("FunctionT", compiled)


def inlined(function: FunctionT) -> FunctionT:
    """Compile a small function into every kernel that calls it.

    Handing arrays to a function counts references, which costs more than a small function does.
    """
    compiled: Any = njit(function, inline="always", nogil=True, error_model="numpy")
    return cast("FunctionT", compiled)
