"""Doing the same to many things on several threads."""

import operator
from collections.abc import Callable, Iterable
from typing import TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


def map_on_threads(
    function: Callable[[ItemT], ResultT], items: Iterable[ItemT], threads: int
) -> list[ResultT]:
    """Return what the function makes of each item, in order; one thread is the caller's own.

    Raises what `check_threads` raises.

    >>> map_on_threads(len, ["to", "be", "or not"], threads=2)
    [2, 2, 6]
    """
    if check_threads(threads) == 1:
        return [function(item) for item in items]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, items))


def check_threads(threads: int) -> int:
    """Return the number of threads.

    Raises `TypeError` if it is not a whole number, `ValueError` if it is less than one.

    >>> check_threads(2)
    2
    """
    try:
        number = operator.index(threads)
    except TypeError:
        kind = type(threads).__name__
        raise TypeError(f"threads must be a whole number, not {kind}: {threads}") from None
    if number < 1:
        raise ValueError(
            f"threads is {number}: expected 1 or more; os.cpu_count() says how many the machine "
            "can run at a time"
        )
    return number
