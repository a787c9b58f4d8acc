"""A text divided among threads has the same ids in the same order."""

import pytest
import strategies
from hypothesis import given

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import Tokenizer, corpora
from bpe_course.compiled import threads as on_threads

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


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.usefixtures("_short_pieces")
def test_what_a_thread_does_not_come_to_is_taken_over(monkeypatch, seat):
    """Though two of three threads do nothing, all is encoded, and stands in order."""
    encode_share = on_threads.Team.encode_share

    def encode_share_of_one(team, number):
        return encode_share(team, number) if number == seat else []

    monkeypatch.setattr(on_threads.Team, "encode_share", encode_share_of_one)
    tokenizer = Tokenizer.from_tiktoken("gpt2")
    found = tokenizer.with_engine("compiled").encode_to_numpy(ENGLISH, threads=3)
    assert found.tolist() == tokenizer.with_engine("fast").encode_ordinary(ENGLISH)


@pytest.mark.parametrize("text", ["a a", "你好. " * 3, "a b c d"])
def test_every_share_has_a_piece(text):
    """There are no more threads than pieces, and no thread begins without one."""
    pieces = list(on_threads.divide(text, 1, COMPILED.pattern))
    for threads in range(2, len(pieces) + 1):
        team = on_threads.Team(None, text, pieces, threads)
        assert sorted(number for share in team.left for number in share) == [*range(len(pieces))]
        assert all(team.left)
