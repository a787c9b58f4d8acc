"""Exercise: train on distinct chunks, each with its number of occurrences."""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations

from bpe_course import pairs, reference
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, sequences
from bpe_course.pairs import Pair

ChunkCounts = Mapping[bytes, int]
Merges = dict[Pair, int]
Weigh = Callable[[int, int], int]


def _small_tables() -> Iterator[dict[bytes, int]]:
    yield {}
    chunks = [bytes(ids) for ids in sequences(b"ab", 3, shortest=1)]
    for times in (1, 2, 3):
        yield from ({chunk: times} for chunk in chunks)
    for first, second in permutations(chunks, 2):
        yield from ({first: times, second: 1} for times in (1, 2))
        yield {first: 1, second: 3}


def _size(table: ChunkCounts) -> int:
    return sum(len(chunk) * times for chunk, times in table.items())


def _inputs() -> Iterator[Arguments]:
    for table in sorted(_small_tables(), key=_size):
        for num_merges in range(3):
            yield table, num_merges
    for ids in seeded_sequences(b"abc ", range(30, 40)):
        chunks = bytes(ids).replace(b" ", b"| ").split(b"|")
        yield {chunk: 1 + place % 4 for place, chunk in enumerate(filter(None, chunks))}, 8


def _repeated(chunk_counts: ChunkCounts) -> list[bytes]:
    return [chunk for chunk, times in chunk_counts.items() for _ in range(times)]


def _train_right(chunk_counts: ChunkCounts, num_merges: int) -> Merges:
    return reference.train(_repeated(chunk_counts), num_merges)


def _train_copies_joined(chunk_counts: ChunkCounts, num_merges: int) -> Merges:
    copies = [chunk * times for chunk, times in chunk_counts.items()]
    return reference.train(copies, num_merges)


def _train_overwriting(chunk_counts: ChunkCounts, num_merges: int) -> Merges:
    def count(rows: list[tuple[list[int], int]]) -> dict[Pair, int]:
        found = ((pair, n * times) for ids, times in rows for pair, n in _counted(ids))
        return dict(found)

    return _train_with(count, chunk_counts, num_merges)


def _train_weighing(weigh: Weigh) -> Callable[[ChunkCounts, int], Merges]:
    """A training in which a pair that a chunk holds n times counts `weigh(n, times)`."""

    def count(rows: list[tuple[list[int], int]]) -> dict[Pair, int]:
        counts: dict[Pair, int] = {}
        for ids, times in rows:
            for pair, n in _counted(ids):
                counts[pair] = counts.get(pair, 0) + weigh(n, times)
        return counts

    return lambda chunk_counts, num_merges: _train_with(count, chunk_counts, num_merges)


def _counted(ids: list[int]) -> list[tuple[Pair, int]]:
    return list(pairs.count_pairs(ids).items())


def _train_with(
    count: Callable[[list[tuple[list[int], int]]], dict[Pair, int]],
    chunk_counts: ChunkCounts,
    num_merges: int,
) -> Merges:
    rows = [(list(chunk), times) for chunk, times in chunk_counts.items()]
    merges: Merges = {}
    while len(merges) < num_merges and (counts := count(rows)):
        pair = pairs.most_common_pair(counts)
        merges[pair] = 256 + len(merges)
        rows = [(pairs.merge_pair(ids, pair, merges[pair]), times) for ids, times in rows]
    return merges


def _train_on_one_count(chunk_counts: ChunkCounts, num_merges: int) -> Merges:
    counts = reference.count_pairs_in_chunks(_repeated(chunk_counts))
    ranked = sorted(counts, key=lambda pair: -counts[pair])
    return {pair: 256 + place for place, pair in enumerate(ranked[:num_merges])}


def _train_on_same_chunks(chunk_counts: ChunkCounts, num_merges: int) -> Merges:
    first = _train_right(chunk_counts, min(num_merges, 1))
    return dict.fromkeys(first, 255 + num_merges)


TRAIN_ON_COUNTS = Exercise(
    name="train_on_counts",
    notebook="05",
    title="Train on distinct chunks",
    minutes=15,
    difficulty=3,
    spec=_train_right,
    inputs=_inputs,
    verified=(
        "all tables of one or two chunks of up to three bytes, the empty table, and ten larger "
        "ones: no merge crosses a border, and the table is left as it was"
    ),
    wrong=(
        WrongAnswer(
            name="training on the joined chunks",
            teaching="Joined, the chunks have lost their borders: count and merge chunk by chunk.",
            models=(
                lambda table, n: reference.train([b"".join(_repeated(table))], n),
                lambda table, n: reference.train([b"".join(table)], n),
            ),
        ),
        WrongAnswer(
            name="copies of a chunk joined",
            teaching="In chunk * times the copies touch: a pair across that border is no pair.",
            models=(_train_copies_joined,),
        ),
        WrongAnswer(
            name="occurrences ignored",
            teaching="A chunk that stands five times brings each of its pairs five times.",
            models=(lambda table, n: reference.train(list(table), n),),
        ),
        WrongAnswer(
            name="a pair counted once a chunk",
            teaching="A chunk may hold a pair twice: multiply that count by the occurrences.",
            models=(_train_weighing(lambda n, times: times),),
        ),
        WrongAnswer(
            name="added in place of multiplied",
            teaching="Twice in each of three chunks is six times: multiply, do not add.",
            models=(_train_weighing(lambda n, times: n + times),),
        ),
        WrongAnswer(
            name="only the last chunk counted",
            teaching="Several chunks may hold a pair: add to its count, do not write over it.",
            models=(_train_overwriting,),
        ),
        WrongAnswer(
            name="stale counts",
            teaching="A merge changes the counts of its neighbors: count again in every round.",
            models=(_train_on_one_count,),
        ),
        WrongAnswer(
            name="the same chunks in every round",
            teaching="merge_pair returns a new list: keep it, for each of the chunks.",
            models=(_train_on_same_chunks,),
        ),
        WrongAnswer(
            name="max of an empty sequence",
            teaching="When every chunk is a single id, no pair is left to choose: stop.",
            raises=(ValueError,),
        ),
    ),
    hints=(
        "Keep a list of rows, (ids, times). Only the ids of a row change.",
        "count_pairs(ids) says how often a pair stands in one chunk. And in all its copies?",
        "counts[pair] = counts.get(pair, 0) + count * times; then merge in every row.",
    ),
)
