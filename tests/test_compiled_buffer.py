"""A buffer holds the UTF-8 bytes of a part of a text, however it comes by them."""

import numpy as np
import pytest
import strategies as us
from hypothesis import example, given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course.compiled import buffer as buffers
from bpe_course.compiled import jit
from bpe_course.compiled.buffer import Buffer
from bpe_course.compiled.keys import PADDING
from bpe_course.compiled.utf8 import BLOCK, ROOM, can_read, write_utf8
from bpe_course.utf8 import utf8_encode

# In one, two and four bytes a character, and where a character's bytes are one, two, three or four.
WIDTHS = "a\x7f\x80éÿ\u0100\u07ff\u0800中\ud7ff\ue000\uffff\U00010000👋\U0010ffff"


def joined_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do without the kernel, as with a Numba that does not let it read a text."""
    monkeypatch.setattr(buffers, "can_read", lambda text: False)
    monkeypatch.setattr(buffers, "STRETCH", 3)


@pytest.fixture(params=["read by a kernel", "joined by Python"])
def each_way(request, monkeypatch):
    """Both ways to fill a buffer."""
    if request.param == "joined by Python":
        joined_by_python(monkeypatch)


def filled(buffer: Buffer, text: str, start: int, stop: int) -> bytes:
    """What a buffer holds after it has been filled; behind it must be zeros."""
    size = buffer.fill(text, start, stop)
    assert not buffer.data[size : size + PADDING].any()
    assert len(buffer.data) >= size + PADDING
    assert len(buffer.words) == len(buffer.data) - 7
    return bytes(buffer.data[:size])


@pytest.mark.usefixtures("each_way")
def test_every_character():
    """Each becomes the bytes that its bit layout says, alone and among all others."""
    buffer, text = Buffer(), "".join(us.every_character())
    assert filled(buffer, text, 0, len(text)) == text.encode()
    for character in WIDTHS:
        assert filled(buffer, character, 0, 1) == utf8_encode(ord(character))


@given(
    st.lists(st.one_of(st.text(st.sampled_from("abc ")), st.text(WIDTHS), us.texts()), max_size=5),
    st.integers(0, 200),
    st.integers(0, 200),
)
@example(["a" * (2 * BLOCK)], 0, 2 * BLOCK)
@example(["a" * BLOCK, "é", "a" * BLOCK, "👋"], 1, 2 * BLOCK + 2)
def test_any_part_of_any_text(texts, start, length):
    """Both ways give what `str.encode` gives of the part."""
    text = "".join(texts)
    start = min(start, len(text))
    stop = min(start + length, len(text))
    expected = text[start:stop].encode()
    assert filled(Buffer(), text, start, stop) == expected
    with pytest.MonkeyPatch.context() as patch:
        joined_by_python(patch)
        assert filled(Buffer(), text, start, stop) == expected


@pytest.mark.usefixtures("each_way")
def test_it_is_used_again_and_grows():
    """Whatever was in it before is gone; its room is kept, and grows with what comes."""
    buffer = Buffer()
    for text in ("low", "👋" * 1_000, "", "é" * 3, "中" * 5_000):
        assert filled(buffer, text, 0, len(text)) == text.encode()
    data = buffer.data
    assert filled(buffer, "lower", 0, 5) == b"lower"
    assert buffer.data is data


@pytest.mark.usefixtures("each_way")
@pytest.mark.parametrize("before", ["", "a", "a" * BLOCK, "中" * 1_000, "👋" * 3])
@pytest.mark.parametrize("half", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_a_lone_surrogate_is_refused_by_its_place_in_the_whole_text(half, before):
    """Not by the place in the part of it."""
    text = "xy" + before + chr(half) + "z"
    said = f"lone surrogate, U\\+{half:04X}, at position {2 + len(before)}:"
    with pytest.raises(ValueError, match=said):
        Buffer().fill(text, 1, len(text))


def test_a_text_whose_class_is_derived_is_left_to_python():
    """A kernel takes nothing but `str` itself."""

    class Title(str):
        __slots__ = ()

    assert can_read("low")
    assert not can_read(Title("low"))
    assert filled(Buffer(), Title("löw"), 0, 3) == "löw".encode()


def test_the_kernel_stops_where_room_ends():
    """It says how far it has come, and goes on from there in a larger array."""
    text, data = "中" * 200, np.zeros(ROOM + 1, dtype=np.uint8)
    place, size = write_utf8(text, 0, 200, data, 0)
    assert (place, size) == (BLOCK, 3 * BLOCK)
    larger = np.zeros(2 * ROOM + 700, dtype=np.uint8)
    larger[:size] = data[:size]
    assert write_utf8(text, place, 200, larger, size) == (200, 600)
    assert bytes(larger[:600]) == text.encode()


def test_a_numba_without_the_function_is_met_without_error(monkeypatch):
    """Then the texts are left to Python."""
    from numba.cpython import unicode

    monkeypatch.delattr(unicode, "_get_code_point")
    assert jit.find_code_point_reader() is None
    monkeypatch.setattr("bpe_course.compiled.utf8.code_point_at", None)
    assert not can_read("low")
