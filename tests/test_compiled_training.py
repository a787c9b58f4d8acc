"""Training, compiled: the same merges as the pure Python engine and the reference."""

from collections import Counter
from collections.abc import Iterable
from itertools import islice, product

import numpy as np
import pytest
import strategies as us
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe_course import fast, reference
from bpe_course.compiled import training
from bpe_course.compiled.chunks import ChunkTable
from bpe_course.compiled.heaps import TieRule, rise, sink
from bpe_course.compiled.pair_table import (
    hash_pair,
    new_table,
    pack,
    rehash,
    row_of,
    unpack,
)
from bpe_course.corpora import standard_library
from bpe_course.counting import count_chunks
from bpe_course.fast import Merge
from bpe_course.pairs import TIE_BREAKS


def train(chunk_counts: dict[bytes, int], num_merges: int, tie_break: str = "first") -> list[Merge]:
    """Train on a dictionary of chunks, as `fast.train_counted` does."""
    table = ChunkTable.from_items(chunk_counts.items())
    return list(training.train_counted(table, num_merges, tie_break=tie_break))


def train_fast(chunk_counts: dict[bytes, int], num_merges: int, tie_break: str) -> list[Merge]:
    """The same, in pure Python."""
    return list(fast.train_counted(chunk_counts, num_merges, tie_break=tie_break))


def split(texts: Iterable[str]) -> dict[bytes, int]:
    """Count the chunks of texts by GPT-2's pattern."""
    return {chunk.encode(): count for chunk, count in count_chunks(texts).items()}


# By hand.


def test_training_by_hand():
    """`aaabdaaabac` by the rule `first`: `aa`, `aaa`, `aaab`."""
    assert train({b"aaabdaaabac": 1}, 3) == [
        Merge((97, 97), 4, 256), Merge((256, 97), 2, 257), Merge((257, 98), 2, 258),
    ]  # fmt: skip


def test_a_chunk_counts_as_often_as_it_occurs():
    """`ba` twice beats `ab` once, although `ab` is seen first."""
    assert train({b"ab": 1, b"ba": 2}, 2) == [Merge((98, 97), 2, 256), Merge((97, 98), 1, 257)]


@pytest.mark.parametrize(
    ("tie_break", "pairs"),
    [("first", [b"bb", b"cd", b"ab"]), ("smallest", [b"ab", b"bb", b"cd"]),
     ("largest", [b"cd", b"bb", b"ab"])],
)  # fmt: skip
def test_the_three_rules_by_hand(tie_break, pairs):
    """Three pairs that occur once each come in the order that the rule says."""
    learned = train({b"bb": 1, b"cd": 1, b"ab": 1}, 3, tie_break)
    assert [bytes(merge.pair) for merge in learned] == pairs


def test_a_longer_token_is_greater_than_its_prefix():
    """By the rule `largest`, `ab` and `x` come before `a` and `x`."""
    learned = train({b"ab": 9, b"abx": 1, b"ax": 2, b"abx!": 1}, 3, "largest")
    assert [merge.pair for merge in learned] == [(97, 98), (256, 120), (97, 120)]


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("chunks", [[], [b""], [b"a"], [b"a", b"b", b""]])
def test_nothing_to_learn(chunks, tie_break):
    """Without a pair there is no merge, and no error."""
    assert train(dict.fromkeys(chunks, 1), 10, tie_break) == []


@pytest.mark.parametrize("num_merges", [-1, 0, 1, 2, 100, 10**12])
def test_training_ends_when_no_pair_is_left(num_merges):
    """Asked for more merges than there are, it makes those there are, and takes no more memory."""
    pairs = [merge.pair for merge in train({b"abcab": 1}, num_merges)]
    assert pairs == [(97, 98), (256, 99), (257, 256)][: max(0, num_merges)]


def test_an_unknown_rule_is_an_error():
    """The error names what came and the three rules."""
    with pytest.raises(ValueError, match=r"unknown tie_break 'last': .*first, smallest, largest"):
        train({}, 1, "last")


def test_too_many_places_are_an_error(monkeypatch):
    """The error says how many places the chunks need, how many there are, and what to do."""
    monkeypatch.setattr(training, "MOST_PLACES", 5)
    with pytest.raises(ValueError, match=r"need 7 places, and training has 5 .*: split the text"):
        train({b"ab": 1, b"cd": 1}, 1)


