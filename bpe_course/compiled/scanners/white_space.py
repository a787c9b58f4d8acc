r"""White space in the two later patterns: `\s*[\r\n]+|\s+(?!\S)|\s+`.

A chunk of white space ends after its last line break. Of what stands behind that, the last
character is left to what follows.
"""

from bpe_course.compiled.scanners import groups
from bpe_course.compiled.scanners.automaton import Cut, State

MORE = {
    groups.SPACE: "spaces",
    groups.OTHER_SPACE: "other spaces",
    groups.LINE_BREAK: "line breaks",
}
AFTER_BREAK = {
    groups.SPACE: "break, spaces",
    groups.OTHER_SPACE: "break, other spaces",
    groups.LINE_BREAK: "line breaks",
}

WHITE_SPACE = {
    "one space": State(MORE, Cut.NONE, then="after one space"),
    "spaces": State(MORE | {groups.END: "start"}, Cut.BEFORE_LAST, then="after one space"),
    "one other space": State(MORE, Cut.NONE, then="after one other space"),
    "other spaces": State(
        MORE | {groups.END: "start"}, Cut.BEFORE_LAST, then="after one other space"
    ),
    "line breaks": State(
        {
            groups.LINE_BREAK: "line breaks",
            groups.SPACE: "break, one space",
            groups.OTHER_SPACE: "break, one other space",
        }
    ),
    # The mark stands after the last line break.
    "break, one space": State(AFTER_BREAK, Cut.AT_MARK, then="one space", marks=True),
    "break, spaces": State(AFTER_BREAK, Cut.AT_MARK, then="spaces"),
    "break, one other space": State(AFTER_BREAK, Cut.AT_MARK, then="one other space", marks=True),
    "break, other spaces": State(AFTER_BREAK, Cut.AT_MARK, then="other spaces"),
}
