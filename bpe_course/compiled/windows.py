"""Merging a very long chunk window by window: the twin of `merging.encode_in_windows`.

What is being worked on stays in the processor's cache, however long the chunk is.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import kernel
from bpe_course.compiled.keys import Place
from bpe_course.compiled.merging import merge_long
from bpe_course.compiled.pair_ids import ByteRanks, PairIds

Ids = npt.NDArray[np.uint32]

WINDOW = 1 << 12  # bytes of a chunk that are merged at a time
MARGIN = 1 << 4  # tokens at the end of a window that wait for what follows


class Merges(NamedTuple):
    """What merging needs: each byte's id, the ranks of pairs of bytes, and all merges.

    `lengths` holds, for each id, how many bytes its token has.
    """

    byte_ids: Integers
    byte_ranks: ByteRanks
    pair_ids: PairIds
    lengths: Integers


@kernel
def encode_in_windows(
    data: Bytes, start: Place, stop: Place, merges: Merges, out: Ids, written: Place
) -> Place:
    """Write the ids of the chunk `data[start:stop]` into `out`; return how many are in there."""
    first = written
    end = min(start + WINDOW, stop)
    doubtful = MARGIN
    while True:
        ids = merge_stretch(data, start, end, merges)
        if written > first and not stay_apart(data, start, out[written - 1], ids[0], merges):
            for _ in range(min(doubtful, written - first)):
                written -= 1
                start -= merges.lengths[out[written]]
            doubtful *= 2
        else:
            for place in range(len(ids) if end == stop else len(ids) - MARGIN):
                out[written] = np.uint32(ids[place])
                start += merges.lengths[ids[place]]
                written += 1
            if end == stop:
                return written
            doubtful = MARGIN
        end = min(end + max(WINDOW, end - start), stop)


@kernel
def merge_stretch(data: Bytes, start: Place, end: Place, merges: Merges) -> Integers:
    """Return the ids of a stretch of a chunk, merged alone."""
    ids = np.empty(end - start, dtype=np.int64)
    for place in range(len(ids)):
        ids[place] = merges.byte_ids[data[start + place]]
    return ids[: merge_long(ids, len(ids), merges.pair_ids)]


@kernel
def stay_apart(data: Bytes, seam: Place, left: Place, right: Place, merges: Merges) -> bool:
    """Return whether the tokens that end and begin at a seam stay as they are, merged together."""
    lengths = merges.lengths
    ids = merge_stretch(data, seam - lengths[left], seam + lengths[right], merges)
    return bool(len(ids) == 2 and ids[0] == left and ids[1] == right)
