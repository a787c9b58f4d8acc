"""Merging a long chunk with a heap gives what merging as taught gives."""

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import fast, reference
from bpe_course.compiled import merging
from bpe_course.compiled.pair_ids import table_of_merges


def merged_long(chunk: bytes, merges) -> list[int]:
    """The ids of a chunk merged with a heap."""
    ids = np.array([*chunk, 0], dtype=np.int64)
    count = merging.merge_long(ids, len(chunk), table_of_merges(merges))
    return ids[:count].tolist()


@given(strategies.chunk_lists(), strategies.chunks())
def test_it_merges_as_the_reference_does(chunks, chunk):
    """Over alphabets that force ties and overlaps, whatever merges were learned."""
    merges = fast.train(chunks, 20)
    expected = reference.encode_chunk(chunk, merges)
    assert merged_long(chunk, merges) == expected


@given(st.integers(0, 400), st.integers(0, 12))
def test_runs_of_one_letter(length, num_merges):
    """Overlapping pairs are merged from the left."""
    merges = fast.train([b"a" * 300], num_merges)
    chunk = b"a" * length
    expected = reference.encode_chunk(chunk, merges)
    assert merged_long(chunk, merges) == expected


@given(st.lists(st.integers(0, 99), max_size=60))
def test_the_heap_gives_the_smallest_first(entries):
    """Whatever goes in comes out in order."""
    heap, size = np.zeros(len(entries) + 1, dtype=np.int64), 0
    for entry in entries:
        size = merging.push(heap, size, entry)
    popped = []
    while size:
        popped.append(int(heap[0]))
        size = merging.pop(heap, size)
    assert popped == sorted(entries)


def test_the_heap_has_room_for_the_pairs_that_merging_makes():
    """At first each place has an entry; most merges take off one and put on two."""
    merges = {(97, 98): 256, (98, 97): 257, (256, 97): 258, (256, 256): 259}
    chunk = b"ab" * 50_000
    assert merged_long(chunk, merges) == fast.encode_long(chunk, merges)
