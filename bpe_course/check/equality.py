"""When a result counts as the expected one: equal, and of the kind that was asked for."""

import math
from collections.abc import Mapping
from numbers import Integral, Real

from bpe_course.check.exercise import Such


def same(expected: object, got: object) -> bool:
    """Tell whether `got` is what was expected, all the way down.

    A list is not a tuple and `True` is not 1; NumPy's integers are integers, and a `Counter` is a
    dictionary. Floats may differ in the ninth digit. A `Such` decides for itself.

    >>> same([1, (2, 3)], [1, (2, 3)]), same([1], (1,)), same(1, True)
    (True, False, False)
    >>> same(0.3, 0.1 + 0.2), same(Such("odd", lambda n: n % 2 == 1), 3)
    (True, True)
    """
    try:
        return _same(expected, got)
    except Exception:  # the comparison runs methods of whatever an answer returned
        return False


def _same(expected: object, got: object) -> bool:
    if isinstance(expected, Such):
        return bool(expected.holds(got))
    if not same_kind(expected, got):
        return False
    if isinstance(expected, list | tuple) and isinstance(got, list | tuple):
        return len(expected) == len(got) and all(map(_same, expected, got))
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return expected.keys() == got.keys() and all(
            _same(value, got[key]) for key, value in expected.items()
        )
    if isinstance(expected, float) and isinstance(got, Real):
        return math.isclose(expected, float(got), rel_tol=1e-9, abs_tol=1e-12)
    return bool(expected == got)


def same_kind(expected: object, got: object) -> bool:
    """Tell whether `got` is of the type that was asked for, without looking inside.

    >>> same_kind([1], [2]), same_kind({}, []), same_kind(1, 1.0), same_kind(1.0, 1)
    (True, False, False, True)
    """
    if isinstance(expected, Such):
        return True
    if isinstance(expected, bool) or isinstance(got, bool):
        return isinstance(expected, bool) and isinstance(got, bool)
    if isinstance(expected, Integral):
        return isinstance(got, Integral)
    if isinstance(expected, Real):
        return isinstance(got, Real)
    return isinstance(got, type(expected))
