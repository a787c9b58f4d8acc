"""The compiled encoder gives the ids that the fast engine gives, on one thread and on several."""

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import Tokenizer, corpora
from bpe_course.compiled import borders, encoder
from bpe_course.compiled.borders import divide

TEXT = corpora.load("english")[:20_000]
PUBLISHED = ["gpt2", "cl100k_base", "o200k_base"]
PATTERNS = [*PUBLISHED, r"\s+|\S+", None]


@pytest.fixture(scope="module", params=PUBLISHED)
def published(request):
    """A published tokenizer twice: pure Python and compiled."""
    tokenizer = Tokenizer.from_tiktoken(request.param)
    return tokenizer.with_engine("fast"), tokenizer.with_engine("compiled")


@cache
def trained(pattern):
    """A tokenizer of one's own twice: pure Python and compiled."""
    tokenizer = Tokenizer.train(TEXT, 600, pattern=pattern, special_tokens=["<|end|>"])
    return tokenizer.with_engine("fast"), tokenizer.with_engine("compiled")


@given(text=strategies.texts())
def test_published_ids_are_the_same(published, text):
    """White space, contractions, marks, digits and emoji of every kind."""
    pure, compiled = published
    assert compiled.encode_ordinary(text) == pure.encode_ordinary(text)
    assert compiled.encode_to_numpy(text).tolist() == pure.encode_ordinary(text)


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=strategies.texts())
def test_ids_of_ones_own_tokenizer_are_the_same(pattern, text):
    """Under any pattern, and none; with special tokens in the text."""
    pure, compiled = trained(pattern)
    text = f"{text}<|end|>{text}"
    assert compiled.encode(text, allowed_special="all") == (
        pure.encode(text, allowed_special="all")
    )


@pytest.mark.parametrize("length", [15, 16, 17, 126, 127, 128, 129, 5_000])
@pytest.mark.parametrize("letters", ["a", "ab", "abcdefghijklmnopqrstuvwxyz", "aé👋"])
def test_chunks_of_every_length(published, letters, length):
    """One chunk without a space: short, about where the ways of merging change, and long."""
    pure, compiled = published
    text = "".join(random.Random(length).choices(letters, k=length))
    assert compiled.encode_ordinary(text) == pure.encode_ordinary(text)


def test_real_text_and_what_is_remembered_of_it(published):
    """A megabyte of programs, new and met before."""
    pure, compiled = published
    text = "".join(corpora.standard_library(1_000_000))
    expected = pure.encode_ordinary(text)
    assert compiled.encode_ordinary(text) == expected
    assert compiled.encode_ordinary(text) == expected


def test_many_new_chunks_at_once(published):
    """More than there are lanes, of every width; again when all are known."""
    pure, compiled = published
    source = random.Random(5)
    words = ("".join(source.choices("aeinst", k=source.randint(1, 200))) for _ in range(3_000))
    text = " ".join(words)
    expected = pure.encode_ordinary(text)
    assert compiled.encode_ordinary(text) == expected
    assert compiled.encode_ordinary(text) == expected


def test_a_token_may_be_of_any_length():
    """A chunk that is a token of 131,072 bytes is that token; one byte more or less is not."""
    pure = Tokenizer.train(200_000 * "a", 256 + 17, pattern=None).with_engine("fast")
    compiled = pure.with_engine("compiled")
    longest = max(map(len, (pure.decode_bytes([token_id]) for token_id in range(273))))
    assert longest == 131_072
    assert compiled.encode("a" * longest) == [272]
    for length in (longest - 1, longest + 1, 200_000):
        assert compiled.encode("a" * length) == pure.encode("a" * length)


def test_ids_are_unsigned_and_in_one_array():
    """The array holds 32-bit numbers, none for an empty text."""
    compiled = Tokenizer.from_tiktoken("gpt2").with_engine("compiled")
    assert compiled.encode_to_numpy("hello world").dtype == np.uint32
    assert len(compiled.encode_to_numpy("")) == 0


@pytest.mark.parametrize("pattern", [*PUBLISHED, r"\s+|\S+"])
def test_what_is_remembered_is_bounded(monkeypatch, pattern):
    """With room for few chunks it forgets and remembers, and the ids stay the same."""
    monkeypatch.setattr(encoder, "CHUNKS", 2)
    forgotten = []
    learn_anew = encoder.learn_anew
    monkeypatch.setattr(
        encoder, "learn_anew", lambda *known: (forgotten.append(known), learn_anew(*known))
    )
    trained = Tokenizer.train(TEXT, 300, pattern=pattern)
    text = " ".join(map("".join, product("abcdefg", repeat=5)))
    compiled = trained.with_engine("compiled")
    assert compiled.encode(text) == trained.with_engine("fast").encode(text)
    assert len(forgotten) > 1
    (((known, *_), _),) = compiled._ordinary._compiled._idle[0]
    assert known.used[0] <= len(known.table) * 3 // 4


