"""The one step of training: merging a pair wherever it stands, and counting its neighbours anew.

A token's id is written at its first and at its last place; so the token to the left of place `i`
ends at `i - 1`, and the one to the right of a token starting at `i` begins at `i + length`.

A merge changes the counts of pairs with the tokens beside it. The changes are summed up for each
distinct neighbour first, so that each costs the table of pairs one look, however often it stands
there.
"""

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.chunks import Integers
from bpe_course.compiled.heaps import LENGTH
from bpe_course.compiled.jit import lean
from bpe_course.compiled.layout import Marks, Places, Weights
from bpe_course.compiled.pair_table import COUNT, KEY, START, STOP, pack, row_of

ABSORBED = -2

# The neighbours on each side of a merge are an array of rows. Row `n` holds the n-th distinct
# neighbour, and what is known of the neighbour with the id `n`: how often it stands there, at how
# many places, and where in the list of places the next of its places goes.
RIGHT, LEFT = range(2)
DISTINCT, WEIGHT, SIZE, END = range(4)

# A row for each place where the pair stood, with the neighbours to its left and right.
Joined = npt.NDArray[np.int32]
PLACE, BEFORE, AFTER = range(3)


@lean
def join(
    marks: Marks,
    weights: Weights,
    places: Places,
    pair: tuple[int, int, int],
    lengths: tuple[int, int],
    joined: Joined,
    sides: Integers,
) -> tuple[int, tuple[int, int]]:
    """Write the new token wherever `pair`, two old ids and the new one, stands, left to right.

    Return the number of places, and of distinct neighbours on the right and on the left.
    """
    left, right, new_id = pair
    lefts, rights = sides[LEFT], sides[RIGHT]
    length = lengths[0] + lengths[1]
    size, known_left, known_right = 0, 0, 0
    for start in places:
        middle, end = start + lengths[0], start + length
        if marks[start] != left or marks[middle] != right:
            continue
        before, after, weight = marks[start - 1], marks[end], weights[start]
        marks[middle] = ABSORBED
        marks[start] = marks[end - 1] = new_id
        joined[size, PLACE], joined[size, BEFORE], joined[size, AFTER] = start, before, after
        size += 1
        if before >= 0:
            if lefts[before, SIZE] == 0:
                lefts[known_left, DISTINCT] = before
                known_left += 1
            lefts[before, SIZE] += 1
            lefts[before, WEIGHT] += weight
        if after >= 0:
            if rights[after, SIZE] == 0:
                rights[known_right, DISTINCT] = after
                known_right += 1
            rights[after, SIZE] += 1
            rights[after, WEIGHT] += weight
    return size, (known_right, known_left)


@lean
def recount(
    pairs: Integers, sides: Integers, which: int, known: int, old: int, new: int, start: int
) -> int:
    """Enter the new pairs with the neighbours on one side; take from the old pairs' counts.

    Where a neighbour stood beside the token `old`, it now stands beside `new`. The lists of the
    new pairs' places go to `start` and behind; return where they end.
    """
    side = sides[which]
    for number in range(2 * known):
        neighbour = side[number >> 1, DISTINCT]
        partner = new if number & 1 else old
        key = pack(neighbour, partner) if which == LEFT else pack(partner, neighbour)
        row = row_of(pairs, key)
        if partner == old:
            pairs[row, COUNT] -= side[neighbour, WEIGHT]
        else:
            side[neighbour, END] = start
            pairs[row, KEY], pairs[row, COUNT] = key, side[neighbour, WEIGHT]
            pairs[row, START] = start
            start += side[neighbour, SIZE]
            pairs[row, STOP] = start
    return start


@lean
def list_places(places: Places, joined: Joined, spots: Integers, sides: Integers) -> None:
    """Give each new pair the list of its places, in ascending order."""
    lefts, rights = sides[LEFT], sides[RIGHT]
    for number in range(len(joined)):
        start = joined[number, PLACE]
        before, after = joined[number, BEFORE], joined[number, AFTER]
        if before >= 0:
            places[lefts[before, END]] = start - spots[before, LENGTH]
            lefts[before, END] += 1
        if after >= 0:
            places[rights[after, END]] = start
            rights[after, END] += 1
