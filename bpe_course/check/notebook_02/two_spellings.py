"""Exercise: tell the same text from the same ids."""

import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Literal

from bpe_course import published
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
Same = Callable[[str, str], object]

SPELLINGS = (
    *("", "e", "E", "\u00e9", "e\u0301", "\u0301", "2", "\u00b2", "fi", "\ufb01"),
    *("\u00c5", "\u212b", "A\u030a", "\ud55c", "\u1112\u1161\u11ab", "\u0958", "\u0915\u093c"),
    *("a\u0323\u0307", "a\u0307\u0323", "\u1ea1\u0307"),
)
TAUGHT = ("\u00e9", "e\u0301")  # the pair of the lesson, tried first
WORDS = (
    "resume",
    "r\u00e9sum\u00e9",
    "re\u0301sume\u0301",
    "re\u0301sum\u00e9",
    "R\u00e9sum\u00e9",
)


def _inputs() -> Iterator[Arguments]:
    for texts in (SPELLINGS, WORDS):
        pairs = product(texts, repeat=2)
        yield from sorted(pairs, key=lambda pair: (pair != TAUGHT, len("".join(pair))))


@cache
def _ids(text: str) -> tuple[int, ...]:
    return tuple(published.get_encoding("gpt2").encode_ordinary(text))


def _same_ids(first: str, second: str) -> bool:
    return _ids(first) == _ids(second)


def _equal_in(form: Form, other: Form | None = None) -> Callable[[str, str], bool]:
    """Compare after normalizing to a form, the second text to another one if one is given."""

    def same(first: str, second: str) -> bool:
        return unicodedata.normalize(form, first) == unicodedata.normalize(other or form, second)

    return same


_same_text = _equal_in("NFC")


def _compare(first: str, second: str) -> tuple[bool, bool]:
    return _same_text(first, second), _same_ids(first, second)


def _with_text_compared(same: Callable[[str, str], bool]) -> Same:
    """A comparison of texts that is mistaken, beside the right one of ids."""
    return lambda first, second: (same(first, second), _same_ids(first, second))


def _on_both(change: Callable[[str], str]) -> Callable[[str, str], bool]:
    return lambda first, second: change(first) == change(second)


def _without_marks(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(each for each in decomposed if not unicodedata.combining(each))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower()


def _one_normalized(form: Form) -> tuple[Same, Same]:
    return (
        _with_text_compared(lambda first, second: unicodedata.normalize(form, first) == second),
        _with_text_compared(lambda first, second: first == unicodedata.normalize(form, second)),
    )


TWO_SPELLINGS = Exercise(
    name="two_spellings",
    notebook="02",
    title="The same text, the same ids?",
    minutes=8,
    difficulty=2,
    spec=_compare,
    inputs=_inputs,
    describe=lambda first, second: f"your function on {first!a} and {second!a}",
    verified=(
        "all pairs of twenty short texts and of five words: accents composed and taken apart, in "
        "either order, Hangul, a ligature, a raised digit"
    ),
    wrong=(
        WrongAnswer(
            name="same text, same tokens",
            teaching="GPT-2 normalizes nothing: the same text, spelled otherwise, has other ids.",
            models=(lambda first, second: (_same_text(first, second),) * 2,),
        ),
        WrongAnswer(
            name="code points compared",
            teaching="One text may have two rows of code points, so of ids: normalize both.",
            models=(lambda first, second: (first == second,) * 2,),
        ),
        WrongAnswer(
            name="compatible, not the same",
            teaching="The forms with a K change what is meant, as in 5² and 52: use NFC or NFD.",
            models=(_with_text_compared(_equal_in("NFKC")),),
        ),
        WrongAnswer(
            name="only one text normalized",
            teaching="Either text may come in either spelling: normalize both of them.",
            models=(*_one_normalized("NFC"), *_one_normalized("NFD")),
        ),
        WrongAnswer(
            name="two different forms",
            teaching="Bring both texts into one form: NFC for both, or NFD for both.",
            models=(
                _with_text_compared(_equal_in("NFC", "NFD")),
                _with_text_compared(_equal_in("NFD", "NFC")),
            ),
        ),
        WrongAnswer(
            name="accents thrown away",
            teaching="A letter with an accent is not the letter without: keep the marks.",
            models=(_with_text_compared(_on_both(_without_marks)),),
        ),
        WrongAnswer(
            name="case ignored",
            teaching="A reader sees that E is not e: compare without changing the case.",
            models=(_with_text_compared(_on_both(_folded)),),
        ),
        WrongAnswer(
            name="ids counted, not compared",
            teaching="As many ids are not yet the same ids: compare the lists, not their lengths.",
            models=(
                lambda first, second: (
                    _same_text(first, second),
                    len(_ids(first)) == len(_ids(second)),
                ),
            ),
        ),
        WrongAnswer(
            name="answers exchanged",
            teaching="First say whether the text is the same, then whether the ids are.",
            models=(lambda first, second: _compare(first, second)[::-1],),
        ),
    ),
    hints=(
        "There are two questions; each is answered by one comparison with ==.",
        "Canonically equivalent texts become equal when both are brought into NFC.",
        "The first is unicodedata.normalize('NFC', …) of both, the second gpt2.encode of both.",
    ),
)
