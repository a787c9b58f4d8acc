"""Cutting a stream of texts into pieces that can be tokenized one by one.

The ids of the pieces, joined, are the ids of the whole text, so a piece may only end where a chunk
ends whatever follows. In the three published patterns a chunk that has a space after its first
character is white space throughout; so a chunk always ends between any other character and a space.
It also ends between a letter and any character but a letter, a mark or an apostrophe. No other
pattern is known this well: there the whole text is one piece, unless special tokens divide it.
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
    *,
    at_special: bool = False,
) -> Iterator[str]:
    """Yield pieces of the joined `texts` of about `block` characters, each ending at a border.

    No piece ends inside one of `special_tokens`. With `at_special` none of them is ever plain
    text, so that text of any pattern may be cut before one. Memory stays bounded by the block, the
    longest text given and the longest stretch without a border.

    >>> list(cut_stream(["to be ", "or no", "t to be"], block=4))
    ['to', ' be', ' or', ' not to be']
    """
    special_tokens = list(special_tokens)
    border = find_border(pattern, special_tokens if at_special else [])
    pending, wanted = "", block
    for text in texts:
        pending += check_text(text)
        while len(pending) >= wanted:
            cut = find_cut(pending, wanted, special_tokens, border) if border else 0
            if cut:
                yield pending[:cut]
            pending = pending[cut:]
            wanted = block if cut else 2 * len(pending)
    if pending:
        yield pending


def find_border(
    pattern: str | None, special_tokens: Iterable[str] = ()
) -> "regex.Pattern[str] | None":
    """Return the expression that ends at each border of a text, from the last, or None for none.

    For a pattern that is not published only the places before `special_tokens` are known.

    >>> [found.end() for found in find_border(None, ["<s>"]).finditer("one<s>two<s>")]
    [9, 3]
    """
    if pattern in PATTERNS:
        return BORDER
    finder = find_special(special_tokens)
    return regex.compile(f"(?rs).(?={finder.pattern})") if finder else None


def find_cut(
    text: str,
    before: int,
    special_tokens: list[str],
    border: "regex.Pattern[str]" = BORDER,
    start: int = 0,
) -> int:
    """Return the last place up to `before` where `text` may be cut, or 0 if there is none.

    The end of the text is left alone for as long as a special token could begin there. The
    character before the place is looked for from `start` on.

    >>> find_cut("to be or not", 8, []), find_cut("aaaaaaaa", 8, [])
    (5, 0)
    """
    longest = max(map(len, special_tokens), default=1)
    end = min(before, len(text) - longest + 1)
    borders = (found.end() for found in border.finditer(text, start, max(end, start)))
    return next((place for place in borders if not is_inside(text, place, special_tokens)), 0)


def is_inside(text: str, place: int, special_tokens: Iterable[str]) -> bool:
    """Tell whether a special token stands across `place`, be it part of another one or not.

    >>> is_inside("a<s>b", 2, ["<s>"]), is_inside("a<s>b", 4, ["<s>"])
    (True, False)
    """
    return any(
        text.startswith(token, place - back)
        for token in special_tokens
        for back in range(1, min(len(token), place + 1))
    )
