"""A time limit on code that may never end, which leaves the program that called it alive.

On the main thread of a system that has interval timers, a signal interrupts the code. Elsewhere
(Windows, or another thread) a second thread asks the interpreter to raise an error in this one. An
operation inside a library written in C is interrupted only when it comes back to Python.
"""

import ctypes
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from bpe_course.check.places import Place, place_of_frame

# After the limit, code that catches the error is interrupted again and again, until it is out.
AGAIN = 0.001  # seconds


class OutOfTime(BaseException):
    """Raised inside code that ran past its limit; no `except Exception` catches it."""


class Clock:
    """What is known about a limit while it runs.

    `inside` is true while the limited code runs: only then is it interrupted. `place` is the line
    at which it was when the time was up.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.started = time.monotonic()
        self.expired = False
        self.inside = False
        self.place: Place | None = None
        self._striking = False

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.started

    def strike(self, frame: FrameType | None) -> bool:
        """Note that the time is up, and where; return whether to interrupt.

        A signal may come while the one before it is still finding its place: it is then in our own
        code, and is let go.
        """
        self.expired = True
        if self._striking:
            return False
        self._striking = True
        try:
            if self.inside and self.place is None:
                self.place = place_of_frame(frame)
        finally:
            self._striking = False
        return self.inside


@contextmanager
def time_limit(seconds: float) -> Iterator[Clock]:
    """Interrupt the code between `clock.inside = True` and `False` when the time is up.

    >>> with time_limit(5) as clock:
    ...     clock.expired
    False
    """
    clock = Clock(seconds)
    with _by_signal(clock) if signals_work() else _by_thread(clock):
        yield clock


def signals_work() -> bool:
    """Tell whether a timer's signal can interrupt this thread."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def _by_signal(clock: Clock) -> Iterator[None]:
    def on_alarm(_number: int, frame: FrameType | None) -> None:
        if clock.strike(frame):
            raise OutOfTime

    handler = signal.signal(signal.SIGALRM, on_alarm)
    left, interval = signal.setitimer(signal.ITIMER_REAL, clock.seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        if left:  # somebody else's timer was running: let it run on
            signal.setitimer(signal.ITIMER_REAL, max(left - clock.elapsed, AGAIN), interval)


@contextmanager
def _by_thread(clock: Clock) -> Iterator[None]:
    thread = threading.get_ident()
    done = threading.Event()

    def watch() -> None:
        pause = clock.seconds
        while not done.wait(pause):
            pause = AGAIN
            if clock.strike(sys._current_frames().get(thread)):  # noqa: SLF001 - no other way
                _raise_in(thread, OutOfTime)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        _raise_in(thread, None)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Ask the interpreter to raise in another thread; `None` takes back what is not yet raised."""
    wanted = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), wanted)
