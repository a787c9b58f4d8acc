"""A heap of pairs: the one with the highest count on top, and among equals the tie rule's choice.

An entry is a row of three numbers: the count hoped for, which was a pair's when the entry was last
looked at and may be less now, what breaks a tie, and the pair itself. By the rule "first" a place
breaks the tie, by the others the pair: the smaller number is better by "first" and "smallest", and
by "largest" the pair whose byte strings are greater.
"""

from typing import NamedTuple

import numpy as np

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import inlined, lean
from bpe_course.compiled.layout import Marks
from bpe_course.compiled.pair_table import unpack
from bpe_course.pairs import TIE_BREAKS, TieBreak

FIRST, SMALLEST, LARGEST = map(TIE_BREAKS.index, ("first", "smallest", "largest"))

# The columns of an entry.
HOPED, TIE, PAIR = range(3)

# The columns of `spots`.
SPELLED_FROM, LENGTH = range(2)


class TieRule(NamedTuple):
    """A tie rule, and for "largest" the bytes of the tokens.

    Token `n` is spelled `text[start:start + length]`, where `start, length = spots[n]`.
    """

    number: int
    text: Bytes
    spots: Integers


def new_rule(tie_break: TieBreak, marks: Marks, ids: int) -> TieRule:
    """Spell the 256 bytes, with room for all ids. Only the rule "largest" reads the text."""
    text = marks.astype(np.uint8) if tie_break == "largest" else np.empty(0, np.uint8)
    spots = np.ones((ids, 2), np.int64)
    spots[:256, SPELLED_FROM] = np.arange(len(text), len(text) + 256)
    text = np.append(text, np.arange(256, dtype=np.uint8))
    return TieRule(TIE_BREAKS.index(tie_break), text, spots)


@lean
def compare_tokens(rule: TieRule, token: int, other: int) -> int:
    """Compare the bytes of two tokens: negative, zero or positive, as the first is the lesser."""
    text, spots = rule.text, rule.spots
    if token == other:
        return 0
    start, other_start = spots[token, SPELLED_FROM], spots[other, SPELLED_FROM]
    for place in range(min(spots[token, LENGTH], spots[other, LENGTH])):
        difference = np.int64(text[start + place]) - np.int64(text[other_start + place])
        if difference != 0:
            return int(difference)
    return int(spots[token, LENGTH] - spots[other, LENGTH])


@inlined
def is_better(heap: Integers, entry: int, other: int, rule: TieRule) -> bool:
    """Whether one entry of the heap comes before another."""
    if heap[entry, HOPED] != heap[other, HOPED]:
        return bool(heap[entry, HOPED] > heap[other, HOPED])
    if rule.number != LARGEST:
        return bool(heap[entry, TIE] < heap[other, TIE])
    left, right = unpack(heap[entry, PAIR])
    other_left, other_right = unpack(heap[other, PAIR])
    difference = compare_tokens(rule, left, other_left)
    if difference == 0:
        difference = compare_tokens(rule, right, other_right)
    return difference > 0


@inlined
def exchange(heap: Integers, entry: int, other: int) -> None:
    """Let two entries change places."""
    for column in range(3):
        heap[entry, column], heap[other, column] = heap[other, column], heap[entry, column]


@lean
def rise(heap: Integers, entry: int, rule: TieRule) -> None:
    """Move an entry up until the one above it is better."""
    while entry > 0:
        above = (entry - 1) >> 1
        if is_better(heap, above, entry, rule):
            return
        exchange(heap, entry, above)
        entry = above


@lean
def sink(heap: Integers, size: int, rule: TieRule) -> None:
    """Move the top entry down until it is better than those below it."""
    entry = 0
    while 2 * entry + 1 < size:
        below = 2 * entry + 1
        if below + 1 < size and is_better(heap, below + 1, below, rule):
            below += 1
        if is_better(heap, entry, below, rule):
            return
        exchange(heap, entry, below)
        entry = below
