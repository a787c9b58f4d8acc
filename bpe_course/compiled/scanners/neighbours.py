"""GPT-2's pattern in ASCII text: each place is judged by its neighbours, so many at once.

An automaton reads one character after another, for what the next one does depends on the state it
is in. But whether a chunk of this pattern begins at a place can be seen from the four characters
before it and the two from there on. So no step of the loops that judge waits for the one before,
and the compiler has the processor do up to 64 steps with one instruction. It needs small numbers
for that, hence bytes, and places that cannot be negative.
"""

from typing import NamedTuple

import numpy as np

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import inlined, kernel, lean
from bpe_course.compiled.keys import Place, Word, Words

BLOCK = 1024  # bytes, few enough that what is found out about them stays at hand

NOBODY, LETTER, NUMBER, SYMBOL, SPACE, OTHER_SPACE = map(np.uint8, (0, 1, 2, 4, 8, 16))
_WHITE, _TAKES_APOSTROPHE = SPACE | OTHER_SPACE, SYMBOL | SPACE
_NO, _ONE_LETTER, _TWO_LETTERS = map(np.uint8, (0, 2, 3))  # bytes of a contraction
_TAB, _BLANK, _APOSTROPHE, _DIGIT_0, _A = map(np.uint8, b"\t '0a")
_D, _E, _L, _M, _R, _S, _T, _V = map(np.uint8, b"delmrstv")
_SMALL, _LETTERS, _DIGITS, _WHITE_CONTROLS = map(np.uint8, (32, 26, 10, 5))
_ZERO, _ONE, _TWO, _THREE, _EIGHT = map(np.uint64, (0, 1, 2, 3, 8))
_NOT_ASCII = np.uint64(0x8080808080808080)


class Judged(NamedTuple):
    """What is found out about the places of a block, each of the three by a loop of its own."""

    kinds: Bytes  # of the characters; the first is `NOBODY`, who stands before the block
    contractions: Bytes  # how long the one is that begins there, or 0; the first three are before
    begins: Bytes  # 1 where a chunk begins


@kernel
def new_judged() -> Judged:
    """Return room for a block."""
    return Judged(
        np.empty(BLOCK + 1, np.uint8), np.empty(BLOCK + 3, np.uint8), np.empty(BLOCK, np.uint8)
    )


@lean
def count_ascii(words: Words, start: Word, most: Word) -> Word:
    """Return how many characters from `start` on are ASCII, by eights, `most` or fewer."""
    size = _ZERO
    while size + _EIGHT <= most and words[start + size] & _NOT_ASCII == 0:
        size += _EIGHT
    return size


@lean
def list_ends(data: Bytes, start: Word, size: Word, judged: Judged, ends: Integers) -> Place:
    """Write where chunks end within `size` ASCII characters, two to `BLOCK`; return how many do.

    A chunk begins at `start`. Whether one ends before the last character is left open: that may
    depend on the next. A place is written in any case and counted if a chunk ends there.
    """
    sort_characters(data, start, size, judged.kinds)
    find_contractions(data, start, size, judged.kinds, judged.contractions)
    judge_places(size, judged.kinds, judged.contractions, judged.begins)
    count = _ZERO
    for step in range(_ONE, size - _ONE):
        ends[count] = start + step
        count += np.uint64(judged.begins[step])
    return np.int64(count)


@lean
def sort_characters(data: Bytes, start: Word, size: Word, kinds: Bytes) -> None:
    """Note of what kind each character is."""
    kinds[0] = NOBODY
    for step in range(size):
        kinds[step + _ONE] = kind_of(data[start + step])


@inlined
def kind_of(character: Place) -> Place:
    """Return the kind of an ASCII character; the bit 32 makes a small letter of a capital."""
    if np.uint8((character | _SMALL) - _A) < _LETTERS:
        return LETTER
    if np.uint8(character - _DIGIT_0) < _DIGITS:
        return NUMBER
    if character == _BLANK:
        return SPACE
    return OTHER_SPACE if np.uint8(character - _TAB) < _WHITE_CONTROLS else SYMBOL


@lean
def find_contractions(
    data: Bytes, start: Word, size: Word, kinds: Bytes, contractions: Bytes
) -> None:
    """Note how long the contraction at each place is: `'s`, `'d`, `'m`, `'t`, `'ll`, `'ve`, `'re`.

    An apostrophe after a symbol or a space begins none: it belongs to the chunk that begins there.
    """
    contractions[0] = contractions[1] = contractions[2] = _NO
    for step in range(size - _TWO):
        place = start + step
        mark, first, second = data[place], data[place + _ONE], data[place + _TWO]
        opens = (mark == _APOSTROPHE) & (kinds[step] & _TAKES_APOSTROPHE == 0)
        one = (first == _S) | (first == _D) | (first == _M) | (first == _T)
        v_or_r = (first == _V) | (first == _R)
        two = ((first == _L) & (second == _L)) | (v_or_r & (second == _E))
        length = np.uint8(one) * _ONE_LETTER | np.uint8(two) * _TWO_LETTERS
        contractions[step + _THREE] = np.uint8(opens) * length


@lean
def judge_places(size: Word, kinds: Bytes, contractions: Bytes, begins: Bytes) -> None:
    """Note where a chunk begins: after a contraction, not within one, elsewhere by the kinds."""
    for step in range(_ONE, size - _ONE):
        three_ago, two_ago = contractions[step], contractions[step + _ONE]
        after = (three_ago == _TWO_LETTERS) | (two_ago == _ONE_LETTER)
        within = contractions[step + _TWO] != _NO
        changes = is_change(kinds[step], kinds[step + _ONE], kinds[step + _TWO])
        begins[step] = np.uint8(after) | (np.uint8(changes) & np.uint8(not within))


@inlined
def is_change(before: Place, here: Place, after: Place) -> bool:
    """Return whether a chunk begins at a character of this kind between two others.

    White space is a chunk but for its last character. A space goes with what follows it.
    """
    if here & _WHITE:
        return bool((before & _WHITE == 0) | (after & _WHITE == 0))
    if before & _WHITE:
        return bool(before == OTHER_SPACE)
    return bool(before != here)
