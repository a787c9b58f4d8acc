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
    return compile_and_keep(function)


def lean(function: FunctionT) -> FunctionT:
    """Compile a function that makes no array, and so need not count references to those it gets.

    Numba counts them whenever an array is handed on, which in a hot loop costs more than the loop.
    It knows how not to, by an option without a documented name; a release that has lost the name
    compiles the function as any other.
    """
    return compile_and_keep(function, _nrt=False)


def compile_and_keep(function: FunctionT, **options: bool) -> FunctionT:
    """Return the function as Numba compiles it with these options, kept on disk if possible."""
    compiler: Any = njit
    try:
        kept = compiler(cache=True, nogil=True, error_model="numpy", **options)(function)
    except RuntimeError:  # Numba found no folder for its cache
        kept = compiler(nogil=True, error_model="numpy", **options)(function)
    except (KeyError, TypeError, AttributeError):
        if not options:
            raise
        return compile_and_keep(function)
    return cast("FunctionT", kept)


def inlined(function: FunctionT) -> FunctionT:
    """Compile a small function into every kernel that calls it.

    Handing arrays to a function counts references, which costs more than a small function does.
    """
    compiled: Any = njit(function, inline="always", nogil=True, error_model="numpy")
    return cast("FunctionT", compiled)
