"""The exercises on published tokenizers expect what the published tokenizers do."""

import pytest

from bpe_course import check, published
from bpe_course.check.exercise import Such
from bpe_course.check.notebook_06.excerpts import excerpt, merges_of, published_excerpt
from bpe_course.check.notebook_06.export_tiktoken import Export
from bpe_course.formats.gpt2_files import parse_vocab_bpe
from bpe_course.published.files import VOCAB_BPE
from bpe_course.vocab import Vocab

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


@pytest.mark.parametrize("name", ["recover_merges", "match_encodings", "export_tiktoken"])
def test_inputs_are_small(name):
    """Each input is sent to the process that runs an answer, so no whole vocabulary is in one."""
    assert all(len(repr(each)) < LONGEST for each in check.EXERCISES[name].inputs())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"mergeable_ranks": {97: b"a"}}, "no dictionary from bytes to ids: {97: b'a'}"),
        ({"mergeable_ranks": {b"a": 97}}, "255 of the 256 single bytes without an id"),
        ({"mergeable_ranks": {b"a": 97, b"b": 97}}, "two tokens with the same id, 97"),
        ({"special_tokens": ["<s>"]}, "no dictionary from str to ids: ['<s>']"),
        ({"special_tokens": {"<s>": -1}}, "no dictionary from str to ids: {'<s>': -1}"),
        ({"special_tokens": {"<s>": 97}}, "two tokens with the same id, 97"),
        ({"pat_str": "("}, "the pattern '('"),
    ],
)
def test_what_would_end_tiktoken_in_a_panic_is_told_in_words(change, told):
    """The library is not even asked, and the learner reads what is wrong with the arguments."""
    right = {"pat_str": ".", "mergeable_ranks": Vocab({}).ids, "special_tokens": {}}
    export = Export({**right, **change}, "a", ".")
    assert repr(export) == told


def test_an_export_says_what_tiktoken_makes_of_the_text():
    """A wrong export that tiktoken accepts is shown by its ids."""
    ranks = Vocab({(97, 98): 256}).ids
    export = Export({"pat_str": ".+", "mergeable_ranks": ranks, "special_tokens": {}}, "abc", ".+")
    assert (
        repr(export)
        == "'abc' is [256, 99], as plain text [256, 99]; ids 0 to 256; special tokens {}"
    )
    merges, text = {(97, 98): 256}, "abc"
    expected = check.EXERCISES["export_tiktoken"].spec(merges, {}, ".+", text)
    assert isinstance(expected, Such)
    assert expected.holds(export)
    assert not expected.holds(
        Export({**export.arguments, "special_tokens": {"c": 257}}, text, ".+")
    )
