"""The road from `reference` to `fast`, one idea at a time, each step with the work it has done.

First every distinct chunk is kept once, with how often it occurs. Then the counts of the pairs are
kept up to date, so that a merge touches only the chunks in which its pair stands. Both give what
`reference` gives under the tie rule "first"; notebook 09 builds them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_course.pairs import Pair, merge_pair

Ids = list[int]
Counts = dict[Pair, int]
Holders = dict[Pair, set[int]]


@dataclass(frozen=True, slots=True)
class Step:
    """One learned merge, and what it cost.

    `looked_at` is how many places of a pair were counted, up or down, to know the counts of this
    step, so what the last merge changes is in none; `compared` is how many different pairs were
    compared to find the best one, not counting how a tie was broken.
    """

    pair: Pair
    count: int
    new_id: int
    looked_at: int
    compared: int


def count_weighted_pairs(weighted: Iterable[tuple[Sequence[int], int]]) -> Counts:
    """Count the pairs of chunks of which each is there several times, in order of first sight.

    >>> count_weighted_pairs([([1, 2, 1], 10), ([1, 2], 5)])
    {(1, 2): 15, (2, 1): 10}
    """
    counts: Counts = {}
    for ids, weight in weighted:
        for pair in pairwise(ids):
            counts[pair] = counts.get(pair, 0) + weight
    return counts


def train_on_counts(chunk_counts: Mapping[bytes, int], num_merges: int) -> Iterator[Step]:
    """Learn merges from distinct chunks and their counts; all pairs are counted for each merge.

    The chunks must come in order of first sight. Ends early when no pair is left.

    >>> [step.pair for step in train_on_counts({b"ab": 3, b"ba": 2}, 9)]
    [(97, 98), (98, 97)]
    """
    weighted: list[tuple[Sequence[int], int]] = list(chunk_counts.items())
    for new_id in range(256, 256 + num_merges):
        counts = count_weighted_pairs(weighted)
        if not counts:
            return
        pair = max(counts, key=counts.__getitem__)
        looked_at = sum(len(ids) - 1 for ids, _ in weighted if ids)
        yield Step(pair, counts[pair], new_id, looked_at, len(counts))
        weighted = [(merge_pair(ids, pair, new_id), weight) for ids, weight in weighted]


def add_pairs(
    number: int, ids: Sequence[int], weight: int, counts: Counts, holders: Holders
) -> int:
    """Count the pairs of one chunk up, and note that it holds them; return how many places it has.

    >>> counts, holders = {}, {}
    >>> add_pairs(7, [1, 1, 1], 5, counts, holders), counts, holders
    (2, {(1, 1): 10}, {(1, 1): {7}})
    """
    for pair in pairwise(ids):
        counts[pair] = counts.get(pair, 0) + weight
        holders.setdefault(pair, set()).add(number)
    return max(0, len(ids) - 1)


def remove_pairs(
    number: int, ids: Sequence[int], weight: int, counts: Counts, holders: Holders
) -> int:
    """Undo what `add_pairs` has done; a pair that stands nowhere is forgotten.

    >>> counts, holders = {(1, 1): 10, (1, 2): 4}, {(1, 1): {7}, (1, 2): {3}}
    >>> remove_pairs(7, [1, 1, 1], 5, counts, holders), counts, holders
    (2, {(1, 2): 4}, {(1, 2): {3}})
    """
    for pair in pairwise(ids):
        counts[pair] -= weight
        holders[pair].discard(number)
        if not counts[pair]:
            del counts[pair], holders[pair]
    return max(0, len(ids) - 1)


def first_place(pair: Pair, chunks: Sequence[Ids], holders: Mapping[Pair, set[int]]) -> Pair:
    """Return the number of the first chunk that holds a pair, and where the pair stands in it.

    >>> first_place((1, 2), [[0], [3, 1, 2], [1, 2]], {(1, 2): {1, 2}})
    (1, 1)
    """
    number = min(holders[pair])
    return number, list(pairwise(chunks[number])).index(pair)


def find_best(counts: Counts, chunks: Sequence[Ids], holders: Holders) -> Pair:
    """Return the most common pair; of several, the one that stands first.

    >>> find_best({(3, 1): 1, (1, 2): 1}, [[1, 2], [3, 1]], {(3, 1): {1}, (1, 2): {0}})
    (1, 2)
    """
    highest = max(counts.values())
    tied = [pair for pair, count in counts.items() if count == highest]
    return min(tied, key=lambda pair: first_place(pair, chunks, holders))


def train_incrementally(chunk_counts: Mapping[bytes, int], num_merges: int) -> Iterator[Step]:
    """Learn merges from distinct chunks and their counts; a merge recounts only its own chunks.

    The chunks must come in order of first sight, with counts above zero. Ends early when no pair is
    left.

    >>> [step.looked_at for step in train_incrementally({b"abc": 3, b"bd": 2}, 2)]
    [3, 3]
    """
    chunks, weights = [list(chunk) for chunk in chunk_counts], list(chunk_counts.values())
    counts: Counts = {}
    holders: Holders = {}
    looked_at = 0
    for number, ids in enumerate(chunks):
        looked_at += add_pairs(number, ids, weights[number], counts, holders)
    for new_id in range(256, 256 + num_merges):
        if not counts:
            return
        pair = find_best(counts, chunks, holders)
        yield Step(pair, counts[pair], new_id, looked_at, len(counts))
        looked_at = 0
        for number in sorted(holders[pair]):
            looked_at += remove_pairs(number, chunks[number], weights[number], counts, holders)
            chunks[number] = merge_pair(chunks[number], pair, new_id)
            looked_at += add_pairs(number, chunks[number], weights[number], counts, holders)
