"""Exercise: decode by undoing the merges."""

from collections.abc import Iterator, Mapping, Sequence

from bpe_course import reference
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, sequences
from bpe_course.pairs import Pair
from bpe_course.vocab import build_tokens

Ids = Sequence[int]
Merges = Mapping[Pair, int]

WORDS = ["é", "é", "és"]  # the first merge makes a character, the second goes beyond it


def _inputs() -> Iterator[Arguments]:
    merges = reference.train([word.encode("utf-8") for word in WORDS], 2)
    for ids in sequences([97, 0xC3, 0xA9, *merges.values()], 4):
        yield ids, merges
    for byte in range(256):
        yield [byte], {}
    for ids in seeded_sequences(range(258), range(20, 40)):
        yield ids, merges


def _decode(ids: Ids, merges: Merges, errors: str = "replace") -> str:
    return reference.decode_bytes(ids, build_tokens(merges)).decode("utf-8", errors=errors)


def _decode_each_token(ids: Ids, merges: Merges) -> str:
    return "".join(_decode([token_id], merges) for token_id in ids)


def _decode_each_byte(ids: Ids, merges: Merges) -> str:
    tokens = build_tokens(merges)
    return "".join(_decode([byte], {}) for byte in reference.decode_bytes(ids, tokens))


def _characters_of_bytes(ids: Ids, merges: Merges) -> str:
    return reference.decode_bytes(ids, build_tokens(merges)).decode("latin-1")


def _decode_with_spaces(ids: Ids, merges: Merges) -> str:
    tokens = build_tokens(merges)
    return b" ".join(tokens[token_id] for token_id in ids).decode("utf-8", errors="replace")


def _undo_in_order_learned(ids: Ids, merges: Merges) -> str:
    parts = {new_id: pair for pair, new_id in merges.items()}
    opened = [part for token_id in ids for part in parts.get(token_id, (token_id,))]
    return bytes(opened).decode("utf-8", errors="replace")


def _undo_turned_round(ids: Ids, merges: Merges) -> str:
    return _decode(ids, {pair[::-1]: new_id for pair, new_id in merges.items()})


def _undo_nothing(ids: Ids, merges: Merges) -> str:
    return bytes(ids).decode("utf-8", errors="replace")


DECODE = Exercise(
    name="decode",
    notebook="04",
    title="Decode by undoing the merges",
    minutes=12,
    difficulty=2,
    spec=_decode,
    inputs=_inputs,
    verified=(
        "every list of up to four ids out of five, halves of a character among them, every "
        "single byte, and some of twenty ids and more; the input is left as it was"
    ),
    wrong=(
        WrongAnswer(
            name="strict decoding",
            teaching='The ids may stand for bytes that are no text: decode with errors="replace".',
            raises=(UnicodeDecodeError,),
        ),
        WrongAnswer(
            name="token by token",
            teaching="One character may need several tokens: join all bytes, then decode once.",
            models=(_decode_each_token, _decode_each_byte),
        ),
        WrongAnswer(
            name="bytes dropped in silence",
            teaching='errors="ignore" hides the damage: with "replace" it shows as U+FFFD.',
            models=(lambda ids, merges: _decode(ids, merges, errors="ignore"),),
        ),
        WrongAnswer(
            name="bytes taken for characters",
            teaching="A number from 128 to 255 is a byte of UTF-8 here, not a code point for chr.",
            models=(_characters_of_bytes,),
        ),
        WrongAnswer(
            name="a space between the tokens",
            teaching="A token brings its own spaces along: nothing is added between two tokens.",
            models=(_decode_with_spaces,),
        ),
        WrongAnswer(
            name="undone in the order of learning",
            teaching="257 may be made of 256: undo the merge that was learned last first.",
            models=(_undo_in_order_learned,),
        ),
        WrongAnswer(
            name="left and right confused",
            teaching="An id becomes its pair as it stands: the left part first, then the right.",
            models=(_undo_turned_round,),
        ),
        WrongAnswer(
            name="merged ids left in",
            teaching="An id above 255 is no byte: put its pair in its place before you decode.",
            models=(_undo_nothing,),
        ),
    ),
    hints=(
        "reversed(merges.items()) gives the merges from the last one learned to the first.",
        "For each merge, write a new list in which every new id has become its two parts.",
        'When all is undone, bytes(ids) are the bytes: .decode("utf-8", errors="replace").',
    ),
)
