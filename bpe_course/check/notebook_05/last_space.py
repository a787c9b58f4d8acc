r"""Exercise: explain `\s+(?!\S)` by four cases, as a program."""

from collections.abc import Iterator

import regex

from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import texts
from bpe_course.pretokenize import ALTERNATIVES, pretokenize


def _inputs() -> Iterator[Arguments]:
    for space in texts([" ", "\n", "\t"], 4, shortest=1):
        for word in ("", "be", "3", "..."):
            yield space, word


def _split_without(part: str, text: str) -> list[str]:
    kept = [source for name, source in ALTERNATIVES["gpt2"].items() if name != part]
    return regex.findall("|".join(kept), text)


def _cut_at_every_character(space: str, word: str) -> list[str]:
    if word and space[-1] == " ":
        return [*space[:-1], " " + word]
    return [*space, word] if word else [*space]


def _give_back_at_end(space: str, word: str) -> list[str]:
    if word or len(space) == 1:
        return pretokenize(space + word)
    return [space[:-1], space[-1]]


def _give_any_to_word(space: str, word: str) -> list[str]:
    if not word:
        return [space]
    return [part for part in (space[:-1], space[-1] + word) if part]


def _cut_no_line_break(space: str, word: str) -> list[str]:
    whole = bool(word) and space[-1] != " "
    return [space, word] if whole else pretokenize(space + word)


def _has_empty_chunk(got: object, space: str, word: str) -> bool:
    return isinstance(got, list) and "" in got


LAST_SPACE = Exercise(
    name="last_space",
    notebook="05",
    title="Explain the look-ahead by four cases",
    minutes=10,
    difficulty=2,
    spec=lambda space, word: pretokenize(space + word),
    inputs=_inputs,
    verified=(
        "every run of up to four spaces, line breaks and tabs, before letters, a number, symbols "
        "and the end of the text"
    ),
    wrong=(
        WrongAnswer(
            name="an empty chunk",
            teaching="A match has at least one character: where nothing is left, no chunk is.",
            recognizes=_has_empty_chunk,
        ),
        WrongAnswer(
            name="the last space attached to the run",
            teaching="Before a word the look-ahead says no, and the run gives its last space back.",
            models=(
                lambda space, word: [part for part in (space, word) if part],
                lambda space, word: _split_without("space before space or end", space + word),
            ),
        ),
        WrongAnswer(
            name="a line break attached to the word",
            teaching="A word accepts one space in front, but no line break and no tab.",
            models=(_give_any_to_word,),
        ),
        WrongAnswer(
            name="all the spaces attached to the word",
            teaching="A word accepts one space in front at most: the others stay a chunk.",
            models=(
                lambda space, word: [space + word],
                lambda space, word: (
                    [space + word] if not space.strip(" ") else pretokenize(space + word)
                ),
            ),
        ),
        WrongAnswer(
            name="something given back at the end",
            teaching="At the end of the text no word follows, so the run keeps all it has taken.",
            models=(_give_back_at_end,),
        ),
        WrongAnswer(
            name="a run left whole before a word",
            teaching="One character is given back whatever it is: a line break then stands alone.",
            models=(_cut_no_line_break,),
        ),
        WrongAnswer(
            name="the last part forgotten",
            teaching=r"What the look-ahead refuses is not lost: the last part, \s+, takes it.",
            models=(lambda space, word: _split_without("space", space + word),),
        ),
        WrongAnswer(
            name="every character a chunk",
            teaching="The + takes as much as it can: what is not given back stays together.",
            models=(_cut_at_every_character,),
        ),
    ),
    hints=(
        "Begin with the case in which word is empty: what does the look-ahead see?",
        "If a word follows, ask about space[-1]: is it a space, which the word accepts?",
        "One other character is its own chunk; several become space[:-1] and space[-1].",
    ),
)
