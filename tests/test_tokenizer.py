"""The tokenizer turns text into ids and ids into text, and refuses what it cannot do right."""

import numpy as np
import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import Tokenizer
from bpe_course.vocab import Vocab

TEXT = "low low lower lowest, don't say it's 1234567 times\n\n    never\tmind"


@pytest.fixture(scope="module")
def tokenizer():
    """A small tokenizer with two special tokens, one the beginning of the other."""
    return Tokenizer.train(TEXT, 275, special_tokens=["<|end|>", "<|end|>ing"])


# Training


def test_one_text_may_be_given_as_a_string():
    """A string is one text, not an iterable of its letters."""
    assert Tokenizer.train("low low", 258) == Tokenizer.train(["low low"], 258)


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k_base", "o200k_base", None, r"\S+|\s+"])
def test_a_tokenizer_keeps_its_pattern(pattern):
    """By name, as a regular expression, or none."""
    assert Tokenizer.train(TEXT, 260, pattern=pattern).pattern == pattern


def test_engines_give_equal_tokenizers():
    """The reference and the fast engine, from the same text."""
    assert Tokenizer.train(TEXT, 280, engine="reference") == Tokenizer.train(TEXT, 280)


@pytest.mark.parametrize("texts", [b"bytes", None, [b"bytes"], 7])
def test_training_on_what_is_not_text_is_refused(texts):
    """The error is a TypeError."""
    with pytest.raises(TypeError):
        Tokenizer.train(texts, 300)


@pytest.mark.parametrize(
    ("special", "complaint"),
    [
        ([""], "empty"),
        (["<s>", "<s>"], "given twice"),
        ([b"<s>"], "must be a str"),
        ("<s>", "write"),
    ],
)
def test_unusable_special_tokens_are_refused(special, complaint):
    """Empty, repeated, not strings, or one string in place of a collection."""
    with pytest.raises((TypeError, ValueError), match=complaint):
        Tokenizer.train(TEXT, 300, special_tokens=special)


def test_training_prints_nothing(capsys):
    """Neither with a progress bar, when nobody watches on a terminal, nor without."""
    Tokenizer.train(TEXT, 260, progress=True)
    assert capsys.readouterr() == ("", "")


# Round trips


@given(strategies.texts())
def test_text_survives_the_round_trip(tokenizer, text):
    """Whatever the text, decoding its ids gives it back."""
    ids = tokenizer.encode_ordinary(text)
    assert tokenizer.decode(ids) == text
    assert "".join(tokenizer.decode_stream(ids)) == text


@given(st.lists(st.integers(0, 274), max_size=12))
def test_any_ids_decode_to_the_joined_bytes(tokenizer, ids):
    """Also ids that no text encodes to."""
    data = b"".join(tokenizer.vocab[token_id] for token_id in ids)
    assert tokenizer.decode_bytes(ids) == data
    assert tokenizer.decode(ids) == data.decode("utf-8", errors="replace")


def test_bytes_that_are_not_utf8_can_be_replaced_or_refused():
    """Id 128 alone is a continuation byte without a beginning."""
    tokenizer = Tokenizer(Vocab({}))
    assert tokenizer.decode([128]) == "\ufffd"
    with pytest.raises(UnicodeDecodeError, match="invalid start byte"):
        tokenizer.decode([128], errors="strict")


@given(strategies.texts())
def test_spans_cover_the_text(tokenizer, text):
    """The tokens join to the UTF-8 bytes, and each stands where its span says."""
    data = text.encode()
    spans = tokenizer.token_spans(text)
    assert b"".join(span.token for span in spans) == data
    assert all(data[span.start : span.end] == span.token for span in spans)


# The same ids by every way


@given(strategies.texts())
def test_numpy_gives_the_same_ids(tokenizer, text):
    """As an array of unsigned 32-bit integers."""
    array = tokenizer.encode_to_numpy(text)
    assert array.dtype == np.uint32
    assert array.tolist() == tokenizer.encode_ordinary(text)
    assert tokenizer.decode(array) == text


