"""Exercise: find the merge that is one too many."""

from collections.abc import Callable

from bpe_course import reference
from bpe_course.check.exercise import Exercise, WrongAnswer
from bpe_course.pairs import Pair

ONE_TOO_MANY = b"aaabdaaabac"


def _merges_up_to(vocab_size: int) -> list[Pair]:
    return list(reference.train([ONE_TOO_MANY], vocab_size - 256))


def _is_off_by_one_pair(place: int) -> Callable[[object], bool]:
    def recognizes(got: object) -> bool:
        return isinstance(got, tuple) and len(got) == 2 and got[1] == _merges_up_to(260)[place]

    return recognizes


def _says_number(number: int) -> Callable[[object], bool]:
    return lambda got: isinstance(got, tuple) and len(got) == 2 and got[0] == number


def _has_letters(got: object) -> bool:
    part = got[1] if isinstance(got, tuple) and len(got) == 2 else None
    parts = part if isinstance(part, tuple | list) else [part]
    return any(isinstance(each, str | bytes) for each in parts)


OFF_BY_ONE = Exercise(
    name="off_by_one",
    notebook="03",
    title="Find the bug: vocab_size - 255",
    minutes=6,
    difficulty=2,
    kind="value",
    spec=lambda: (len(_merges_up_to(260)), _merges_up_to(260)[-1]),
    verified="the program makes four merges for a vocabulary of 259, and this is the fourth",
    wrong=(
        WrongAnswer(
            name="the intended number",
            teaching="That is what it should make: compute 259 - 255 to see what it does make.",
            recognizes=_says_number(3),
        ),
        WrongAnswer(
            name="one too few",
            teaching="Subtracting less leaves more: 259 - 255 is one more than 259 - 256.",
            recognizes=_says_number(2),
        ),
        WrongAnswer(
            name="entries taken for merges",
            teaching="The vocabulary holds 256 bytes besides: count only the merges.",
            recognizes=lambda got: isinstance(got, tuple) and bool(got) and got[0] in (259, 260),
        ),
        WrongAnswer(
            name="the first merge blamed",
            teaching="The first three merges are right: continue with what comes after them.",
            recognizes=_is_off_by_one_pair(0),
        ),
        WrongAnswer(
            name="the last right merge blamed",
            teaching="(257, 98) is the third merge, and three are wanted: look at the fourth.",
            recognizes=_is_off_by_one_pair(2),
        ),
        WrongAnswer(
            name="the new id in place of its pair",
            teaching="Say which two ids are glued: a tuple of two numbers.",
            recognizes=lambda got: isinstance(got, tuple) and len(got) == 2 and got[1] == 259,
        ),
        WrongAnswer(
            name="letters in place of ids",
            teaching="A pair is two ids: a letter's is the number of its byte, as 97 for a.",
            recognizes=_has_letters,
        ),
    ),
    hints=(
        "The first three merges are (97, 97), (256, 97) and (257, 98). Write down the text now.",
        "The text is 258 100 258 97 99: every pair stands there once, so who wins the tie?",
        "The pair that is seen first: the first two ids.",
    ),
)