def test_counts_may_exceed_four_billion():
    """Counts have 64 bits, as a large corpus needs."""
    assert train({b"abab": 3 << 40}, 1) == [Merge((97, 98), 6 << 40, 256)]


def test_merges_come_while_training_goes_on():
    """The first merge can be had without waiting for the last."""
    table = ChunkTable.from_items(split(["to be or not to be"]).items())
    steps = training.train_counted(table, 10**9)
    assert [step.new_id for step in islice(steps, 2)] == [256, 257]


# Against the engines in Python.


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("length", range(1, 34))
def test_a_run_is_learned_as_the_reference_does(length, tie_break):
    """In `aaaa…` pairs overlap; the counts and merges are still the reference's."""
    chunk = b"a" * length
    steps = reference.train_steps([chunk], 99, tie_break=tie_break)
    expected = [Merge(step.pair, step.count, step.new_id) for step in steps]
    assert train({chunk: 1}, 99, tie_break) == expected


@given(us.chunk_lists(), st.integers(0, 40), us.tie_breaks())
@settings(max_examples=300)
def test_training_equals_the_reference(chunks, num_merges, tie_break):
    """Pair, count and new id of each merge are the reference's, whatever the rule."""
    steps = reference.train_steps(chunks, num_merges, tie_break=tie_break)
    expected = [Merge(step.pair, step.count, step.new_id) for step in steps]
    assert train(Counter(chunks), num_merges, tie_break) == expected


WEIGHTED = st.dictionaries(
    st.one_of(us.chunks_over(b"ab"), us.chunks_over(b"abc"), us.runs(), us.chunks()),
    st.integers(1, 6),
    max_size=8,
)


@given(WEIGHTED, st.integers(0, 400), us.tie_breaks())
@example({b"aaab": 2, b"abab": 1}, 400, "largest")
@settings(max_examples=300)
def test_training_on_counts_equals_pure_python(chunk_counts, num_merges, tie_break):
    """With counts above one, to the last pair and beyond, the merges are those of `fast`."""
    expected = train_fast(chunk_counts, num_merges, tie_break)
    assert train(chunk_counts, num_merges, tie_break) == expected


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_one_long_chunk_trains_the_same(tie_break):
    """A text that is not split is one chunk; there all pairs overlap with others."""
    chunk = "".join(standard_library(60_000)).encode()
    assert train({chunk: 1}, 1_500, tie_break) == train_fast({chunk: 1}, 1_500, tie_break)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_the_standard_library_trains_the_same(tie_break):
    """On two megabytes of program text, eight thousand merges are those of `fast`."""
    chunk_counts = split(standard_library(2_000_000))
    assert train(chunk_counts, 8_000, tie_break) == train_fast(chunk_counts, 8_000, tie_break)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_arrays_that_become_larger_change_nothing(tie_break, monkeypatch):
    """Enlarged every few merges, whether there is need or not, they give the same merges."""
    chunk_counts = split(standard_library(50_000))
    monkeypatch.setattr(training, "MERGES_A_CALL", 7)
    enlarge = training.make_room
    reasons = (training.PLACES_FULL, training.PAIRS_FULL, training.HEAP_FULL)

    def enlarge_all(corpus, reason):
        corpus = enlarge(corpus, reason)
        sizes = len(corpus.pairs), len(corpus.places), len(corpus.heap)
        if max(sizes) < 2_000_000:
            for other in reasons:
                corpus = enlarge(corpus, other)
        return corpus

    monkeypatch.setattr(training, "make_room", enlarge_all)
    assert train(chunk_counts, 500, tie_break) == train_fast(chunk_counts, 500, tie_break)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_a_table_that_runs_full_is_replaced(tie_break, monkeypatch):
    """With more pairs than the first table has room for, the merges are the same."""
    letters = [chr(number) for number in range(0x100, 0x100 + 300)]
    chunk_counts = Counter("".join(pair).encode() for pair in product(letters, repeat=2))
    replaced = []
    rehash = training.rehash
    monkeypatch.setattr(training, "rehash", lambda *a: replaced.append(a) or rehash(*a))
    assert train(chunk_counts, 400, tie_break) == train_fast(chunk_counts, 400, tie_break)
    assert replaced


# The parts.


