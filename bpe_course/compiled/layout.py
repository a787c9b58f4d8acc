"""All distinct chunks in one array, and where each pair of bytes stands in it."""

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import kernel
from bpe_course.compiled.pair_table import COUNT, KEY, START, STOP, new_table, pack, row_of

SEPARATOR = -1

Marks = npt.NDArray[np.int32]
Places = npt.NDArray[np.int32]
Weights = npt.NDArray[np.signedinteger]  # of 32 bits if they are enough, which is quicker


def narrowed(counts: Integers) -> Weights:
    """Return the counts as numbers of 32 bits if none is too large."""
    fits = counts.max(initial=0) <= np.iinfo(np.int32).max
    return counts.astype(np.int32) if fits else counts


@kernel
def count_places(offsets: Integers) -> int:
    """Count the places that a layout needs; a chunk of fewer than two bytes has no pair."""
    places = 1
    for chunk in range(len(offsets) - 1):
        length = offsets[chunk + 1] - offsets[chunk]
        if length > 1:
            places += length + 1
    return places


@kernel
def lay_out(data: Bytes, offsets: Integers, counts: Weights, places: int) -> tuple[Marks, Weights]:
    """Write the chunks that have a pair one after another, separators around and between them.

    Return the marks, for each place the id of the byte there, and the weights, for each place how
    often the chunk occurs to which it belongs.
    """
    marks = np.empty(places, np.int32)
    weights = np.zeros(places, counts.dtype)
    marks[0] = SEPARATOR
    place = 1
    for chunk in range(len(offsets) - 1):
        if offsets[chunk + 1] - offsets[chunk] < 2:
            continue
        for source in range(offsets[chunk], offsets[chunk + 1]):
            marks[place], weights[place] = data[source], counts[chunk]
            place += 1
        marks[place] = SEPARATOR
        place += 1
    return marks, weights


@kernel
def find_byte_pairs(marks: Marks, weights: Weights, expected: int) -> tuple[Integers, Places]:
    """Make the table of the pairs of bytes, and the list of their places, ascending by pair.

    The table has room for all pairs of bytes and for as many pairs as are expected later. The list
    has as much room again for the places of the pairs that merging makes.

    There are few pairs of bytes, so each has a number of its own and needs no hashing.
    """
    counts = np.zeros(65536, np.int64)
    stops = np.zeros(65536, np.int64)
    for place in range(1, len(marks) - 1):
        if marks[place] >= 0 and marks[place + 1] >= 0:
            number = marks[place] << 8 | marks[place + 1]
            counts[number] += weights[place]
            stops[number] += 1
    pairs = new_table(2 * max(expected, 65536))
    size = 0
    for number in range(65536):
        start, size = size, size + stops[number]
        stops[number] = start
        if size > start:
            key = pack(number >> 8, number & 255)
            row = row_of(pairs, key)
            pairs[row, KEY], pairs[row, COUNT] = key, counts[number]
            pairs[row, START], pairs[row, STOP] = start, size
    places = np.empty(2 * size, np.int32)
    for place in range(1, len(marks) - 1):
        if marks[place] >= 0 and marks[place + 1] >= 0:
            number = marks[place] << 8 | marks[place + 1]
            places[stops[number]] = place
            stops[number] += 1
    return pairs, places