@given(st.lists(strategies.texts_with_special_tokens(), max_size=5))
def test_batch_and_stream_give_the_same_ids(tokenizer, texts):
    """A batch text by text; a stream as the join of all."""
    one_by_one = [tokenizer.encode(text, allowed_special="all") for text in texts]
    assert tokenizer.encode_batch(texts, allowed_special="all") == one_by_one
    joined = tokenizer.encode("".join(texts), allowed_special="all")
    assert list(tokenizer.encode_iterable(texts, allowed_special="all")) == joined


def test_the_cache_of_chunks_is_bounded(monkeypatch):
    """It forgets, and the ids stay the same."""
    monkeypatch.setattr("bpe_course.vocab.CACHED_CHUNKS", 2)
    tokenizer = Tokenizer.train(TEXT, 270)
    expected = Tokenizer.train(TEXT, 270).encode(TEXT)
    assert tokenizer.encode(TEXT) == tokenizer.encode(TEXT) == expected
    assert len(tokenizer._ordinary._chunk_ids) <= 2


# Special tokens


def test_a_special_token_in_the_text_is_refused(tokenizer):
    """The error names it, its place, and the ways out."""
    with pytest.raises(
        ValueError, match=r"'<\|end\|>' at position 2.*disallowed.*allowed_special="
    ):
        tokenizer.encode("hi<|end|>")


def test_an_allowed_special_token_becomes_its_id(tokenizer):
    """The longer one wins where two begin at the same place."""
    ids = tokenizer.special_tokens
    assert tokenizer.encode("<|end|>ing<|end|>", allowed_special="all") == [
        ids["<|end|>ing"],
        ids["<|end|>"],
    ]


def test_a_special_token_neither_allowed_nor_disallowed_is_plain_text(tokenizer):
    """As `encode_ordinary` always has it."""
    plain = tokenizer.encode_ordinary("<|end|>")
    assert tokenizer.encode("<|end|>", disallowed_special=()) == plain
    assert tokenizer.special_tokens["<|end|>"] not in plain


def test_new_special_tokens_make_a_new_tokenizer(tokenizer):
    """The old one stays as it was."""
    extended = tokenizer.with_special_tokens({"<pad>": 1000})
    assert extended.encode("<pad>", allowed_special="all") == [1000]
    assert "<pad>" not in tokenizer.special_tokens
    assert len(extended) == len(tokenizer) + 1


@pytest.mark.parametrize("token_id", [0, 274, -1])
def test_a_special_token_cannot_take_an_id_in_use(tokenizer, token_id):
    """Nor a negative one; the error offers a free one."""
    with pytest.raises(ValueError, match="take one that is free, such as 275"):
        tokenizer.with_special_tokens({"<pad>": token_id})


def test_two_special_tokens_cannot_share_an_id(tokenizer):
    """One id, one meaning."""
    with pytest.raises(ValueError, match="take one that is free"):
        tokenizer.with_special_tokens({"<a>": 500, "<b>": 500})


def test_a_special_token_cannot_be_added_twice(tokenizer):
    """It is there already."""
    with pytest.raises(ValueError, match="is there already"):
        tokenizer.with_special_tokens({"<|end|>": 500})


def test_a_stream_tells_the_place_in_the_whole():
    """Also when the special token stands far behind the first piece."""
    tokenizer = Tokenizer.train(TEXT, 270, special_tokens=["<|end|>"])
    words = ["many words "] * 20_000
    with pytest.raises(ValueError, match=f"at position {20_000 * 11}, a special token"):
        list(tokenizer.encode_iterable([*words, "<|end|>"]))


# Bad input


@pytest.mark.parametrize("text", [b"hi", None, ["hi"], 7])
@pytest.mark.parametrize("method", ["encode", "encode_ordinary", "encode_to_numpy", "token_spans"])
def test_only_a_string_can_be_encoded(tokenizer, method, text):
    """Every way into the tokenizer says what came."""
    with pytest.raises(TypeError, match=f"text must be a str, not {type(text).__name__}"):
        getattr(tokenizer, method)(text)


