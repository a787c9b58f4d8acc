"""Exercise: write a code point in UTF-8."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bpe_course import utf8
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer

MOLDS = (0b00000000, 0b11000000, 0b11100000, 0b11110000)  # by the number of later bytes
BORDERS = (0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000)

Encoder = Callable[[int], object]


@dataclass(frozen=True)
class Refused:
    """What an answer that raises `ValueError` becomes, to be compared."""

    def __repr__(self) -> str:
        return "a ValueError"


REFUSED = Refused()


def _inputs() -> Iterator[Arguments]:
    powers = {2**bits + step for bits in range(1, 21) for step in (-1, 0, 1)}
    refused = {0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x10FFFF, 0x110000, 0x1FFFFF}
    some = {0, 0xC0, *range(0x400, 0x800, 37), *range(0xA0, 0x10FFFF, 2_017)}
    for code_point in sorted(powers | refused | some):
        yield (code_point,)


def _is_surrogate(code_point: int) -> bool:
    return utf8.FIRST_SURROGATE <= code_point <= utf8.LAST_SURROGATE


def _is_refused(code_point: int) -> bool:
    return code_point > utf8.LAST_CODE_POINT or _is_surrogate(code_point)


def _call(answer: Encoder, code_point: int) -> object:
    try:
        return answer(code_point)
    except ValueError as error:
        return REFUSED if _is_refused(code_point) else f"ValueError: {error}"


def _encode(code_point: int) -> object:
    return _call(utf8.utf8_encode, code_point)


def _length(code_point: int) -> int:
    return len(utf8.utf8_encode(code_point))


def _first(code_point: int) -> int:
    return utf8.utf8_encode(code_point)[0]


def _later(code_point: int) -> list[int]:
    return list(utf8.utf8_encode(code_point)[1:])


def _shifted(code_point: int) -> list[int]:
    """The number without its last bits, as each later byte needs it: nothing is cut off yet."""
    return [code_point >> 6 * place for place in reversed(range(_length(code_point) - 1))]


def _model(encode: Encoder) -> Encoder:
    """A mistake made with code points that have a form; the others are refused as they should."""
    return lambda code_point: REFUSED if _is_refused(code_point) else _call(encode, code_point)


def _encode_with_later_bytes(code_point: int, later: int) -> bytes:
    groups = [(code_point >> 6 * place) & 0b111111 for place in reversed(range(later))]
    first = MOLDS[later] | code_point >> 6 * later
    return bytes([first, *(0b10000000 | group for group in groups)])


def _encode_long_from_400(code_point: int) -> bytes:
    if 0x400 <= code_point < 0x800:
        return _encode_with_later_bytes(code_point, 2)
    return utf8.utf8_encode(code_point)


def _encode_first_with(*markers: int) -> Encoder:
    """Give the first of two, three and four bytes other fixed bits."""

    def encode(code_point: int) -> bytes:
        later = _length(code_point) - 1
        marker = (MOLDS[0], *markers)[later]
        return bytes([marker | code_point >> 6 * later, *_later(code_point)])

    return _model(encode)


def _is_error_returned(got: object, code_point: int) -> bool:
    return _is_refused(code_point) and (isinstance(got, str) or "Error" in repr(got))


def _has_wrong_length(got: object, code_point: int) -> bool:
    is_wrong = isinstance(got, bytes) and len(got) != _length(code_point)
    return code_point in BORDERS and is_wrong


def _is_bytes_of_number(got: object, code_point: int) -> bool:
    return code_point < 0x80 and isinstance(got, bytes) and got == bytes(code_point)


UTF8_ENCODE = Exercise(
    name="utf8_encode",
    notebook="02",
    title="Write UTF-8 with one loop",
    minutes=15,
    difficulty=3,
    spec=_encode,
    inputs=_inputs,
    call=_call,
    verified=(
        "both sides of every border between one, two, three and four bytes, the edges of the "
        "surrogates and of the list, and some hundred code points between"
    ),
    wrong=(
        WrongAnswer(
            name="returned in place of raised",
            teaching="return gives a value to the caller; an error is raised: raise ValueError.",
            recognizes=_is_error_returned,
        ),
        WrongAnswer(
            name="surrogates accepted",
            teaching="U+D800 to U+DFFF belong to UTF-16 alone: raise ValueError for them.",
            recognizes=lambda got, code_point: _is_surrogate(code_point) and got is not None,
        ),
        WrongAnswer(
            name="no end of the list",
            teaching="Unicode ends at U+10FFFF, though four bytes hold more: raise ValueError.",
            recognizes=lambda got, code_point: code_point > 0x10FFFF and got is not None,
        ),
        WrongAnswer(
            name="many zeros for one byte",
            teaching="bytes(3) are three zeros; bytes([3]) is the one byte 3.",
            recognizes=_is_bytes_of_number,
        ),
        WrongAnswer(
            name="one byte up to U+00FF",
            teaching="A byte by itself begins with a zero and has seven bits: it ends at U+007F.",
            models=(_model(lambda code: utf8.utf8_encode(code) if code > 255 else bytes([code])),),
        ),
        WrongAnswer(
            name="three bytes from U+0400",
            teaching="Two bytes have room for 5 + 6 = 11 bits: three begin at U+0800.",
            models=(_model(_encode_long_from_400),),
        ),
        WrongAnswer(
            name="a border off by one",
            teaching="U+007F, U+07FF and U+FFFF are the last with one, two and three bytes.",
            recognizes=_has_wrong_length,
        ),
        WrongAnswer(
            name="no continuation mark",
            teaching="Every later byte begins with the bits 10: add 0b10000000 to its six bits.",
            models=(
                _model(lambda code: bytes([_first(code), *(b & 0b111111 for b in _later(code))])),
            ),
        ),
        WrongAnswer(
            name="first byte without the length",
            teaching="The first byte begins with as many ones as there are bytes, then a zero.",
            models=(
                _encode_first_with(0, 0, 0),
                _encode_first_with(0x80, 0x80, 0x80),
                _encode_first_with(0xC0, 0xC0, 0xC0),
                _encode_first_with(0x80, 0xC0, 0xE0),
            ),
        ),
        WrongAnswer(
            name="later bytes in the wrong order",
            teaching="The last six bits go into the last byte: put each new byte in front.",
            models=(
                _model(lambda code: bytes([_first(code), *_later(code)[::-1]])),
                _model(lambda code: utf8.utf8_encode(code)[::-1]),
            ),
        ),
        WrongAnswer(
            name="bits not cut off",
            teaching="A later byte holds six bits: cut off what stands before them by & 0b111111.",
            models=(
                _model(lambda code: bytes([_first(code), *(128 | n for n in _shifted(code))])),
            ),
            raises=(OverflowError,),
            recognizes=lambda got, code_point: isinstance(got, str) and "range(0, 256)" in got,
        ),
        WrongAnswer(
            name="too much refused",
            teaching="Only U+D800 to U+DFFF, and what is beyond U+10FFFF, have no form in UTF-8.",
            recognizes=lambda got, code_point: (
                isinstance(got, str) and got.startswith("ValueError")
            ),
        ),
    ),
    hints=(
        "Keep two things: the number that is left, and a list of later bytes, empty at first.",
        "Does the number fit into the first byte? If not, its last six bits become a later byte.",
        "Where it does not fit: later.insert(0, 0b10000000 | rest & 0b111111); rest = rest >> 6.",
    ),
)
