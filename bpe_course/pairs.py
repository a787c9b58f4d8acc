"""Counting pairs, choosing one, merging it: the three moves from which byte pair encoding is made.

A pair is two neighbors in a sequence of ids. Nothing here knows about text, bytes or files; the
functions work on any sequence of hashable symbols, so the same code runs on ids and on letters.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, TypeVar, get_args

Symbol = TypeVar("Symbol")
Pair = tuple[int, int]
TieBreak = Literal["first", "smallest", "largest"]

TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)


def count_pairs(ids: Sequence[Symbol]) -> dict[tuple[Symbol, Symbol], int]:
    """Count each pair of neighbors; the dictionary holds the pairs in order of first sight.

    Every place counts, so overlapping pairs do too: three equal ids in a row hold their pair twice.

    >>> count_pairs([1, 2, 3, 1, 2])
    {(1, 2): 2, (2, 3): 1, (3, 1): 1}
    >>> count_pairs([7, 7, 7])
    {(7, 7): 2}
    >>> count_pairs([7])
    {}
    """
    counts: dict[tuple[Symbol, Symbol], int] = {}
    for pair in pairwise(ids):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge_pair(ids: Sequence[Symbol], pair: tuple[Symbol, Symbol], new_id: Symbol) -> list[Symbol]:
    """Return a new list in which every occurrence of `pair`, left to right, has become `new_id`.

    >>> merge_pair([2, 2, 8, 9, 5, 3, 8, 9], (8, 9), 257)
    [2, 2, 257, 5, 3, 257]
    >>> merge_pair([7, 7, 7], (7, 7), 256)
    [256, 7]
    """
    merged: list[Symbol] = []
    position = 0
    while position < len(ids):
        if position + 1 < len(ids) and (ids[position], ids[position + 1]) == pair:
            merged.append(new_id)
            position += 2
        else:
            merged.append(ids[position])
            position += 1
    return merged


def most_common_pair(
    counts: Mapping[Pair, int],
    tie_break: TieBreak = "first",
    tokens: Mapping[int, bytes] | None = None,
) -> Pair:
    """Return the pair with the highest count; `tie_break` decides between equals.

    - `"first"`: the pair that `counts` holds first, so the one seen first in the text. The rule of
      minbpe and of tiktoken's educational module.
    - `"smallest"`: the smallest pair of ids. The rule of rustbpe and Hugging Face.
    - `"largest"`: the greatest pair of byte strings, read from `tokens`. The rule of subword-nmt
      and of Stanford's CS336.

    Raises `ValueError` if there is no pair, or the rule is unknown.

    >>> counts = {(2, 2): 3, (1, 9): 3, (0, 0): 1}
    >>> most_common_pair(counts), most_common_pair(counts, "smallest")
    ((2, 2), (1, 9))
    """
    if not counts:
        raise ValueError("there is no pair to choose: the sequence has fewer than two ids")
    highest = max(counts.values())
    tied = [pair for pair, count in counts.items() if count == highest]
    return break_tie(tied, tie_break, tokens)


def break_tie(
    tied: Sequence[Pair], tie_break: TieBreak, tokens: Mapping[int, bytes] | None = None
) -> Pair:
    """Choose one of several pairs with equal counts, given in order of first sight.

    >>> break_tie([(1, 2), (0, 5)], "largest", {0: b"a", 1: b"b", 2: b"c", 5: b"d"})
    (1, 2)
    """
    check_tie_break(tie_break)
    if tie_break == "first":
        return tied[0]
    if tie_break == "smallest":
        return min(tied)
    if tokens is None:
        raise ValueError('tie_break="largest" compares byte strings: pass `tokens`, id to bytes')
    return max(tied, key=lambda pair: (tokens[pair[0]], tokens[pair[1]]))


def check_tie_break(tie_break: str) -> None:
    """Raise `ValueError` unless `tie_break` is one of the three rules."""
    if tie_break not in TIE_BREAKS:
        raise ValueError(
            f"unknown tie_break {tie_break!r}: expected one of {', '.join(TIE_BREAKS)}"
        )
