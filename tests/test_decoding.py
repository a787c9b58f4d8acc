"""Ids become bytes, and bytes become text, also while they are still arriving."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.decoding import check_ids, decode_stream, locate, look_up

TOKENS = {0: b"a", 7: b"bc"}


def test_a_token_is_found_by_any_integer():
    """A NumPy integer is an integer too."""
    import numpy as np

    assert look_up(7, TOKENS) == look_up(np.uint32(7), TOKENS) == b"bc"


@pytest.mark.parametrize("token_id", [1, -1, 8])
def test_an_unknown_id_is_refused_with_the_range(token_id):
    """The error names the id and the ids that there are."""
    with pytest.raises(ValueError, match=f"no token has the id {token_id}.* from 0 to 7"):
        look_up(token_id, TOKENS)


@pytest.mark.parametrize("token_id", [7.0, "7", None])
def test_what_is_not_an_integer_is_refused(token_id):
    """Even 7.0, which Python holds equal to 7 when it looks up a key."""
    with pytest.raises(TypeError, match="must be an integer, not"):
        look_up(token_id, TOKENS)


@pytest.mark.parametrize("ids", [7, "7", b"7", None])
def test_ids_are_an_iterable_and_not_text(ids):
    """One id alone, or a string, is not a list of ids."""
    with pytest.raises(TypeError, match="ids must be integers in a list"):
        check_ids(ids)


def test_spans_touch():
    """Each token begins where the one before it ends."""
    assert [(span.start, span.end) for span in locate([7, 0, 7], TOKENS)] == [
        (0, 2),
        (2, 3),
        (3, 5),
    ]


def test_a_character_is_held_back_until_its_last_byte():
    """The four bytes of an emoji, one by one, give one character at the end."""
    pieces = [bytes([byte]) for byte in "👋".encode()]
    assert list(decode_stream(pieces)) == ["👋"]


def test_a_character_cut_short_becomes_one_replacement():
    """What is missing at the end of the stream cannot come any more."""
    assert "".join(decode_stream(["é".encode()[:1]])) == "\ufffd"


@given(st.binary(max_size=24), st.lists(st.integers(0, 24), max_size=6))
def test_any_way_of_cutting_gives_the_same_text(data, cuts):
    """However the bytes are cut into pieces, the text is that of the whole, valid UTF-8 or not."""
    edges = sorted({0, *(cut for cut in cuts if cut <= len(data)), len(data)})
    pieces = [data[start:end] for start, end in pairwise(edges)]
    assert "".join(decode_stream(pieces)) == data.decode("utf-8", errors="replace")