@given(st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1))
def test_a_packed_pair_can_be_unpacked(left, right):
    """A pair as one number is the pair again."""
    assert unpack(int(pack(left, right))) == (left, right)


def test_a_larger_table_keeps_the_pairs_that_stand_somewhere():
    """Each keeps its row's content; a pair that stands nowhere is left out."""
    table = new_table(256)
    for key in range(100):
        table[row_of(table, key)] = key, key % 3, key, key + 1
    larger = rehash(table, 1)
    rows = {tuple(row) for row in larger.tolist() if row[0] >= 0}
    assert rows == {(key, key % 3, key, key + 1) for key in range(100) if key % 3}


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=40))
def test_the_heap_gives_the_highest_count_first_and_then_the_smallest_number(entries):
    """Taken off one by one, entries come sorted."""
    rule = TieRule(1, np.zeros(0, np.uint8), np.zeros((0, 2), np.int64))
    heap = np.zeros((len(entries), 3), np.int64)
    for size, (count, tie) in enumerate(entries):
        heap[size] = count, tie, tie
        rise(heap, size, rule)
    taken = []
    for size in reversed(range(len(entries))):
        taken.append((int(heap[0, 0]), int(heap[0, 1])))
        heap[0] = heap[size]
        sink(heap, size, rule)
    assert taken == sorted(entries, key=lambda entry: (-entry[0], entry[1]))


def test_a_search_goes_on_at_the_first_row():
    """Behind the last row of the table of pairs comes the first."""
    table = new_table(8)
    of_the_last = [key for key in range(1_000) if hash_pair(key) & 7 == 7]
    for key, row in zip(of_the_last, [7, 0, 1], strict=False):
        assert row_of(table, key) == row
        table[row] = key, 1, 0, 0


def test_a_merge_is_not_begun_without_room_for_all_it_may_bring():
    """For each place where the pair stands, a place in the list and two new pairs."""
    corpus = training.new_corpus(ChunkTable.from_items([(b"xaby", 1), (b"ab", 1)]), 9, "first")
    row = row_of(corpus.pairs, pack(97, 98))  # it stands at two places
    numbers, rows = corpus.numbers, len(corpus.pairs)
    corpus = corpus._replace(heap=np.zeros((20, 3), np.int64))
    for what, most, full in [
        (training.PLACES, len(corpus.places) - 2, training.PLACES_FULL),
        (training.PAIRS, rows * 5 // 8 - 4, training.PAIRS_FULL),
        (training.HEAP, 20 - 4, training.HEAP_FULL),
    ]:
        before = int(numbers[what])
        numbers[what] = most
        assert training.find_lack(corpus, row) == training.DONE
        numbers[what] += 1
        assert training.find_lack(corpus, row) == full
        numbers[what] = before


def test_a_heap_that_runs_full_is_enlarged(monkeypatch):
    """Many merges, each with many new pairs that are common enough for the heap."""
    reasons, enlarge = [], training.make_room
    monkeypatch.setattr(
        training, "make_room", lambda corpus, why: reasons.append(why) or enlarge(corpus, why)
    )
    # Each pair in the middle occurs 15 times, between other neighbors each time.
    chunks = {
        bytes([114 + left, p, 100 + q, 129 + (15 * p + left) % 127]): 1
        for p, q, left in product(range(100), range(14), range(15))
    }
    assert train(chunks, 1_400) == train_fast(chunks, 1_400, "first")
    assert training.HEAP_FULL in reasons


def test_a_larger_table_of_pairs_has_room_for_any_merge():
    """Though few pairs are left: else training would ask for the same again."""
    corpus = training.new_corpus(ChunkTable.from_items([(b"ab", 1)]), 9, "first")
    for tokens in 256, 1_000, 70_000:
        corpus.numbers[training.TOKENS] = tokens
        corpus.numbers[training.PAIRS] = len(corpus.pairs)  # most of them stand nowhere any more
        corpus = training.make_room(corpus, training.PAIRS_FULL)
        most = corpus.numbers[training.PAIRS] + 2 * (tokens + 1)
        assert 8 * most <= 5 * len(corpus.pairs)


@pytest.mark.parametrize("count", [2**31 - 1, 2**31, 2**32 - 1, 2**32])
def test_counts_around_what_32_bits_hold(count):
    """Signed or not, no count is cut off."""
    assert train({b"ab": count, b"cd": 3}, 1) == [Merge((97, 98), count, 256)]
