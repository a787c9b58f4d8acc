"""Exercise: find the cuts that change the ids."""

from collections.abc import Callable, Iterator
from functools import cache

from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import texts
from bpe_course.tokenizer import Tokenizer

Encode = Callable[[str], list[int]]

WORDS = (
    "there",
    "wait...",
    "Vicar",
    "älter",
    "你好👋",
    "the end",
    " tokenization",
    "international",
)


@cache
def _cl100k() -> Tokenizer:
    return Tokenizer.from_tiktoken("cl100k_base")


def _encode(text: str) -> list[int]:
    return _cl100k().encode_ordinary(text)


def _inputs() -> Iterator[Arguments]:
    for text in [*texts("1a .", 4), *WORDS]:
        yield (text,)


def _unsafe_cuts(text: str, encode: Encode = _encode) -> list[int]:
    return [
        cut
        for cut in range(1, len(text))
        if encode(text[:cut]) + encode(text[cut:]) != encode(text)
    ]


def _safe_cuts(text: str, encode: Encode = _encode) -> list[int]:
    unsafe = _unsafe_cuts(text, encode)
    return [cut for cut in range(1, len(text)) if cut not in unsafe]


def _added_tokens(text: str, cut: int, encode: Encode) -> int:
    return len(encode(text[:cut])) + len(encode(text[cut:])) - len(encode(text))


def _cuts_of_other_length(text: str, encode: Encode = _encode) -> list[int]:
    return [cut for cut in range(1, len(text)) if _added_tokens(text, cut, encode)]


def _cuts_that_cost(text: str, encode: Encode = _encode) -> list[int]:
    return [cut for cut in range(1, len(text)) if _added_tokens(text, cut, encode) > 0]


def _unsafe_cuts_among(start: int, end: int | None) -> Callable[..., list[int]]:
    def cuts(text: str, encode: Encode = _encode) -> list[int]:
        looked_at = range(1, len(text))[start:end]
        return [cut for cut in _unsafe_cuts(text, encode) if cut in looked_at]

    return cuts


UNSAFE_CUTS = Exercise(
    name="unsafe_cuts",
    notebook="04",
    title="Find the cuts that change the ids",
    minutes=10,
    difficulty=2,
    spec=_unsafe_cuts,
    inputs=_inputs,
    call=lambda answer, text: answer(text, _encode),
    describe=lambda text: f"unsafe_cuts({text!r}, cl100k.encode_ordinary)",
    verified="every text of up to four characters out of four, and some words, with cl100k_base",
    wrong=(
        WrongAnswer(
            name="assuming concatenation",
            teaching="The parts always join to the same text, and often not to the same ids.",
            models=(lambda text, encode=_encode: [],),
        ),
        WrongAnswer(
            name="safe and unsafe confused",
            teaching="These are the cuts that change nothing: the others are asked for.",
            models=(_safe_cuts,),
        ),
        WrongAnswer(
            name="only longer results counted",
            teaching="A cut may leave as many tokens, or fewer, and other ones: compare the ids.",
            models=(_cuts_that_cost,),
        ),
        WrongAnswer(
            name="lengths compared",
            teaching="As many tokens need not be the same: compare the lists, not their lengths.",
            models=(_cuts_of_other_length,),
        ),
        WrongAnswer(
            name="only the first cut",
            teaching="A return inside the loop ends the search: collect every position.",
            models=(lambda text, encode=_encode: _unsafe_cuts(text, encode)[:1],),
        ),
        WrongAnswer(
            name="every cut",
            teaching="Some cuts are safe: list a position only if the ids differ there.",
            models=(lambda text, encode=_encode: list(range(1, len(text))),),
        ),
        WrongAnswer(
            name="last cut lost",
            teaching="The last cut stands before the last character, at len(text) - 1.",
            models=(_unsafe_cuts_among(0, -1),),
        ),
        WrongAnswer(
            name="first cut lost",
            teaching="The first cut stands behind the first character, at position 1.",
            models=(_unsafe_cuts_among(1, None),),
        ),
    ),
    hints=(
        "The two parts of a text cut at a position are text[:cut] and text[cut:].",
        "Lists are put one behind the other with +, and compared with !=.",
        "Go through range(1, len(text)), and keep each cut at which the two lists differ.",
    ),
)
