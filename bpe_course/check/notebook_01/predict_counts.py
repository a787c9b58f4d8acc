"""Exercise: predict the token counts of eight texts."""

from collections.abc import Callable
from functools import cache
from math import ceil, floor

from bpe_course import published
from bpe_course.check.exercise import Exercise, WrongAnswer

TEXTS = (
    " because",
    "raspberry",
    "RASPBERRY",
    "31415926",
    "            return",
    "I don't know.",
    "谢谢",
    "Thank you very much.",
)

_encoding = cache(published.get_encoding)


def _count(text: str, name: str = "cl100k_base") -> int:
    return len(_encoding(name).encode(text))


def _counts() -> list[int]:
    return [_count(text) for text in TEXTS]


def _first_wrong(got: object) -> tuple[str, object] | None:
    """The first text with a wrong count, and that count; None for anything but eight parts."""
    if not isinstance(got, list | tuple) or len(got) != len(TEXTS):
        return None
    parts = zip(TEXTS, got, _counts(), strict=True)
    return next(((text, part) for text, part, right in parts if part != right), None)


def _first_is(mistaken: Callable[[str], int | None]) -> Callable[[object], bool]:
    """Recognize counts of which the first wrong one is what a mistaken rule gives."""

    def recognizes(got: object) -> bool:
        found = _first_wrong(got)
        return found is not None and isinstance(found[1], int) and found[1] == mistaken(found[0])

    return recognizes


def _is_four_a_token(got: object) -> bool:
    roundings: tuple[Callable[[float], int], ...] = (floor, round, ceil)
    by_rule = [[rounded(len(text) / 4) for text in TEXTS] for rounded in roundings]
    by_rule += [[max(1, count) for count in counts] for counts in by_rule]
    return isinstance(got, list | tuple) and list(got) in by_rule


def _are_ids(got: object) -> bool:
    found = _first_wrong(got)
    return found is not None and isinstance(found[1], list | tuple)


def _spaces_apart(text: str) -> int | None:
    single = " " in text and "  " not in text
    return _count(text) + text.count(" ") if single else None


def _each_space_of_indentation(text: str) -> int | None:
    indented = text.startswith("  ")
    return text.count(" ") + _count(text.strip()) if indented else None


PREDICT_COUNTS = Exercise(
    name="predict_counts",
    notebook="01",
    title="Predict the token counts of eight texts",
    minutes=8,
    difficulty=1,
    kind="value",
    spec=_counts,
    verified="the counts of GPT-4's tokenizer for all eight texts",
    wrong=(
        WrongAnswer(
            name="not eight numbers",
            teaching="There are eight texts: give a list of eight numbers, in their order.",
            recognizes=lambda got: isinstance(got, list | tuple) and len(got) != len(TEXTS),
        ),
        WrongAnswer(
            name="ids in place of their number",
            teaching="Asked for is how many ids a text has, which is the len of that list.",
            recognizes=_are_ids,
        ),
        WrongAnswer(
            name="four characters a token",
            teaching="That is an average over much English text: look at each text by itself.",
            recognizes=_is_four_a_token,
        ),
        WrongAnswer(
            name="digits one by one",
            teaching="GPT-4 takes up to three digits into one token, counted from the left.",
            recognizes=_first_is(lambda text: len(text) if text.isdigit() else None),
        ),
        WrongAnswer(
            name="taking a number for one token",
            teaching="No token of GPT-4 has more than three digits, so eight digits are several.",
            recognizes=_first_is(lambda text: 1 if text.isdigit() else None),
        ),
        WrongAnswer(
            name="taking a token for a word",
            teaching="A token is a common piece: a rare word is several, and signs count too.",
            recognizes=_first_is(lambda text: len(text.split())),
        ),
        WrongAnswer(
            name="taking a Chinese character for one token",
            teaching="Such a character is three bytes; where these were not joined, it is several.",
            recognizes=_first_is(lambda text: None if text.isascii() else len(text)),
        ),
        WrongAnswer(
            name="taking a token for a character",
            teaching="Letters that often stand together are one token: a common word is one.",
            recognizes=_first_is(len),
        ),
        WrongAnswer(
            name="a space of its own",
            teaching="One space before a word belongs to the word's token and adds none.",
            recognizes=_first_is(_spaces_apart),
        ),
        WrongAnswer(
            name="a token for every space",
            teaching="In GPT-4 all spaces of an indentation but the last are one token together.",
            recognizes=_first_is(_each_space_of_indentation),
        ),
        WrongAnswer(
            name="capitals overlooked",
            teaching="A word in capitals has other ids, and as it is rarer, more pieces.",
            recognizes=_first_is(lambda text: _count(text.lower()) if text.isupper() else None),
        ),
        WrongAnswer(
            name="the apostrophe by itself",
            teaching="GPT-4's rules keep an apostrophe and the t after it in one piece.",
            recognizes=_first_is(lambda text: _count(text) + 1 if "'" in text else None),
        ),
        WrongAnswer(
            name="GPT-2 in place of GPT-4",
            teaching="These are the counts of an older vocabulary: use gpt4, not gpt2.",
            recognizes=_first_is(lambda text: _count(text, "gpt2")),
        ),
    ),
    hints=(
        "Which texts are common at the start of a word, which are rare in this shape?",
        "Digits go in threes; of an indentation, the last space goes with the word.",
        "Look now: show.show_tokens(text, gpt4), text by text.",
    ),
)
