"""Exercise: say where each token stands among the bytes of a text."""

from collections.abc import Callable, Iterator
from functools import cache

from bpe_course import published
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, texts

Span = tuple[object, int, int]
Spans = list[Span]

PIECES = ["a", " a", "é", "好", "👋"]

_encoding = cache(published.get_encoding)


def _inputs() -> Iterator[Arguments]:
    for text in texts(PIECES, 4):
        yield (text,)
    for pieces in seeded_sequences([*PIECES, "hello", " 你", "\n"], range(15, 25)):
        yield ("".join(pieces),)


def _tokens(text: str, name: str = "gpt2") -> list[bytes]:
    encoding = _encoding(name)
    return encoding.decode_tokens_bytes(encoding.encode_ordinary(text))


def _one_after_the_other(tokens: list[bytes], lengths: list[int]) -> Spans:
    spans: Spans = []
    start = 0
    for token, length in zip(tokens, lengths, strict=True):
        spans.append((token, start, start + length))
        start += length
    return spans


def _spans(text: str) -> Spans:
    tokens = _tokens(text)
    return _one_after_the_other(tokens, list(map(len, tokens)))


def _decoded(errors: str) -> Callable[[str], Spans]:
    """Each token made into text by itself, and back into bytes."""

    def spans(text: str) -> Spans:
        tokens = [token.decode(errors=errors).encode() for token in _tokens(text)]
        return _one_after_the_other(tokens, list(map(len, tokens)))

    return spans


def _decoded_in_right_places(errors: str) -> Callable[[str], Spans]:
    def spans(text: str) -> Spans:
        decoded = [token.decode(errors=errors).encode() for token in _tokens(text)]
        return [
            (token, start, end)
            for token, (_, start, end) in zip(decoded, _spans(text), strict=True)
        ]

    return spans


def _spans_of_strings(text: str) -> Spans:
    tokens = _tokens(text)
    spans = _one_after_the_other(tokens, [len(_text_of(token)) for token in tokens])
    return [(_text_of(token), start, end) for token, start, end in spans]


def _text_of(token: object) -> str:
    return token.decode(errors="replace") if isinstance(token, bytes) else ""


def _spans_in_characters(text: str) -> Spans:
    tokens = _tokens(text)
    return _one_after_the_other(tokens, [len(_text_of(token)) for token in tokens])


def _spans_of_ids(text: str) -> Spans:
    ids = _encoding("gpt2").encode_ordinary(text)
    return [
        (token_id, start, end) for token_id, (_, start, end) in zip(ids, _spans(text), strict=True)
    ]


def _spans_found(text: str) -> Spans:
    data = text.encode()
    tokens = _tokens(text)
    return [(token, data.find(token), data.find(token) + len(token)) for token in tokens]


def _spans_of_other_tokenizer(text: str) -> Spans:
    tokens = _tokens(text, "cl100k_base")
    return _one_after_the_other(tokens, list(map(len, tokens)))


def _changed(change: Callable[[int, Span], Span]) -> Callable[[str], Spans]:
    """The right spans, each changed by itself; `change` gets its number as well."""
    return lambda text: [change(number, span) for number, span in enumerate(_spans(text))]


def _has_lists(got: object, _text: str) -> bool:
    return isinstance(got, list) and any(isinstance(span, list) for span in got)


TOKEN_SPANS = Exercise(
    name="token_spans",
    notebook="01",
    title="Say where each token stands",
    minutes=10,
    difficulty=2,
    spec=_spans,
    inputs=_inputs,
    verified=(
        "every text of up to four out of five pieces, a Chinese character and an emoji among "
        "them, and some longer ones: the tokens join to the bytes of the text"
    ),
    wrong=(
        WrongAnswer(
            name="lists in place of tuples",
            teaching="Each entry is a tuple, in round brackets: (token, start, end).",
            recognizes=_has_lists,
        ),
        WrongAnswer(
            name="each token decoded by itself",
            teaching="A part of a character is no text, and decode puts another sign there: use "
            "the token's bytes.",
            models=(_decoded("replace"), _decoded_in_right_places("replace")),
        ),
        WrongAnswer(
            name="bytes thrown away",
            teaching="errors='ignore' drops every part of a character: the tokens no longer join "
            "to the text.",
            models=(_decoded("ignore"), _decoded_in_right_places("ignore")),
        ),
        WrongAnswer(
            name="strings in place of bytes",
            teaching="A token is a row of bytes, b'a' and not 'a': use decode_tokens_bytes.",
            models=(
                _spans_of_strings,
                _changed(lambda _, span: (_text_of(span[0]), span[1], span[2])),
            ),
        ),
        WrongAnswer(
            name="characters counted, not bytes",
            teaching="One character may be several bytes: the length of a token is that of its "
            "bytes.",
            models=(_spans_in_characters,),
        ),
        WrongAnswer(
            name="ids in place of bytes",
            teaching="The first part of each tuple is the token itself: look up its bytes.",
            models=(_spans_of_ids,),
        ),
        WrongAnswer(
            name="tokens counted, not bytes",
            teaching="A token begins behind all the bytes before it, not behind so many tokens.",
            models=(_changed(lambda number, span: (span[0], number, number + 1)),),
        ),
        WrongAnswer(
            name="the last byte in place of the end",
            teaching="The end is the first position that no longer belongs to the token, as in a "
            "slice.",
            models=(_changed(lambda _, span: (span[0], span[1], span[2] - 1)),),
        ),
        WrongAnswer(
            name="length in place of the end",
            teaching="The third number is where the token ends: its start plus its length.",
            models=(_changed(lambda _, span: (span[0], span[1], span[2] - span[1])),),
        ),
        WrongAnswer(
            name="every token at the start",
            teaching="The next token begins where this one ends: move the start along.",
            models=(_changed(lambda _, span: (span[0], 0, span[2] - span[1])),),
        ),
        WrongAnswer(
            name="found at its first place",
            teaching="find gives the first place of these bytes: for a repeated token, count on.",
            models=(_spans_found,),
        ),
        WrongAnswer(
            name="another tokenizer",
            teaching="These are the tokens of GPT-4: the task asks for those of gpt2.",
            models=(_spans_of_other_tokenizer,),
        ),
    ),
    hints=(
        "gpt2.decode_tokens_bytes(gpt2.encode(text)) is a list of the tokens as bytes.",
        "Keep the position at which the next token begins; the first one begins at 0.",
        "Append (token, start, start + len(token)), then let start be that end.",
    ),
)
