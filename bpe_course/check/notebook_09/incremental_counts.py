"""Exercise: keep the counts of the pairs up to date, place by place."""

import copy
from collections.abc import Callable, Iterator
from itertools import pairwise

from bpe_course import pairs, reference
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, sequences
from bpe_course.pairs import Pair

Ids = list[int]
Counts = dict[Pair, int]
Entry = tuple[Pair, Counts]
Train = Callable[[Ids, int], list[Entry]]
Around = Callable[[Ids, Pair, Ids, int], tuple[Ids, Ids]]


def _equal_neighbors(ids: Ids) -> int:
    return sum(left == right for left, right in pairwise(ids))


def _inputs() -> Iterator[Arguments]:
    lists = [*sequences([1, 2, 3], 5), *sequences([1, 2], 7, shortest=6)]
    small = sorted(lists, key=lambda ids: (len(ids), _equal_neighbors(ids)))
    yield from ((ids, 1) for ids in small)  # one merge, before any tie depends on what came before
    yield from ((ids, num_merges) for ids in small if len(ids) < 5 for num_merges in (0, 2, 4))
    for ids in sequences([1, 2], 7, shortest=7):
        yield ids, len(ids)
    for ids in seeded_sequences([1, 2, 3, 4], range(20, 60, 2)):
        yield ids, 12


def _call(answer: Callable[[Ids, int], object], ids: Ids, num_merges: int) -> object:
    result = answer(ids, num_merges)
    # A dictionary that goes on changing is copied as it is when it is given out.
    return list(map(copy.deepcopy, result)) if isinstance(result, Iterator) else result


def _train_right(ids: Ids, num_merges: int) -> list[Entry]:
    steps = reference.train_steps([ids], num_merges)
    return [(step.pair, pairs.count_pairs(step.ids)) for step in steps]


def _first_wrong(got: list[Entry], ids: Ids, num_merges: int) -> tuple[int, Entry, Entry]:
    """The number of the first entry that is wrong, the right one and the wrong one."""
    entries = zip(_train_right(ids, num_merges), got, strict=False)
    wrong = ((place, *both) for place, both in enumerate(entries) if both[0] != both[1])
    return next(wrong)


def _counts_before(place: int, ids: Ids) -> Counts:
    return _train_right(ids, place)[-1][1] if place else pairs.count_pairs(ids)


def _keeps_empty(got: list[Entry], ids: Ids, num_merges: int) -> bool:
    _, right, (pair, counts) = _first_wrong(got, ids, num_merges)
    return right == (pair, {each: count for each, count in counts.items() if count})


def _is_one_dictionary(got: list[Entry], ids: Ids, num_merges: int) -> bool:
    last = _train_right(ids, num_merges)[-1][1]
    return len(got) > 1 and all(counts == last for _, counts in got)


def _breaks_tie(got: list[Entry], ids: Ids, num_merges: int) -> bool:
    place, right, wrong = _first_wrong(got, ids, num_merges)
    before = _counts_before(place, ids)
    return right[0] != wrong[0] and before.get(wrong[0]) == before[right[0]]


def _chooses_by_old_counts(got: list[Entry], ids: Ids, num_merges: int) -> bool:
    place, right, (pair, _) = _first_wrong(got, ids, num_merges)
    older = _counts_before(place - 1, ids) if place else {}
    older.pop(got[place - 1][0], None)
    return right[0] != pair and older.get(pair) == max(older.values())


def _only_takes_out(got: list[Entry], ids: Ids, num_merges: int) -> bool:
    place, _, (pair, counts) = _first_wrong(got, ids, num_merges)
    before = _counts_before(place, ids)
    before.pop(pair)
    return counts == before


def _adds_nothing(got: list[Entry], ids: Ids, num_merges: int) -> bool:
    place, (pair, right), wrong = _first_wrong(got, ids, num_merges)
    old = {each: count for each, count in right.items() if 256 + place not in each}
    return right != old and wrong == (pair, old)


def _changes_nothing(got: list[Entry], ids: Ids, num_merges: int) -> bool:
    place, (right, _), (pair, counts) = _first_wrong(got, ids, num_merges)
    return right == pair and counts == _counts_before(place, ids)


def _train_on_same_ids(ids: Ids, num_merges: int) -> list[Entry]:
    entries = _train_right(ids, min(num_merges, 1))
    if num_merges > 1 and entries and entries[0][1]:
        raise TypeError("a pair of the old ids has no count any more")
    return entries


def _errs_on_overlaps(got: list[Entry], ids: Ids, num_merges: int) -> bool:
    _, (right, _), (pair, _) = _first_wrong(got, ids, num_merges)
    return right == pair and pair[0] == pair[1]


def _train_counting(around: Around, *, old_left: bool = False, most: int = 99) -> Train:
    """A training with another idea of what changes where a pair stands.

    `around` gives the ids whose pairs are taken away at a place, and those whose pairs are added.
    """

    def train(ids: Ids, num_merges: int) -> list[Entry]:
        counts, entries = pairs.count_pairs(ids), []
        for new_id in range(256, 256 + num_merges):
            if not counts or len(ids) < 2:
                break
            best = max(pairwise(ids), key=lambda pair: counts.get(pair, 0))
            ids, changes = _merge_and_note(ids, best, new_id, old_left, most)
            for left, right in changes:
                before, after = around(left, best, right, new_id)
                for pair in pairwise(before):
                    counts[pair] -= 1
                for pair in pairwise(after):
                    counts[pair] = counts.get(pair, 0) + 1
            counts = {pair: count for pair, count in counts.items() if count > 0}
            entries.append((best, counts))
        return entries

    return train


