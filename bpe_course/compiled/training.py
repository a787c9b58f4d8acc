"""Training on counted chunks: `fast.train_counted`, compiled.

The heap holds only the pairs that are common enough. When it runs dry, the bar is lowered and the
table of pairs is searched for those above it.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bpe_course.compiled.chunks import ChunkTable, Integers
from bpe_course.compiled.heaps import (
    FIRST,
    HOPED,
    LENGTH,
    PAIR,
    SPELLED_FROM,
    TIE,
    TieRule,
    new_rule,
    rise,
    sink,
)
from bpe_course.compiled.jit import inlined, lean
from bpe_course.compiled.joining import (
    DISTINCT,
    LEFT,
    PLACE,
    RIGHT,
    SIZE,
    WEIGHT,
    Joined,
    join,
    list_places,
    recount,
)
from bpe_course.compiled.layout import (
    Marks,
    Places,
    Weights,
    count_places,
    find_byte_pairs,
    lay_out,
    narrowed,
)
from bpe_course.compiled.pair_table import COUNT, KEY, START, STOP, pack, rehash, row_of, unpack
from bpe_course.fast import Merge
from bpe_course.pairs import TieBreak, check_tie_break

MERGES_A_CALL = 256
MOST_PLACES = 2**31 - 1
LOWERING = 8  # how many times lower the bar gets when the heap runs dry

# What `numbers` holds: how far the other arrays are filled, and which pairs the heap is for.
TOKENS, PAIRS, PLACES, HEAP, THRESHOLD = range(5)

# Why a call of the kernel has ended.
DONE, HEAP_EMPTY, HEAP_FULL, PLACES_FULL, PAIRS_FULL = range(5)


class Corpus(NamedTuple):
    """All that training knows. There may be room left at the end of places and heap.

    The chunk around place `i` occurs `weights[i]` times.
    """

    marks: Marks
    weights: Weights
    places: Places
    pairs: Integers
    heap: Integers
    rule: TieRule
    sides: Integers
    joined: Joined
    numbers: Integers


def train_counted(
    table: ChunkTable, num_merges: int, *, tie_break: TieBreak = "first"
) -> Iterator[Merge]:
    """Yield the merges learned from a table of distinct chunks, as `fast.train_counted` does.

    Ends early when no pair is left. Raises ValueError if the distinct chunks need more than
    `MOST_PLACES`: each has a place for each byte and one more, if it has two bytes or more.

    >>> next(train_counted(ChunkTable.from_items([(b"ab", 3), (b"ba", 2)]), 1))
    Merge(pair=(97, 98), count=3, new_id=256)
    """
    check_tie_break(tie_break)
    corpus = new_corpus(table, num_merges, tie_break)
    del table  # its memory is needed
    learned = np.empty((MERGES_A_CALL, 2), np.int64)
    remaining = num_merges
    while remaining > 0:
        first_id = int(corpus.numbers[TOKENS])
        size, reason = learn(corpus, learned[: min(MERGES_A_CALL, remaining)])
        for new_id, (key, count) in enumerate(learned[:size].tolist(), start=first_id):
            yield Merge((key >> 32, key & 0xFFFFFFFF), count, new_id)
        remaining -= size
        if reason == HEAP_EMPTY and corpus.numbers[THRESHOLD] == 1:
            return
        corpus = make_room(corpus, reason)


def new_corpus(table: ChunkTable, num_merges: int, tie_break: TieBreak) -> Corpus:
    """Lay out the chunks, and make the arrays that training works on."""
    needed = count_places(table.offsets)
    if needed > MOST_PLACES:
        raise ValueError(
            f"the distinct chunks need {needed:,} places, and training has {MOST_PLACES:,} at "
            "most: split the text into shorter chunks, or train on less of it"
        )
    # Numba compiles anew for an array that cannot be written to.
    data = np.require(table.data, np.uint8, ["C", "W"])
    marks, weights = lay_out(data, table.offsets, narrowed(table.counts), needed)
    # In the end about as many pairs stand somewhere as there are chunks.
    pairs, places = find_byte_pairs(marks, weights, min(len(table.counts), 16 * num_merges))
    known = pairs[pairs[:, KEY] >= 0]
    used = int(known[:, STOP].max(initial=0))
    ids = 256 + max(0, min(num_merges, used))
    longest = int((known[:, STOP] - known[:, START]).max(initial=0))
    threshold = int(known[:, COUNT].max(initial=0)) + 1
    return Corpus(
        marks,
        weights,
        places,
        pairs,
        np.empty((0, 3), np.int64),
        new_rule(tie_break, marks, ids),
        np.zeros((2, ids, 4), np.int64),
        np.empty((longest, 3), np.int32),
        np.array([256, len(known), used, 0, threshold], np.int64),
    )


def make_room(corpus: Corpus, reason: int) -> Corpus:
    """Enlarge the array for whose sake `learn` has stopped."""
    if reason == PLACES_FULL:
        # Room that is not yet written to takes no memory, so nothing is copied there.
        places = np.empty(2 * len(corpus.places), np.int32)
        places[: corpus.numbers[PLACES]] = corpus.places[: corpus.numbers[PLACES]]
        return corpus._replace(places=places)
    if reason == PAIRS_FULL:
        # Room for all pairs that one merge can make, at the load that `find_lack` allows: else it
        # would ask for the same again.
        pairs = rehash(corpus.pairs, 4 * int(corpus.numbers[TOKENS]))
        corpus.numbers[PAIRS] = np.count_nonzero(pairs[:, KEY] >= 0)
        return corpus._replace(pairs=pairs)
    if reason == HEAP_FULL:
        return corpus._replace(heap=np.concatenate([corpus.heap, np.empty_like(corpus.heap)]))
    if reason == HEAP_EMPTY:
        return refill(corpus)
    return corpus


def refill(corpus: Corpus) -> Corpus:
    """Lower the bar, and put the pairs above it on the heap."""
    counts = corpus.pairs[:, COUNT]
    threshold = max(1, int(counts.max()) // LOWERING)
    corpus.numbers[THRESHOLD] = threshold
    room = 2 * np.count_nonzero(counts >= threshold) + 4 * len(corpus.sides[0])
    corpus = corpus._replace(heap=np.empty((room, 3), np.int64))
    push_common(corpus)
    return corpus


@lean
def push_common(corpus: Corpus) -> None:
    """Put all pairs on the heap that reach the threshold."""
    pairs, threshold = corpus.pairs, corpus.numbers[THRESHOLD]
    for row in range(len(pairs)):
        if pairs[row, COUNT] >= threshold:
            push(corpus, row)


@lean
def push(corpus: Corpus, row: int) -> None:
    """Put the pair in `row` on the heap."""
    heap, size = corpus.heap, corpus.numbers[HEAP]
    heap[size, HOPED], heap[size, PAIR] = corpus.pairs[row, COUNT], corpus.pairs[row, KEY]
    heap[size, TIE] = tie_key(corpus.marks, corpus.places, corpus.pairs, row, corpus.rule)
    corpus.numbers[HEAP] = size + 1
    rise(heap, size, corpus.rule)


@lean
def tie_key(marks: Marks, places: Places, pairs: Integers, row: int, rule: TieRule) -> int:
    """Return what breaks ties for a pair: the first place where it stands now, or itself.

    The first place of a pair only ever moves right.
    """
    if rule.number != FIRST:
        return int(pairs[row, KEY])
    left, right = unpack(pairs[row, KEY])
    length = rule.spots[left, LENGTH]
    entry = pairs[row, START]
    while marks[places[entry]] != left or marks[places[entry] + length] != right:
        entry += 1
    pairs[row, START] = entry
    return int(places[entry])


@inlined
def find_best(corpus: Corpus) -> int:
    """Return the row of the best pair, mending outdated entries of the heap; -1 if it is empty."""
    marks, _, places, pairs, heap, rule, _, _, numbers = corpus
    best = -1
    while numbers[HEAP] and best < 0:
        row = row_of(pairs, heap[0, PAIR])
        if pairs[row, COUNT] < numbers[THRESHOLD]:
            numbers[HEAP] -= 1
            for column in range(3):
                heap[0, column] = heap[numbers[HEAP], column]
        else:
            count, tie = pairs[row, COUNT], tie_key(marks, places, pairs, row, rule)
            if heap[0, HOPED] == count and heap[0, TIE] == tie:
                best = row
            heap[0, HOPED], heap[0, TIE] = count, tie
        sink(heap, numbers[HEAP], rule)
    return best


@inlined
def find_lack(corpus: Corpus, row: int) -> int:
    """Say which array might be too short for merging the pair in `row`, or DONE."""
    numbers = corpus.numbers
    size = corpus.pairs[row, STOP] - corpus.pairs[row, START]
    new_pairs = 2 * min(size, numbers[TOKENS] + 1)
    if numbers[PLACES] + size > len(corpus.places):
        return PLACES_FULL
    if 8 * (numbers[PAIRS] + new_pairs) > 5 * len(corpus.pairs):
        return PAIRS_FULL
    if numbers[HEAP] + new_pairs > len(corpus.heap):
        return HEAP_FULL
    return DONE


@inlined
def merge(corpus: Corpus, row: int) -> None:
    """Merge the pair in `row` wherever it stands.

    The new pairs with neighbours on the left get the merged pair's list of places, which is long
    enough, and those on the right get room at the end.
    """
    marks, weights, places, pairs, _, rule, sides, joined, numbers = corpus
    left, right = unpack(pairs[row, KEY])
    start, stop, new_id = pairs[row, START], pairs[row, STOP], numbers[TOKENS]
    lengths = rule.spots[left, LENGTH], rule.spots[right, LENGTH]
    pair = left, right, new_id
    size, known = join(marks, weights, places[start:stop], pair, lengths, joined, sides)
    rule.spots[new_id, SPELLED_FROM] = joined[0, PLACE]
    rule.spots[new_id, LENGTH] = lengths[0] + lengths[1]
    olds, starts = (right, left), (numbers[PLACES], start)
    # The right side first: if a token just made stands on the left, its pair with `left` is new.
    for which in range(2):
        end = recount(pairs, sides, which, known[which], olds[which], new_id, starts[which])
        if which == RIGHT:
            numbers[PLACES] = end
    pairs[row, COUNT] = 0
    list_places(places, joined[:size], rule.spots, sides)
    for which in range(2):
        push_new(corpus, which, known[which])
        numbers[PAIRS] += known[which]
    numbers[TOKENS] = new_id + 1


@lean
def push_new(corpus: Corpus, which: int, known: int) -> None:
    """Put the new pairs on one side that reach the threshold on the heap; forget the neighbours."""
    new_id, threshold = corpus.numbers[TOKENS], corpus.numbers[THRESHOLD]
    side, pairs = corpus.sides[which], corpus.pairs
    for number in range(known):
        neighbour = side[number, DISTINCT]
        if side[neighbour, WEIGHT] >= threshold:
            key = pack(neighbour, new_id) if which == LEFT else pack(new_id, neighbour)
            row = row_of(pairs, key)
            if pairs[row, COUNT] >= threshold:
                push(corpus, row)
        side[neighbour, WEIGHT] = 0
        side[neighbour, SIZE] = 0


@lean
def learn(corpus: Corpus, learned: Integers) -> tuple[int, int]:
    """Fill `learned` with merges, each a pair and its count; return how many, and why no more."""
    for number in range(len(learned)):
        row = find_best(corpus)
        if row < 0:
            return number, HEAP_EMPTY
        lack = find_lack(corpus, row)
        if lack != DONE:
            return number, lack
        learned[number, 0], learned[number, 1] = corpus.pairs[row, KEY], corpus.pairs[row, COUNT]
        merge(corpus, row)
    return len(learned), DONE