def test_a_batch_is_not_one_string(tokenizer):
    """A string would be taken for a list of letters."""
    with pytest.raises(TypeError, match="several strings, not one"):
        tokenizer.encode_batch("hi")


def test_a_lone_surrogate_is_refused(tokenizer):
    """With its place in the text, though chunks are encoded one by one."""
    text = "hi hi " + chr(0xD800)
    for encode in (tokenizer.encode, tokenizer.encode_to_numpy):
        with pytest.raises(ValueError, match=r"lone surrogate, U\+D800, at position 6"):
            encode(text)


def test_what_is_no_encoding_is_refused():
    """The error says what came and what was expected."""
    with pytest.raises(TypeError, match=r"tiktoken\.Encoding, not NoneType"):
        Tokenizer.from_tiktoken(None)


@pytest.mark.parametrize("ids", [[275], [-1], [10**9]])
def test_an_id_out_of_range_is_refused(tokenizer, ids):
    """The error says which ids there are."""
    with pytest.raises(ValueError, match="go from 0 to 274"):
        tokenizer.decode(ids)


@pytest.mark.parametrize("ids", [[1.0], ["1"], [None], 5, "12"])
def test_an_id_that_is_no_integer_is_refused(tokenizer, ids):
    """The error names the type that came."""
    with pytest.raises(TypeError, match="integer"):
        tokenizer.decode(ids)


@pytest.mark.parametrize(
    ("pattern", "complaint"),
    [("gpt3", "unknown pattern name"), ("(", "not a valid regular expression")],
)
def test_an_unusable_pattern_is_refused_at_once(pattern, complaint):
    """Before any text is seen."""
    with pytest.raises(ValueError, match=complaint):
        Tokenizer(Vocab({}), pattern=pattern)


@pytest.mark.parametrize("pattern", [["gpt2"], 7, b"gpt2"])
def test_a_pattern_that_is_no_string_is_refused(pattern):
    """The error says what may be given."""
    with pytest.raises(TypeError, match="pattern must be a name, a regular expression or None"):
        Tokenizer(Vocab({}), pattern=pattern)


def test_a_pattern_that_loses_characters_is_refused():
    """The error names the first character that would be lost."""
    with pytest.raises(ValueError, match="character ' ' at position 2 would be lost"):
        Tokenizer(Vocab({}), pattern=r"\w+").encode("hi there")


# Keeping it


def test_a_saved_tokenizer_is_loaded_as_it_was(tokenizer, tmp_path):
    """Merges, pattern and special tokens."""
    path = tmp_path / "tokenizer.json"
    tokenizer.save(path)
    assert Tokenizer.load(path) == tokenizer


def test_a_folder_is_no_place_to_save_or_load(tokenizer, tmp_path):
    """The error says that it is a folder."""
    with pytest.raises(IsADirectoryError, match="folder"):
        tokenizer.save(tmp_path)
    with pytest.raises(IsADirectoryError, match="folder"):
        Tokenizer.load(tmp_path)


# What it shows of itself


def test_what_it_gives_away_can_be_changed_without_harm(tokenizer):
    """The dictionaries are copies."""
    tokenizer.merges.clear()
    tokenizer.vocab.clear()
    tokenizer.special_tokens.clear()
    assert len(tokenizer.merges) == 17
    assert len(tokenizer.vocab) == len(tokenizer) == 275


def test_it_says_what_it_is(tokenizer):
    """In one line."""
    assert repr(tokenizer) == (
        "<Tokenizer of 275 entries: 17 merges, 2 special tokens, pattern 'gpt2'>"
    )


def test_it_is_compared_by_what_it_is(tokenizer):
    """And to a tokenizer only."""
    assert tokenizer != tokenizer.with_special_tokens({"<pad>": 1000})
    assert tokenizer != "tokenizer"
