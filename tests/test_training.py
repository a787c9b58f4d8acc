"""A vocabulary is trained from texts: special tokens cut out, chunks counted, merges learned."""

import pytest

from bpe_course.counting import count_chunks, ordinary_parts
from bpe_course.engines import ENGINES
from bpe_course.pairs import TIE_BREAKS
from bpe_course.training import (
    StoppedEarly,
    count_merges,
    learn_vocab,
    learn_vocab_from_counts,
)


def test_the_size_counts_bytes_merges_and_special_tokens():
    """260 entries with one special token leave room for three merges; it gets the last id."""
    vocab, special = learn_vocab(["aaabdaaabac"], 260, pattern=None, special_tokens=["<s>"])
    assert vocab.merges == {(97, 97): 256, (256, 97): 257, (257, 98): 258}
    assert special == {"<s>": 259}


@pytest.mark.parametrize(("size", "special"), [(255, 0), (256, 1), (0, 0), (-1, 2)])
def test_a_size_too_small_for_bytes_and_special_tokens_is_refused(size, special):
    """The error says how many entries are needed."""
    with pytest.raises(ValueError, match=f"vocab_size {size} is too small.*need {256 + special}"):
        count_merges(size, special)


@pytest.mark.parametrize("size", [300.0, "300", None])
def test_a_size_that_is_no_integer_is_refused(size):
    """The error names the type that came."""
    with pytest.raises(TypeError, match=f"must be an int, not {type(size).__name__}"):
        count_merges(size, 0)


def test_no_pair_left_ends_training_and_says_so():
    """`abab` has two merges in it; the third that was asked for cannot be made."""
    with pytest.warns(StoppedEarly, match="stopped after 2 of 3 merges.*258 entries and not 259"):
        vocab, _ = learn_vocab(["abab"], 259)
    assert len(vocab) == 258


def test_special_tokens_follow_the_last_merge_made():
    """Ids stay without a gap when training ends early."""
    with pytest.warns(StoppedEarly):
        _, special = learn_vocab(["ab"], 300, special_tokens=["<a>", "<b>"])
    assert special == {"<a>": 257, "<b>": 258}


def test_special_tokens_in_the_text_are_not_learned_from():
    """They are no chunks, and no merge goes over one."""
    vocab, _ = learn_vocab(["<s><s><s>ab"], 258, special_tokens=["<s>"])
    assert list(vocab.merges) == [(97, 98)]


@pytest.mark.parametrize("texts", [[b"bytes"], [None], [["nested"]]])
def test_a_training_text_that_is_no_string_is_refused(texts):
    """The error names the type that came."""
    with pytest.raises(TypeError, match="each training text must be a str, not"):
        learn_vocab(texts, 300)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("engine", ENGINES)
def test_counts_teach_what_the_texts_teach(engine, tie_break):
    """The counts in order of first sight are all that training needs."""
    texts = ["cd ab ab cd<s>ab cd", "dc ba cd dcba"]
    options = {"special_tokens": ["<s>"], "engine": engine, "tie_break": tie_break}
    counts = count_chunks(ordinary_parts(texts, ["<s>"]))
    learned = learn_vocab_from_counts(counts, 262, **options)
    assert learned == learn_vocab(texts, 262, **options)


def test_training_from_counts_refuses_and_warns_as_training_from_texts():
    """A size too small, a special token given twice, and counts with no pair left."""
    with pytest.raises(ValueError, match="vocab_size 256 is too small"):
        learn_vocab_from_counts({"ab": 1}, 256, special_tokens=["<s>"])
    with pytest.raises(ValueError, match="given twice"):
        learn_vocab_from_counts({"ab": 1}, 300, special_tokens=["<s>", "<s>"])
    with pytest.warns(StoppedEarly, match="stopped after 1 of 2 merges"):
        learn_vocab_from_counts({"ab": 1}, 258)
