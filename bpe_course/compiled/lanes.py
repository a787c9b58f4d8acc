"""Merging many chunks side by side, each in a lane: the twin of `merging.encode_short`.

A chunk alone would wait: before the next merge it must know the ranks of its new pairs, and the
table of merges is too large for the part of memory that answers at once. So every chunk makes one
merge, then the new pairs of all are looked up, and only then comes the next merge of each. Looks
that do not depend on each other are waited for together.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.jit import inlined, lean
from bpe_course.compiled.keys import Place, Word, Words
from bpe_course.compiled.pair_ids import NO_MERGE, PairIds, id_in, look
from bpe_course.compiled.pair_ids import pack as pack_pair
from bpe_course.compiled.pair_table import pack, unpack
from bpe_course.compiled.windows import Ids, Merges

LANES = 256  # of the narrowest kind
NARROWEST = 16  # places
NOBODY = NO_MERGE  # stands beside the first and the last token; no pair has this id
NEVER = NO_MERGE << 32  # as `pack` would have it: no greater than an entry without a merge
_ONE, _TWO = np.uint64(1), np.uint64(2)

Links = npt.NDArray[np.uint32]


class Lanes(NamedTuple):
    """Room to merge chunks side by side.

    Lane `n` of a width has the places from `n * width` on, one for each byte of its chunk. `ids`
    holds a token's id at the token's first place; `after` and `before` hold, counted within the
    lane, the places of its neighbours, and `entries` the rank of the pair that begins there and its
    place, packed, so that the least entry of a lane is the leftmost pair of lowest rank.

    The last place stands for nobody: before the first token, and after the last.
    """

    ids: Integers
    entries: Integers
    after: Links
    before: Links
    open: Words  # lanes in which something may be left to merge
    pairs: Integers  # that have come up, two for each merge
    spots: Words  # where each of them begins
    rows: Integers  # what stands in the row of each


def new_lanes(places: int = LANES * NARROWEST) -> Lanes:
    """Return room for many short chunks, or fewer longer ones.

    >>> len(new_lanes().ids) == 256 * 16
    True
    """
    return Lanes(
        ids=np.zeros(places, dtype=np.int64),
        entries=np.zeros(places, dtype=np.int64),
        after=np.zeros(places, dtype=np.uint32),
        before=np.zeros(places, dtype=np.uint32),
        open=np.zeros(LANES, dtype=np.uint64),
        pairs=np.zeros(2 * LANES, dtype=np.int64),
        spots=np.zeros(2 * LANES, dtype=np.uint64),
        rows=np.zeros(2 * LANES, dtype=np.int64),
    )


@lean
def lay_out(
    data: Bytes, start: Word, length: Word, lane: Word, width: Word, merges: Merges, lanes: Lanes
) -> None:
    """Put the bytes of a chunk into a lane, which must be wider than it is long."""
    first, nobody = lane * width, width - _ONE
    for step in range(length):
        left, right = data[start + step], data[start + step + _ONE]
        lanes.ids[first + step] = merges.byte_ids[left]
        lanes.entries[first + step] = pack(merges.byte_ranks[left, right], step)
        lanes.after[first + step] = step + _ONE
        lanes.before[first + step] = step - _ONE
    for step in range(length - _ONE, width):
        lanes.entries[first + step] = NEVER
    lanes.ids[first + nobody] = NOBODY
    lanes.before[first] = lanes.after[first + length - _ONE] = nobody


@lean
def merge_lanes(lanes: Lanes, count: Word, width: Word, merges: PairIds) -> None:
    """Merge the chunks in the first `count` lanes, each until no pair is left."""
    for lane in range(count):
        lanes.open[lane] = lane
    while count > 0:
        count = merge_best_pairs(lanes, count, width)
        visit_rows(lanes, _TWO * count, merges)
        rank_pairs(lanes, _TWO * count, width)


@lean
def merge_best_pairs(lanes: Lanes, count: Word, width: Word) -> Word:
    """Merge the leftmost pair of lowest rank in each open lane; return how many stay open.

    The pairs that the new token makes, with the next one and with the one before, are noted.
    """
    ids, after, before = lanes.ids, lanes.after, lanes.before
    still_open = np.uint64(0)
    for number in range(count):
        lane = lanes.open[number]
        first = lane * width
        new_id, leftmost = unpack(least_entry(lanes.entries, first, width))
        if new_id != NO_MERGE:
            place = np.uint64(leftmost)
            absorbed = after[first + place]
            following, preceding = after[first + absorbed], before[first + place]
            ids[first + place] = new_id
            lanes.entries[first + absorbed] = NEVER
            after[first + place], before[first + following] = following, place
            note = _TWO * still_open
            lanes.pairs[note] = pack_pair(new_id, ids[first + following])
            lanes.pairs[note + _ONE] = pack_pair(ids[first + preceding], new_id)
            lanes.spots[note] = first + place
            lanes.spots[note + _ONE] = first + preceding
            lanes.open[still_open] = lane
            still_open += _ONE
    return still_open


@inlined
def least_entry(entries: Integers, first: Word, width: Word) -> Place:
    """Return the least of `width` entries, the first of them at `first`."""
    least: Place = NEVER
    for place in range(first, first + width):
        least = min(least, entries[place])
    return least


@lean
def visit_rows(lanes: Lanes, count: Word, merges: PairIds) -> None:
    """Note what stands in the row of each pair that has come up."""
    for number in range(count):
        lanes.rows[number] = look(merges, lanes.pairs[number])


@lean
def rank_pairs(lanes: Lanes, count: Word, width: Word) -> None:
    """Enter the rank of each noted pair."""
    for number in range(count):
        spot = lanes.spots[number]
        rank = id_in(lanes.rows[number], lanes.pairs[number])
        lanes.entries[spot] = pack(rank, spot & (width - _ONE))


@lean
def read_lane(lanes: Lanes, lane: Word, width: Word, out: Ids, written: Word) -> Word:
    """Write the ids that are left in a lane into `out`; return how many are in there."""
    first, place, nobody = lane * width, np.uint64(0), width - _ONE
    while place != nobody:
        out[written] = np.uint32(lanes.ids[first + place])
        written += _ONE
        place = np.uint64(lanes.after[first + place])
    return written
