"""Scanners: how the borders of a pattern's chunks are found in UTF-8."""

from typing import NamedTuple

import numpy as np

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import kernel
from bpe_course.compiled.keys import Place, Words
from bpe_course.compiled.scanners.automaton import MOST_CUTS, Tables, run_automaton
from bpe_course.compiled.scanners.neighbours import BLOCK, count_ascii, list_ends, new_judged

FEWEST_CHARACTERS = 128  # of ASCII: fewer are not worth a block
FIRST_ROOM = MOST_CUTS + 4  # places: after five ends it is asked again what is ASCII


class Scanner(NamedTuple):
    """An automaton, and whether the pattern lets ASCII text do without it."""

    tables: Tables
    by_neighbours: bool  # in ASCII text each place can be judged by itself, as `neighbours` does


@kernel
def find_borders(
    data: Bytes,
    words: Words,
    classes: Bytes,
    scanner: Scanner,
    start: Place,
    stop: Place,
    ends: Integers,
) -> Place:
    """Write the ends of the chunks of `data[start:stop]` into `ends`; return how many.

    The bytes are whole characters of valid UTF-8, and `words` shows eight of them at each place; a
    chunk begins at `start` and the text ends at `stop`. If `ends`, of `MOST_CUTS` places or more,
    may have no room for them all, the rest is left for another call, which starts at the last end.
    At least one end is found in any text that is not empty.
    """
    if not scanner.by_neighbours or stop - start < FEWEST_CHARACTERS:
        return run_automaton(data, words, classes, scanner.tables, start, stop, ends)
    judged, count, room = new_judged(), 0, FIRST_ROOM
    while start < stop and count + MOST_CUTS <= len(ends):
        most = min(BLOCK, len(ends) - count, stop - start)
        size, found = count_ascii(words, np.uint64(start), np.uint64(most)), 0
        if size >= FEWEST_CHARACTERS:
            found = list_ends(data, np.uint64(start), size, judged, ends[count:])
            room = FIRST_ROOM
        if found == 0:
            part = ends[count : count + room]
            found = run_automaton(data, words, classes, scanner.tables, start, stop, part)
            room = min(2 * room, BLOCK)  # the longer nothing is ASCII, the less often it is asked
        count += found
        start = ends[count - 1]
    return count
