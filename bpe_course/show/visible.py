"""Making a token's bytes visible: white space as marks, bytes that are no text as numbers."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal, NamedTuple

Kind = Literal["text", "accent", "space", "byte"]

SPACE_MARKS = {" ": "·", "\n": "↵", "\r": "␍", "\t": "⇥", "\u00a0": "⍽"}
DOTTED_CIRCLE = "◌"
MARKS = re.compile("[" + re.escape("[]\\⟨⟩" + DOTTED_CIRCLE + "".join(SPACE_MARKS.values())) + "]")


class Piece(NamedTuple):
    """Part of a token as it is shown: text, an accent, white space as a mark, or a bare byte."""

    shown: str
    kind: Kind


def visible(token: bytes) -> list[Piece]:
    """Return the parts of a token as they are shown, in order.

    >>> visible(b" hi")
    [Piece(shown='·', kind='space'), Piece(shown='hi', kind='text')]
    >>> visible(bytes([0xE4, 0xBD]))
    [Piece(shown='⟨E4⟩', kind='byte'), Piece(shown='⟨BD⟩', kind='byte')]
    """
    pieces: list[Piece] = []
    for character in characters(token):
        piece = _piece(character)
        before = pieces[-1].kind if pieces else None
        if piece.kind == "text" and before == "text":
            piece = Piece(pieces.pop().shown + piece.shown, "text")
        elif piece.kind == "text" and before != "accent" and _needs_a_base(piece.shown):
            piece = Piece(DOTTED_CIRCLE + piece.shown, "accent")
        pieces.append(piece)
    return pieces


def plain(token: bytes) -> str:
    r"""Return a token as one visible string.

    >>> plain(b"\tif x:\n")
    '⇥if·x:↵'
    """
    return "".join(piece.shown for piece in visible(token))


def bracketed(token: bytes) -> str:
    r"""Return a token in brackets; no two tokens look alike.

    A character that could be taken for a bracket or for a mark stands after a backslash.

    >>> bracketed(b" a[0]"), bracketed("·".encode())
    ('[·a\\[0\\]]', '[\\·]')
    """
    shown = (
        MARKS.sub(r"\\\g<0>", piece.shown) if piece.kind == "text" else piece.shown
        for piece in visible(token)
    )
    return f"[{''.join(shown)}]"


def characters(token: bytes) -> Iterator[str | int]:
    """Yield the characters of a token, and as integers the bytes that belong to none.

    >>> list(characters("é".encode() + bytes([0xE4])))
    ['é', 228]
    """
    start = 0
    while start < len(token):
        character = first_character(token[start : start + 4])
        yield token[start] if character is None else character
        start += 1 if character is None else len(character.encode())


def first_character(data: bytes) -> str | None:
    """Return the character that `data` begins with, or None if its first byte begins none.

    >>> first_character(b"hi"), first_character(bytes([0x80]))
    ('h', None)
    """
    for length in range(1, len(data) + 1):
        try:
            return data[:length].decode("utf-8")
        except UnicodeDecodeError:
            continue
    return None


def _needs_a_base(character: str) -> bool:
    """Whether a character is drawn on the one before it, as an accent is."""
    return unicodedata.category(character).startswith("M")


def _piece(character: str | int) -> Piece:
    if isinstance(character, int):
        return Piece(f"⟨{character:02X}⟩", "byte")
    if character in SPACE_MARKS:
        return Piece(SPACE_MARKS[character], "space")
    if character.isspace() or not character.isprintable():
        return Piece(f"⟨U+{ord(character):04X}⟩", "byte")
    return Piece(character, "text")
