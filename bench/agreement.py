"""Do they all give the same? Compared merge for merge and id for id, or as far as can be."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

LARGEST_DIFFERENCE = 0.25  # in bytes per token, between algorithms that are not the same
LARGEST_SURPLUS = 0.01  # in the number of learned tokens

Answer = Mapping[str, Any]


def groups(rules: Mapping[str, str]) -> list[list[str]]:
    """Return the names that have a rule in common, in order; each "own" rule stands alone.

    >>> groups({"a": "first", "b": "smallest", "c": "first", "d": "own"})
    [['a', 'c'], ['b'], ['d']]
    """
    found: dict[str, list[str]] = {}
    for name, rule in rules.items():
        found.setdefault(f"{rule} {name}" if rule == "own" else rule, []).append(name)
    return list(found.values())


def first_difference(
    first: str, expected: Sequence[object], name: str, output: Sequence[object]
) -> str | None:
    """Say where two outputs part, or return None if they are equal.

    >>> first_difference("fast", [1, 2], "other", [1, 3])
    'at place 1 fast has 2 and other has 3; they have 2 and 2 in all'
    """
    places = enumerate(zip_longest(expected, output, fillvalue="nothing"))
    found = next(((place, pair) for place, pair in places if pair[0] != pair[1]), None)
    if found is None:
        return None
    place, (ours, theirs) = found
    return (
        f"at place {place} {first} has {ours} and {name} has {theirs}; "
        f"they have {len(expected)} and {len(output)} in all"
    )


def loose_difference(base: Answer, found: Answer) -> str | None:
    """Say why a vocabulary cannot be of the same kind as `base`, or return None if it can.

    >>> base = {"output": ["a"] * 100, "bytes_per_token": 3.0}
    >>> loose_difference(base, {"output": ["b"] * 100, "bytes_per_token": 3.1})
    >>> loose_difference(base, {"output": ["b"] * 90, "bytes_per_token": 3.1})
    'it learned 90 tokens where 100 were asked for'
    """
    asked, learned = len(base["output"]), len(found["output"])
    if abs(learned - asked) > LARGEST_SURPLUS * asked:
        return f"it learned {learned} tokens where {asked} were asked for"
    theirs, ours = found["bytes_per_token"], base["bytes_per_token"]
    if abs(theirs / ours - 1) > LARGEST_DIFFERENCE:
        return f"a token of it stands for {theirs:.2f} bytes, one of ours for {ours:.2f}"
    return None


def likeness(base: Answer, found: Answer) -> str:
    """Say what two vocabularies of different algorithms have in common.

    >>> base = {"output": ["a", "b"], "bytes_per_token": 3.0}
    >>> likeness(base, {"output": ["a", "c"], "bytes_per_token": 2.5})
    'an algorithm of its own: 50.0 % of its tokens are ours, 2.50 bytes a token to our 3.00'
    """
    theirs = set(found["output"])
    shared = len(theirs.intersection(base["output"])) / max(1, len(theirs))  # it may have none
    return (
        f"an algorithm of its own: {shared:.1%} of its tokens are ours, "
        f"{found['bytes_per_token']:.2f} bytes a token to our {base['bytes_per_token']:.2f}"
    ).replace("%", " %")
