"""GPT-2's printable alphabet: one visible character for each of the 256 bytes.

GPT-2 keeps its merges in a text file, one merge a line, the two parts separated by a space. Bytes
such as the space, the newline or a lone half of a letter could not stand in such a file. So each
byte gets a printable character: itself where it is one in Latin-1, else one from U+0100 onwards.

Source: `encoder.py` of the GPT-2 release (Radford et al., 2019).
"""

from functools import cache


def is_printable_in_latin1(byte: int) -> bool:
    """Tell whether GPT-2 shows this byte as the Latin-1 character of the same number.

    >>> is_printable_in_latin1(ord("A")), is_printable_in_latin1(ord(" "))
    (True, False)
    """
    return 0x21 <= byte <= 0x7E or 0xA1 <= byte <= 0xAC or 0xAE <= byte <= 0xFF


def byte_order() -> list[int]:
    """Return the 256 byte values in GPT-2's order: the printable ones first, then the rest.

    The place of a byte in this list is its id in GPT-2, and so in cl100k_base and o200k_base.

    >>> byte_order()[:3], byte_order().index(ord(" "))
    ([33, 34, 35], 220)
    """
    return sorted(range(256), key=lambda byte: (not is_printable_in_latin1(byte), byte))


@cache
def bytes_to_unicode() -> dict[int, str]:
    r"""Map each byte to its printable character.

    >>> table = bytes_to_unicode()
    >>> table[ord("A")], table[ord(" ")], table[ord("\n")], len(set(table.values()))
    ('A', 'Ġ', 'Ċ', 256)
    """
    printable = [byte for byte in byte_order() if is_printable_in_latin1(byte)]
    others = [byte for byte in byte_order() if not is_printable_in_latin1(byte)]
    table = {byte: chr(byte) for byte in printable}
    table.update({byte: chr(0x100 + place) for place, byte in enumerate(others)})
    return table


@cache
def unicode_to_bytes() -> dict[str, int]:
    """Map each printable character back to its byte.

    >>> unicode_to_bytes()["Ġ"]
    32
    """
    return {character: byte for byte, character in bytes_to_unicode().items()}


def to_printable(token: bytes) -> str:
    """Write a token in the printable alphabet.

    >>> to_printable(b" the")
    'Ġthe'
    """
    table = bytes_to_unicode()
    return "".join(table[byte] for byte in token)


def from_printable(text: str) -> bytes:
    """Read a token written in the printable alphabet.

    Raises `ValueError` if a character is not one of the 256.

    >>> from_printable("Ġthe")
    b' the'
    """
    table = unicode_to_bytes()
    unknown = [character for character in text if character not in table]
    if unknown:
        raise ValueError(
            f"{text!r} holds {unknown[0]!r}, which is not in GPT-2's alphabet of bytes: "
            "was the text written with `to_printable`?"
        )
    return bytes(table[character] for character in text)