@pytest.mark.parametrize("pattern", [*PUBLISHED, r"\s+|[^\s!]+"])
def test_a_text_that_is_refused_costs_nothing_that_was_learned(pattern):
    """The next text is encoded at the same seat: a table is large, and long in the filling."""
    compiled = Tokenizer.train(TEXT, 300, pattern=pattern).with_engine("compiled")
    compiled.encode("some text")
    (seat,) = compiled._ordinary._compiled._idle[0]
    with pytest.raises(ValueError, match=r"lone surrogate|does not cover"):
        compiled.encode("some other! \ud800")
    assert compiled._ordinary._compiled._idle[0][0] is seat


@pytest.mark.parametrize("pattern", PUBLISHED)
@given(text=strategies.texts())
def test_working_in_pieces_changes_nothing(pattern, text):
    """However short the pieces, the ids are those of the whole text."""
    pure, compiled = trained(pattern)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoder, "PIECE", 3)
        found = compiled.encode_ordinary(text)
    assert found == pure.encode_ordinary(text)


@pytest.mark.parametrize("length", [1, 5, 1000])
@given(text=st.text("ab c\n.'é", max_size=60))
def test_a_text_is_divided_before_a_space_that_follows_a_visible_ascii_character(length, text):
    """Nowhere else; joined, the pieces are the text; they have the length asked for at least."""
    pieces = [text[start:stop] for start, stop in divide(text, length, "gpt2")]
    assert "".join(pieces) == text
    for piece, following in pairwise(pieces):
        assert len(piece) >= length
        assert "!" <= piece[-1] <= "~"
        assert following.startswith(" ")


def test_a_text_with_more_bytes_than_characters_has_room():
    """Each byte can be an id of its own."""
    compiled = Tokenizer.train("ab ab", 257).with_engine("compiled")
    text = "👋 é" * 1000
    assert compiled.encode_ordinary(text) == list(text.encode())


def test_batches_on_threads_keep_their_order(published):
    """As many lists as texts, each that of its text, whatever the number of threads."""
    pure, compiled = published
    texts = [TEXT[place : place + 997] for place in range(0, len(TEXT), 997)]
    expected = pure.encode_batch(texts)
    assert compiled.encode_batch(texts, threads=4) == expected
    assert compiled.encode_batch(texts) == expected


def test_one_tokenizer_serves_several_threads():
    """Two threads that encode at once get the ids they would get alone."""
    pure = Tokenizer.from_tiktoken("gpt2").with_engine("fast")
    compiled = pure.with_engine("compiled")
    texts = [TEXT[place:] * 20 for place in range(8)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(compiled.encode_ordinary, texts))
    assert found == [pure.encode_ordinary(text) for text in texts]


@pytest.mark.parametrize("start", ["", "abcdefg"])
def test_chunks_that_share_a_word_of_their_key(monkeypatch, start):
    """In a small table many have their row in the same place; all are known the second time."""
    monkeypatch.setattr(encoder, "CHUNKS", 2)
    pure = Tokenizer.train(TEXT, 300).with_engine("fast")
    compiled = pure.with_engine("compiled")
    text = " ".join(start + "".join(end) for end in product("hijklmnop", repeat=3))
    expected = pure.encode(text)
    assert compiled.encode(text) == expected
    assert compiled.encode(text) == expected


def test_long_chunks_with_the_same_key_are_encoded_apart():
    """When both are known, the row that is visited first is that of one of them."""
    pure = Tokenizer.train(TEXT, 300, pattern=None).with_engine("fast")
    compiled = pure.with_engine("compiled")
    for _ in range(2):
        for chunk in ("abcdefghzzzzzzwz", "uxxvegajbzftnypm"):
            assert compiled.encode(chunk) == pure.encode(chunk)


def test_the_longest_token_is_known_even_if_no_merges_make_it():
    """A chunk that is a token is that token."""
    ids = {bytes([value]): value for value in range(256)} | {b"x" * 200: 256, b"y" * 199: 257}
    own = encoder.Encoder({}, range(256), ids, None)
    assert own.encode("x" * 200).tolist() == [256]
    assert own.encode("y" * 199).tolist() == [257]
    assert own.encode("x" * 201).tolist() == [120] * 201


def test_batches_follow_one_another(monkeypatch):
    """Under a pattern of one's own, each begins at the byte where the one before it ended."""
    monkeypatch.setattr(borders, "BATCH", 2)
    data = np.frombuffer("aé b c".encode(), dtype=np.uint8)
    batches = [(start, ends.tolist()) for start, ends, _ in borders.cut(data, 7, r"\s+|\S+")]
    assert batches == [(0, [3, 4]), (4, [5, 6]), (6, [7])]
