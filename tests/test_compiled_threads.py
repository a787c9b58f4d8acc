"""A text divided among threads has the same ids in the same order."""

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

import numpy as np

from bpe_course import Tokenizer, corpora
from bpe_course.compiled import threads as on_threads
from bpe_course.compiled.pages import new_ids

PUBLISHED = ["gpt2", "cl100k_base", "o200k_base"]
ENGLISH = corpora.load("english")
BYTES = Tokenizer.train("ab ab", 257)
COMPILED = BYTES.with_engine("compiled")


@pytest.fixture
def _short_pieces(monkeypatch):
    """Let every thread have many pieces."""
    monkeypatch.setattr(on_threads, "PIECE", 100)


@pytest.mark.parametrize("number", [1, 2, 3, 8])
@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.usefixtures("_short_pieces")
def test_threads_change_nothing(name, number):
    """However many there are, and however many pieces each has."""
    tokenizer = Tokenizer.from_tiktoken(name)
    ids = tokenizer.with_engine("compiled").encode_to_numpy(ENGLISH, threads=number)
    assert ids.tolist() == tokenizer.with_engine("fast").encode_ordinary(ENGLISH)


@pytest.mark.parametrize("number", [2, 3])
@given(text=strategies.texts())
def test_threads_change_nothing_on_any_text(number, text):
    """Also if it is shorter than there are threads, or has no place to divide it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(on_threads, "PIECE", 3)
        found = COMPILED.encode_to_numpy(text, threads=number)
    assert found.tolist() == BYTES.with_engine("fast").encode_ordinary(text)


@pytest.mark.usefixtures("_short_pieces")
def test_a_text_with_more_ids_than_characters_has_room():
    """Each byte of this text is an id of its own, and most characters have several bytes."""
    text = "👋 é. " * 1000
    assert COMPILED.encode_to_numpy(text, threads=3).tolist() == list(text.encode())


@pytest.mark.parametrize("place", [0, 500, 999])
@pytest.mark.usefixtures("_short_pieces")
def test_an_error_on_one_thread_comes_out(place):
    """Whichever thread meets the lone surrogate; the tokenizer can be used again."""
    words = ["word"] * 1000
    words[place] = "\ud800"
    with pytest.raises(ValueError, match="lone surrogate"):
        COMPILED.encode_to_numpy(" ".join(words), threads=3)
    assert COMPILED.encode_to_numpy("a b", threads=3).tolist() == [97, 32, 98]


@given(data=st.data(), sizes=st.lists(st.integers(0, 5), max_size=8), room=st.integers(0, 20))
def test_pieces_may_come_in_any_order(data, sizes, room):
    """What waits is written at the end, and the array grows if it must."""
    pieces = [np.full(size, number, np.uint32) for number, size in enumerate(sizes)]
    joined = on_threads.Joined(new_ids(room))
    waiting = []
    for number in data.draw(st.permutations(range(len(pieces)))):
        joined.announce(number, len(pieces[number]))
        waiting = joined.write([*waiting, (number, pieces[number])])
    expected = [number for number, size in enumerate(sizes) for _ in range(size)]
    assert joined.finish(waiting).tolist() == expected
