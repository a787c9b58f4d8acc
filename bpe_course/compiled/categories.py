"""What class of character each code point is, as far as the three published patterns can tell.

The table is asked of the installed `regex` module, so a scanner and a regular expression agree by
construction, whichever version of Unicode that module knows.
"""

from enum import IntEnum, auto
from functools import cache

import numpy as np
import regex

from bpe_course.compiled.chunks import Bytes

CODE_POINTS = 0x110000


class CharacterClass(IntEnum):
    """Classes of characters: two of one class are alike to every alternative of every pattern.

    The letters of the contractions have classes of their own. `END` stands for the end of the text
    and is no character's class.
    """

    END = 0
    SYMBOL = auto()
    SLASH = auto()
    APOSTROPHE = auto()
    SPACE = auto()
    OTHER_SPACE = auto()
    LINE_BREAK = auto()
    NUMBER = auto()
    MARK = auto()
    CASELESS = auto()
    UPPER = auto()
    UPPER_SDMT = auto()
    UPPER_L = auto()
    UPPER_VR = auto()
    UPPER_E = auto()
    LOWER = auto()
    LOWER_SDMT = auto()
    LONG_S = auto()
    LOWER_L = auto()
    LOWER_VR = auto()
    LOWER_E = auto()


PROPERTIES: dict[CharacterClass, str] = {
    CharacterClass.OTHER_SPACE: r"\s",
    CharacterClass.LOWER: r"\p{Ll}",
    CharacterClass.UPPER: r"[\p{Lu}\p{Lt}]",
    CharacterClass.CASELESS: r"[\p{Lm}\p{Lo}]",
    CharacterClass.MARK: r"\p{M}",
    CharacterClass.NUMBER: r"\p{N}",
}

# The characters that a pattern names; U+017F is an `s` where case is ignored.
NAMED: dict[CharacterClass, str] = {
    CharacterClass.SLASH: "/",
    CharacterClass.APOSTROPHE: "'",
    CharacterClass.SPACE: " ",
    CharacterClass.LINE_BREAK: "\r\n",
    CharacterClass.UPPER_SDMT: "SDMT",
    CharacterClass.UPPER_L: "L",
    CharacterClass.UPPER_VR: "VR",
    CharacterClass.UPPER_E: "E",
    CharacterClass.LOWER_SDMT: "sdmt",
    CharacterClass.LONG_S: "\u017f",
    CharacterClass.LOWER_L: "l",
    CharacterClass.LOWER_VR: "vr",
    CharacterClass.LOWER_E: "e",
}


@cache
def unicode_classes() -> Bytes:
    """Return the class of every code point, at the index that is its number.

    >>> table = unicode_classes()
    >>> [CharacterClass(table[ord(character)]).name for character in "a1 /€"]
    ['LOWER', 'NUMBER', 'SPACE', 'SLASH', 'SYMBOL']
    """
    table = np.full(CODE_POINTS, CharacterClass.SYMBOL, dtype=np.uint8)
    runs = regex.compile("|".join(f"({members}+)" for members in PROPERTIES.values()))
    classes = list(PROPERTIES)
    for run in runs.finditer("".join(map(chr, range(CODE_POINTS)))):
        start, end = run.span()
        table[start:end] = classes[(run.lastindex or 0) - 1]
    for named, characters in NAMED.items():
        table[[ord(character) for character in characters]] = named
    table.flags.writeable = False
    return table
