"""The numbers by which a tokenizer is judged are those of their formulas."""

import math

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import Tokenizer
from bpe_course.metrics import bytes_per_token, characters_per_token, fertility, token_lengths

BYTES = Tokenizer.train("", 256)


@pytest.mark.parametrize(
    ("text", "num_tokens", "in_bytes", "in_characters"),
    [("abcd", 2, 2.0, 2.0), ("é", 2, 1.0, 0.5), ("你好", 1, 6.0, 2.0), ("👋", 3, 4 / 3, 1 / 3)],
)
def test_length_over_tokens(text, num_tokens, in_bytes, in_characters):
    """Bytes are those of UTF-8, characters are code points, both over the number of tokens."""
    ids = range(num_tokens)
    assert bytes_per_token(text, ids) == in_bytes
    assert characters_per_token(text, ids) == in_characters


@given(text=strategies.texts().filter(len))
def test_bytes_as_tokens_compress_nothing(text):
    """With a token for each byte the ratio is one, in every script."""
    assert bytes_per_token(text, BYTES.encode(text)) == 1


@given(text=strategies.texts().filter(len), num_tokens=st.integers(1, 50))
def test_the_two_ratios_differ_by_the_bytes_of_a_character(text, num_tokens):
    """A token holds at least as many bytes as characters, and at most four times as many."""
    ids = range(num_tokens)
    ratio = bytes_per_token(text, ids) / characters_per_token(text, ids)
    assert math.isclose(ratio, len(text.encode()) / len(text))
    assert 1 <= round(ratio, 9) <= 4


@pytest.mark.parametrize(
    ("text", "words"), [("one", 1), ("one two", 2), (" one\n\n two, ", 2), ("don't", 1)]
)
def test_fertility_counts_words_between_white_space(text, words):
    """However much of it there is; punctuation belongs to its word."""
    assert fertility(text, range(6)) == 6 / words


def test_token_lengths_are_counted_in_bytes_shortest_first():
    """Of any tokens: a text's or a vocabulary's."""
    assert list(token_lengths([b"abc", "é".encode(), b"ab", b""]).items()) == [
        (0, 1),
        (2, 2),
        (3, 1),
    ]
    assert token_lengths(BYTES.vocab.values()) == {1: 256}


@pytest.mark.parametrize("ratio", [bytes_per_token, characters_per_token])
def test_no_token_is_an_error(ratio):
    """There is nothing to divide by, and the message says what to do."""
    with pytest.raises(ValueError, match="encode a text that is not empty"):
        ratio("", [])


@pytest.mark.parametrize("text", ["", " \n"])
def test_no_word_is_an_error(text):
    """A text of nothing but white space has no tokens per word."""
    with pytest.raises(ValueError, match="no word"):
        fertility(text, [1])


@pytest.mark.parametrize("metric", [bytes_per_token, characters_per_token, fertility])
def test_the_text_is_text(metric):
    """Bytes in place of text would be counted wrong without a word."""
    with pytest.raises(TypeError, match="must be a str, not bytes"):
        metric(b"low", [1])
