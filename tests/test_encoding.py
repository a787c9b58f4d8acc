"""Ordinary text becomes ids by whichever engine pays, and by whichever it is the ids are equal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import encoding
from bpe_course.compiled import LARGEST_ID
from bpe_course.encoding import OrdinaryEncoder
from bpe_course.vocab import Vocab

VOCAB = Vocab({(104, 105): 256, (256, 33): 257})
needs_numba = pytest.mark.skipif(
    not encoding.compiled_is_installed(), reason="the compiled engine needs Numba"
)


@pytest.mark.parametrize("engine", ["auto", "reference", "fast"])
@given(text=st.text("hi! é", max_size=30))
def test_every_engine_gives_the_same_ids(engine, text):
    """As a list and as an array."""
    encoder = OrdinaryEncoder(VOCAB, "gpt2", engine)
    expected = OrdinaryEncoder(VOCAB, "gpt2", "reference").encode(text)
    assert encoder.encode(text) == encoder.encode_to_numpy(text).tolist() == expected


def test_an_unknown_engine_is_refused():
    """The error lists those there are."""
    with pytest.raises(ValueError, match="unknown engine 'rust': expected one of auto, reference"):
        OrdinaryEncoder(VOCAB, "gpt2", "rust")


@pytest.mark.parametrize("engine", ["auto", "reference", "fast"])
@pytest.mark.parametrize("threads", [0, -1])
def test_no_threads_are_refused_whoever_encodes(engine, threads):
    """Not only by the compiled encoder, which alone would start them."""
    encoder = OrdinaryEncoder(VOCAB, "gpt2", engine)
    with pytest.raises(ValueError, match=f"threads is {threads}: expected 1 or more"):
        encoder.encode_to_numpy("hi", threads)


def test_without_numba_the_compiled_engine_is_refused(monkeypatch):
    """The error says what to install, and what to use instead."""
    monkeypatch.setattr("bpe_course.engines.compiled_is_installed", lambda: False)
    with pytest.raises(ImportError, match=r"bpe-course\[fast\].*'fast'"):
        OrdinaryEncoder(VOCAB, "gpt2", "compiled")


def test_without_numba_long_texts_are_encoded_in_python(monkeypatch):
    """However much there is of it, the text is encoded, and nothing is loaded."""
    monkeypatch.setattr(encoding, "ENOUGH_TO_LOAD", 10)
    monkeypatch.setattr(encoding, "compiled_is_installed", lambda: False)
    encoder = OrdinaryEncoder(VOCAB, "gpt2")
    assert encoder.encode("hi!" * 1000) == [256, 33] * 1000
    assert encoder._compiled is None


@needs_numba
def test_much_text_is_encoded_compiled(monkeypatch):
    """Once enough text has come, long ones go to the compiled encoder and short ones do not."""
    monkeypatch.setattr(encoding, "ENOUGH_TO_LOAD", 9_000)
    encoder = OrdinaryEncoder(VOCAB, "gpt2")
    assert encoder.encode("hi!" * 1000) == encoder.encode("hi!" * 1000) == [256, 33] * 1000
    assert encoder._compiled is None
    assert encoder.encode("hi!" * 1000) == [256, 33] * 1000
    assert encoder._compiled is not None
    monkeypatch.setattr(encoder, "_load", None)
    assert encoder.encode("hi!") == [256, 33]


@needs_numba
def test_ids_too_large_for_the_compiled_encoder_are_encoded_in_python(monkeypatch):
    """Nothing is lost; who asks for the compiled encoder is told what it takes."""
    monkeypatch.setattr(encoding, "ENOUGH_TO_LOAD", 10)
    large = Vocab({(104, 105): LARGEST_ID + 1})
    assert OrdinaryEncoder(large, "gpt2").encode("hi!" * 1000) == [LARGEST_ID + 1, 33] * 1000
    with pytest.raises(ValueError, match=r"2,097,151.*up to 2,097,150: use the engine 'fast'"):
        OrdinaryEncoder(large, "gpt2", "compiled").encode("hi!")
    largest = Vocab({(104, 105): LARGEST_ID})
    assert OrdinaryEncoder(largest, "gpt2", "compiled").encode("hi!" * 1000) == (
        [LARGEST_ID, 33] * 1000
    )


@pytest.mark.parametrize("text", [b"hi", None, ["hi"]])
def test_what_is_not_text_is_refused(text):
    """With a TypeError, as a list or as an array."""
    encoder = OrdinaryEncoder(VOCAB, "gpt2")
    for encode in (encoder.encode, encoder.encode_to_numpy):
        with pytest.raises(TypeError, match="must be a str"):
            encode(text)
