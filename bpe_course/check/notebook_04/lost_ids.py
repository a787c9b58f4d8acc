"""Exercise: find ids that do not come back."""

from functools import cache

from bpe_course.check.exercise import Exercise, Such, WrongAnswer
from bpe_course.tokenizer import Tokenizer

LEAST = 8  # letters: so short a word is found by thought, not by copying an example


@cache
def _cl100k() -> Tokenizer:
    return Tokenizer.from_tiktoken("cl100k_base")


def _as_ids(got: object) -> list[int] | None:
    """The ids that were handed in, if they are a list or tuple of tokens' ids."""
    if not isinstance(got, list | tuple) or not all(type(token_id) is int for token_id in got):
        return None
    special = set(_cl100k().special_tokens.values())
    known = all(token_id in _cl100k().vocab or token_id in special for token_id in got)
    return list(got) if known else None


def _has_special(got: object) -> bool:
    ids = _as_ids(got) or []
    return not set(_cl100k().special_tokens.values()).isdisjoint(ids)


def _again(ids: list[int]) -> list[int]:
    return _cl100k().encode_ordinary(_cl100k().decode(ids))


def _comes_back(got: object) -> bool:
    ids = _as_ids(got)
    return ids is not None and _again(ids) == ids


def _is_no_text(got: object) -> bool:
    ids = _as_ids(got)
    return ids is not None and "\ufffd" in _cl100k().decode(ids)


def _has_unknown_id(got: object) -> bool:
    if not isinstance(got, list | tuple) or not all(type(token_id) is int for token_id in got):
        return False
    return _as_ids(got) is None


def _is_text(got: object) -> bool:
    parts = got if isinstance(got, list | tuple) else [got]
    return any(isinstance(part, str | bytes) for part in parts)


def _is_long_word(got: object) -> bool:
    text = _cl100k().decode(_as_ids(got) or [])
    return text.isascii() and text.isalpha() and len(text) >= LEAST


def _begins_with_space(got: object) -> bool:
    text = _cl100k().decode(_as_ids(got) or [])
    return text.startswith(" ") and text[1:].isalpha()


def _has_other_number(got: object) -> bool:
    ids = _as_ids(got)
    return ids is not None and len(ids) != 2


def _is_word_cut_by_encode(got: object) -> bool:
    ids = _as_ids(got)
    return ids is not None and len(ids) == 2 and _is_long_word(ids) and _comes_back(ids)


def _is_lost(got: object) -> bool:
    ids = _as_ids(got)
    return ids is not None and len(ids) == 2 and _is_long_word(ids) and len(_again(ids)) == 1


LOST_IDS = Exercise(
    name="lost_ids",
    notebook="04",
    title="Find ids that do not come back",
    minutes=8,
    difficulty=2,
    kind="value",
    spec=lambda: Such(f"two ids of a word of {LEAST} letters or more that has one id", _is_lost),
    verified="your two ids decode to a word, and encode gives this word a single other id",
    wrong=(
        WrongAnswer(
            name="text in place of ids",
            teaching="Hand in the ids themselves, a list of two numbers, not what they stand for.",
            recognizes=_is_text,
        ),
        WrongAnswer(
            name="an id that no token has",
            teaching="Each id must be one of cl100k.vocab, or it cannot be decoded at all.",
            recognizes=_has_unknown_id,
        ),
        WrongAnswer(
            name="a special token",
            teaching="A special token is lost since its name is no ordinary text: find a word.",
            recognizes=_has_special,
        ),
        WrongAnswer(
            name="bytes that are no text",
            teaching="Here the text is damaged already: find ids whose text is a whole word.",
            recognizes=_is_no_text,
        ),
        WrongAnswer(
            name="a word that has no single id",
            teaching="encode cuts this word in the same two: first find a word that has one id.",
            recognizes=_is_word_cut_by_encode,
        ),
        WrongAnswer(
            name="it is a bijection",
            teaching=(
                "These ids come back: look for other ids of one text, since encode cuts it in only "
                "one way, and decode joins every way."
            ),
            recognizes=_comes_back,
        ),
        WrongAnswer(
            name="another number of ids",
            teaching="They do not come back, but two ids are asked for: cut the word only once.",
            recognizes=_has_other_number,
        ),
        WrongAnswer(
            name="a space in front",
            teaching="A space is no letter: cut the word as it is written without one.",
            recognizes=_begins_with_space,
        ),
        WrongAnswer(
            name="no long word",
            teaching="They do not come back; now find two whose text is eight letters or more.",
            recognizes=lambda got: _as_ids(got) is not None and not _is_long_word(got),
        ),
        WrongAnswer(
            name="a word of several tokens",
            teaching="They do not come back; now find two whose text is a single token.",
            recognizes=lambda got: _as_ids(got) is not None and len(_again(list(got))) > 1,
        ),
    ),
    hints=(
        "Think of a common long word, and look whether cl100k.encode gives it a single id.",
        "Cut the word so that both parts are tokens as well: encode each part by itself.",
        "One such word begins with inter or over, and goes on with a word of its own.",
    ),
)
