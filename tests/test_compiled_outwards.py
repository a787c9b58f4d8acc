"""Ids written from the middle of an array outwards, and around them, stand in order."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

import numpy as np

from bpe_course.compiled import outwards
from bpe_course.compiled.outwards import Downwards, assemble, put
from bpe_course.compiled.pages import LARGE, new_ids
from bpe_course.threads import map_on_threads

SIZES = st.lists(st.integers(0, 5), max_size=6)


def runs_of(sizes, first):
    """Runs of these sizes, which hold the numbers from `first` on."""
    stops = np.cumsum([first, *sizes])
    return [np.arange(*ends, dtype=np.uint32) for ends in pairwise(stops)]


@given(sizes=SIZES, place=st.integers(0, 12), room=st.integers(0, 12))
def test_pieces_are_written_downwards(sizes, place, room):
    """Each before the last one; the array is exchanged for a larger one if it must be."""
    out = new_ids(place + room)
    out[place:] = 7
    lower = Downwards(out, place, place)
    pieces = runs_of(sizes, 0)
    for ids in reversed(pieces):
        lower.write(ids)
    assert lower.ids.tolist() == [*range(sum(sizes))]
    assert (lower.out is out) == (sum(sizes) <= place)
    assert set(out[place:]) <= {7}


@pytest.mark.parametrize("threads", [1, 2, 3])
@given(
    before=SIZES,
    lower_sizes=SIZES,
    upper_size=st.integers(0, 5),
    after=SIZES,
    place=st.integers(0, 40),
    room=st.integers(5, 40),
)
def test_runs_are_put_around_those_that_stand(
    threads, before, lower_sizes, upper_size, after, place, room
):
    """Whether there is room around them, or on one side, or on none."""
    out = new_ids(place + room)
    sizes = [*before, *lower_sizes, upper_size, *after]
    runs = runs_of(sizes, 0)
    first, last = len(before), len(before) + len(lower_sizes)
    out[place : place + upper_size] = runs[last]
    upper = out[place : place + upper_size]
    lower = Downwards(out, place, place)
    for ids in reversed(runs[first:last]):
        lower.write(ids)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outwards, "COPIED", 2)
        found = assemble(runs[:first], lower, [upper, *runs[last + 1 :]], threads)
    assert found.tolist() == [*range(sum(sizes))]


@given(before=SIZES, lower_size=st.integers(0, 5), after=SIZES, place=st.integers(0, 20))
def test_what_stands_in_another_array_is_copied(before, lower_size, after, place):
    """The upper run may have grown out of the array that the lower one is in."""
    runs = runs_of([*before, lower_size, *after], 0)
    lower = Downwards(new_ids(place), place, place)
    lower.write(runs[len(before)])
    found = assemble(runs[: len(before)], lower, runs[len(before) + 1 :], threads=2)
    assert found.tolist() == [*range(sum(map(len, runs)))]


def test_what_stands_where_it_belongs_is_not_moved():
    """With room around the two runs in the middle, the result is a part of their array."""
    out = new_ids(2 * LARGE)
    half = np.arange(LARGE // 2, dtype=np.uint32)
    lower = Downwards(out, LARGE, LARGE)
    lower.write(half)
    put(out, LARGE, half)
    found = assemble([half[:3]], lower, [out[LARGE : LARGE + len(half)], half[:4]], threads=2)
    assert np.shares_memory(found, out)
    assert found.tolist() == [0, 1, 2, *half, *half, 0, 1, 2, 3]


def test_two_threads_write_to_one_array():
    """What one writes downwards and another upwards, from the same place, stands side by side."""
    out = new_ids(2 * LARGE)
    pieces = runs_of([LARGE // 64] * 64, 0)
    lower = Downwards(out, LARGE, LARGE)

    def write(seat):
        for number in range(32):
            if seat:
                put(out, LARGE + number * LARGE // 64, pieces[32 + number])
            else:
                lower.write(pieces[31 - number])

    map_on_threads(write, range(2), 2)
    found = assemble([], lower, [out[LARGE : LARGE + LARGE // 2]], threads=2)
    assert np.array_equal(found, np.arange(LARGE, dtype=np.uint32))
