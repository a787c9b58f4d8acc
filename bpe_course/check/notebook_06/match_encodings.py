"""Exercise: match three encodings on hard strings."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from bpe_course import fast
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.pairs import Pair
from bpe_course.pretokenize import pretokenize
from bpe_course.tokenizer import Tokenizer

NAMES = ("gpt2", "cl100k_base", "o200k_base")
TEXTS = (
    "",
    "!",
    "a",
    "hello world!",
    "   ",
    " \n\n  \t",
    "    Hello",
    "end\r\n\r\n  ",
    "don't DON'T we'Ve",
    "HelloWorld XMLHttpRequest",
    "12345678901",
    " 3221 + 2334 = 5555",
    "a.b(c)->d[e]!=f??",
    "été, e\u0301te\u0301",
    "हिन्दी தமிழ்",
    "你好，日本語",
    "مرحبا שלום",
    "👋🏽👨\u200d👩\u200d👧",
    "\x00\x7f\u0085\ufeff",
    "<|endoftext|>",
)


@dataclass(frozen=True)
class Parts:
    """What an encoding is made of, without its ways to encode."""

    merges: Mapping[Pair, int]
    vocab: Mapping[int, bytes]
    pattern: str


@cache
def _parts(name: str) -> Parts:
    tokenizer = Tokenizer.from_tiktoken(name)
    return Parts(tokenizer.merges, tokenizer.vocab, name)


@cache
def _byte_ids(name: str) -> tuple[int, ...]:
    vocab = _parts(name).vocab
    ids = {vocab[token_id][0]: token_id for token_id in range(256)}
    return tuple(ids[byte] for byte in range(256))


def _inputs() -> Iterator[Arguments]:
    for text in TEXTS:
        for name in NAMES:
            yield text, name


def _call(answer: Callable[..., object], text: str, name: str) -> object:
    return answer(text, _parts(name))


def _encode_chunks(chunks: list[str], name: str) -> list[int]:
    byte_ids, merges = _byte_ids(name), _parts(name).merges
    starts = [[byte_ids[byte] for byte in chunk.encode("utf-8")] for chunk in chunks]
    return [token_id for start in starts for token_id in fast.encode_chunk(start, merges)]


def _encode(text: str, name: str) -> list[int]:
    return _encode_chunks(pretokenize(text, name), name)


def _forget_permutation(text: str, name: str) -> list[int]:
    chunks = [chunk.encode("utf-8") for chunk in pretokenize(text, name)]
    return [
        token_id for chunk in chunks for token_id in fast.encode_chunk(chunk, _parts(name).merges)
    ]


def _turn_permutation(text: str, name: str) -> list[int]:
    ids: list[int] = []
    for chunk in pretokenize(text, name):
        start = [_parts(name).vocab[byte][0] for byte in chunk.encode("utf-8")]
        ids += fast.encode_chunk(start, _parts(name).merges)
    return ids


def _with_pattern(pattern: str) -> Callable[[str, str], list[int]]:
    return lambda text, name: _encode_chunks(pretokenize(text, pattern), name)


def _without_splitting(text: str, name: str) -> list[int]:
    return _encode_chunks([text], name)


def _lose_bytes(text: str, name: str) -> list[int]:
    return [_byte_ids(name)[byte] for byte in text.encode("utf-8")]


def _last_chunk(text: str, name: str) -> list[int]:
    return _encode_chunks(pretokenize(text, name)[-1:], name)


def _first_chunk(text: str, name: str) -> list[int]:
    return _encode_chunks(pretokenize(text, name)[:1], name)


MATCH_ENCODINGS = Exercise(
    name="match_encodings",
    notebook="06",
    title="Match three encodings on hard strings",
    minutes=12,
    difficulty=2,
    spec=_encode,
    inputs=_inputs,
    call=_call,
    describe=lambda text, name: f"my_ids({text!r}, packaged[{name!r}])",
    verified="twenty hard strings in each of the three published encodings, id for id",
    wrong=(
        WrongAnswer(
            name="byte permutation forgotten",
            teaching="A byte is not its own id here: look its id up before the merging begins.",
            models=(_forget_permutation,),
        ),
        WrongAnswer(
            name="byte permutation turned round",
            teaching="vocab goes from ids to bytes: you need the table from bytes to ids.",
            models=(_turn_permutation,),
        ),
        WrongAnswer(
            name="wrong pattern",
            teaching="Each encoding has its own pattern: split by tokenizer.pattern.",
            models=tuple(map(_with_pattern, NAMES)),
        ),
        WrongAnswer(
            name="no splitting",
            teaching="No merge may cross the border of a chunk: split the text before you merge.",
            models=(_without_splitting,),
        ),
        WrongAnswer(
            name="nothing merged",
            teaching="These are the ids of the single bytes: the merges are still to be made.",
            models=(_lose_bytes,),
        ),
        WrongAnswer(
            name="only one chunk",
            teaching="Every chunk adds its ids: extend the list, and return after the loop.",
            models=(_last_chunk, _first_chunk),
        ),
        WrongAnswer(
            name="characters in place of bytes",
            teaching='Only bytes are in the table: take chunk.encode("utf-8"), not characters.',
            raises=(KeyError, IndexError, ValueError),
        ),
    ),
    hints=(
        "tokenizer.vocab[token_id] is a single byte for the ids from 0 to 255, in an odd order.",
        "Make a dictionary from these 256 bytes to their ids, and look up each byte of a chunk.",
        "For each chunk of pretokenize(text, tokenizer.pattern), add encode_chunk(…) to the ids.",
    ),
)
