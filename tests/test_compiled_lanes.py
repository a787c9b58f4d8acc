"""Chunks merged side by side become what each becomes merged alone, as taught."""

import random

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import fast, reference
from bpe_course.compiled import lanes
from bpe_course.compiled.encoder import lengths_of
from bpe_course.compiled.keys import pad
from bpe_course.compiled.pair_ids import table_of_byte_pairs, table_of_merges
from bpe_course.compiled.windows import Merges


def merged(chunks: list[bytes], merges, width: int, after: bytes = b"") -> list[list[int]]:
    """The ids of each chunk, all of them merged in lanes of one width."""
    room = lanes.new_lanes(width * len(chunks))
    for used in (room.ids, room.entries, room.after, room.before):
        used[:] = 97  # whatever other chunks have left there
    tables = Merges(
        np.arange(256),
        table_of_byte_pairs(merges, range(256)),
        table_of_merges(merges),
        lengths_of(merges, range(256)),
    )
    width, count = np.uint64(width), np.uint64(len(chunks))
    for lane, chunk in enumerate(chunks):
        length = np.uint64(len(chunk))
        lanes.lay_out(
            pad(b"-" + chunk + after), np.uint64(1), length, np.uint64(lane), width, tables, room
        )
    lanes.merge_lanes(room, count, width, tables.pair_ids)
    found = []
    for lane in range(len(chunks)):
        out = np.zeros(int(width), dtype=np.uint32)
        size = lanes.read_lane(room, np.uint64(lane), width, out, np.uint64(0))
        found.append(out[: int(size)].tolist())
    return found


@given(strategies.chunk_lists(), st.lists(strategies.chunks(), min_size=1, max_size=9))
def test_lanes_merge_as_the_reference_does(learned_from, chunks):
    """Over alphabets that force ties and overlaps, whatever merges were learned."""
    chunks = [bytes(chunk) for chunk in chunks if 0 < len(chunk) < 64]
    merges = fast.train(learned_from, 20)
    expected = [reference.encode_chunk(chunk, merges) for chunk in chunks]
    assert merged(chunks, merges, 64) == expected


@given(st.lists(st.integers(1, 15), min_size=1, max_size=20), st.integers(0, 4))
def test_runs_of_one_letter_of_any_length(lengths, num_merges):
    """Overlapping pairs are merged from the left; a full lane has one place for nobody."""
    merges = fast.train([b"a" * 300], num_merges)
    chunks = [b"a" * length for length in lengths]
    expected = [reference.encode_chunk(chunk, merges) for chunk in chunks]
    assert merged(chunks, merges, 16) == expected


def test_what_follows_a_chunk_makes_no_pair_with_it():
    """A chunk is a part of a text: its last byte and the next one are not merged."""
    merges = {(97, 98): 256}
    assert merged([b"a", b"xa"], merges, 16, after=b"b") == [[97], [120, 97]]


def test_as_many_lanes_as_there_are():
    """All of the narrowest kind at once, each with a word of its own."""
    source = random.Random(4)
    chunks = [bytes(source.choices(b"abc", k=source.randint(1, 15))) for _ in range(lanes.LANES)]
    merges = fast.train(chunks, 50)
    expected = [reference.encode_chunk(chunk, merges) for chunk in chunks]
    assert merged(chunks, merges, lanes.NARROWEST) == expected
