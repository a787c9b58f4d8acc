"""Characters over their UTF-8 bytes, with the bits that say where a character begins set apart."""

import unicodedata
from dataclasses import dataclass
from html import escape

from bpe_course.show.html import HIGHLIGHT, INK, MONOSPACE, element, table
from bpe_course.show.visible import plain
from bpe_course.utf8 import split_bits

# Unicode gives control characters no name; these are its aliases for those that texts hold.
CONTROL_NAMES = {
    "\x00": "NULL",
    "\t": "CHARACTER TABULATION",
    "\n": "LINE FEED",
    "\r": "CARRIAGE RETURN",
    "\x1b": "ESCAPE",
    "\x7f": "DELETE",
}


@dataclass(frozen=True)
class ByteTable:
    """Each character of a text with its code point, its name and its UTF-8 bytes."""

    text: str

    def __repr__(self) -> str:
        return "\n".join("  ".join(row) for row in self.rows())

    def rows(self) -> list[list[str]]:
        """Character, code point, hexadecimal bytes, bits, name; a bar ends each byte's prefix."""
        return [
            [
                plain(character.encode()),
                f"U+{ord(character):04X}",
                character.encode().hex(" ").upper(),
                " ".join("|".join(split_bits(byte)) for byte in character.encode()),
                unicodedata.name(character, CONTROL_NAMES.get(character, "(no name)")),
            ]
            for character in self.text
        ]

    def _repr_html_(self) -> str:
        mono = {"font-family": MONOSPACE, "white-space": "nowrap"}
        shown = []
        for (glyph, code, hexadecimal, _, name), character in zip(
            self.rows(), self.text, strict=True
        ):
            bits = " ".join(_bits_html(byte) for byte in character.encode())
            cells = [escape(glyph), code, hexadecimal, bits]
            shown.append([*(element("span", cell, mono) for cell in cells), escape(name)])
        return table(shown)


def show_bytes(text: str) -> ByteTable:
    """Show each character of `text` with its UTF-8 bytes.

    >>> show_bytes("é")
    é  U+00E9  C3 A9  110|00011 10|101001  LATIN SMALL LETTER E WITH ACUTE
    """
    return ByteTable(text)


def _bits_html(byte: int) -> str:
    marker, payload = split_bits(byte)
    style = {"color": INK, "background": HIGHLIGHT, "font-weight": "bold"}
    return element("span", marker, style) + payload
