"""Writing values and calls so that a learner can read them: whole if short, cut if long."""

import re
from collections.abc import Callable, Iterator

from bpe_course.check.equality import same
from bpe_course.check.exercise import Arguments

LONGEST = 240  # characters of one value
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def shown(value: object) -> str:
    """Return the value as Python writes it, without addresses in memory and not over-long.

    >>> shown([1, 2]), len(shown("a" * 9999))
    ('[1, 2]', 240)
    """
    try:
        text = ADDRESS.sub("", repr(value))
    except Exception:  # the learner's own class, or a list too deeply nested
        return f"<a {type(value).__name__} that cannot be written>"
    if len(text) <= LONGEST:
        return text
    half = (LONGEST - 3) // 2
    return f"{text[: LONGEST - 3 - half]} … {text[-half:]}"


def shown_call(function: Callable[..., object], arguments: Arguments) -> str:
    """Return a call as a learner would write it.

    >>> shown_call(max, ([1, 2], 3))
    'max([1, 2], 3)'
    """
    name = getattr(function, "__name__", "your_function")
    if not name.isidentifier():  # a lambda
        name = "your_function"
    return f"{name}({', '.join(map(shown, arguments))})"


def first_difference(
    expected: object, got: object, path: str = "answer"
) -> tuple[str, object, object]:
    """Where two values begin to differ, and what stands there in each.

    >>> first_difference([1, {"a": 2}], [1, {"a": 3}])
    ("answer[1]['a']", 2, 3)
    """
    for key, wanted, found in _parts(expected, got):
        if not same(wanted, found):
            return first_difference(wanted, found, f"{path}[{key!r}]")
    return path, expected, got


def _parts(expected: object, got: object) -> Iterator[tuple[object, object, object]]:
    """The parts of two values of one shape, each with its key; none if the shapes differ."""
    if isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
        yield from ((key, wanted, got[key]) for key, wanted in expected.items())
    for kind in (list, tuple):
        if isinstance(expected, kind) and isinstance(got, kind) and len(expected) == len(got):
            yield from ((n, *both) for n, both in enumerate(zip(expected, got, strict=True)))
