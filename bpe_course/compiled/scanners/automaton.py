"""A pattern as an automaton, which reads each character once and never goes back.

A regular expression tries an alternative, fails and tries the next. But these patterns look ahead
so little that a few states can hold all that matters: what the chunk has come to, and where it ends
if what follows does not fit. So the time grows with the length alone, whatever the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.categories import CharacterClass
from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import inlined, kernel
from bpe_course.compiled.keys import Place
from bpe_course.compiled.scanners.groups import Group

Table = npt.NDArray[np.uint16]

WIDTH = 32  # of a table's row: a power of two, no less than the number of classes
MOST_CUTS = 3  # that one character can decide
END = int(CharacterClass.END)
_ZERO, _ONE, _TWO, _THREE, _END = map(np.uint64, (0, 1, 2, 3, END))


class Cut(IntFlag):
    """Where a chunk ends, as the character just read decides; `SET_MARK` remembers this place."""

    NONE = 0
    HERE = 1
    AT_MARK = 2
    BEFORE_LAST = 4
    SET_MARK = 8


@dataclass(frozen=True)
class State:
    """What the characters read so far have come to, and what the next one does.

    A character in `goes` continues the chunk. Any other cuts at `cut` and is then read as the state
    `then` reads it. With `marks`, coming from another state sets the mark before the character that
    led here. A chunk always ends where the text does; `END` in `goes` says: and nowhere before.
    """

    goes: Mapping[Group, str] = field(default_factory=dict)
    cut: Cut = Cut.HERE
    then: str = "start"
    marks: bool = False


def tabulate(states: Mapping[str, State]) -> Table:
    """Lay an automaton out as two tables: for each state and class, the next row and the cuts.

    A row is given by the place where it begins. The state `start` comes first.
    """
    places = {name: number * WIDTH for number, name in enumerate(states)}
    table = np.zeros((2, len(states) * WIDTH), dtype=np.uint16)
    for name, place in places.items():
        for character_class in CharacterClass:
            cuts, following = move(states, name, character_class)
            table[:, place + character_class] = places[following], cuts
    table.flags.writeable = False
    return table


def move(
    states: Mapping[str, State], name: str, character_class: CharacterClass
) -> tuple[Cut, str]:
    """Return where a class of character cuts in a state, and the state that follows.

    >>> letter, space = frozenset([CharacterClass.LOWER]), frozenset([CharacterClass.SPACE])
    >>> states = {"start": State({letter: "word", space: "start"}), "word": State({letter: "word"})}
    >>> move(states, "word", CharacterClass.LOWER)
    (<Cut.NONE: 0>, 'word')
    >>> move(states, "word", CharacterClass.SPACE)
    (<Cut.HERE: 1>, 'start')
    """
    state = states[name]
    following = next((to for group, to in state.goes.items() if character_class in group), None)
    if character_class == CharacterClass.END and (following or name == "start"):
        return (Cut.HERE if following else Cut.NONE), "start"
    if following is None:
        cuts, following = move(states, state.then, character_class)
        return state.cut | cuts, following
    sets_mark = states[following].marks and following != name
    return (Cut.SET_MARK if sets_mark else Cut.NONE), following


@kernel
def find_borders(
    data: Bytes, classes: Bytes, table: Table, start: int, stop: int, ends: Integers
) -> Place:
    """Write the ends of the chunks of `data[start:stop]` into `ends`; return how many.

    The bytes are whole characters of valid UTF-8; a chunk begins at `start` and the text ends at
    `stop`. If `ends` has no room for what one more character may decide, the rest is left for
    another call, which starts at the last end. At least one end is found in any text.
    """
    room = ends if len(ends) >= MOST_CUTS else np.empty(MOST_CUTS, dtype=np.int64)
    most, limit = len(room) - MOST_CUTS, np.uint64(stop)
    # Places are unsigned: an index that cannot be negative is looked up without asking.
    position = last = mark = np.uint64(start)
    row = count = _ZERO
    while count <= most and last < limit:
        character_class = _END
        width = _ONE
        if position < limit:
            first = data[position]
            character_class = np.uint64(classes[first])
            if first >= 0x80:
                code_point, length = decode(data, position, first)
                character_class = np.uint64(classes[code_point])
                width = np.uint64(length)
        cuts = table[1, row + character_class]
        row = np.uint64(table[0, row + character_class])
        if cuts > 1:
            room[count] = mark
            count += np.uint64(cuts >> 1 & 1)
            room[count] = last
            count += np.uint64(cuts >> 2 & 1)
            if cuts >> 3:
                mark = position
        # Written in any case and counted if it is a border: nobody can foresee where words end, so
        # that costs less than to ask.
        room[count] = position
        count += np.uint64(cuts & 1)
        last = position
        position += width
    found: Place = np.int64(count)
    if len(ends) < MOST_CUTS:
        found = min(found, len(ends))
        for number in range(found):  # assigning a slice takes Numba seconds to compile
            ends[number] = room[number]
    return found


@inlined
def decode(data: Bytes, position: Place, first: Place) -> tuple[Place, Place]:
    """Return the code point that starts with the byte `first`, and how many bytes it has."""
    rest = data[position + _ONE] & 0x3F
    if first < 0xE0:
        return (first & 0x1F) << 6 | rest, 2
    rest = rest << 6 | data[position + _TWO] & 0x3F
    if first < 0xF0:
        return (first & 0x0F) << 12 | rest, 3
    return (first & 0x07) << 18 | rest << 6 | data[position + _THREE] & 0x3F, 4
