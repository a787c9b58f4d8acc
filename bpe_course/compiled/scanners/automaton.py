"""A pattern as an automaton, which reads each character once and never goes back.

A regular expression tries an alternative, fails and tries the next. But these patterns look ahead
so little that a few states can hold all that matters: what the chunk has come to, and where it ends
if what follows does not fit. So the time grows with the length alone, whatever the text.

Each step must wait for the one before it to say which state comes next. Hence other tables say what
two characters do together: one, which is waited for, the state that follows, and one the cuts.
ASCII text is read four characters at a time, in two such steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.categories import CharacterClass
from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import inlined, kernel
from bpe_course.compiled.keys import Place, Words
from bpe_course.compiled.scanners.groups import Group

Table = npt.NDArray[np.uint32]
Rows = npt.NDArray[np.uint16]

WIDTH = 32  # of a table's row: a power of two, no less than the number of classes
MOST_STATES = (1 << 16) // WIDTH**2  # the place where a row for two characters begins has 16 bits
MOST_CUTS = 12  # that four characters can decide
_ZERO, _ONE, _TWO, _THREE, _FOUR, _SIX, _SEVEN, _EIGHT = map(np.uint64, (0, 1, 2, 3, 4, 6, 7, 8))
_CLASS_BITS = np.uint64(WIDTH.bit_length() - 1)
_SIXTEEN, _BYTE, _NOT_ASCII = map(np.uint64, (16, 0xFF, 0x80808080))
_END = np.uint64(CharacterClass.END)
_MARKS = np.uint64(0xAA)  # the bits of `AT_MARK` and `SET_MARK`, of two characters


class Tables(NamedTuple):
    """An automaton as arrays: what one character does, and what two do.

    A row is given by the place where it begins: in `single` the row of a state has `WIDTH` places,
    in the others `WIDTH` times as many.
    """

    single: Table  # for one character: the next row, and in the last eight bits the cuts
    following: Rows  # the next row after two characters
    cuts: Bytes  # of two characters: of the second one, and in the last four bits of the first

    @classmethod
    def of_states(cls, states: "Mapping[str, State]") -> "Tables":
        """Lay an automaton out.

        Raises `ValueError` if it has more than `MOST_STATES` states or does not begin with `start`.
        """
        if next(iter(states), None) != "start":
            raise ValueError(f"the states are {', '.join(states)}: the first one must be start")
        if len(states) > MOST_STATES:
            raise ValueError(
                f"an automaton has at most {MOST_STATES} states, this one {len(states)}: "
                "let states that do the same be one"
            )
        single = tabulate(states)
        return cls(single, *tabulate_pairs(single))


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
    """Lay out what one character does: the next row, and in the last bits the cuts."""
    places = {name: number * WIDTH for number, name in enumerate(states)}
    table = np.zeros(len(states) * WIDTH, dtype=np.uint32)
    for name, place in places.items():
        for character_class in CharacterClass:
            cuts, following = move(states, name, character_class)
            table[place + character_class] = places[following] << 8 | cuts
    return table


def tabulate_pairs(single: Table) -> tuple[Rows, Bytes]:
    """Lay out what two characters do: the row that follows, and the cuts of both."""
    then = single[(single >> 8)[:, None] + np.arange(WIDTH)]
    cuts = (then & 0xF) << 4 | (single & 0xF)[:, None]
    return ((then >> 8) * WIDTH).astype(np.uint16).ravel(), cuts.astype(np.uint8).ravel()


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
def run_automaton(
    data: Bytes, words: Words, classes: Bytes, tables: Tables, start: int, stop: int, ends: Integers
) -> Place:
    """Write the ends of the chunks of `data[start:stop]` into `ends`; return how many.

    All is as `scanner.find_borders` has it, which calls this: for every text and every pattern it
    is enough.
    """
    most, limit = np.uint64(len(ends) - MOST_CUTS), np.uint64(stop)
    # Places are unsigned: an index that cannot be negative is looked up without asking.
    position = last = mark = np.uint64(start)
    row = count = _ZERO
    while count <= most and last < limit:
        if position + _SEVEN < limit and words[position] & _NOT_ASCII == _ZERO:
            word, middle = words[position], position + _TWO
            place = row + two_classes(classes, word)
            then = np.uint64(tables.following[place]) + two_classes(classes, word >> _SIXTEEN)
            row = np.uint64(tables.following[then])
            first, second = np.uint64(tables.cuts[place]), np.uint64(tables.cuts[then])
            if (first | second) & _MARKS:
                mark, count = cut_by_marks(first, ends, count, position, last, mark)
                mark, count = cut_by_marks(second, ends, count, middle, middle - _ONE, mark)
            else:
                count = cut_twice(first, ends, count, position, last)
                count = cut_twice(second, ends, count, middle, middle - _ONE)
            position, last = middle + _TWO, middle + _ONE
        else:
            character_class, width = class_at(data, classes, position, limit)
            entry = np.uint64(tables.single[(row >> _CLASS_BITS) + character_class])
            mark, count = cut(entry, ends, count, position, last, mark)
            position, last = position + width, position
            row = entry >> _EIGHT << _CLASS_BITS
    return np.int64(count)


@inlined
def two_classes(classes: Bytes, word: Place) -> Place:
    """Return the classes of two ASCII characters, the last ones of a word, as one number."""
    first = np.uint64(classes[word & _BYTE])
    return (first << _CLASS_BITS) + np.uint64(classes[word >> _EIGHT & _BYTE])


@inlined
def cut_by_marks(
    cuts: Place, ends: Integers, count: Place, position: Place, last: Place, mark: Place
) -> tuple[Place, Place]:
    """Write the ends that two characters decide; return the mark, and how many ends there are."""
    mark, count = cut(cuts, ends, count, position, last, mark)
    return cut(cuts >> _FOUR, ends, count, position + _ONE, position, mark)


@inlined
def cut(
    cuts: Place, ends: Integers, count: Place, position: Place, last: Place, mark: Place
) -> tuple[Place, Place]:
    """Write the ends that one character decides; return the mark, and how many ends there are.

    A place is written in any case and counted if a chunk ends there: nobody can foresee where words
    end, so that costs less than to ask.
    """
    ends[count] = mark
    count += cuts >> _ONE & _ONE
    ends[count] = last
    count += cuts >> _TWO & _ONE
    ends[count] = position
    count += cuts & _ONE
    return position if cuts & _EIGHT else mark, count


@inlined
def cut_twice(cuts: Place, ends: Integers, count: Place, position: Place, last: Place) -> Place:
    """Write the ends that two characters decide if neither needs the mark; return how many."""
    ends[count] = last
    count += cuts >> _TWO & _ONE
    ends[count] = position
    count += (cuts | cuts >> _SIX) & _ONE
    ends[count] = position + _ONE
    return count + (cuts >> _FOUR & _ONE)


@inlined
def class_at(data: Bytes, classes: Bytes, position: Place, limit: Place) -> tuple[Place, Place]:
    """Return the class of the character at a place, or of the end, and how many bytes it has."""
    if position >= limit:
        return _END, _ONE
    first = data[position]
    if first < 0x80:
        return np.uint64(classes[first]), _ONE
    code_point, length = decode(data, position, first)
    return np.uint64(classes[code_point]), np.uint64(length)


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
