"""Exercise: split a number as GPT-2 and GPT-4 do."""

from collections.abc import Callable
from functools import cache

from bpe_course import published
from bpe_course.check.exercise import Exercise, WrongAnswer

NUMBER = "1234567"
ENCODINGS = {"GPT-2": "gpt2", "GPT-4": "cl100k_base"}

_encoding = cache(published.get_encoding)


def _pieces(name: str, text: str = NUMBER) -> list[str]:
    encoding = _encoding(ENCODINGS[name])
    return [encoding.decode([token_id]) for token_id in encoding.encode(text)]


def _both(text: str = NUMBER) -> dict[str, list[str]]:
    return {name: _pieces(name, text) for name in ENCODINGS}


def _some_part(holds: Callable[[str, list[object]], bool]) -> Callable[[object], bool]:
    """Recognize an answer in which one of the two lists of pieces is such a one."""

    def recognizes(got: object) -> bool:
        parts = got.items() if isinstance(got, dict) else ()
        return any(
            name in ENCODINGS and isinstance(pieces, list) and holds(name, pieces)
            for name, pieces in parts
        )

    return recognizes


def _does_not_join(_name: str, pieces: list[object]) -> bool:
    return all(isinstance(piece, str) for piece in pieces) and "".join(map(str, pieces)) != NUMBER


def _has_other_names(got: object) -> bool:
    return isinstance(got, dict) and got.keys() != ENCODINGS.keys()


NUMBER_PIECES = Exercise(
    name="number_pieces",
    notebook="01",
    title="Split a number as GPT-2 and GPT-4 do",
    minutes=5,
    difficulty=1,
    kind="value",
    spec=_both,
    verified="these are the pieces of 1234567 in GPT-2 and in GPT-4",
    wrong=(
        WrongAnswer(
            name="other names",
            teaching="The dictionary has two entries, and their names are 'GPT-2' and 'GPT-4'.",
            recognizes=_has_other_names,
        ),
        WrongAnswer(
            name="digits one by one",
            teaching="Digits that often stand together are one token, here two or three of them.",
            recognizes=_some_part(lambda _, pieces: pieces == list(NUMBER)),
        ),
        WrongAnswer(
            name="the number as one token",
            teaching="Seven digits are too rare a row for a token in either vocabulary.",
            recognizes=_some_part(lambda _, pieces: pieces == [NUMBER]),
        ),
        WrongAnswer(
            name="cut as the commas are set",
            teaching="People count threes from the right, GPT-4 counts them from the left.",
            recognizes=_some_part(lambda _, pieces: pieces == ["1", "234", "567"]),
        ),
        WrongAnswer(
            name="the two confused",
            teaching="Each list is right, for the other tokenizer: exchange them.",
            recognizes=lambda got: (
                got == dict(zip(ENCODINGS, reversed(_both().values()), strict=True))
            ),
        ),
        WrongAnswer(
            name="GPT-4's rule in GPT-2",
            teaching="GPT-2 has no rule of three digits: it joins what was common on the web.",
            recognizes=_some_part(
                lambda name, pieces: name == "GPT-2" and pieces == _pieces("GPT-4")
            ),
        ),
        WrongAnswer(
            name="GPT-2's cut in GPT-4",
            teaching="GPT-4 follows a rule: three digits at a time from the left, then the rest.",
            recognizes=_some_part(
                lambda name, pieces: name == "GPT-4" and pieces == _pieces("GPT-2")
            ),
        ),
        WrongAnswer(
            name="a space in front",
            teaching="The number stands alone here: encode '1234567', not ' 1234567'.",
            recognizes=_some_part(lambda name, pieces: pieces == _pieces(name, f" {NUMBER}")),
        ),
        WrongAnswer(
            name="ids or numbers in place of pieces",
            teaching="Give the pieces as texts: decode the list that holds one id.",
            recognizes=_some_part(lambda _, pieces: any(type(piece) is int for piece in pieces)),
        ),
        WrongAnswer(
            name="digits lost or added",
            teaching="The pieces, one after the other, must give 1234567 again.",
            recognizes=_some_part(_does_not_join),
        ),
    ),
    hints=(
        "For GPT-4 you know the rule: at most three digits, from the left.",
        "For GPT-2 there is no rule to apply: let show.show_tokens cut the number.",
        "[gpt2.decode([token_id]) for token_id in gpt2.encode('1234567')] is the list for GPT-2.",
    ),
)
