r"""The pattern `o200k_base`: words of an upper half and a lower half, with their contractions.

A word is `[^\r\n\p{L}\p{N}]?`, then `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+` or
`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*`, and perhaps a contraction at the end.
The others are `\p{N}{1,3}`, ` ?[^\s\p{L}\p{N}]+[\r\n/]*`, `\s*[\r\n]+`, `\s+(?!\S)` and `\s+`.

Letters without case and marks fit both halves. The first form needs a lower half. If nothing in
lower case follows the upper half, it gives letters back until the last of it fits the lower half
too, and there the word ends. If none fits, the second form takes the word of capitals whole.
"""

from bpe_course.compiled.scanners import groups
from bpe_course.compiled.scanners.automaton import Cut, State, Tables
from bpe_course.compiled.scanners.white_space import WHITE_SPACE

EITHER = groups.CASELESS | groups.MARK
SYMBOL = groups.SYMBOL - groups.MARK

WORD = {groups.LOWER: "lower", groups.UPPER: "upper", EITHER: "either"}

STATES = {
    "start": State(
        WORD
        | {
            groups.NUMBER: "one digit",
            SYMBOL: "one symbol",
            groups.SPACE: "one space",
            groups.OTHER_SPACE: "one other space",
            groups.LINE_BREAK: "line breaks",
        }
    ),
    "upper": State(WORD | {groups.APOSTROPHE: "quote"}),
    "either": State(WORD | {groups.UPPER: "either, upper", groups.APOSTROPHE: "quote"}),
    # The mark stands after the last letter that may end the word.
    "either, upper": State(
        WORD | {groups.UPPER: "either, upper"}, Cut.AT_MARK, then="upper", marks=True
    ),
    "lower": State({groups.LOWER | EITHER: "lower", groups.APOSTROPHE: "quote"}),
    # An apostrophe after a word is no part of it unless a contraction comes of it.
    "quote": State(
        {
            groups.ANY_SDMT: "contraction",
            groups.LOWER_L: "'l",
            groups.UPPER_L: "'L",
            groups.LOWER_VR: "'v",
            groups.UPPER_VR: "'V",
        },
        Cut.AT_MARK,
        then="one symbol",
        marks=True,
    ),
    "'l": State({groups.ANY_L: "contraction"}, Cut.AT_MARK, then="lower"),
    "'L": State({groups.ANY_L: "contraction"}, Cut.AT_MARK, then="upper"),
    "'v": State({groups.ANY_E: "contraction"}, Cut.AT_MARK, then="lower"),
    "'V": State({groups.ANY_E: "contraction"}, Cut.AT_MARK, then="upper"),
    "contraction": State(),
    "one digit": State({groups.NUMBER: "two digits"}),
    "two digits": State({groups.NUMBER: "three digits"}),
    "three digits": State(),
    "one symbol": State(WORD | {SYMBOL: "symbols", groups.LINE_BREAK: "symbols, line breaks"}),
    "symbols": State({groups.SYMBOL: "symbols", groups.LINE_BREAK: "symbols, line breaks"}),
    "symbols, line breaks": State({groups.LINE_BREAK | groups.SLASH: "symbols, line breaks"}),
    "after one space": State(WORD | {SYMBOL: "symbols"}),
    "after one other space": State(WORD),
    **WHITE_SPACE,
}

TABLES = Tables.of_states(STATES)
