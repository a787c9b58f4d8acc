"""Exercise: count the pairs of a sequence."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from bpe_course import pairs
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, sequences
from bpe_course.pairs import Pair

Ids = Sequence[int]


def _inputs() -> Iterator[Arguments]:
    for ids in sequences([1, 2, 3], 6):
        yield (ids,)
    for ids in seeded_sequences(range(97, 101), range(40, 60)):
        yield (ids,)


def _count_without_overlaps(ids: Ids) -> dict[Pair, int]:
    counts: dict[Pair, int] = {}
    free: dict[Pair, int] = {}
    for place, pair in enumerate(pairwise(ids)):
        if place >= free.get(pair, 0):
            counts[pair] = counts.get(pair, 0) + 1
            free[pair] = place + 2
    return counts


def _count_on_from(first: int) -> Callable[[Ids], dict[Pair, int]]:
    def count(ids: Ids) -> dict[Pair, int]:
        return {pair: times - 1 + first for pair, times in pairs.count_pairs(ids).items()}

    return count


def _count_sorted_pairs(ids: Ids) -> dict[Pair, int]:
    counts: dict[Pair, int] = {}
    for left, right in pairwise(ids):
        pair = (min(left, right), max(left, right))
        counts[pair] = counts.get(pair, 0) + 1
    return counts


COUNT_PAIRS = Exercise(
    name="count_pairs",
    notebook="03",
    title="Count the pairs by their positions",
    minutes=8,
    difficulty=1,
    spec=pairs.count_pairs,
    inputs=_inputs,
    verified=(
        "every sequence of up to six ids out of three, and some of forty ids and more; "
        "the input is left as it was"
    ),
    wrong=(
        WrongAnswer(
            name="overlaps under-counted",
            teaching="Every place counts: in 7 7 7 the pair (7, 7) stands at two places.",
            models=(_count_without_overlaps,),
        ),
        WrongAnswer(
            name="steps of two",
            teaching="A pair begins at every id but the last, not at every second one.",
            models=(lambda ids: dict(Counter(zip(ids[::2], ids[1::2], strict=False))),),
        ),
        WrongAnswer(
            name="last pair lost",
            teaching="n ids have n - 1 pairs: the last one begins at position n - 2.",
            models=(lambda ids: pairs.count_pairs(ids[:-1]),),
        ),
        WrongAnswer(
            name="first pair lost",
            teaching="Positions begin at 0: the first pair is ids[0] and ids[1].",
            models=(lambda ids: pairs.count_pairs(ids[1:]),),
        ),
        WrongAnswer(
            name="a look past the end",
            teaching="The last id has no right neighbor: stop one position earlier.",
            raises=(IndexError,),
        ),
        WrongAnswer(
            name="end joined to beginning",
            teaching="ids[-1] is the last id, so position 0 has no left neighbor: begin at 1.",
            models=(lambda ids: pairs.count_pairs([*ids[-1:], *ids]),),
        ),
        WrongAnswer(
            name="no count to begin with",
            teaching="A pair met for the first time has no entry yet: counts.get(pair, 0) gives 0.",
            raises=(KeyError,),
        ),
        WrongAnswer(
            name="seen, not counted",
            teaching="A pair that has an entry needs one more, not a new 1.",
            models=(lambda ids: dict.fromkeys(pairwise(ids), 1),),
        ),
        WrongAnswer(
            name="a wrong first count",
            teaching="A pair seen once has the count 1: begin at 0 and add 1.",
            models=(_count_on_from(0), _count_on_from(2)),
        ),
        WrongAnswer(
            name="left and right confused",
            teaching="(1, 2) and (2, 1) are two different pairs: keep the order of the ids.",
            models=(
                _count_sorted_pairs,
                lambda ids: {(b, a): n for (a, b), n in pairs.count_pairs(ids).items()},
            ),
        ),
    ),
    hints=(
        "The pair at a position is (ids[position], ids[position + 1]).",
        "At which position does the last pair begin? Write the range for two ids, then for one.",
        "Keep a dictionary, and add 1 to counts.get(pair, 0) for every position.",
    ),
)
