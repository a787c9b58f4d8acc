"""Exercise: decode bytes that arrive in pieces."""

import codecs
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations, pairwise

from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer

Pieces = Sequence[bytes]
Texts = list[str]

TEXTS = ("a!", "é", "あ", "👋", "é!", "aé", "あ!", "éa!", "aあ", "éé", "👋!", "あé", "👋é")
SENTENCE = "hé, あ👋: 好!"
REPLACEMENT = "\ufffd"


def _inputs() -> Iterator[Arguments]:
    beginnings = {text.encode()[:end] for text in TEXTS for end in range(len(text.encode()) + 1)}
    yield (["é".encode()[:1], "é".encode()[1:]],)  # small, and shows most mistakes
    for data in sorted(beginnings, key=lambda data: (len(data), data)):
        for pieces in _all_cuts(data):
            yield (pieces,)
        yield ([b"", data, b""],)
    for size in range(1, 8):
        data = SENTENCE.encode()
        yield ([data[start : start + size] for start in range(0, len(data), size)],)


def _all_cuts(data: bytes) -> Iterator[list[bytes]]:
    """Every way to cut bytes into pieces of one or more, those with fewer pieces first."""
    places = range(1, len(data))
    for number in range(len(data)):
        for cuts in combinations(places, number):
            yield [data[start:end] for start, end in pairwise([0, *cuts, len(data)])]


def _decode_pieces(pieces: Pieces) -> Texts:
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    return [*map(decoder.decode, pieces), decoder.decode(b"", final=True)]


def _call(answer: Callable[[Pieces], object], pieces: Pieces) -> object:
    result = answer(pieces)
    return list(result) if isinstance(result, Iterator) else result


def _decode_each(errors: str) -> Callable[[Pieces], Texts]:
    return lambda pieces: [piece.decode("utf-8", errors) for piece in pieces]


def _and_an_empty_end(decode: Callable[[Pieces], Texts]) -> Callable[[Pieces], Texts]:
    return lambda pieces: [*decode(pieces), ""]


def _decode_at_end(pieces: Pieces) -> Texts:
    whole = b"".join(pieces).decode("utf-8", "replace")
    return [*("" for _ in pieces), whole]


def _decode_whole_or_nothing(pieces: Pieces) -> Texts:
    texts, kept = [], b""
    for piece in pieces:
        kept += piece
        is_complete = not _unfinished([kept])
        texts.append(kept.decode() if is_complete else "")
        kept = b"" if is_complete else kept
    return [*texts, REPLACEMENT if kept else ""]


def _unfinished(pieces: Pieces) -> bytes:
    """The bytes of an unfinished character at the end."""
    data = b"".join(pieces)
    return data[len(data.decode("utf-8", "ignore").encode()) :]


def _decode_again(pieces: Pieces) -> Texts:
    *texts, end = _decode_pieces(pieces)
    return [*accumulate(texts), end]


def _without_empty(decode: Callable[[Pieces], Texts]) -> Callable[[Pieces], Texts]:
    return lambda pieces: [text for text in decode(pieces) if text]


def _without_empty_before_end(pieces: Pieces) -> Texts:
    *texts, end = _decode_pieces(pieces)
    return [*filter(None, texts), end]


def _decode_all_but_end(pieces: Pieces) -> Texts:
    return _decode_pieces(pieces)[:-1]


def _replace_every_byte(pieces: Pieces) -> Texts:
    return [*_decode_all_but_end(pieces), REPLACEMENT * len(_unfinished(pieces))]


DECODE_PIECES = Exercise(
    name="decode_pieces",
    notebook="02",
    title="Decode what has arrived, and no more",
    minutes=15,
    difficulty=3,
    spec=_decode_pieces,
    inputs=_inputs,
    call=_call,
    verified=(
        "every way to cut thirteen short texts and their beginnings into pieces, empty pieces, "
        "and a longer text in pieces of one to seven bytes"
    ),
    wrong=(
        WrongAnswer(
            name='bytes lost by errors="ignore"',
            teaching="Bytes that are ignored are lost: keep them until the others have come.",
            models=(_decode_each("ignore"), _and_an_empty_end(_decode_each("ignore"))),
        ),
        WrongAnswer(
            name="replacing too early",
            teaching="An unfinished character may still be finished: wait before you write �.",
            models=(_decode_each("replace"), _and_an_empty_end(_decode_each("replace"))),
        ),
        WrongAnswer(
            name="an unfinished character decoded",
            teaching="Strict decoding refuses half a character: find out how far the text goes.",
            raises=(UnicodeDecodeError,),
        ),
        WrongAnswer(
            name="no entry for the end",
            teaching="After the last piece comes one entry more: '�' if bytes are left, or ''.",
            models=(_decode_all_but_end,),
        ),
        WrongAnswer(
            name="empty entries left out",
            teaching='One entry for each piece, also when it is empty: "" says that a piece came.',
            models=(
                _without_empty(_decode_pieces),
                _without_empty(_decode_all_but_end),
                _without_empty_before_end,
            ),
        ),
        WrongAnswer(
            name="leftover bytes forgotten",
            teaching="When no more can come, what is still kept becomes a '�' in the last entry.",
            models=(_and_an_empty_end(_decode_all_but_end),),
        ),
        WrongAnswer(
            name="a � for each byte",
            teaching="The bytes that are left began one character: one '�' stands for all of them.",
            models=(_replace_every_byte,),
        ),
        WrongAnswer(
            name="waiting for the end",
            teaching="What is complete can be read: give it out with the piece that ends it.",
            models=(_decode_at_end,),
        ),
        WrongAnswer(
            name="complete characters held back",
            teaching="What stands before an unfinished character is complete: give that much out.",
            models=(_decode_whole_or_nothing,),
        ),
        WrongAnswer(
            name="text given out again",
            teaching="Once a character has been given out, drop its bytes from those you keep.",
            models=(_decode_again,),
        ),
    ),
    hints=(
        "Keep bytes between the pieces: add each piece to those that are kept.",
        "How much of what you have is a text? Try its beginnings, and take the longest that is.",
        "max(end for end in range(len(kept) + 1) if is_text(kept[:end])) tells where it ends.",
    ),
)
