"""Exercise: match three encodings on hard strings."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from bpe_course import fast, reference
from bpe_course.bytelevel import byte_order
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import texts
from bpe_course.check.notebook_06.excerpts import Ranks, excerpt, merges_of, published_excerpt
from bpe_course.pairs import Pair
from bpe_course.pretokenize import pretokenize
from bpe_course.published import NAMES
from bpe_course.vocab import build_tokens

Vocab = Mapping[int, bytes]
Merges = Mapping[Pair, int]

LESSON = "hi hi 1234 1234 1234 hi's hi's HI'S HI'S  \n\n  \n\n éé éé ?\n\n?\n\n ??"
LEARNED = 24
PIECES = ["hi", "1234", " ", "'s", "'S", "\n\n", "é", "?"]
HARD = (
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


@cache
def _learned(pattern: str) -> Ranks:
    """A small vocabulary whose single bytes have the ids that they have in GPT-2."""
    chunks = [chunk.encode("utf-8") for chunk in pretokenize(LESSON, pattern)]
    tokens = build_tokens(reference.train(chunks, LEARNED))
    ranks = {bytes([byte]): rank for rank, byte in enumerate(byte_order())}
    return ranks | {token: rank for rank, token in tokens.items() if rank > 255}


@cache
def _published(name: str) -> Ranks:
    return published_excerpt(name, [text.encode("utf-8") for text in HARD])


def _input(text: str, ranks: Ranks, pattern: str) -> Arguments:
    known = excerpt(ranks, text.encode("utf-8"))
    return text, {rank: token for token, rank in known.items()}, merges_of(known), pattern


@cache
def _inputs() -> list[Arguments]:
    return list(_made())


def _made() -> Iterator[Arguments]:
    for text in texts(PIECES, 2):
        for pattern in NAMES:
            yield _input(text, _learned(pattern), pattern)
    for text in HARD:
        for name in NAMES:
            yield _input(text, _published(name), name)


def _encode_chunks(chunks: list[str], vocab: Vocab, merges: Merges) -> list[int]:
    id_of = {token: token_id for token_id, token in vocab.items()}
    starts = [[id_of[bytes([byte])] for byte in chunk.encode("utf-8")] for chunk in chunks]
    return [token_id for start in starts for token_id in fast.encode_chunk(start, merges)]


def _encode(text: str, vocab: Vocab, merges: Merges, pattern: str) -> list[int]:
    return _encode_chunks(pretokenize(text, pattern), vocab, merges)


def _forget_permutation(text: str, _vocab: Vocab, merges: Merges, pattern: str) -> list[int]:
    starts = [list(chunk.encode("utf-8")) for chunk in pretokenize(text, pattern)]
    return [token_id for start in starts for token_id in fast.encode_chunk(start, merges)]


def _look_up_number(text: str, vocab: Vocab, merges: Merges, pattern: str) -> list[int]:
    starts = [
        [vocab[byte][0] for byte in chunk.encode("utf-8")] for chunk in pretokenize(text, pattern)
    ]
    return [token_id for start in starts for token_id in fast.encode_chunk(start, merges)]


def _with_pattern(pattern: str) -> Callable[[str, Vocab, Merges, str], list[int]]:
    return lambda text, vocab, merges, _: _encode(text, vocab, merges, pattern)


def _without_splitting(text: str, vocab: Vocab, merges: Merges, _pattern: str) -> list[int]:
    return _encode_chunks([text], vocab, merges)


def _merge_nothing(text: str, vocab: Vocab, _merges: Merges, pattern: str) -> list[int]:
    return _encode(text, vocab, {}, pattern)


def _last_chunk(text: str, vocab: Vocab, merges: Merges, pattern: str) -> list[int]:
    return _encode_chunks(pretokenize(text, pattern)[-1:], vocab, merges)


def _first_chunk(text: str, vocab: Vocab, merges: Merges, pattern: str) -> list[int]:
    return _encode_chunks(pretokenize(text, pattern)[:1], vocab, merges)


def _take_longest(text: str, vocab: Vocab, _merges: Merges, pattern: str) -> list[int]:
    """From the left, the longest token with which the rest of a chunk begins."""
    ids: list[int] = []
    for chunk in pretokenize(text, pattern):
        rest = chunk.encode("utf-8")
        while rest:
            begins = [token_id for token_id, token in vocab.items() if rest.startswith(token)]
            ids.append(max(begins, key=lambda token_id: len(vocab[token_id])))
            rest = rest[len(vocab[ids[-1]]) :]
    return ids


def _holds_lists(got: object, *_: object) -> bool:
    return isinstance(got, list) and any(isinstance(part, list) for part in got)


MATCH_ENCODINGS = Exercise(
    name="match_encodings",
    notebook="06",
    title="Match three encodings on hard strings",
    minutes=12,
    difficulty=2,
    spec=_encode,
    inputs=_inputs,
    verified=(
        "short texts in small vocabularies, and hard strings in the three published encodings, id "
        "for id"
    ),
    wrong=(
        WrongAnswer(
            name="a list of lists",
            teaching="append adds the whole list as one part: ids += … adds the ids in it.",
            recognizes=_holds_lists,
        ),
        WrongAnswer(
            name="byte permutation forgotten",
            teaching="A byte is not its own id here: look its id up before the merging begins.",
            models=(_forget_permutation,),
        ),
        WrongAnswer(
            name="looked up in the wrong table",
            teaching=(
                "vocab goes from ids to bytes: turn it round, and ask it for bytes([byte]), not "
                "for the number or the character."
            ),
            models=(_look_up_number,),
        ),
        WrongAnswer(
            name="wrong pattern",
            teaching="Each encoding has its own pattern: split by the one that is handed in.",
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
            models=(_merge_nothing,),
        ),
        WrongAnswer(
            name="the longest token taken",
            teaching="The lowest rank goes first, wherever it stands; the longest token need not.",
            models=(_take_longest,),
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
        "vocab[220] is the space as bytes. You need it the other way: from bytes to ids.",
        "Make a dictionary from tokens to ids, and look up bytes([byte]) for each byte of a chunk.",
        "For each chunk of pretokenize(text, pattern), add encode_chunk(…, merges) to the ids.",
    ),
)
