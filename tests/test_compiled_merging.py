"""Merging a chunk in arrays gives what merging as taught gives."""

from itertools import pairwise, product

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import fast, reference
from bpe_course.compiled import merging
from bpe_course.compiled.pair_ids import NO_MERGE, merge_of, table_of_byte_pairs, table_of_merges


def merged_short(chunk: bytes, merges) -> list[int]:
    """The ids of a chunk merged in one array."""
    ids = np.array([*chunk, 0], dtype=np.int64)
    ranks = [merges.get(pair, NO_MERGE) for pair in pairwise(ids.tolist())]
    entries = np.array([(rank << 32) | place for place, rank in enumerate(ranks)], dtype=np.int64)
    count = merging.merge_short(ids, entries, len(chunk), table_of_merges(merges))
    return ids[:count].tolist()


def merged_long(chunk: bytes, merges) -> list[int]:
    """The ids of a chunk merged with a heap."""
    ids = np.array([*chunk, 0], dtype=np.int64)
    count = merging.merge_long(ids, len(chunk), table_of_merges(merges))
    return ids[:count].tolist()


@given(strategies.chunk_lists(), strategies.chunks())
def test_both_ways_merge_as_the_reference_does(chunks, chunk):
    """Over alphabets that force ties and overlaps, whatever merges were learned."""
    merges = fast.train(chunks, 20)
    expected = reference.encode_chunk(chunk, merges)
    assert merged_short(chunk, merges) == merged_long(chunk, merges) == expected


@given(st.integers(0, 400), st.integers(0, 12))
def test_runs_of_one_letter(length, num_merges):
    """Overlapping pairs are merged from the left."""
    merges = fast.train([b"a" * 300], num_merges)
    chunk = b"a" * length
    expected = reference.encode_chunk(chunk, merges)
    assert merged_short(chunk, merges) == merged_long(chunk, merges) == expected


@given(st.dictionaries(st.tuples(st.integers(0, 200_000), st.integers(0, 200_000)), st.integers(0)))
def test_the_table_holds_every_merge_and_no_other(merges):
    """Each pair is found with its id, and its mirror image only if that is a merge too."""
    merges = {pair: new_id & 0xFFFFF for pair, new_id in merges.items()}
    table = table_of_merges(merges)
    for left, right in merges:
        assert merge_of(table, left, right) == merges[left, right]
        assert merge_of(table, right, left) == merges.get((right, left), NO_MERGE)


@given(strategies.chunk_lists())
def test_pairs_of_bytes_have_a_table_of_their_own(chunks):
    """Whatever ids the bytes have, it holds the merges of two bytes."""
    byte_ids = [(value + 7) % 256 for value in range(256)]
    renumbered = [[byte_ids[byte] for byte in chunk] for chunk in chunks]
    merges = fast.train(renumbered, 10)
    ranks = table_of_byte_pairs(merges, byte_ids)
    for left, right in product(b"abcxyz", repeat=2):
        expected = merges.get((byte_ids[left], byte_ids[right]), NO_MERGE)
        assert ranks[left, right] == expected


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
