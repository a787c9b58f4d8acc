"""The exercise of notebook 00, on which a learner tries out how exercises work."""

from collections.abc import Iterator, Sequence

from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import sequences


def _join(pieces: Sequence[str]) -> str:
    return "".join(pieces)


def _first_two(pieces: Sequence[str]) -> str:
    return pieces[0] + pieces[1]


def _piece_lists() -> Iterator[Arguments]:
    for pieces in sequences(["Token", "izers", "·are"], 4):
        yield (pieces,)


JOIN_PIECES = Exercise(
    name="join_pieces",
    notebook="00",
    title="Put a text together from its pieces",
    minutes=3,
    difficulty=1,
    spec=_join,
    inputs=_piece_lists,
    verified="every list of up to four pieces out of three, the empty list among them",
    wrong=(
        WrongAnswer(
            name="a space between the pieces",
            teaching="A token brings its own spaces along: nothing is added between two pieces.",
            models=(" ".join,),
        ),
        WrongAnswer(
            name="pieces in reverse",
            teaching="Each new piece goes behind the text so far: text + piece, not piece + text.",
            models=(lambda pieces: "".join(reversed(pieces)),),
        ),
        WrongAnswer(
            name="only the last piece",
            teaching="text = piece forgets the text so far: write text = text + piece.",
            models=(lambda pieces: "".join(pieces[-1:]),),
        ),
        WrongAnswer(
            name="stopped at the first piece",
            teaching="A return inside the loop ends the function in the first round.",
            models=(lambda pieces: "".join(pieces[:1]), lambda pieces: (pieces or [None])[0]),
        ),
        WrongAnswer(
            name="a fixed number of pieces",
            teaching="A list may have any length, and none at all: walk through it with a loop.",
            models=(_first_two,),
            raises=(IndexError,),
        ),
    ),
    hints=(
        'Begin with an empty text, "".',
        "Walk through the pieces with a for loop, and put each behind the text so far.",
        'Strings have a method for this: "".join(pieces).',
    ),
)

EXERCISES = (JOIN_PIECES,)
