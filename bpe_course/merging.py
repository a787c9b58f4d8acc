"""Merging one chunk, in pure Python: the encoding of `reference` with better data structures.

A short chunk is merged as taught. A long one uses a linked list and a heap of ranks, so the work
grows with n log n and not with its square.

A very long one is merged window by window, so the work grows with n. What makes that right: let two
texts be merged, each alone. If the last token of the one and the first of the other, merged anew,
stay as they are, then no merge crosses the seam between the texts, and the ids of both are the ids
of the whole.
"""

import heapq
from collections.abc import Mapping, Sequence
from itertools import pairwise

from bpe_course.pairs import Pair

LONG_CHUNK = 100
WINDOW = 1 << 12  # ids of a chunk that are merged at a time
MARGIN = 1 << 4  # tokens at the end of a window that wait for what follows

ABSORBED = -2
NOTHING = -1
NO_MERGE = 1 << 62

Placed = tuple[int, int]  # the place of a token's first id in its chunk, and the token's id


def encode_chunk(chunk: Sequence[int], merges: Mapping[Pair, int]) -> list[int]:
    """Turn one chunk into ids, as `reference.encode_chunk` does and with the same result.

    >>> encode_chunk(b"abab", {(97, 98): 256, (256, 256): 257})
    [257]
    """
    if len(chunk) < LONG_CHUNK:
        return encode_short(chunk, merges)
    if len(chunk) <= WINDOW:
        return encode_long(chunk, merges)
    return encode_in_windows(chunk, merges)


def encode_short(chunk: Sequence[int], merges: Mapping[Pair, int]) -> list[int]:
    """Merge the leftmost pair of lowest rank until none is left.

    >>> encode_short(b"aab", {(97, 98): 256})
    [97, 256]
    """
    ids = list(chunk)
    ranks = [merges.get(pair, NO_MERGE) for pair in pairwise(ids)]
    while ranks:
        lowest = min(ranks)
        if lowest == NO_MERGE:
            break
        place = ranks.index(lowest)
        ids[place : place + 2] = [lowest]
        del ranks[place]
        if place:
            ranks[place - 1] = merges.get((ids[place - 1], lowest), NO_MERGE)
        if place < len(ranks):
            ranks[place] = merges.get((lowest, ids[place + 1]), NO_MERGE)
    return ids


def encode_long(chunk: Sequence[int], merges: Mapping[Pair, int]) -> list[int]:
    """Merge with a heap of (rank, place) and a linked list of the tokens that are left.

    >>> encode_long(b"aab", {(97, 98): 256})
    [97, 256]
    """
    return [token_id for token_id in merge_in_place(chunk, merges) if token_id != ABSORBED]


def merge_in_place(chunk: Sequence[int], merges: Mapping[Pair, int]) -> list[int]:
    """Return, for each place of a chunk, the id of the token that begins there or `ABSORBED`.

    >>> merge_in_place(b"aba", {(97, 98): 256}) == [256, ABSORBED, 97]
    True
    """
    ids = list(chunk)
    following = list(range(1, len(ids) + 1))
    preceding = list(range(-1, len(ids)))
    ids.append(NOTHING)
    waiting = [(merges[pair], place) for place, pair in enumerate(pairwise(ids)) if pair in merges]
    heapq.heapify(waiting)
    while waiting:
        rank, place = heapq.heappop(waiting)
        absorbed = following[place]
        if merges.get((ids[place], ids[absorbed])) != rank:
            continue
        before, after = preceding[place], following[absorbed]
        ids[place], ids[absorbed] = rank, ABSORBED
        following[place], preceding[after] = after, place
        for start, pair in ((before, (ids[before], rank)), (place, (rank, ids[after]))):
            if pair in merges:
                heapq.heappush(waiting, (merges[pair], start))
    return ids[:-1]


def encode_in_windows(chunk: Sequence[int], merges: Mapping[Pair, int]) -> list[int]:
    """Merge window by window; where a seam does not hold, a longer window begins before it.

    >>> encode_in_windows(b"aba" * 2000, {(97, 98): 256}) == [256, 97] * 2000
    True
    """
    tokens: list[Placed] = []
    start, end, doubtful = 0, WINDOW, MARGIN
    while True:
        window = merge_stretch(chunk, start, end, merges)
        if tokens and not stay_apart(chunk, [tokens[-1], *window[:2]], end, merges):
            start, _ = tokens[-doubtful:][0]
            del tokens[-doubtful:]
            doubtful *= 2
        elif end >= len(chunk):
            return [token_id for _, token_id in tokens + window]
        else:
            tokens += window[:-MARGIN]
            start, _ = window[-MARGIN:][0]
            doubtful = MARGIN
        end += max(WINDOW, end - start)


def merge_stretch(
    chunk: Sequence[int], start: int, end: int, merges: Mapping[Pair, int]
) -> list[Placed]:
    """Return the tokens of a stretch of a chunk, merged alone, each with the place of its first id.

    >>> merge_stretch(b"aaba", 1, 4, {(97, 98): 256})
    [(1, 256), (3, 97)]
    """
    marks = enumerate(merge_in_place(chunk[start:end], merges), start=start)
    return [(place, token_id) for place, token_id in marks if token_id != ABSORBED]


def stay_apart(
    chunk: Sequence[int], tokens: Sequence[Placed], end: int, merges: Mapping[Pair, int]
) -> bool:
    """Return whether the first two tokens are still two, and the same, when merged together.

    >>> stay_apart(b"aba", [(0, 97), (1, 98), (2, 97)], 3, {(97, 98): 256})
    False
    """
    (start, first), (_, second), *rest = tokens
    stretch = chunk[start : rest[0][0] if rest else end]
    return encode_long(stretch, merges) == [first, second]
