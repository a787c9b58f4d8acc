"""Running somebody else's function once, and telling what came of it."""

import copy
import io
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

from bpe_course.check.exercise import Arguments
from bpe_course.check.limits import Clock, OutOfTime
from bpe_course.check.places import Place, place_of_error

MOST_PRINTED = 10_000  # characters that are kept of what an answer prints


@dataclass(frozen=True)
class Outcome:
    """What a call gave: a value, or the type and message of an error with the learner's line.

    `changed` says that the arguments are no longer what they were. `seconds` is what it took.
    """

    value: object = None
    raised: type[BaseException] | None = None
    message: str = ""
    place: Place | None = None
    printed: str = ""
    changed: bool = False
    seconds: float = 0.0


class LimitedText(io.StringIO):
    """A stream that keeps the beginning of what is written to it and forgets the rest."""

    def write(self, text: str) -> int:
        """Keep what fits.

        >>> stream = LimitedText()
        >>> stream.write("a" * 20_000), len(stream.getvalue())
        (20000, 10000)
        """
        super().write(text[: max(0, MOST_PRINTED - self.tell())])
        return len(text)


def run(function: Callable[..., object], arguments: Arguments, clock: Clock) -> Outcome:
    """Call `function` with a copy of the arguments; whatever it does, return an `Outcome`."""
    given = copy.deepcopy(arguments)
    stream = LimitedText()
    started = time.monotonic()
    with redirect_stdout(stream), redirect_stderr(stream):
        value, error = _attempt(function, given, clock)
    if clock.expired:  # also if the answer caught the interruption and went on
        error = OutOfTime()
    return Outcome(
        value=value if error is None else None,
        raised=None if error is None else type(error),
        message=_message(error),
        place=clock.place if clock.expired else place_of_error(error),
        printed=stream.getvalue(),
        changed=_changed(arguments, given),
        seconds=time.monotonic() - started,
    )


def _attempt(
    function: Callable[..., object], given: Arguments, clock: Clock
) -> tuple[object, BaseException | None]:
    try:
        clock.inside = not clock.expired
        if clock.expired:
            return None, OutOfTime()
        value = function(*given)
        clock.inside = False
    except BaseException as error:  # an answer may raise SystemExit, too
        clock.inside = False
        return None, error
    return value, None


def _message(error: BaseException | None) -> str:
    try:
        return "" if error is None else str(error)
    except Exception:  # an error class of the learner's own
        return ""


def _changed(before: Arguments, after: Arguments) -> bool:
    try:
        return bool(before != after)
    except Exception:  # an argument that cannot be compared any more was changed
        return True
