"""Cutting a stream of texts into pieces that can be tokenized one by one.

The ids of the pieces, joined, are the ids of the whole text, so a piece may only end where a chunk
ends whatever follows. In the three published patterns a chunk that has a space after its first
character is white space throughout; so a chunk always ends between any other character and a space.
It also ends between a letter and any character but a letter, a mark or an apostrophe. No other
pattern is known this well: there the whole text is one piece.
"""

from collections.abc import Iterable, Iterator

import regex

from bpe_course.pretokenize import PATTERNS
from bpe_course.special import find_special
from bpe_course.text import check_text

BORDER = regex.compile(r"(?r)\S(?= )|\p{L}(?=[^\p{L}\p{M}'])")
BLOCK = 1 << 16


def cut_stream(
    texts: Iterable[str],
    pattern: str | None = "gpt2",
    special_tokens: Iterable[str] = (),
    block: int = BLOCK,
) -> Iterator[str]:
    """Yield pieces of the joined `texts` of about `block` characters, each ending at a border.

    No piece ends inside one of `special_tokens`. Memory stays bounded by the block, the longest
    text given and the longest stretch without a border.

    >>> list(cut_stream(["to be ", "or no", "t to be"], block=4))
    ['to', ' be', ' or', ' not to be']
    """
    special_tokens = list(special_tokens)
    pending, wanted = "", block
    for text in texts:
        pending += check_text(text)
        while len(pending) >= wanted:
            cut = find_cut(pending, wanted, special_tokens) if pattern in PATTERNS else 0
            if cut:
                yield pending[:cut]
            pending = pending[cut:]
            wanted = block if cut else 2 * len(pending)
    if pending:
        yield pending


def find_cut(text: str, before: int, special_tokens: list[str]) -> int:
    """Return the last place up to `before` where `text` may be cut, or 0 if there is none.

    The end of the text is left alone for as long as a special token could begin there.

    >>> find_cut("to be or not", 8, []), find_cut("aaaaaaaa", 8, [])
    (5, 0)
    """
    longest = max(map(len, special_tokens), default=1)
    end = min(before, len(text) - longest + 1)
    finder = find_special(special_tokens)
    inside = {
        place
        for found in (finder.finditer(text) if finder else ())
        for place in range(found.start() + 1, found.end())
    }
    borders = (found.end() for found in BORDER.finditer(text, 0, max(end, 0)))
    return next((place for place in borders if place not in inside), 0)
