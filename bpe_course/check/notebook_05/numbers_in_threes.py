"""Exercise: change GPT-2's pattern so that a chunk holds three digits at most."""

from collections.abc import Callable, Iterator

import regex

from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, texts
from bpe_course.pretokenize import ALTERNATIVES

Split = Callable[[str], list[str]]


def _inputs() -> Iterator[Arguments]:
    for text in texts(["7", " ", "½", "a"], 5):
        yield (text,)
    for characters in seeded_sequences("123४Ⅷ ,.-x\n", range(20, 40)):
        yield ("".join(characters),)


def _splits_numbers_by(numbers: str, kind: str = r"\p{N}") -> Split:
    """A splitting by GPT-2's pattern with another part for numbers, and another idea of them."""
    parts = ALTERNATIVES["gpt2"] | {"numbers": numbers}
    parts["symbols"] = parts["symbols"].replace(r"\p{N}", kind)
    source = "|".join(parts.values())
    return lambda text: [match.group() for match in regex.finditer(source, text)]


def _by(*numbers: str) -> tuple[Split, ...]:
    return tuple(map(_splits_numbers_by, numbers))


NUMBERS_IN_THREES = Exercise(
    name="numbers_in_threes",
    notebook="05",
    title="Cut long numbers in threes",
    minutes=8,
    difficulty=2,
    spec=_splits_numbers_by(r" ?\p{N}{1,3}"),
    inputs=_inputs,
    verified=(
        "every text of up to five digits, fractions, spaces and letters, and twenty longer ones "
        "with numbers in other scripts"
    ),
    wrong=(
        WrongAnswer(
            name=r"\d in place of \p{N}",
            teaching=r"½ is a number but no digit, so \d does not match it: ask for \p{N}.",
            models=(
                *_by(r" ?\d{1,3}", r" ?[0-9]{1,3}"),
                _splits_numbers_by(r" ?\d{1,3}", r"\d"),
                _splits_numbers_by(r" ?[0-9]{1,3}", "0-9"),
            ),
        ),
        WrongAnswer(
            name="no upper bound",
            teaching="+ takes as many as there are: {1,3} says one, two or three.",
            models=_by(r" ?\p{N}+", r" ?\p{N}{3,}", r" ?\p{N}{2,}", r" ?(?:\p{N}{1,3})+"),
        ),
        WrongAnswer(
            name="exactly three",
            teaching="{3} refuses a number of one or two digits, and the last ones of a long one.",
            models=_by(r" ?\p{N}{3}", r" ?\p{N}\p{N}\p{N}"),
        ),
        WrongAnswer(
            name="none is enough",
            teaching="{0,3} is content with no digit at all: at least one must be there.",
            models=_by(r" ?\p{N}{0,3}", r"\p{N}{0,3}", r" ?\p{N}?\p{N}?\p{N}?"),
        ),
        WrongAnswer(
            name="another bound than three",
            teaching="Both numbers in {1,3} are included: one, two or three.",
            models=_by(r" ?\p{N}{1,2}", r" ?\p{N}{1,4}", r" ?\p{N}", r" ?\p{N}{2,3}"),
        ),
        WrongAnswer(
            name="the space in front dropped",
            teaching="That is GPT-4's rule; here a number keeps one space in front, as in GPT-2.",
            models=_by(r"\p{N}{1,3}"),
        ),
        WrongAnswer(
            name="a space demanded",
            teaching="A space without a question mark must be there: with ` ?` it may be missing.",
            models=_by(r" \p{N}{1,3}"),
        ),
        WrongAnswer(
            name="the space counted among the three",
            teaching="In a bracket the space is one of the characters counted: keep it outside.",
            models=_by(r"[ \p{N}]{1,3}"),
        ),
        WrongAnswer(
            name="threes from the right",
            teaching="A plain pattern cuts from the left, 123 456 7, and that is asked for here.",
            models=_by(
                r" ?\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))",
                r" ?\p{N}{1,3}(?=(?:\p{N}{3})+(?!\p{N}))| ?\p{N}{1,3}",
            ),
        ),
    ),
    hints=(
        "Only the part for numbers changes. Which of its signs takes as many as there are?",
        "At least one and at most three: which two numbers go between the braces?",
        r"Put {1,3} in the place of the + behind \p{N}, and join the parts with | between them.",
    ),
)
