"""Exercise: encode a text that arrives in pieces, and keep back only what may still change."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate

import regex

from bpe_course.check.exercise import Arguments, Exercise, Such, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, sequences
from bpe_course.pretokenize import pretokenize

Pieces = Sequence[str]
Lists = list[list[str]]
FindCut = Callable[[str], int]

LONGER = ("to", " be", " ", "a ", "\n", "...", "犬", "7", "", "I'", "ll", "to be or")
SPARE = 20  # characters that an answer may hold beyond what it must


def _inputs() -> Iterator[Arguments]:
    for pieces in sequences(["a", " ", "\n", "'l", "l", "a b c"], 3, shortest=1):
        yield (pieces,)
    yield ([],)
    for pieces in sequences(["a", " ", "\n"], 4, shortest=4):
        yield (pieces,)
    for pieces in seeded_sequences(LONGER, range(5, 45, 2)):
        yield (pieces,)
    yield (["to", " be"] * 30,)


def encode_within(limit: int, text: str) -> list[str]:
    """Stand for a tokenizer that has a token for every chunk; each id is shown as its token.

    Raises `MemoryError` for a text of more than `limit` characters.

    >>> encode_within(9, "to be")
    ['to', ' be']
    """
    if len(text) > limit:
        raise MemoryError(f"encode was given {len(text)} characters, and need not hold so many")
    return pretokenize(text)


def _call(answer: Callable[..., object], pieces: Pieces) -> object:
    result = answer(pieces, partial(encode_within, _most_held(pieces) + SPARE))
    return list(result) if isinstance(result, Iterator) else result


def _find_cut(text: str) -> int:
    """The last place that is sure by the rule of the exercise, whatever follows."""
    return max((found.end() for found in regex.finditer(r"\S(?= )", text)), default=0)


def _most_held(pieces: Pieces) -> int:
    """The longest text that must be held at once: what was kept, and the next piece."""
    most, kept = 0, ""
    for piece in pieces:
        kept += piece
        most = max(most, len(kept))
        kept = kept[_find_cut(kept) :]
    return most


def _stream_cutting(find_cut: FindCut) -> Callable[[Pieces], Lists]:
    """A streaming encoder with another idea of where the text may be cut."""

    def stream(pieces: Pieces) -> Lists:
        lists, kept = [], ""
        for piece in pieces:
            kept += piece
            cut = find_cut(kept)
            lists.append(pretokenize(kept[:cut]))
            kept = kept[cut:]
        return [*lists, pretokenize(kept)]

    return stream


_stream = _stream_cutting(_find_cut)


def _flat(lists: Lists) -> list[str]:
    return [chunk for chunks in lists for chunk in chunks]


def _given_out(lists: Lists) -> list[int]:
    """How many ids have been given out after each piece."""
    return list(accumulate(map(len, lists)))


def _soon_enough(pieces: Pieces) -> Such:
    expected = _stream(pieces)

    def holds(got: object) -> bool:
        return (
            isinstance(got, list)
            and all(isinstance(chunks, list) for chunks in got)
            and _flat(got) == _flat(expected)
            and len(got) == len(expected)
            and all(map(int.__ge__, _given_out(got), _given_out(expected)))
        )

    return Such(f"{expected}, no id later than here", holds)


def _encode_each(pieces: Pieces) -> Lists:
    return list(map(pretokenize, pieces))


def _encode_joined(pieces: Pieces) -> list[str]:
    return pretokenize("".join(pieces))


def _stream_forgetting(pieces: Pieces) -> Lists:
    rest = pieces[-1][_find_cut(pieces[-1]) :] if pieces else ""
    return [*(pretokenize(piece[: _find_cut(piece)]) for piece in pieces), pretokenize(rest)]


def _stream_keeping_a_chunk(pieces: Pieces) -> Lists:
    lists, kept = [], ""
    for piece in pieces:
        chunks = pretokenize(kept + piece)
        lists.append(chunks[:-1])
        kept = "".join(chunks[-1:])
    return [*lists, pretokenize(kept)]


def _after_last_space(text: str) -> int:
    cut = _find_cut(text)
    return cut + 1 if cut else 0


def _before_last_white(text: str) -> int:
    return max((found.start() for found in regex.finditer(r"\s", text)), default=0)


def _loses_end(got: Lists, pieces: Pieces) -> bool:
    given = _flat(got)
    return len(got) == len(pieces) and given == _encode_joined(pieces)[: len(given)]


def _gives_all_at_once(got: Lists, pieces: Pieces) -> bool:
    return not any(got[:-1]) and got[-1] == _encode_joined(pieces)


def _repeats_text(got: Lists, pieces: Pieces) -> bool:
    return len("".join(_flat(got))) > len("".join(pieces))


def _loses_text(got: Lists, pieces: Pieces) -> bool:
    return len("".join(_flat(got))) < len("".join(pieces))


def _gives_ids(got: list[str], pieces: Pieces) -> bool:
    return bool(got) and all(isinstance(token, str) for token in got)


def _is_late(got: Lists, pieces: Pieces) -> bool:
    return _flat(got) == _encode_joined(pieces)


def _cuts_a_chunk(got: Lists, pieces: Pieces) -> bool:
    return "".join(_flat(got)) == "".join(pieces)


STREAMING_ENCODE = Exercise(
    name="streaming_encode",
    notebook="09",
    title="Encode what has arrived, and no more",
    minutes=12,
    difficulty=2,
    spec=_soon_enough,
    inputs=_inputs,
    call=_call,
    describe=lambda pieces: f"encode_stream({pieces!r}, encode)",
    verified=(
        "every text of up to three small pieces, and longer ones: joined, the lists are the "
        "ids of the whole text, and nothing waits longer than the rule allows"
    ),
    wrong=(
        WrongAnswer(
            name="ids in place of lists",
            teaching="yield from gives the ids out one by one: yield one list for each piece.",
            recognizes=_gives_ids,
        ),
        WrongAnswer(
            name="a chunk cut at the border",
            teaching="A piece may end inside a chunk: encode its end together with what follows.",
            models=(_encode_each, lambda pieces: [*_encode_each(pieces), []]),
        ),
        WrongAnswer(
            name="everything joined first",
            teaching="A stream need not fit into memory: give out what is sure after each piece.",
            recognizes=_gives_all_at_once,
        ),
        WrongAnswer(
            name="the space left behind",
            teaching="The space belongs to the word behind it: cut in front of it.",
            models=(_stream_cutting(_after_last_space),),
        ),
        WrongAnswer(
            name="a run of white space cut",
            teaching="White space may stay together: the character before the space must be none.",
            models=(
                _stream_cutting(lambda text: max(0, text.rfind(" "))),
                _stream_cutting(lambda text: text.rfind(" ") + 1),
                _stream_cutting(_before_last_white),
            ),
        ),
        WrongAnswer(
            name="only the last chunk kept",
            teaching="More than the last chunk may change: 'l is two chunks, and 'll is one.",
            models=(_stream_keeping_a_chunk,),
        ),
        WrongAnswer(
            name="text given out again",
            teaching="What has been encoded must go: keep only what stands behind the cut.",
            recognizes=_repeats_text,
        ),
        WrongAnswer(
            name="the end lost",
            teaching="After the last piece nothing can follow: one more list holds what was kept.",
            recognizes=_loses_end,
        ),
        WrongAnswer(
            name="kept text lost",
            teaching="The next piece continues what is kept: add it there, do not replace it.",
            models=(_stream_forgetting,),
            recognizes=_loses_text,
        ),
        WrongAnswer(
            name="more kept than needed",
            teaching="All ids are right, and some come late: cut at the last sure border of all.",
            recognizes=_is_late,
        ),
        WrongAnswer(
            name="a chunk cut too early",
            teaching="Cut only where a space follows a character that is no white space.",
            recognizes=_cuts_a_chunk,
        ),
        WrongAnswer(
            name="the whole text kept",
            teaching="The ids are right, and memory grows with the text: drop what is encoded.",
            raises=(MemoryError,),
        ),
    ),
    hints=(
        "Keep a string between the pieces: add each piece to what is kept.",
        "Look for the last place where kept[place] is a space and the character before it is none.",
        "Give out encode(kept[:cut]), keep kept[cut:], and give out the rest when the loop ends.",
    ),
)
