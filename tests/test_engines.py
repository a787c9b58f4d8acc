"""Every engine learns the same merges from the same texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.counting import count_chunks
from bpe_course.engines import ENGINES, learn_merges, learn_merges_from_counts
from bpe_course.pairs import TIE_BREAKS


def learned(texts, **options):
    """List what an engine learns as plain tuples."""
    return [(step.pair, step.count, step.new_id) for step in learn_merges(texts, 20, **options)]


def test_no_merge_crosses_from_one_text_to_the_next():
    """`a` at the end of one text and `b` at the start of another are no pair."""
    assert learned(["a", "b"], pattern=None) == []


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@given(texts=st.lists(st.text("ab ", max_size=20), max_size=4))
def test_all_engines_agree(tie_break, texts):
    """Merges, counts and ids are those of the reference, split or not."""
    for pattern in ("gpt2", None):
        results = [
            learned(texts, pattern=pattern, tie_break=tie_break, engine=engine)
            for engine in ENGINES
        ]
        assert all(result == results[0] for result in results)


@pytest.mark.parametrize("engine", ENGINES)
@given(texts=st.lists(st.text("ab ", max_size=20), max_size=4))
def test_counts_give_the_merges_of_the_texts(engine, texts):
    """Ties by first sight too, though repeated chunks have moved together."""
    steps = learn_merges_from_counts(count_chunks(texts), 20, engine=engine)
    assert [(step.pair, step.count, step.new_id) for step in steps] == learned(texts)


@pytest.mark.parametrize("engine", ENGINES)
def test_one_text_is_no_list_of_letters(engine):
    """Given alone, a text teaches what it teaches as the only one of several."""
    assert learned("low low lower", engine=engine) == learned(["low low lower"]) != []


@pytest.mark.parametrize("engine", ENGINES)
def test_a_chunk_that_does_not_occur_teaches_nothing(engine):
    """Not even by standing first in a tie, as it may in a `Counter` that was subtracted from."""
    steps = learn_merges_from_counts({"ab": 0, "cd": 1, "ef": -1, "abx": 1}, 20, engine=engine)
    assert [step.pair for step in steps][:1] == [(99, 100)]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_text_without_a_utf8_form_is_refused(engine):
    """Where only chunks are left of it, the error names the chunk."""
    with pytest.raises(ValueError, match="lone surrogate"):
        learned(["low low\ud800"], engine=engine)
    with pytest.raises(ValueError, match=r"in the chunk ' low\\ud800', .* at position 4"):
        learn_merges_from_counts({" low\ud800": 1}, 20, engine=engine)


def test_an_unknown_engine_is_refused():
    """The error lists the engines that there are."""
    with pytest.raises(ValueError, match="unknown engine 'rust': expected one of auto"):
        learn_merges(["a"], 1, engine="rust")
    with pytest.raises(ValueError, match="unknown engine 'rust'"):
        learn_merges_from_counts({"a": 1}, 1, engine="rust")
