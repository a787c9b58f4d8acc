"""Exercise: export a tokenizer to tiktoken, so that both give the same ids."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bpe_course import reference
from bpe_course.check.exercise import Arguments, Exercise, Such, WrongAnswer
from bpe_course.check.showing import shown
from bpe_course.pairs import Pair
from bpe_course.tokenizer import Tokenizer
from bpe_course.vocab import Vocab

Merges = Mapping[Pair, int]
Special = Mapping[str, int]

NAMES = {"pat_str", "mergeable_ranks", "special_tokens"}  # as tiktoken calls what it needs
HIGHEST = 2**31
BYTES = {bytes([byte]) for byte in range(256)}
WORDS = r"\w+|\W+"
LETTERS = r"[\s\S]"
LESSONS = (
    (b"abab", (), WORDS),
    (b"abab", ("<|end|>",), WORDS),
    (b"abab abc", ("stop", "<s>"), WORDS),
    (b"abab", ("<s>",), LETTERS),
    ("éé ée".encode(), ("</s>", "<s>"), WORDS),
    (b"", (), WORDS),
)
TEXTS = ("ab", "abab<|end|>ab", "stop<s> ab", "abc é</s>", "ab  \n12")


@dataclass(frozen=True)
class Export:
    """What was handed in for tiktoken, the text on which it is tried, and the right pattern."""

    arguments: Mapping[str, Any]
    text: str
    pattern: str

    @property
    def ranks(self) -> Any:  # noqa: ANN401 - whatever was handed in
        """What was handed in as tokens with their ids."""
        return self.arguments["mergeable_ranks"]

    @property
    def special(self) -> Any:  # noqa: ANN401 - whatever was handed in
        """What was handed in as special tokens with their ids."""
        return self.arguments["special_tokens"]

    def used(self) -> list[int]:
        """All ids, of tokens and of special tokens."""
        return [*self.ranks.values(), *self.special.values()]

    def complaint(self) -> str | None:
        """Why this is not given to tiktoken, which ends in a panic on much that is wrong."""
        for table, kind in ((self.ranks, bytes), (self.special, str)):
            if not is_table(table, kind):
                return f"no dictionary from {kind.__name__} to ids: {shown(table)}"
        if self.arguments["pat_str"] != self.pattern:
            return f"the pattern {shown(self.arguments['pat_str'])}"
        repeated = [token_id for token_id, times in Counter(self.used()).items() if times > 1]
        if repeated:
            return f"two tokens with the same id, {repeated[0]}"
        lost = len(BYTES - self.ranks.keys())
        return f"{lost} of the 256 single bytes without an id" if lost else None

    def encoded(self) -> list[list[int]]:
        """The ids of the text from tiktoken: with its special tokens found, and as plain text."""
        import tiktoken

        encoding = tiktoken.Encoding("mine", **self.arguments)
        found = encoding.encode(self.text, allowed_special="all")
        return [found, encoding.encode_ordinary(self.text)]

    def __repr__(self) -> str:
        return self.complaint() or described(self.text, self.encoded(), self.used(), self.special)


def is_table(table: object, kind: type) -> bool:
    """Tell whether this is a dictionary from keys of a kind to numbers that can be ids.

    >>> is_table({b"a": 97}, bytes), is_table({b"a": -1}, bytes), is_table(["<s>"], str)
    (True, False, False)
    """
    return isinstance(table, Mapping) and all(
        isinstance(key, kind) and isinstance(value, int) and 0 <= value < HIGHEST
        for key, value in table.items()
    )


def described(text: str, encoded: list[list[int]], used: Collection[int], special: Special) -> str:
    """What can be said of an export in one line.

    >>> described("a", [[97], [97]], range(256), {})
    "'a' is [97], as plain text [97]; ids 0 to 255; special tokens {}"
    """
    found, plain = encoded
    gaps = "" if set(used) == set(range(len(used))) else " with gaps"
    return (
        f"{text!r} is {found}, as plain text {plain}; ids {min(used)} to {max(used)}{gaps}; "
        f"special tokens {dict(special)}"
    )


@cache
def _tokenizer(lesson: bytes, special: tuple[str, ...], pattern: str) -> Tokenizer:
    merges = reference.train(lesson.split(), 3)
    ids = {name: 256 + len(merges) + place for place, name in enumerate(special)}
    return Tokenizer(Vocab(merges), pattern=pattern, special_tokens=ids)


def _inputs() -> Iterator[Arguments]:
    for lesson in LESSONS:
        made = _tokenizer(*lesson)
        telling = [text for text in TEXTS if any(name in text for name in made.special_tokens)]
        for text in (*telling, *(text for text in TEXTS if text not in telling)):
            yield made.merges, made.special_tokens, lesson[-1], text


def _call(
    answer: Callable[..., object], merges: Merges, special: Special, pattern: str, text: str
) -> object:
    got = answer(merges, special, pattern)
    if isinstance(got, Mapping) and got.keys() == NAMES:
        return Export(got, text, pattern)
    return got


def _describe(merges: Merges, special: Special, pattern: str, text: str) -> str:
    call = f"export_parts({shown(merges)}, {shown(special)}, {shown(pattern)})"
    return f"tiktoken.Encoding('mine', **{call}), on the text {text!r}"


def _agrees(merges: Merges, special: Special, pattern: str, text: str) -> Such:
    vocab = Vocab(dict(merges))
    made = Tokenizer(vocab, pattern=pattern, special_tokens=dict(special))
    expected = [made.encode(text, allowed_special="all"), made.encode_ordinary(text)]

    def holds(got: object) -> bool:
        if not isinstance(got, Export) or got.complaint():
            return False
        kept = got.special == special and got.ranks == vocab.ids
        return kept and got.encoded() == expected

    return Such(described(text, expected, range(len(made)), special), holds)


def _ranks_by(kind: type) -> Callable[..., bool]:
    """Tell of what was handed in whether its ranks have keys of a kind."""
    return lambda got, *_: any(isinstance(key, kind) for key in got.ranks)


def _lacks_bytes(got: Export, *_: object) -> bool:
    return not got.ranks.keys() >= BYTES


def _ranks_special(got: Export, _merges: Merges, special: Special, *_: object) -> bool:
    return any(name.encode("utf-8") in got.ranks for name in special)


def _loses_special(got: Export, _merges: Merges, special: Special, *_: object) -> bool:
    return not got.special.keys() >= special.keys()


def _leaves_gaps(got: Export, *_: object) -> bool:
    used = got.used()
    return set(used) != set(range(len(used)))


def _takes_other_pattern(got: Export, *_: object) -> bool:
    return bool(got.arguments["pat_str"] != got.pattern)


def _renumbers(got: Export, *_: object) -> bool:
    return not got.complaint()


EXPORT_TIKTOKEN = Exercise(
    name="export_tiktoken",
    notebook="06",
    title="Export to tiktoken",
    minutes=10,
    difficulty=2,
    spec=_agrees,
    inputs=_inputs,
    call=_call,
    describe=_describe,
    verified=(
        "six small tokenizers, each reloaded in tiktoken, agree with their export on five texts, "
        "with special tokens found and as plain text"
    ),
    wrong=(
        WrongAnswer(
            name="not the three arguments",
            teaching=(
                "Return a dictionary with the keys pat_str, mergeable_ranks and special_tokens, no "
                "more: the check calls tiktoken.Encoding with it."
            ),
            recognizes=lambda got, *_: got is not None and not isinstance(got, Export),
        ),
        WrongAnswer(
            name="merges in place of tokens",
            teaching="tiktoken wants no pairs of ids: join the bytes of each merge to a token.",
            recognizes=_ranks_by(tuple),
        ),
        WrongAnswer(
            name="ranks turned round",
            teaching="build_tokens goes from ids to tokens; tiktoken wants tokens first, then ids.",
            recognizes=_ranks_by(int),
        ),
        WrongAnswer(
            name="text in place of bytes",
            teaching="A token is bytes and need not be text: leave it undecoded.",
            recognizes=_ranks_by(str),
        ),
        WrongAnswer(
            name="single bytes left out",
            teaching="The 256 single bytes are tokens too, and merging begins with them.",
            recognizes=_lacks_bytes,
        ),
        WrongAnswer(
            name="special tokens among the ranks",
            teaching="A name among the ranks is found in plain text: keep the two tables apart.",
            recognizes=_ranks_special,
        ),
        WrongAnswer(
            name="special tokens lost",
            teaching="No merge makes a special token: hand on the table of their names and ids.",
            recognizes=_loses_special,
        ),
        WrongAnswer(
            name="ids not contiguous",
            teaching="Ids are 0, 1, 2 and so on, each once: bytes, merges, then special tokens.",
            recognizes=_leaves_gaps,
        ),
        WrongAnswer(
            name="another pattern",
            teaching="The pattern is part of the tokenizer: hand on the one that you were given.",
            recognizes=_takes_other_pattern,
        ),
        WrongAnswer(
            name="tokens numbered anew",
            teaching="A model knows tokens by their ids: keep each one as the merges give it.",
            recognizes=_renumbers,
        ),
    ),
    hints=(
        "Two of the three are handed on as they are. The third is made from merges.",
        "build_tokens(merges) is the dictionary from each id to the bytes of its token.",
        "mergeable_ranks is that dictionary turned round: {token: token_id for … in ….items()}.",
    ),
)