def _merge_and_note(
    ids: Ids, best: Pair, new_id: int, old_left: bool, most: int
) -> tuple[Ids, list[tuple[Ids, Ids]]]:
    """The ids after a merge, and what stood at the left and at the right of each place."""
    merged: Ids = []
    changes: list[tuple[Ids, Ids]] = []
    place = 0
    while place < len(ids):
        if tuple(ids[place : place + 2]) == best and len(changes) < most:
            before = ids[:place] if old_left else merged
            changes.append((before[-1:], ids[place + 2 : place + 3]))
            merged.append(new_id)
            place += 2
        else:
            merged.append(ids[place])
            place += 1
    return merged, changes


def _around(left: Ids, pair: Pair, right: Ids, new_id: int) -> tuple[Ids, Ids]:
    return [*left, *pair, *right], [*left, new_id, *right]


def _takes_twice(got: list[Entry], ids: Ids, num_merges: int) -> bool:
    _, _, (_, counts) = _first_wrong(got, ids, num_merges)
    # Some take out what is not above 0, and hide the mistake.
    hidden = got == _train_counting(_around, old_left=True)(ids, num_merges)
    return hidden or min(counts.values()) < 0


INCREMENTAL_COUNTS = Exercise(
    name="incremental_counts",
    notebook="09",
    title="Keep the counts up to date",
    minutes=20,
    difficulty=3,
    spec=_train_right,
    inputs=_inputs,
    call=_call,
    verified=(
        "every list of up to five ids out of three, longer ones out of two, and twenty seeded: "
        "after each merge the counts are those of counting everything again"
    ),
    wrong=(
        WrongAnswer(
            name="one dictionary for all entries",
            teaching="Every entry is the same dictionary, which goes on changing: append a copy.",
            recognizes=_is_one_dictionary,
        ),
        WrongAnswer(
            name="negative counts",
            teaching="A place is taken away twice: the left neighbor may be the new id already.",
            recognizes=_takes_twice,
        ),
        WrongAnswer(
            name="pairs that stand nowhere",
            teaching="A pair whose count has fallen to 0 stands nowhere: take it out.",
            recognizes=_keeps_empty,
        ),
        WrongAnswer(
            name="one neighbor forgotten",
            teaching="A place has a neighbor on its left and one on its right: both pairs change.",
            models=(
                _train_counting(lambda left, pair, right, new_id: _around(left, pair, [], new_id)),
                _train_counting(lambda left, pair, right, new_id: _around([], pair, right, new_id)),
            ),
        ),
        WrongAnswer(
            name="neighbors forgotten",
            teaching="With its neighbors the merged pair formed pairs too, and these are gone.",
            recognizes=_only_takes_out,
        ),
        WrongAnswer(
            name="new pairs forgotten",
            teaching="The new id forms a pair with each of its neighbors: count these up.",
            recognizes=_adds_nothing,
        ),
        WrongAnswer(
            name="old pairs kept",
            teaching="The neighbors stand beside the new id now: count their old pairs down.",
            models=(
                _train_counting(
                    lambda left, pair, right, new_id: ([*pair], [*left, new_id, *right])
                ),
            ),
        ),
        WrongAnswer(
            name="only the first place",
            teaching="The pair may stand at many places: go on until the end of ids.",
            models=(_train_counting(_around, most=1),),
        ),
        WrongAnswer(
            name="the same ids in every round",
            teaching="The next round walks over the merged ids: put them in the place of the old.",
            models=(_train_on_same_ids,),
            recognizes=_changes_nothing,
        ),
        WrongAnswer(
            name="wrong ties",
            teaching="A tie goes to the pair that stands first in ids, not in counts.",
            recognizes=_breaks_tie,
        ),
        WrongAnswer(
            name="merging in batches",
            teaching="A merge changes what is most common: choose again after every single one.",
            recognizes=_chooses_by_old_counts,
        ),
        WrongAnswer(
            name="overlaps",
            teaching="In a run, neighboring places share an id: merge from the left, skip two.",
            recognizes=_errs_on_overlaps,
        ),
        WrongAnswer(
            name="no entry for a pair",
            teaching="A pair is not in counts: a new one begins at 0, and only at 0 may one leave.",
            raises=(KeyError,),
        ),
        WrongAnswer(
            name="beyond the ends",
            teaching="The first place may have no left neighbor, and the last one no right one.",
            raises=(IndexError,),
        ),
        WrongAnswer(
            name="max of an empty sequence",
            teaching="When a single id is left, or none, there is no pair to choose: stop.",
            raises=(ValueError,),
        ),
    ),
    hints=(
        "Walk as merge_pair does: the left neighbor of a place is the last id merged so far.",
        "Take away the pairs of left neighbor, best, right neighbor; then add those with new_id.",
        "best = max(pairwise(ids), key=counts.get) gives a tie to the pair that stands first.",
    ),
)
