"""What training knows of each pair, in a hash table of one array.

A row holds a pair, packed into one number, its count, and the stretch of the list of occurrences
where its places stand. Rows lie where the hash of the pair puts them, or in the next free row
("open addressing"), so that one look into memory mostly finds everything about a pair.
"""

import numpy as np

from bpe_course.compiled.chunks import Integers
from bpe_course.compiled.jit import inlined, kernel, lean
from bpe_course.compiled.keys import Place

# The columns of a row.
KEY, COUNT, START, STOP = range(4)

EMPTY = -1
_SPREAD = 0x1E3779B97F4A7C15  # odd; the product's upper half depends on every bit of a key
_RIGHT = 0xFFFFFFFF


@inlined
def pack(left: Place, right: Place) -> int:
    """Write a pair of numbers as one, ordered as the pairs are; mostly, a pair of ids.

    >>> pack(1, 2) == (1 << 32) + 2
    True
    """
    return int((np.int64(left) << 32) | np.int64(right))


@inlined
def unpack(key: int) -> tuple[int, int]:
    """Return the pair that a number stands for.

    >>> unpack((1 << 32) + 2)
    (1, 2)
    """
    return key >> 32, key & _RIGHT


@inlined
def hash_pair(key: int) -> int:
    """Return a number whose last bits say in which row the search for a pair begins."""
    return (key * _SPREAD) >> 32


@lean
def row_of(pairs: Integers, key: int) -> int:
    """Find the row of a pair, or the free row where it belongs."""
    last = len(pairs) - 1
    row = hash_pair(key) & last
    while pairs[row, KEY] != key and pairs[row, KEY] != EMPTY:
        row = (row + 1) & last
    return row


@kernel
def new_table(rows: int) -> Integers:
    """Return an empty table of at least so many rows."""
    size = 1
    while size < rows:
        size *= 2
    return np.full((size, 4), EMPTY, np.int64)


@kernel
def rehash(pairs: Integers, new_rows: int) -> Integers:
    """Return a table of at least `new_rows` rows besides three for each living pair.

    A pair that stands nowhere is left out: it never returns.
    """
    living = 0
    for row in range(len(pairs)):
        living += pairs[row, KEY] != EMPTY and pairs[row, COUNT] > 0
    moved = new_table(new_rows + 3 * living)
    for row in range(len(pairs)):
        if pairs[row, KEY] != EMPTY and pairs[row, COUNT] > 0:
            place = row_of(moved, pairs[row, KEY])
            for column in range(4):
                moved[place, column] = pairs[row, column]
    return moved
