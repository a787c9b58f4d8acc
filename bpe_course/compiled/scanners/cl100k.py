r"""The pattern `cl100k_base`: words with one character before them, and digits by threes.

Its alternatives are `'(?i:[sdmt]|ll|ve|re)`, `[^\r\n\p{L}\p{N}]?\p{L}+`, `\p{N}{1,3}`,
` ?[^\s\p{L}\p{N}]+[\r\n]*`, `\s++$`, `\s*[\r\n]`, `\s+(?!\S)` and `\s`.
"""

from dataclasses import replace

from bpe_course.compiled.scanners import groups
from bpe_course.compiled.scanners.automaton import Cut, State, Tables
from bpe_course.compiled.scanners.white_space import WHITE_SPACE

# White space at the end of the text stays together, whatever line breaks it holds.
TO_THE_END = {
    name: replace(state, goes={**state.goes, groups.END: "start"})
    for name, state in WHITE_SPACE.items()
}

STATES = {
    "start": State(
        {
            groups.LETTER: "letters",
            groups.NUMBER: "one digit",
            groups.APOSTROPHE: "apostrophe",
            groups.SYMBOL - groups.APOSTROPHE: "one symbol",
            groups.SPACE: "one space",
            groups.OTHER_SPACE: "one other space",
            groups.LINE_BREAK: "line breaks",
        }
    ),
    "letters": State({groups.LETTER: "letters"}),
    "one digit": State({groups.NUMBER: "two digits"}),
    "two digits": State({groups.NUMBER: "three digits"}),
    "three digits": State(),
    "one symbol": State(
        {
            groups.LETTER: "letters",
            groups.SYMBOL: "symbols",
            groups.LINE_BREAK: "symbols, line breaks",
        }
    ),
    "symbols": State({groups.SYMBOL: "symbols", groups.LINE_BREAK: "symbols, line breaks"}),
    "symbols, line breaks": State({groups.LINE_BREAK: "symbols, line breaks"}),
    "apostrophe": State(
        {groups.ANY_SDMT: "contraction", groups.ANY_L: "'l", groups.ANY_VR: "'v"},
        Cut.NONE,
        then="one symbol",
    ),
    "'l": State({groups.ANY_L: "contraction"}, Cut.NONE, then="letters"),
    "'v": State({groups.ANY_E: "contraction"}, Cut.NONE, then="letters"),
    "contraction": State(),
    "after one space": State({groups.LETTER: "letters", groups.SYMBOL: "symbols"}),
    "after one other space": State({groups.LETTER: "letters"}),
    **TO_THE_END,
}

TABLES = Tables.of_states(STATES)
