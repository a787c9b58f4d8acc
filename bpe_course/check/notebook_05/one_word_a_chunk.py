"""Exercise: split at white space so that nothing is lost."""

from collections.abc import Iterator

import regex

from bpe_course.check.exercise import Arguments, Exercise, Such, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, texts


def _inputs() -> Iterator[Arguments]:
    for text in texts(["a", " ", "\n", "!"], 5):
        yield (text,)
    for pieces in seeded_sequences([" ", "\t", "\n", "é", "犬", "7", "don't", "_"], range(20, 40)):
        yield ("".join(pieces),)


def _words(chunks: list[str]) -> list[str]:
    return [word for chunk in chunks for word in chunk.split()]


def _joins(got: object, text: str) -> bool:
    return isinstance(got, list) and "".join(got) == text


def _is_right(got: object, text: str) -> bool:
    if not isinstance(got, list) or not _joins(got, text):
        return False
    return all(got) and _words(got) == text.split() and all(len(_words([c])) < 2 for c in got)


def _some_chunks(text: str) -> Such:
    return Such(
        f"chunks that join to {text!r}, none empty, and every word whole and apart from the others",
        lambda got: _is_right(got, text),
    )


def _find(pattern: str, text: str) -> list[str]:
    return [match.group() for match in regex.finditer(pattern, text)]


def _glue_one_space(text: str) -> list[str]:
    first, *others = text.split() or [""]
    return [first, *(" " + word for word in others)] if first else []


def _are_chunks(got: object) -> bool:
    return isinstance(got, list) and all(isinstance(chunk, str) for chunk in got)


ONE_WORD_A_CHUNK = Exercise(
    name="one_word_a_chunk",
    notebook="05",
    title="Split at white space and lose nothing",
    minutes=8,
    difficulty=1,
    spec=_some_chunks,
    inputs=_inputs,
    verified=(
        "every text of up to five letters, spaces, line breaks and exclamation marks, and twenty "
        "longer ones: the chunks always join to the text"
    ),
    wrong=(
        WrongAnswer(
            name="split()",
            teaching="split() throws all white space away, and nobody can say what it was.",
            models=(str.split, lambda text: _find(r"\w+", text)),
        ),
        WrongAnswer(
            name="the separator lost",
            teaching="What split cuts at is thrown away: cut beside the white space, not in it.",
            models=(
                lambda text: text.split(" "),
                lambda text: [chunk for chunk in text.split(" ") if chunk],
                lambda text: regex.split(r"\s+", text),
                lambda text: regex.split(r"\s", text),
            ),
        ),
        WrongAnswer(
            name="runs of spaces lost",
            teaching="A word may stand behind many spaces: keep the whole run, not one of them.",
            models=(
                _glue_one_space,
                lambda text: [" " + word for word in text.split()],
                lambda text: [word + " " for word in text.split()],
                lambda text: _find(r" ?\S+", text),
                lambda text: _find(r"\s?\S+", text),
                lambda text: _find(r"\S+\s?", text),
                lambda text: _find(r"\S+ ?", text),
            ),
        ),
        WrongAnswer(
            name="white space at the end lost",
            teaching="Behind the last word there may be white space that no word takes along.",
            models=(lambda text: _find(r"\s*\S+", text),),
        ),
        WrongAnswer(
            name="white space at the beginning lost",
            teaching="Before the first word there may be white space that no word takes along.",
            models=(lambda text: _find(r"\S+\s*", text),),
        ),
        WrongAnswer(
            name="line breaks lost",
            teaching=r"A space is not the only white space: \s means line breaks and tabs too.",
            models=tuple(
                lambda text, pattern=pattern: _find(pattern, text)
                for pattern in (r"[^\s]+| +", r" *\S+| +", r"\S+ *| +")
            ),
        ),
        WrongAnswer(
            name="symbols lost",
            teaching=r"What no alternative matches is passed over: \w does not match a symbol.",
            models=(
                lambda text: _find(r"\w+|\s+", text),
                lambda text: _find(r"\s*\w+|\s+", text),
                lambda text: _find(r"\p{L}+|\s+", text),
            ),
        ),
        WrongAnswer(
            name="empty chunks",
            teaching="A chunk has at least one character: leave out the empty ones.",
            recognizes=lambda got, text: _are_chunks(got) and _joins(got, text) and not all(got),
        ),
        WrongAnswer(
            name="several words in one chunk",
            teaching="Nothing is lost, and nothing fenced off either: each word needs its chunk.",
            recognizes=lambda got, text: _joins(got, text) and _words(got) == text.split(),
        ),
        WrongAnswer(
            name="a word cut in two",
            teaching=r"Here a word is all that stands between white space: a run of \S, whole.",
            recognizes=_joins,
        ),
        WrongAnswer(
            name="no list of chunks",
            teaching="Return a list of strings, even if it holds one chunk or none.",
            recognizes=lambda got, text: got is not None and not _are_chunks(got),
        ),
    ),
    hints=(
        r"Each character is either \s or \S. Write a pattern in which both have an alternative.",
        "Where the white space goes is up to you: before the word, behind it, or by itself.",
        r"By itself is shortest: runs of \s, or runs of \S, with regex.findall.",
    ),
)
