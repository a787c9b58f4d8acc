"""Other ways to write a chunk in the tokens of a vocabulary, to compare with byte pair encoding's.

Whatever an encoder chooses, its tokens join to the chunk. But a model has only ever been shown the
choice of byte pair encoding, which merges the pair of lowest rank first: `reference.encode_chunk`.
Of the four here, `in_order` is the same by another road. `left_to_right` merges too, but ignores
the ranks; `longest_match` and `fewest_tokens` look tokens up and need no merges.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from bpe_course import reference
from bpe_course.pairs import Pair, merge_pair

Ids = Mapping[bytes, int]


def in_order(chunk: Sequence[int], merges: Mapping[Pair, int]) -> list[int]:
    """Go through the merges once, in the order in which they were learned, and make each.

    On learned merges the result is that of `reference.encode_chunk`.

    >>> in_order(b"abab", {(97, 98): 256, (256, 256): 257})
    [257]
    """
    ids = list(chunk)
    present = set(pairwise(ids))
    for pair, new_id in merges.items():
        if pair in present:
            ids = merge_pair(ids, pair, new_id)
            present = set(pairwise(ids))
            if not present:  # all is one token
                break
    return ids


def left_to_right(chunk: Sequence[int], merges: Mapping[Pair, int]) -> list[int]:
    """Merge the leftmost pair that any merge knows, whatever its rank; again until none is left.

    >>> left_to_right(b"abc", {(98, 99): 256, (97, 98): 257})
    [257, 99]
    """
    ids = list(chunk)
    place = 0
    while place < len(ids) - 1:
        new_id = merges.get((ids[place], ids[place + 1]))
        if new_id is None:
            place += 1
        else:
            ids[place : place + 2] = [new_id]
            place = max(place - 1, 0)
    return ids


def longest_match(chunk: bytes, ids: Ids) -> list[int]:
    """Take the longest token that the chunk begins with; again with the rest.

    Raises `ValueError` if no token fits.

    >>> longest_match(b"abcd", {b"a": 0, b"b": 1, b"c": 2, b"d": 3, b"abc": 4, b"ab": 5, b"cd": 6})
    [4, 3]
    """
    found: list[int] = []
    start = 0
    while start < len(chunk):
        start, token_id = tokens_at(chunk, start, ids)[-1]
        found.append(token_id)
    return found


def fewest_tokens(chunk: bytes, ids: Ids) -> list[int]:
    """Write the chunk in as few tokens as there can be, by dynamic programming from its end.

    Of several shortest ways, the one whose first token is longest is returned, then the second,
    and so on. Raises `ValueError` if no token fits.

    >>> fewest_tokens(b"abcd", {b"a": 0, b"b": 1, b"c": 2, b"d": 3, b"abc": 4, b"ab": 5, b"cd": 6})
    [4, 3]
    """
    best: dict[int, list[int]] = {len(chunk): []}
    for start in reversed(range(len(chunk))):
        ways = [[token_id, *best[end]] for end, token_id in reversed(tokens_at(chunk, start, ids))]
        best[start] = min(ways, key=len)
    return best[0]


def segmentations(chunk: bytes, ids: Ids, start: int = 0) -> Iterator[list[int]]:
    """Yield every way to write `chunk[start:]` in tokens.

    Their number can double with each byte, so take care with long chunks.

    >>> list(segmentations(b"abc", {b"a": 0, b"b": 1, b"c": 2, b"ab": 3, b"bc": 4}))
    [[0, 1, 2], [0, 4], [3, 2]]
    """
    if start == len(chunk):
        yield []
        return
    for end, token_id in tokens_at(chunk, start, ids):
        for rest in segmentations(chunk, ids, end):
            yield [token_id, *rest]


def tokens_at(chunk: bytes, start: int, ids: Ids) -> list[tuple[int, int]]:
    """Return each token that stands in the chunk at `start`, shortest first: its end and its id.

    Raises `ValueError` if there is none.

    >>> tokens_at(b"cab", 1, {b"a": 0, b"b": 1, b"ab": 2})
    [(2, 0), (3, 2)]
    """
    ends = range(start + 1, len(chunk) + 1)
    found = [(end, ids[chunk[start:end]]) for end in ends if chunk[start:end] in ids]
    if not found:
        raise ValueError(
            f"no token begins with byte {chunk[start]:#04x}, which stands at position {start}: "
            "a byte-level vocabulary must hold every single byte"
        )
    return found


def encode_by_each(chunk: bytes, merges: Mapping[Pair, int], ids: Ids) -> dict[str, list[int]]:
    """Encode one chunk in the five ways, by name; `ids` maps each token's bytes to its id.

    If no way is shorter than "rank", then "fewest tokens" is the same: a tie is no difference.

    >>> ids = {bytes([byte]): byte for byte in range(256)} | {b"bc": 256, b"ab": 257}
    >>> ways = encode_by_each(b"abc", {(98, 99): 256, (97, 98): 257}, ids)
    >>> ways["rank"], ways["left to right"]
    ([97, 256], [257, 99])
    """
    byte_ids = [ids[bytes([byte])] for byte in chunk]
    by_rank = reference.encode_chunk(byte_ids, merges)
    return {
        "rank": by_rank,
        "in order": in_order(byte_ids, merges),
        "left to right": left_to_right(byte_ids, merges),
        "longest match": longest_match(chunk, ids),
        "fewest tokens": min(by_rank, fewest_tokens(chunk, ids), key=len),
    }
