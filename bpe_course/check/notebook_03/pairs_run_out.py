"""Exercise: train until no pair is left."""

from collections.abc import Iterator, Sequence

from bpe_course import reference
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, sequences
from bpe_course.check.limits import OutOfTime
from bpe_course.pairs import Pair

Ids = Sequence[int]


def _inputs() -> Iterator[Arguments]:
    for ids in [*sequences(b"ab", 7), *seeded_sequences(b"abc", range(20, 30))]:
        yield (ids,)


def _train_to_the_end(ids: Ids) -> dict[Pair, int]:
    return reference.train([ids], len(ids))


def _train_while_repeated(ids: Ids) -> dict[Pair, int]:
    steps = reference.train_steps([ids], len(ids))
    counted = [(step.pair, step.count) for step in steps]
    once = [place for place, (_, count) in enumerate(counted) if count < 2]
    kept = counted[: once[0]] if once else counted
    return {pair: 256 + place for place, (pair, _) in enumerate(kept)}


PAIRS_RUN_OUT = Exercise(
    name="pairs_run_out",
    notebook="03",
    title="Train until no pair is left",
    minutes=8,
    difficulty=2,
    spec=_train_to_the_end,
    inputs=_inputs,
    verified=(
        "every text of up to seven letters out of two, the empty one among them, and ten longer "
        "ones: the training stops cleanly"
    ),
    wrong=(
        WrongAnswer(
            name="max of an empty sequence",
            teaching="When no pair is left, counts is empty and max has nothing to choose: stop.",
            raises=(ValueError,),
        ),
        WrongAnswer(
            name="a loop that never ends",
            teaching="Once no pair is left nothing changes any more: leave the loop there.",
            raises=(OutOfTime,),
        ),
        WrongAnswer(
            name="stopped at pairs that stand once",
            teaching="A pair that stands at one place is still a pair: go on until there is none.",
            models=(_train_while_repeated,),
        ),
        WrongAnswer(
            name="stopped at two ids",
            teaching="Two ids are one pair, and it can be merged: go on while there are two.",
            models=(lambda ids: dict(list(_train_to_the_end(ids).items())[:-1]),),
        ),
        WrongAnswer(
            name="a fixed number of merges",
            teaching="Nobody said how many: the text itself decides when there is no pair left.",
            models=tuple(
                lambda ids, most=most: dict(list(_train_to_the_end(ids).items())[:most])
                for most in (1, 2, 3, 10)
            ),
        ),
    ),
    hints=(
        "How many ids are left when there is no pair any more?",
        "Either a loop while len(ids) > 1, or one that breaks as soon as counts is empty.",
        "The next free id is 256 + len(merges).",
    ),
)
