"""Doing the same to many things on several threads."""

import operator
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Generic, TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


def map_on_threads(
    function: Callable[[ItemT], ResultT], items: Iterable[ItemT], threads: int
) -> list[ResultT]:
    """Return what the function makes of each item, in order; one thread is the caller's own.

    Raises what the function raises, for the first item for which it does, and what `check_threads`
    raises.

    >>> map_on_threads(len, ["to", "be", "or not"], threads=2)
    [2, 2, 6]
    """
    if check_threads(threads) == 1:
        return [function(item) for item in items]
    from concurrent.futures import ThreadPoolExecutor

    work = Work(function, items)
    others = min(threads, len(work.left)) - 1
    with ThreadPoolExecutor(max(1, others)) as pool:
        for _ in range(others):
            pool.submit(work.go_on)
        work.go_on()
    return work.results()


class Work(Generic[ItemT, ResultT]):
    """Items that several threads share: what is left of them, and what came of the others.

    >>> work = Work(len, ["to", "be", "or not"])
    >>> work.go_on()
    >>> work.results()
    [2, 2, 6]
    """

    def __init__(self, function: Callable[[ItemT], ResultT], items: Iterable[ItemT]) -> None:
        self.left = deque(enumerate(items))
        self._function = function
        self._found: dict[int, ResultT] = {}
        self._failed: dict[int, Exception] = {}

    def go_on(self) -> None:
        """Take one item after another until none is left; after an error none is."""
        try:
            for number, item in take(self.left.popleft):
                self._found[number] = self._function(item)
        except Exception as error:  # `results` raises it
            self._failed[number] = error
        finally:
            self.left.clear()

    def results(self) -> list[ResultT]:
        """Return what came of each item, or raise the error of the first that failed."""
        # Items are taken in order: all before it have been taken, too, and have not failed.
        if self._failed:
            raise self._failed.pop(min(self._failed))
        return [self._found[number] for number in range(len(self._found))]


def take(from_queue: Callable[[], ItemT]) -> Iterator[ItemT]:
    """Take from a queue until it is empty; others may take from it, too.

    >>> queue = deque([0, 1, 2])
    >>> list(take(queue.pop))
    [2, 1, 0]
    """
    with suppress(IndexError):
        while True:
            yield from_queue()


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
