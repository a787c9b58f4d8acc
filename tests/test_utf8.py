"""UTF-8 by hand: equal to Python's own on every code point, and clear about what has no form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.utf8 import (
    ROLES,
    bit_layout,
    byte_role,
    check_scalar_value,
    continuation_byte,
    split_bits,
    utf8_encode,
)

# The first and last code point of each length, and the neighbors of the surrogates.
BOUNDARIES = [0x00, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]
SCALAR_VALUES = st.one_of(st.integers(0, 0xD7FF), st.integers(0xE000, 0x10FFFF))


@pytest.mark.parametrize("code_point", BOUNDARIES)
def test_the_boundaries_are_those_of_python(code_point):
    """Where the number of bytes changes, the bytes are Python's."""
    assert utf8_encode(code_point) == chr(code_point).encode("utf-8")


@given(SCALAR_VALUES)
def test_any_code_point_is_encoded_as_python_does(code_point):
    """For every code point that is no surrogate the bytes are Python's."""
    assert utf8_encode(code_point) == chr(code_point).encode("utf-8")


def test_one_in_every_plane_and_block():
    """Every 251st code point, so every row of the bit layout in every plane, is Python's."""
    for code_point in range(0, 0x110000, 251):
        if not 0xD800 <= code_point <= 0xDFFF:
            assert utf8_encode(code_point) == chr(code_point).encode("utf-8")


@pytest.mark.parametrize("surrogate", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_a_surrogate_is_refused_by_name(surrogate):
    """Half of a UTF-16 pair has no UTF-8 form, and the error says which half came."""
    with pytest.raises(ValueError, match=f"U\\+{surrogate:04X} is a surrogate.*join the two"):
        utf8_encode(surrogate)


@pytest.mark.parametrize("number", [-1, 0x110000, 1 << 40])
def test_a_number_out_of_range_is_refused_with_the_range(number):
    """There is no code point below zero or above U+10FFFF."""
    with pytest.raises(ValueError, match=f"{number} is not a code point.*U\\+10FFFF"):
        utf8_encode(number)


@pytest.mark.parametrize("thing", ["é", 65.0, None, b"A"])
def test_what_is_not_an_integer_is_refused_with_advice(thing):
    """A character is not its number, and the error says how to come by the number."""
    with pytest.raises(TypeError, match=r"must be an integer, not .*ord\(c\)") as raised:
        check_scalar_value(thing)
    assert type(thing).__name__ in str(raised.value)


@given(st.integers(min_value=0, max_value=1 << 30))
def test_a_continuation_byte_is_10_and_six_bits(bits):
    """It lies between 80 and BF, and its last six bits are those it was given."""
    byte = continuation_byte(bits)
    assert 0x80 <= byte <= 0xBF
    assert byte % 64 == bits % 64


@given(SCALAR_VALUES)
def test_the_payload_is_the_code_point(code_point):
    """All payloads joined are the number in binary, and each byte has eight bits."""
    layout = bit_layout(code_point)
    assert int("".join(part.payload for part in layout), 2) == code_point
    assert [int(part.marker + part.payload, 2) for part in layout] == [*utf8_encode(code_point)]


def test_the_marker_says_how_many_bytes_there_are():
    """`0` for one byte; two, three or four ones and a zero; `10` for each later byte."""
    markers = [[part.marker for part in bit_layout(each)] for each in (0x68, 0xE9, 0x3042, 0x1F44B)]
    assert markers == [["0"], ["110", "10"], ["1110", "10", "10"], ["11110", "10", "10", "10"]]


@pytest.mark.parametrize("byte", [0xFE, 0xFF])
def test_a_marker_may_be_the_whole_byte(byte):
    """With its only zero at the end, or with none, no payload is left."""
    assert split_bits(byte) == (format(byte, "b"), "")


def test_the_roles_are_those_that_occur():
    """Encoding every code point shows each byte in its role, and the 13 others never."""
    first, later = set(), set()
    for code_point in [*range(0xD800), *range(0xE000, 0x110000, 64), 0x10FFFF]:
        head, *rest = chr(code_point).encode()
        first.add((head, 1 + len(rest)))
        later.update(rest)
    length = {"ASCII": 1, "leads 2": 2, "leads 3": 3, "leads 4": 4}
    roles = {byte: byte_role(byte) for byte in range(256)}
    assert first == {(byte, length[role]) for byte, role in roles.items() if role in length}
    assert later == {byte for byte, role in roles.items() if role == "continuation"}


def test_how_many_bytes_have_each_role():
    """128 are ASCII, 64 continue, 30, 16 and 5 lead two, three and four, 13 never occur."""
    roles = [byte_role(byte) for byte in range(256)]
    assert [roles.count(role) for role in ROLES] == [128, 64, 30, 16, 5, 13]


@pytest.mark.parametrize("number", [-1, 256])
def test_what_is_no_byte_has_no_role(number):
    """A byte is a number from 0 to 255."""
    with pytest.raises(ValueError, match=f"{number} is not a byte"):
        byte_role(number)
