"""Text is a `str` that has a UTF-8 form; anything else is refused with advice."""

from pathlib import Path

import pytest

from bpe_course.text import as_texts, check_text, is_utf8, to_utf8


@pytest.mark.parametrize(
    ("thing", "advice"),
    [
        (b"hi", "decode it first"),
        (None, "return forgotten"),
        (["hi"], "one by one"),
        (7, "one string"),
    ],
)
def test_what_is_not_a_string_is_refused_with_advice(thing, advice):
    """The error names the type that came and what to do about it."""
    with pytest.raises(TypeError, match=advice) as raised:
        check_text(thing)
    assert type(thing).__name__ in str(raised.value)


@pytest.mark.parametrize(
    ("thing", "advice"),
    [
        (b"hi", "not bytes: decode them first"),
        (None, "not NoneType: was a return forgotten"),
        (Path("hi.txt"), r"Path: to read files, use `bpe_course\.reading\.read_texts`"),
    ],
)
def test_what_holds_no_texts_is_refused_with_advice(thing, advice):
    """Before anything is read of it: the numbers in bytes are no texts either."""
    with pytest.raises(TypeError, match=rf"texts must be a str or several, .*{advice}"):
        as_texts(thing)


def test_the_error_names_the_argument():
    """The caller may say what the text is."""
    with pytest.raises(TypeError, match="each training text must be a str"):
        check_text(None, "each training text")


@pytest.mark.parametrize("surrogate", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_a_lone_surrogate_is_refused_with_its_place(surrogate):
    """Half of a UTF-16 pair has no UTF-8 form, and the error says where it stands."""
    with pytest.raises(ValueError, match=f"U\\+{surrogate:04X}, at position 2"):
        to_utf8("ab" + chr(surrogate))


def test_text_becomes_utf8():
    """Everything else becomes its UTF-8 bytes."""
    assert to_utf8("é👋") == bytes([0xC3, 0xA9, 0xF0, 0x9F, 0x91, 0x8B])


@pytest.mark.parametrize(
    ("data", "whole"),
    [
        (b"", True),
        (b"hi", True),
        ("你好".encode(), True),
        ("你".encode()[:2], False),
        ("你".encode()[1:], False),
        (b"\xff", False),
        (b"\xed\xa0\x80", False),  # a surrogate, which UTF-8 leaves out
    ],
)
def test_whole_characters_are_utf8(data, whole):
    """A token may hold a part of a character, and is then no text by itself."""
    assert is_utf8(data) is whole
