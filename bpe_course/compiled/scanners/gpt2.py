r"""GPT-2's pattern: `'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`."""

from bpe_course.compiled.scanners import groups
from bpe_course.compiled.scanners.automaton import Cut, State, Tables

NOT_SPACE = groups.OTHER_SPACE | groups.LINE_BREAK

STATES = {
    "start": State(
        {
            groups.LETTER: "letters",
            groups.NUMBER: "numbers",
            groups.APOSTROPHE: "apostrophe",
            groups.SYMBOL - groups.APOSTROPHE: "symbols",
            groups.SPACE: "one space",
            NOT_SPACE: "one other space",
        }
    ),
    "letters": State({groups.LETTER: "letters"}),
    "numbers": State({groups.NUMBER: "numbers"}),
    "symbols": State({groups.SYMBOL: "symbols"}),
    # An apostrophe is a symbol unless a contraction comes of it.
    "apostrophe": State(
        {
            groups.LOWER_SDMT: "contraction",
            groups.LOWER_L: "'l",
            groups.LOWER_VR: "'v",
            groups.SYMBOL: "symbols",
        }
    ),
    "'l": State({groups.LOWER_L: "contraction"}, Cut.BEFORE_LAST, then="letters"),
    "'v": State({groups.LOWER_E: "contraction"}, Cut.BEFORE_LAST, then="letters"),
    "contraction": State(),
    # The last of several spaces is left to what follows.
    "one space": State(
        {
            groups.LETTER: "letters",
            groups.NUMBER: "numbers",
            groups.SYMBOL: "symbols",
            groups.SPACE: "spaces",
            NOT_SPACE: "other spaces",
        }
    ),
    "one other space": State({groups.SPACE: "spaces", NOT_SPACE: "other spaces"}),
    "spaces": State(
        {groups.SPACE: "spaces", NOT_SPACE: "other spaces", groups.END: "start"},
        Cut.BEFORE_LAST,
        then="one space",
    ),
    "other spaces": State(
        {groups.SPACE: "spaces", NOT_SPACE: "other spaces", groups.END: "start"},
        Cut.BEFORE_LAST,
        then="one other space",
    ),
}

TABLES = Tables.of_states(STATES)
