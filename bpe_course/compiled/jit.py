"""Compiling with Numba: the one decorator that every kernel wears."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import njit

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

HERE = Path(__file__).parent


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
    return compile_and_keep(function, **({"_nrt": False} if has_option("_nrt") else {}))


def has_option(name: str) -> bool:
    """Return whether the installed Numba knows an option; else it complains at the first call.

    >>> has_option("nogil"), has_option("no_such_option")
    (True, False)
    """
    try:
        from numba.core.cpu import CPUTargetOptions
    except ImportError:
        return False
    return hasattr(CPUTargetOptions, name)


def find_code_point_reader() -> Callable[[str, int], int] | None:
    """Return Numba's function for the code point at a place of a text, or `None` if it has none.

    It has no documented name. What is documented, `ord(text[place])`, makes a text of one character
    each time, which takes eighty times as long.
    """
    try:
        from numba.cpython.unicode import _get_code_point
    except ImportError:
        return None
    return cast("Callable[[str, int], int]", _get_code_point)


def compile_and_keep(function: FunctionT, **options: bool) -> FunctionT:
    """Return the function as Numba compiles it with these options, kept on disk if possible."""
    compiler: Any = njit
    try:
        with folder_of_these_sources():
            kept = compiler(cache=True, nogil=True, error_model="numpy", **options)(function)
    except RuntimeError:  # Numba found no folder for its cache
        kept = compiler(nogil=True, error_model="numpy", **options)(function)
    return cast("FunctionT", kept)


@contextmanager
def folder_of_these_sources() -> Iterator[None]:
    """Have Numba keep what it compiles in a folder named for the present sources.

    By itself, Numba takes a kernel from its cache as long as the kernel's own file is unchanged,
    even if one that is compiled into it has changed in another file.
    """
    config: Any = numba.config  # its settings are made at run time
    given = config.CACHE_DIR
    folder = Path(given) if given else HERE / "__pycache__"
    config.CACHE_DIR = str(folder / f"numba-{digest(HERE)}")
    try:
        yield
    finally:
        config.CACHE_DIR = given


@cache
def digest(folder: Path) -> str:
    """Return what changes with any source in a folder."""
    sources = (path.read_bytes() for path in sorted(folder.rglob("*.py")))
    return sha256(b"\0".join(sources)).hexdigest()[:16]


def inlined(function: FunctionT) -> FunctionT:
    """Compile a small function into every kernel that calls it.

    Handing arrays to a function counts references, which costs more than a small function does.
    """
    compiled: Any = njit(function, inline="always", nogil=True, error_model="numpy")
    return cast("FunctionT", compiled)
