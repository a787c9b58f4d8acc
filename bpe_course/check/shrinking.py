"""Making a counterexample smaller: leave out parts and lower numbers as long as it stays one."""

from collections.abc import Callable, Iterator

from bpe_course.check.exercise import Arguments


def shrink(arguments: Arguments, still_fails: Callable[[Arguments], bool]) -> Arguments:
    """Return arguments that still fail and of which no smaller variant does.

    >>> shrink(([5, 1, 9, 1], 3), lambda found: 1 in found[0])
    ([1], 0)
    """
    smaller = next(filter(still_fails, _smaller_arguments(arguments)), None)
    while smaller is not None:
        arguments = smaller
        smaller = next(filter(still_fails, _smaller_arguments(arguments)), None)
    return arguments


def _smaller_arguments(arguments: Arguments) -> Iterator[Arguments]:
    for place, value in enumerate(arguments):
        for variant in smaller_values(value):
            yield (*arguments[:place], variant, *arguments[place + 1 :])


def smaller_values(value: object) -> Iterator[object]:
    """Variants of a value that are smaller, the boldest first.

    >>> list(smaller_values(5)), list(smaller_values("abc"))
    ([0, 2, 4], ['', 'bc', 'ac', 'ab'])
    """
    match value:
        case bool():
            return
        case int():
            yield from sorted({0, value // 2, value - 1} if value > 0 else ())
        case list():
            yield from (value[:start] + value[end:] for start, end in _cuts(len(value)))
        case str():
            yield from (value[:start] + value[end:] for start, end in _cuts(len(value)))
        case bytes():
            yield from (value[:start] + value[end:] for start, end in _cuts(len(value)))


def _cuts(length: int) -> Iterator[tuple[int, int]]:
    """Where parts begin and end that may be left out: the whole, then halves, and so on."""
    size = length
    while size:
        yield from ((start, start + size) for start in range(0, length, size))
        size //= 2
