"""Byte pair encoding exactly as it is taught, with nothing done for speed: the oracle.

Every faster engine must give the same output as this module on every input. A chunk is any
sequence of ids below 256; a `bytes` object is one, since iterating over it gives integers.

Sources: Gage, "A New Algorithm for Data Compression" (1994), for the merging; Sennrich, Haddow and
Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016), for its use on text.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bpe_course.pairs import (
    Pair,
    TieBreak,
    check_tie_break,
    count_pairs,
    merge_pair,
    most_common_pair,
)


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """One merge of the training, as data: what was merged, how often it stood there, the result.

    `chunks` holds the ids of every chunk after the merge.
    """

    pair: Pair
    count: int
    new_id: int
    chunks: list[list[int]]

    @property
    def ids(self) -> list[int]:
        """The ids of all chunks in one list."""
        return [token_id for chunk in self.chunks for token_id in chunk]


def train_steps(
    chunks: Iterable[Sequence[int]], num_merges: int, *, tie_break: TieBreak = "first"
) -> Iterator[TrainingStep]:
    """Merge the most common pair `num_merges` times; yield each step.

    Ends early, without an error, when no pair is left.

    >>> [(step.pair, step.new_id, step.ids) for step in train_steps([b"aaab", b"aab"], 2)]
    [((97, 97), 256, [256, 97, 98, 256, 98]), ((256, 97), 257, [257, 98, 256, 98])]
    """
    check_tie_break(tie_break)
    sequences = [list(chunk) for chunk in chunks]
    tokens = {byte: bytes([byte]) for byte in range(256)}
    for new_id in range(256, 256 + num_merges):
        counts = count_pairs_in_chunks(sequences)
        if not counts:
            return
        pair = most_common_pair(counts, tie_break, tokens)
        tokens[new_id] = tokens[pair[0]] + tokens[pair[1]]
        sequences = [merge_pair(ids, pair, new_id) for ids in sequences]
        yield TrainingStep(pair, counts[pair], new_id, sequences)


def train(
    chunks: Iterable[Sequence[int]], num_merges: int, *, tie_break: TieBreak = "first"
) -> dict[Pair, int]:
    """Learn merges: a dictionary from pair to new id, in the order in which they were learned.

    >>> train([b"aaabdaaabac"], 3)
    {(97, 97): 256, (256, 97): 257, (257, 98): 258}
    """
    return {step.pair: step.new_id for step in train_steps(chunks, num_merges, tie_break=tie_break)}


def count_pairs_in_chunks(chunks: Iterable[Sequence[int]]) -> dict[Pair, int]:
    """Count the pairs of all chunks together; no pair reaches from one chunk into the next.

    >>> count_pairs_in_chunks([[1, 2], [2, 1], [1, 2]])
    {(1, 2): 2, (2, 1): 1}
    """
    totals: dict[Pair, int] = {}
    for chunk in chunks:
        for pair, count in count_pairs(chunk).items():
            totals[pair] = totals.get(pair, 0) + count
    return totals


def encode_steps(chunk: Sequence[int], merges: Mapping[Pair, int]) -> Iterator[list[int]]:
    """Yield the ids of a chunk before the first merge and after each one.

    Of the pairs present, the one learned first (the lowest new id) is merged first.

    >>> list(encode_steps(b"abab", {(97, 98): 256, (256, 256): 257}))
    [[97, 98, 97, 98], [256, 256], [257]]
    """
    ids = list(chunk)
    yield ids
    while len(ids) >= 2:
        pair = min(count_pairs(ids), key=lambda pair: merges.get(pair, float("inf")))
        if pair not in merges:
            return
        ids = merge_pair(ids, pair, merges[pair])
        yield ids


def encode_chunk(chunk: Sequence[int], merges: Mapping[Pair, int]) -> list[int]:
    """Turn one chunk into ids by merging, lowest rank first.

    >>> encode_chunk(b"aab", {(97, 98): 256})
    [97, 256]
    """
    *_, ids = encode_steps(chunk, merges)
    return ids


def decode_bytes(ids: Iterable[int], tokens: Mapping[int, bytes]) -> bytes:
    """Join the bytes of the tokens.

    >>> decode_bytes([256, 33], {256: b"hi", 33: b"!"})
    b'hi!'
    """
    return b"".join(tokens[token_id] for token_id in ids)
