"""Byte pair encoding on words with frequencies, from characters."""

from collections import Counter

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.words import apply_bpe, count_pairs_in_words, learn_bpe, merge_in_words

PLAY = (
    "Too wet to go out, And too cold to play ball. So we sat in the house. "
    "We did nothing at all which is too much joy!"
)


def words_of(text: str) -> Counter[str]:
    """Count words and punctuation marks, in lower case."""
    return Counter(regex.findall(r"\w+|[^\w\s]", text.lower()))


def test_pairs_are_weighted_by_the_frequency_of_the_word():
    """A pair counts as often as its word, at each of its places."""
    words = {tuple("low"): 5, tuple("lol"): 2, ("a",): 9}
    assert count_pairs_in_words(words) == {("l", "o"): 7, ("o", "w"): 5, ("o", "l"): 2}


def test_merging_joins_the_strings():
    """The new symbol is the two strings joined, in every word, and the frequencies stay."""
    words = {tuple("too"): 3, tuple("otto"): 1, ("a",): 9}
    merged = merge_in_words(words, ("t", "o"))
    assert merged == {("to", "o"): 3, ("o", "t", "to"): 1, ("a",): 9}


def test_five_merges_of_a_rhyme():
    """The five merges are `to`, `too`, `we`, `ou` and `al`."""
    merges, _ = learn_bpe(words_of(PLAY), 5)
    assert merges == [("t", "o"), ("to", "o"), ("w", "e"), ("o", "u"), ("a", "l")]


def test_the_words_of_the_rhyme_as_merged():
    """After five merges `too`, `to` and `we` are whole, and `and` is still letters."""
    _, words = learn_bpe(words_of(PLAY), 5)
    written = [(" ".join(symbols), count) for symbols, count in words.items()]
    assert written == [
        *[("too", 3), ("we t", 1), ("to", 2), ("g o", 1), ("ou t", 1), (",", 1), ("a n d", 1)],
        *[("c o l d", 1), ("p l a y", 1), ("b al l", 1), (".", 2), ("s o", 1), ("we", 2)],
        *[("s a t", 1), ("i n", 1), ("t h e", 1), ("h ou s e", 1), ("d i d", 1)],
        *[("n o t h i n g", 1), ("a t", 1), ("al l", 1), ("w h i c h", 1), ("i s", 1)],
        *[("m u c h", 1), ("j o y", 1), ("!", 1)],
    ]


@pytest.mark.parametrize("words", [{}, {"a": 3}, {"": 1}, {"ab": 1}])
def test_learning_ends_when_no_pair_is_left(words):
    """More merges asked for than there are pairs: learning stops."""
    merges, _ = learn_bpe(words, 10)
    assert merges == ([("a", "b")] if "ab" in words else [])


def test_a_tie_goes_to_the_pair_seen_first():
    """`ab` and `cd` are equally common; `ab` comes first."""
    merges, _ = learn_bpe({"ab": 1, "cd": 1}, 2)
    assert merges == [("a", "b"), ("c", "d")]


def test_merges_are_replayed_in_order():
    """The earlier merge goes first, even where a later one stands further left."""
    assert apply_bpe("abc", [("b", "c"), ("a", "b")]) == ("a", "bc")


def test_a_character_never_seen_stays_alone():
    """An unseen character has no token: it is left as a symbol that no vocabulary holds."""
    merges, words = learn_bpe({"too": 3}, 2)
    seen = {symbol for word in words for symbol in word} | set("too")
    assert apply_bpe("tooé", merges) == ("too", "é")
    assert "é" not in seen


WORD_COUNTS = st.dictionaries(
    st.text("abc", min_size=1, max_size=8), st.integers(1, 5), min_size=1, max_size=6
)


@given(WORD_COUNTS, st.integers(0, 20))
def test_learned_words_spell_the_words(word_counts, num_merges):
    """The symbols of each word, joined, are the word, with its frequency."""
    _, words = learn_bpe(word_counts, num_merges)
    assert {"".join(symbols): count for symbols, count in words.items()} == word_counts


@given(WORD_COUNTS, st.integers(0, 20))
def test_applying_gives_what_learning_ended_with(word_counts, num_merges):
    """A word of the training is segmented as the training left it."""
    merges, words = learn_bpe(word_counts, num_merges)
    assert [apply_bpe(word, merges) for word in word_counts] == list(words)


@given(WORD_COUNTS, st.integers(0, 20), st.text("abcd", max_size=8))
def test_segments_spell_the_word(word_counts, num_merges, word):
    """Whatever the merges, the segments joined are the word."""
    merges, _ = learn_bpe(word_counts, num_merges)
    assert "".join(apply_bpe(word, merges)) == word
