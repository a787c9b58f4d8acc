"""Each step on the road from `reference` to `fast` gives what `reference` gives, with less work."""

from collections import Counter

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import corpora, improving, reference
from bpe_course.pairs import count_pairs
from bpe_course.pretokenize import pretokenize

ROADS = [improving.train_on_counts, improving.train_incrementally]

each_road = pytest.mark.parametrize("train", ROADS, ids=lambda train: train.__name__)


def as_taught(chunks, num_merges):
    """The merges that the reference learns, with their counts and new ids."""
    steps = reference.train_steps(chunks, num_merges)
    return [(step.pair, step.count, step.new_id) for step in steps]


def learned(train, chunks, num_merges):
    """The merges that one of the steps learns from the counts of the chunks."""
    steps = train(Counter(map(bytes, chunks)), num_merges)
    return [(step.pair, step.count, step.new_id) for step in steps]


@each_road
def test_it_learns_the_merges_of_the_lesson(train):
    """The eleven letters of notebook 03."""
    steps = list(train({b"aaabdaaabac": 1}, 3))
    assert [step.pair for step in steps] == [(97, 97), (256, 97), (257, 98)]
    assert [step.count for step in steps] == [4, 2, 2]


@each_road
def test_a_chunk_counts_as_often_as_it_occurs(train):
    """One chunk of weight three outweighs two chunks of weight one."""
    (step,) = train({b"xy": 1, b"zxy": 1, b"ab": 3}, 1)
    assert (step.pair, step.count) == ((97, 98), 3)


@each_road
def test_a_tie_goes_to_the_pair_that_stands_first_now(train):
    """`cd` was seen after `bc`; once `ab` is merged, `bc` is gone and `cd` comes first."""
    chunks = [b"abcd", b"ab", b"xy"]
    assert learned(train, chunks, 3) == as_taught(chunks, 3)


@each_road
@pytest.mark.parametrize("chunks", [[], [b""], [b"a"], [b"", b"a", b"b"]])
def test_nothing_to_merge_is_no_error(train, chunks):
    """Without a pair there is no step."""
    assert learned(train, chunks, 5) == []


@each_road
@pytest.mark.parametrize("num_merges", [-1, 0])
def test_no_merge_is_learned_when_none_is_wanted(train, num_merges):
    """A number of merges that is not above zero asks for none."""
    assert learned(train, [b"abab"], num_merges) == []


@each_road
@given(chunks=strategies.chunk_lists(), num_merges=st.integers(0, 40))
def test_it_equals_the_reference(train, chunks, num_merges):
    """Pairs, counts, ids and their order, on chunks made for ties and overlaps."""
    assert learned(train, chunks, num_merges) == as_taught(chunks, num_merges)


@each_road
def test_it_equals_the_reference_on_a_book(train):
    """Real chunks, in which ties are common and repetitions the rule."""
    chunks = [chunk.encode() for chunk in pretokenize(corpora.load("english")[:5_000])]
    assert learned(train, chunks, 150) == as_taught(chunks, 150)


def test_the_work_of_counting_is_told():
    """`abc` has two places, `bd` one; all are counted again, in the chunks as they are then."""
    steps = list(improving.train_on_counts({b"abc": 3, b"bd": 2}, 2))
    assert [(step.looked_at, step.compared) for step in steps] == [(3, 3), (2, 2)]


def test_a_merge_leaves_other_chunks_alone():
    """After `ab` is merged, only the chunk `abc` is counted: two places down, one up."""
    steps = list(improving.train_incrementally({b"abc": 3, b"bdefgh": 2}, 2))
    assert [(step.looked_at, step.compared) for step in steps] == [(7, 7), (3, 6)]


@given(chunks=strategies.chunk_lists(), num_merges=st.integers(0, 20))
def test_both_know_the_same_counts(chunks, num_merges):
    """The pairs to compare are as many, whether they were counted anew or kept up to date."""
    found = [[step.compared for step in train(Counter(chunks), num_merges)] for train in ROADS]
    assert found[0] == found[1]


@given(
    kept=st.dictionaries(st.integers(0, 9), strategies.chunks_over(b"ab", 8), max_size=4),
    ids=strategies.chunks_over(b"ab", 8),
    weight=st.integers(1, 9),
)
def test_removing_undoes_adding(kept, ids, weight):
    """What a chunk has added is gone when it is removed, overlaps included."""
    counts, holders = {}, {}
    for number, chunk in kept.items():
        improving.add_pairs(number, chunk, number + 1, counts, holders)
    before = dict(counts), {pair: set(numbers) for pair, numbers in holders.items()}
    assert improving.add_pairs(10, ids, weight, counts, holders) == max(0, len(ids) - 1)
    assert all(10 in holders[pair] for pair in count_pairs(ids))
    assert improving.remove_pairs(10, ids, weight, counts, holders) == max(0, len(ids) - 1)
    assert (counts, holders) == before
