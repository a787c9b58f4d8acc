"""Exercise: the policy on special tokens."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import regex

from bpe_course import special
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import texts

Names = Sequence[str]
Part = tuple[str, bool]


@dataclass(frozen=True)
class Refused:
    """What an answer that raises `ValueError` becomes, to be compared."""

    def __repr__(self) -> str:
        return "a ValueError"


Result = list[Part] | Refused
REFUSED = Refused()


def _inputs() -> Iterator[Arguments]:
    for text in texts(["<|a|>", "x", "<", "a"], 3):
        yield text, ["<|a|>", "<|b|>"], []
        yield text, ["<|a|>", "<|b|>"], ["<|a|>"]
    for text in texts(["<s>", "<s>1", "1"], 3):
        for allowed in ([], ["<s>"], ["<s>1"], ["<s>", "<s>1"], ["<s>1", "<s>"]):
            yield text, ["<s>", "<s>1"], allowed
    for text in texts(" ", 9):
        yield text, ["  ", "    "], ["  ", "    "]


def _call(answer: Callable[..., object], text: str, names: Names, allowed: Names) -> object:
    try:
        return answer(text, names, allowed)
    except ValueError:
        return REFUSED


def _split(text: str, names: Names, allowed: Names) -> Result:
    if any(name in text for name in set(names) - set(allowed)):
        return REFUSED
    return special.split_special(text, allowed)


def _without_refusal(text: str, names: Names, allowed: Names) -> Result:
    return special.split_special(text, allowed)


def _recognize_all(text: str, names: Names, allowed: Names) -> Result:
    return special.split_special(text, names)


def _refuse_all(text: str, names: Names, allowed: Names) -> Result:
    return REFUSED if any(name in text for name in names) else [(text, False)] if text else []


def _overlook_names_within(text: str, names: Names, allowed: Names) -> Result:
    parts = special.split_special(text, names)
    return REFUSED if any(mark and part not in allowed for part, mark in parts) else parts


def _cut_before_looking(text: str, names: Names, allowed: Names) -> Result:
    parts = special.split_special(text, allowed)
    plain = [part for part, mark in parts if not mark]
    return REFUSED if any(name in part for name in names for part in plain) else parts


def _returns_refusal(got: object, text: str, names: Names, allowed: Names) -> bool:
    return _split(text, names, allowed) == REFUSED and not isinstance(got, list)


def _recognize_none(text: str, names: Names, allowed: Names) -> Result:
    return REFUSED if _split(text, names, allowed) == REFUSED else [(text, False)] if text else []


def _cut(text: str, expression: str, group: str = "({})") -> list[str]:
    return regex.split(group.format(expression), text) if expression else [text]


def _ordered(arrange: Callable[[Names], Names]) -> Callable[[str, Names, Names], Result]:
    """A split that tries the names in another order than the longest first."""

    def split(text: str, names: Names, allowed: Names) -> Result:
        if _split(text, names, allowed) == REFUSED:
            return REFUSED
        parts = _cut(text, "|".join(map(regex.escape, arrange(allowed))))
        return [(part, part in allowed) for part in parts if part]

    return split


def _unescaped(by_place: bool) -> Callable[[str, Names, Names], Result]:
    def split(text: str, names: Names, allowed: Names) -> Result:
        if _split(text, names, allowed) == REFUSED:
            return REFUSED
        longest_first = sorted(allowed, key=len, reverse=True)
        parts = _cut(text, "|".join(longest_first))
        marked = [(part, place % 2 == 1) for place, part in enumerate(parts)]
        return [(part, odd if by_place else part in allowed) for part, odd in marked if part]

    return split


def _lose_marks(text: str, names: Names, allowed: Names) -> Result:
    parts = _split(text, names, allowed)
    return parts if isinstance(parts, Refused) else [part for part in parts if not part[1]]


def _keep_empty(text: str, names: Names, allowed: Names) -> Result:
    if _split(text, names, allowed) == REFUSED:
        return REFUSED
    longest_first = sorted(allowed, key=len, reverse=True)
    parts = _cut(text, "|".join(map(regex.escape, longest_first)))
    return [(part, place % 2 == 1) for place, part in enumerate(parts)]


def _keep_empty_text(text: str, names: Names, allowed: Names) -> Result:
    return _split(text, names, allowed) if text or allowed else [("", False)]


def _cut_at_nothing(text: str, names: Names, allowed: Names) -> Result:
    parts = _split(text, names, allowed)
    return parts if allowed or isinstance(parts, Refused) else [(sign, False) for sign in text]


SPECIAL_POLICY = Exercise(
    name="special_policy",
    notebook="06",
    title="Decide which marks count",
    minutes=12,
    difficulty=2,
    spec=_split,
    inputs=_inputs,
    call=_call,
    describe=lambda text, names, allowed: f"split_allowed({text!r}, {names!r}, {allowed!r})",
    verified=(
        "every text of up to three pieces, with marks allowed and refused, text that looks like "
        "one, and names that begin alike"
    ),
    wrong=(
        WrongAnswer(
            name="user text becomes a control token",
            teaching="Only the names in allowed may become marks; any other must be refused.",
            models=(_recognize_all,),
        ),
        WrongAnswer(
            name="returned instead of raised",
            teaching="raise ValueError(…) refuses a text: what is returned or printed does not.",
            recognizes=_returns_refusal,
        ),
        WrongAnswer(
            name="a name within a longer one is overlooked",
            teaching="A longer name may hold a shorter one: look for each name in the whole text.",
            models=(_overlook_names_within,),
        ),
        WrongAnswer(
            name="cut before it was searched",
            teaching="A cut may go through a longer name: search for names first, and then cut.",
            models=(_cut_before_looking,),
        ),
        WrongAnswer(
            name="nothing refused",
            teaching="A special token that is not allowed raises a ValueError, it is no text here.",
            models=(_without_refusal,),
        ),
        WrongAnswer(
            name="allowed names refused",
            teaching="A name in allowed is no error: refuse only the special tokens that are not.",
            models=(_refuse_all,),
        ),
        WrongAnswer(
            name="nothing recognized",
            teaching="An allowed name is cut out as a part of its own, with True beside it.",
            models=(_recognize_none,),
        ),
        WrongAnswer(
            name="unescaped |",
            teaching="In an expression | means or: give each name to regex.escape first.",
            models=(_unescaped(by_place=True), _unescaped(by_place=False)),
        ),
        WrongAnswer(
            name="shorter name first",
            teaching="The first alternative that matches wins: sort the names, longest first.",
            models=(_ordered(list), _ordered(lambda names: sorted(names, key=len))),
        ),
        WrongAnswer(
            name="marks lost",
            teaching="Parentheses around the expression make split keep what it has found.",
            models=(_lose_marks,),
        ),
        WrongAnswer(
            name="empty parts kept",
            teaching="Before, between and behind marks split gives empty strings: leave them out.",
            models=(_keep_empty,),
        ),
        WrongAnswer(
            name="a part of the empty text",
            teaching="An empty text has no parts: return it as a part only if there is something.",
            models=(_keep_empty_text,),
        ),
        WrongAnswer(
            name="an empty expression",
            teaching="With no name allowed the expression () matches everywhere: then cut nothing.",
            models=(_cut_at_nothing,),
        ),
    ),
    hints=(
        "First go through special: a name in the text that is not in allowed raises ValueError.",
        "Then join the escaped names of allowed with |, the longest first, in parentheses.",
        "A part is a mark if it is in allowed; without any allowed name there is nothing to cut.",
    ),
)
