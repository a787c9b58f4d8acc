"""The exercises on published tokenizers expect what the published tokenizers do."""

import pytest

from bpe_course import check, published
from bpe_course.check.notebook_06.excerpts import excerpt, merges_of, published_excerpt
from bpe_course.formats.gpt2_files import parse_vocab_bpe
from bpe_course.published.files import VOCAB_BPE

LONGEST = 10_000  # characters of one input, written out: what goes to a grader's worker


@pytest.mark.parametrize("name", published.NAMES)
def test_an_excerpt_holds_every_token_of_the_texts(name):
    """All tokens that are parts of a text are there, with the ids of the whole vocabulary."""
    text = b" Hello world, don't, 12345\r\n<|endoftext|>"
    ranks = published_excerpt(name, [text])
    assert ranks == excerpt(published.get_encoding(name)._mergeable_ranks, text)


def test_merges_of_an_excerpt_are_merges_of_the_whole():
    """Leaving out tokens that a text cannot meet changes no merge of the others."""
    whole = published.load("gpt2").vocab
    merges = merges_of(excerpt(whole.ids, b" informants"))
    assert merges.items() <= whole.merges.items()
    assert max(merges.values()) == whole.ids[b" informants"]


def test_recovered_merges_are_the_published_ones():
    """What is expected for tokens of GPT-2 stands in `vocab.bpe`."""
    lines = set(parse_vocab_bpe(published.read(VOCAB_BPE).decode("utf-8")))
    exercise = check.EXERCISES["recover_merges"]
    asked = [each for each in exercise.inputs() if b" " in each[1] or len(each[1]) > 9]
    assert len(asked) > 100
    assert all(exercise.spec(*each) in lines for each in asked)


def test_hard_strings_have_the_ids_that_tiktoken_gives():
    """The last inputs are hard strings, and on these the right answer is tiktoken's."""
    exercise = check.EXERCISES["match_encodings"]
    asked = list(exercise.inputs())[-51:]
    assert {name for *_, name in asked} == set(published.NAMES)
    for text, vocab, merges, name in asked:
        encoding = published.get_encoding(name)
        assert exercise.spec(text, vocab, merges, name) == encoding.encode_ordinary(text)


@pytest.mark.parametrize("name", ["recover_merges", "match_encodings"])
def test_inputs_are_small(name):
    """Each input is sent to the process that runs an answer, so no whole vocabulary is in one."""
    assert all(len(repr(each)) < LONGEST for each in check.EXERCISES[name].inputs())
