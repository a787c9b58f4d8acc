"""UTF-8 from its bit layout: from code points to bytes, and what each byte may be.

This is for reading and for drawing; programs call `str.encode`. Source: RFC 3629 (2003), section 3.
"""

from typing import Literal, NamedTuple, get_args

Role = Literal["ASCII", "continuation", "leads 2", "leads 3", "leads 4", "never"]

ROLES: tuple[Role, ...] = get_args(Role)

LAST_CODE_POINT = 0x10FFFF
FIRST_SURROGATE, LAST_SURROGATE = 0xD800, 0xDFFF


class ByteBits(NamedTuple):
    """The eight bits of one byte of UTF-8: `marker` is fixed, `payload` is the code point's."""

    marker: str
    payload: str


def utf8_encode(code_point: int) -> bytes:
    r"""Return the UTF-8 bytes of one code point: one to four of them.

    Raises `ValueError` for a surrogate, or a number that is not a code point, `TypeError` for what
    is not an integer.

    >>> utf8_encode(0x41), utf8_encode(0xE9)
    (b'A', b'\xc3\xa9')
    >>> utf8_encode(0x3042).hex(" "), utf8_encode(0x1F44B).hex(" ")
    ('e3 81 82', 'f0 9f 91 8b')
    """
    check_scalar_value(code_point)
    if code_point < 0x80:
        return bytes([code_point])
    rest = [continuation_byte(code_point)]
    if code_point < 0x800:
        return bytes([0b11000000 | (code_point >> 6), *rest])
    rest = [continuation_byte(code_point >> 6), *rest]
    if code_point < 0x10000:
        return bytes([0b11100000 | (code_point >> 12), *rest])
    rest = [continuation_byte(code_point >> 12), *rest]
    return bytes([0b11110000 | (code_point >> 18), *rest])


def continuation_byte(bits: int) -> int:
    """Return the byte that begins with `10` and ends with the lowest six of `bits`.

    >>> format(continuation_byte(0b101_000001), "08b")
    '10000001'
    """
    return 0b10000000 | (bits & 0b00111111)


def check_scalar_value(code_point: int) -> None:
    """Raise unless `code_point` is a Unicode scalar value: a code point that is not a surrogate.

    >>> check_scalar_value(0x110000)
    Traceback (most recent call last):
    ValueError: 1114112 is not a code point: they go from 0 to 1114111 (U+10FFFF)
    """
    if not isinstance(code_point, int):
        raise TypeError(
            f"a code point must be an integer, not {type(code_point).__name__}: {code_point!r}; "
            "for a character c, give ord(c)"
        )
    if not 0 <= code_point <= LAST_CODE_POINT:
        raise ValueError(f"{code_point} is not a code point: they go from 0 to 1114111 (U+10FFFF)")
    if FIRST_SURROGATE <= code_point <= LAST_SURROGATE:
        raise ValueError(
            f"U+{code_point:04X} is a surrogate, half of a UTF-16 pair, and has no UTF-8 form: "
            "join the two halves first"
        )


def bit_layout(code_point: int) -> list[ByteBits]:
    """Return the bits of each byte of a code point, fixed bits and those of its number apart.

    >>> bit_layout(0xE9)
    [ByteBits(marker='110', payload='00011'), ByteBits(marker='10', payload='101001')]
    """
    return [split_bits(byte) for byte in utf8_encode(code_point)]


def split_bits(byte: int) -> ByteBits:
    """Split the bits of one byte after its first zero: up to there they say what the byte is.

    >>> split_bits(0b1110_0011)
    ByteBits(marker='1110', payload='0011')
    """
    ones, zero, payload = format(byte, "08b").partition("0")
    return ByteBits(ones + zero, payload)


def byte_role(byte: int) -> Role:
    """Tell what a byte may be in UTF-8: a character by itself, the first of several, a later one.

    The bytes C0 and C1 would begin a form that is longer than it need be, F5 to F7 a number beyond
    the last code point, and F8 to FF fit no row of the layout: they stand in no text.

    >>> [byte_role(byte) for byte in "é".encode()], byte_role(0xFF)
    (['leads 2', 'continuation'], 'never')
    """
    ends: dict[int, Role] = {
        0x7F: "ASCII",
        0xBF: "continuation",
        0xC1: "never",
        0xDF: "leads 2",
        0xEF: "leads 3",
        0xF4: "leads 4",
        0xFF: "never",
    }
    for end, role in ends.items():
        if 0 <= byte <= end:
            return role
    raise ValueError(f"{byte} is not a byte: they go from 0 to 255")
