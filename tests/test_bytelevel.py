"""GPT-2's printable alphabet of bytes."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.bytelevel import (
    byte_order,
    bytes_to_unicode,
    from_printable,
    to_printable,
    unicode_to_bytes,
)


@pytest.mark.parametrize(
    ("byte", "character"),
    [(0x20, "Ġ"), (0x0A, "Ċ"), (0x09, "ĉ"), (0x0D, "č"), (0x00, "Ā"), (0x7F, "ġ"), (0xAD, "Ń")],
)
def test_a_byte_that_cannot_be_shown_gets_another_character(byte, character):
    """White space and control characters become letters from U+0100 onwards."""
    assert bytes_to_unicode()[byte] == character


@pytest.mark.parametrize("character", "!Az~¡¬®ÿ")
def test_a_byte_that_can_be_shown_is_itself(character):
    """A byte that is a visible character in Latin-1 keeps it."""
    assert bytes_to_unicode()[ord(character)] == character


def test_there_are_256_characters():
    """Each byte has a character of its own: 188 keep theirs, 68 get U+0100 to U+0143."""
    table = bytes_to_unicode()
    kept = {byte for byte, character in table.items() if ord(character) == byte}
    others = [ord(table[byte]) for byte in sorted(set(table) - kept)]
    assert sorted(table) == list(range(256))
    assert len(set(table.values())) == 256
    assert (len(kept), len(others)) == (188, 68)
    assert others == list(range(0x100, 0x144))


def test_no_character_can_break_a_text_file():
    """None is white space or a control character, so merges can stand in a file, space between."""
    for character in bytes_to_unicode().values():
        assert not character.isspace()
        assert unicodedata.category(character)[0] in "LNPS"


def test_the_kept_bytes_are_those_python_can_print():
    """The ranges are those of `str.isprintable`, without the space."""
    kept = [byte for byte, character in bytes_to_unicode().items() if ord(character) == byte]
    assert kept == [byte for byte in range(256) if chr(byte).isprintable() and byte != 0x20]


def test_the_order_is_that_of_gpt2s_ids():
    """GPT-2 numbers the bytes in this order: `!` is 0, `H` is 39, the space is 220."""
    order = byte_order()
    assert sorted(order) == list(range(256))
    assert [order.index(ord(character)) for character in "!H \n"] == [0, 39, 220, 198]


def test_the_table_stands_in_that_order():
    """The dictionary lists the bytes in the order of their ids."""
    assert list(bytes_to_unicode()) == byte_order()


def test_a_token_in_the_printable_alphabet():
    """A space is shown as `Ġ`, and each byte of a longer character on its own."""
    assert to_printable(" thé\n".encode()) == "ĠthÃ©Ċ"
    assert from_printable("ĠthÃ©Ċ") == " thé\n".encode()


@pytest.mark.parametrize("text", [" the", "the\n", "你", "Ņ", "\xad"])
def test_a_character_outside_the_alphabet_is_an_error(text):
    """The error names the character."""
    with pytest.raises(ValueError, match="not in GPT-2's alphabet"):
        from_printable(text)


def test_the_tables_are_inverse():
    """The second table takes each character back to its byte."""
    assert {unicode_to_bytes()[c]: c for c in bytes_to_unicode().values()} == bytes_to_unicode()


@given(st.binary())
def test_every_byte_string_comes_back(token):
    """Written and read again, a token is the same bytes, one character each."""
    assert from_printable(to_printable(token)) == token
    assert len(to_printable(token)) == len(token)


def test_hugging_face_has_the_same_alphabet():
    """The alphabet that Hugging Face's `ByteLevel` starts from is this one."""
    from tokenizers.pre_tokenizers import ByteLevel

    assert set(ByteLevel.alphabet()) == set(bytes_to_unicode().values())


@given(st.text())
def test_hugging_face_writes_text_the_same_way(text):
    """`ByteLevel` without splitting turns a text into the same characters."""
    from tokenizers.pre_tokenizers import ByteLevel

    pieces = ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(text)
    assert "".join(piece for piece, _ in pieces) == to_printable(text.encode())
