"""The same training and encoding as `reference`, in pure Python, with better data structures.

Training. The distinct chunks stand one after another in one list, a separator between them. A
token's id is written at its first and at its last byte; so the token to the left of place `i` ends
at `i - 1`, and the one to the right of a token starting at `i` begins at `i + length`. No list is
ever rebuilt: a merge touches only the places where its pair stands. Counts are kept up to date, and
a heap finds the best pair. After a pair is made, its count can only fall and its first place only
move right, so an outdated heap entry is always too hopeful: it is mended when it comes to the top.

Encoding is in `merging`.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeVar

from bpe_course.merging import ABSORBED, encode_chunk, encode_long, encode_short
from bpe_course.pairs import Pair, TieBreak, check_tie_break

__all__ = ["Merge", "encode_chunk", "encode_long", "encode_short", "train", "train_counted"]

SEPARATOR = -1
ChunkT = TypeVar("ChunkT", bound=Sequence[int])
TieKey = Any
HeapEntry = tuple[int, TieKey, Pair]


@dataclass(frozen=True, slots=True)
class Merge:
    """One learned merge: the pair, how often it stood in the text, and its new id."""

    pair: Pair
    count: int
    new_id: int


def train(
    chunks: Iterable[Sequence[int]], num_merges: int, *, tie_break: TieBreak = "first"
) -> dict[Pair, int]:
    """Learn merges, as `reference.train` does and with the same result.

    >>> train([b"aaabdaaabac"], 3)
    {(97, 97): 256, (256, 97): 257, (257, 98): 258}
    """
    chunk_counts = Counter(tuple(chunk) for chunk in chunks)
    steps = train_counted(chunk_counts, num_merges, tie_break=tie_break)
    return {step.pair: step.new_id for step in steps}


def train_counted(
    chunk_counts: Mapping[ChunkT, int],
    num_merges: int,
    *,
    tie_break: TieBreak = "first",
) -> Iterator[Merge]:
    """Yield the merges learned from distinct chunks and how often each occurs.

    The chunks must come in order of first sight. Ends early when no pair is left.

    >>> next(train_counted({b"ab": 3, b"ba": 2}, 1))
    Merge(pair=(97, 98), count=3, new_id=256)
    """
    check_tie_break(tie_break)
    corpus = Corpus.from_chunks(chunk_counts.items(), tie_break)
    heap = [corpus.heap_entry(pair) for pair in corpus.counts]
    heapq.heapify(heap)
    for new_id in range(256, 256 + num_merges):
        pair = pop_best(heap, corpus)
        if pair is None:
            return
        count = corpus.counts[pair]
        for new_pair in corpus.merge(pair, new_id):
            heapq.heappush(heap, corpus.heap_entry(new_pair))
        yield Merge(pair, count, new_id)


def pop_best(heap: list[HeapEntry], corpus: "Corpus") -> Pair | None:
    """Take the best pair off the heap, mending outdated entries on the way."""
    while heap:
        entry = heap[0]
        pair = entry[2]
        if not corpus.counts[pair]:
            heapq.heappop(heap)
            continue
        current = corpus.heap_entry(pair)
        if entry == current:
            return heapq.heappop(heap)[2]
        heapq.heapreplace(heap, current)
    return None


@dataclass(slots=True)
class Corpus:
    """The distinct chunks in one list of marks, and what is known about each pair in them.

    `marks[i]` is the id of the token that begins or ends at place `i`; `weights[i]` is how often
    the chunk around place `i` occurs; `places[pair]` are the places, ascending, where the pair was
    seen to begin: some may be outdated, and `skipped[pair]` counts those known to be.
    """

    tie_break: TieBreak
    marks: list[int] = field(default_factory=lambda: [SEPARATOR])
    weights: list[int] = field(default_factory=lambda: [0])
    counts: dict[Pair, int] = field(default_factory=lambda: defaultdict(int))
    places: dict[Pair, list[int]] = field(default_factory=lambda: defaultdict(list))
    skipped: dict[Pair, int] = field(default_factory=lambda: defaultdict(int))
    tokens: list[bytes] = field(default_factory=lambda: [bytes([byte]) for byte in range(256)])

    @classmethod
    def from_chunks(
        cls, chunk_counts: Iterable[tuple[Sequence[int], int]], tie_break: TieBreak
    ) -> "Corpus":
        """Lay the chunks out, with a separator before, between and after them."""
        corpus = cls(tie_break)
        for chunk, count in chunk_counts:
            corpus._count_pairs(chunk, count)
            corpus.marks.extend(chunk)
            corpus.marks.append(SEPARATOR)
            corpus.weights.extend([count] * (len(chunk) + 1))
        return corpus

    def _count_pairs(self, chunk: Sequence[int], count: int) -> None:
        """Note the pairs of a chunk that is about to be laid out at the end of the marks."""
        for place, pair in enumerate(pairwise(chunk), start=len(self.marks)):
            self.counts[pair] += count
            self.places[pair].append(place)

    def heap_entry(self, pair: Pair) -> HeapEntry:
        """Return what orders `pair` in the heap: the highest count first, then the tie rule."""
        return (-self.counts[pair], self._tie_key(pair), pair)

    def _tie_key(self, pair: Pair) -> TieKey:
        if self.tie_break == "first":
            return self.first_place(pair)
        if self.tie_break == "smallest":
            return pair
        return descending(self.tokens[pair[0]]), descending(self.tokens[pair[1]])

    def first_place(self, pair: Pair) -> int:
        """Return the first place where `pair` stands now; it only ever moves right."""
        places = self.places[pair]
        skipped = self.skipped[pair]
        while not self._stands_at(pair, places[skipped]):
            skipped += 1
        self.skipped[pair] = skipped
        return places[skipped]

    def _stands_at(self, pair: Pair, place: int) -> bool:
        left, right = pair
        return self.marks[place] == left and self.marks[place + len(self.tokens[left])] == right

    def merge(self, pair: Pair, new_id: int) -> list[Pair]:
        """Merge `pair` wherever it stands; return the pairs that this has made."""
        left, right = pair
        marks, weights, counts, places = self.marks, self.weights, self.counts, self.places
        left_length = len(self.tokens[left])
        length = left_length + len(self.tokens[right])
        self.tokens.append(self.tokens[left] + self.tokens[right])
        made: dict[Pair, None] = {}
        for start in places.pop(pair):
            middle = start + left_length
            if marks[start] != left or marks[middle] != right:
                continue
            end = start + length
            before, after = marks[start - 1], marks[end]
            weight = weights[start]
            marks[middle] = ABSORBED
            marks[start] = marks[end - 1] = new_id
            if before >= 0:
                counts[before, left] -= weight
                counts[before, new_id] += weight
                places[before, new_id].append(start - len(self.tokens[before]))
                made[before, new_id] = None
            if after >= 0:
                counts[right, after] -= weight
                counts[new_id, after] += weight
                places[new_id, after].append(start)
                made[new_id, after] = None
        del counts[pair]
        return [pair for pair in made if counts[pair]]


def descending(token: bytes) -> tuple[int, ...]:
    """Return a key that sorts byte strings from the greatest to the smallest.

    >>> sorted([b"a", b"ab", b"b"], key=descending)
    [b'b', b'ab', b'a']
    """
    return (*(-byte for byte in token), 1)
