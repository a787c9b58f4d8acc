r"""The published patterns for text that is ASCII throughout, in Python's own `re`.

`re` knows no `\p{L}`, but it matches more than twice as fast as `regex`. Among ASCII characters,
`\p{L}` means `A-Za-z`, so each published pattern has a twin that finds the same chunks.

A text that is not ASCII throughout mostly is for long stretches. It is cut before a space that
follows a visible ASCII character: all three patterns end a chunk there, whatever stands around it.
"""

import re
from collections.abc import Iterator
from functools import cache

STRETCH = 1 << 9  # characters, about
BORDER = re.compile("[!-~](?= )")

Span = tuple[int, int]  # where a part of a text begins and ends

# `re` counts four more ASCII characters as white space than `regex` does: hence the range.
IN_ASCII = {
    r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}": "A-Z",
    r"\p{Ll}\p{Lm}\p{Lo}\p{M}": "a-z",
    r"\p{L}": "A-Za-z",
    r"\p{N}": "0-9",
    r"\s": r" \t-\r",
    r"\S": r"^ \t-\r",
}
REPEATED = re.compile(r"(?: |\[(?! \\t-\\r\])[^]]*\])[?*+](?!\+)")  # all but white space
CLASS = re.compile(r"\[[^]]*\]|\\p\{\w+\}|\\[sS]")


@cache
def ascii_twin(source: str) -> re.Pattern[str]:
    r"""Return the pattern for `re` that finds in ASCII text what `source` finds by `regex`.

    Of white space a published pattern may have to give back what it has taken, and of nothing else:
    no other part needs a character that the part before it could have taken. So all but white space
    is matched whole or not at all (`?+`, `++`), which is quicker.

    >>> ascii_twin(r" ?\p{L}+|\s+(?!\S)").pattern
    ' ?+[A-Za-z]++|[ \\t-\\r]+(?![^ \\t-\\r])'
    """
    twin = CLASS.sub(lambda found: in_ascii(found.group()), source)
    return re.compile(REPEATED.sub(r"\g<0>+", twin))


def in_ascii(characters: str) -> str:
    r"""Return a class of characters, or what stands for one, with ASCII ranges for its names.

    >>> in_ascii(r"[^\s\p{L}\p{N}]"), in_ascii(r"\p{N}")
    ('[^ \\t-\\rA-Za-z0-9]', '[0-9]')
    """
    inside = characters[1:-1] if characters.startswith("[") else characters
    for name, ranges in IN_ASCII.items():
        inside = inside.replace(name, ranges)
    return f"[{inside}]"


def stretches(text: str, length: int = STRETCH) -> Iterator[str]:
    """Yield the text in stretches between which every published pattern ends a chunk.

    Each has `length` characters or somewhat more, and the last one fewer.

    >>> list(stretches("a text of a few words is one stretch"))
    ['a text of a few words is one stretch']
    """
    return (text[start:stop] for start, stop in spans(text, length))


def spans(text: str, length: int) -> Iterator[Span]:
    """Yield where each stretch begins and ends.

    >>> list(spans("to be or not to be", 6))
    [(0, 8), (8, 15), (15, 18)]
    """
    start = 0
    while len(text) - start > length:
        found = BORDER.search(text, start + length - 1)
        if not found:
            break
        yield start, found.end()
        start = found.end()
    yield start, len(text)
