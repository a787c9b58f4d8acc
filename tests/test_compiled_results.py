"""Arrays of ids grow when they must, and become lists of the same numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

import numpy as np

from bpe_course import Tokenizer
from bpe_course.compiled import pages, results


@given(
    ids=st.lists(st.integers(0, 100), max_size=20), length=st.integers(1, 5), more=st.integers(0, 3)
)
def test_a_list_holds_the_numbers_of_the_array(ids, length, more):
    """However many become a list at a time, and whatever other ids there are."""
    numbers = results.numbers_of([*range(101), 101 + more])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "LISTED", length)
        found = results.to_list(np.array(ids, dtype=np.uint32), numbers)
    assert found == ids
    assert {type(token_id) for token_id in found} <= {int}


def test_equal_ids_are_one_number():
    """So a list takes the room of its places, and no more."""
    numbers = results.numbers_of([1_000, 70_000])
    first, second = results.to_list(np.array([70_000, 70_000], dtype=np.uint32), numbers)
    assert first is second


@given(
    written=st.lists(st.integers(0, 9), max_size=9), room=st.integers(0, 9), more=st.integers(0, 9)
)
def test_an_array_with_room_holds_what_was_written(written, room, more):
    """It is the same one if there was room enough."""
    out = pages.new_ids(len(written) + room)
    out[: len(written)] = written
    found = results.with_room(out, len(written), more)
    assert found[: len(written)].tolist() == written
    assert len(found) >= len(written) + more
    assert (found is out) == (more <= room)


def test_lists_hold_every_byte_of_a_text():
    """Also those that no token but their own has."""
    compiled = Tokenizer.train("low low", 257).with_engine("compiled")
    text = "".join(map(chr, range(2_000)))
    assert compiled.encode_ordinary(text) == list(text.encode())
