"""The fast engine in pure Python: the same output as the reference, and as other trainers."""

import bisect
import heapq
import inspect
import json
import textwrap
from collections import Counter
from itertools import pairwise

import pytest
import rustbpe
import strategies as us
import tiktoken._educational as educational
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_course import fast, reference
from bpe_course.bytelevel import bytes_to_unicode
from bpe_course.pairs import TIE_BREAKS, Pair
from bpe_course.pretokenize import GPT2, pretokenize
from bpe_course.vocab import build_tokens

# Sources of the standard library: real text, on every machine.
SOURCES = {module.__name__: inspect.getsource(module) for module in (bisect, heapq, textwrap)}


def chunks_of(text: str) -> list[bytes]:
    """Split with GPT-2's pattern."""
    return [chunk.encode() for chunk in pretokenize(text)]


def tokens_made(merges: dict[Pair, int]) -> list[bytes]:
    """Return the bytes of each merge's token, in the order of the merges."""
    tokens = build_tokens(merges)
    return [tokens[new_id] for new_id in merges.values()]


# Training, by hand and against the reference.


def test_training_by_hand():
    """`aaabdaaabac` by the rule `first`: `aa`, `aaa`, `aaab`."""
    assert fast.train([b"aaabdaaabac"], 3) == {(97, 97): 256, (256, 97): 257, (257, 98): 258}


def test_a_chunk_counts_as_often_as_it_occurs():
    """`ba` twice beats `ab` once, although `ab` is seen first."""
    merges = list(fast.train_counted({b"ab": 1, b"ba": 2}, 2))
    assert merges == [fast.Merge((98, 97), 2, 256), fast.Merge((97, 98), 1, 257)]


@pytest.mark.parametrize(
    ("tie_break", "tokens"),
    [("first", [b"bb", b"cd", b"ab"]), ("smallest", [b"ab", b"bb", b"cd"]),
     ("largest", [b"cd", b"bb", b"ab"])],
)  # fmt: skip
def test_the_three_rules_by_hand(tie_break, tokens):
    """Three pairs that occur once each come in the order that the rule says."""
    assert tokens_made(fast.train([b"bb", b"cd", b"ab"], 3, tie_break=tie_break)) == tokens


def test_first_means_first_in_the_text_as_it_stands_now():
    """Merges change which pair is seen first: after `ab`, `Xc` stands before `dc`."""
    merges = fast.train([b"abc", b"dc", b"ab"], 3)
    assert tokens_made(merges) == [b"ab", b"abc", b"dc"]


def test_a_pair_that_a_merge_has_used_up_is_not_first_any_more():
    """`bc` is first seen in `abc`, where `ab` takes its `b`; then `xy` is seen before it."""
    merges = fast.train([b"abc", b"ab", b"ab", b"xy", b"bc", b"xy", b"bc"], 3)
    assert tokens_made(merges) == [b"ab", b"xy", b"bc"]


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("chunks", [[], [b""], [b"a"], [b"a", b"b", b""]])
def test_nothing_to_learn(chunks, tie_break):
    """Without a pair there is no merge, and no error."""
    assert fast.train(chunks, 10, tie_break=tie_break) == {}


@pytest.mark.parametrize("length", range(1, 20))
def test_a_run_is_learned_as_the_reference_does(length):
    """In `aaaa…` pairs overlap; the counts and merges are still the reference's."""
    chunk = b"a" * length
    expected = [(step.pair, step.count) for step in reference.train_steps([chunk], 99)]
    assert [(merge.pair, merge.count) for merge in fast.train_counted({chunk: 1}, 99)] == expected


@pytest.mark.parametrize("num_merges", [0, 1, 2, 100])
def test_training_ends_when_no_pair_is_left(num_merges):
    """Asked for more merges than there are, it makes those there are."""
    merges = fast.train([b"abcab"], num_merges)
    assert tokens_made(merges) == [b"ab", b"abc", b"abcab"][:num_merges]


def test_an_unknown_rule_is_an_error():
    """The error names what came and the three rules, even if there is nothing to train on."""
    with pytest.raises(ValueError, match=r"unknown tie_break 'last': .*first, smallest, largest"):
        fast.train([], 1, tie_break="last")


def test_chunks_may_be_lists_of_ids_or_bytes():
    """A chunk is any sequence of ids below 256, and the chunks may be a stream."""
    as_lists = ([97, 98, 97, 98] for _ in range(2))
    assert fast.train(as_lists, 2) == fast.train([b"abab", b"abab"], 2)


@given(us.chunk_lists(), st.integers(0, 40), us.tie_breaks())
def test_training_equals_the_reference(chunks, num_merges, tie_break):
    """Pair, count and new id of each merge are the reference's, whatever the rule."""
    steps = reference.train_steps(chunks, num_merges, tie_break=tie_break)
    expected = [(step.pair, step.count, step.new_id) for step in steps]
    learned = fast.train_counted(Counter(chunks), num_merges, tie_break=tie_break)
    assert [(merge.pair, merge.count, merge.new_id) for merge in learned] == expected
    assert list(fast.train(chunks, num_merges, tie_break=tie_break).items()) == [
        (pair, new_id) for pair, _, new_id in expected
    ]


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("name", SOURCES)
def test_training_on_program_text_equals_the_reference(name, tie_break):
    """On a source file, where ties abound, a hundred merges are the reference's, in order."""
    chunks = chunks_of(SOURCES[name][:8_000])
    merges = fast.train(chunks, 100, tie_break=tie_break)
    assert len(merges) == 100
    assert list(merges.items()) == list(reference.train(chunks, 100, tie_break=tie_break).items())


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_training_without_splitting_equals_the_reference(tie_break):
    """One long chunk, as with no pattern, trains the same."""
    chunks = [SOURCES["heapq"][:3_000].encode()]
    expected = reference.train(chunks, 60, tie_break=tie_break)
    assert list(fast.train(chunks, 60, tie_break=tie_break).items()) == list(expected.items())


# Training, against others: `first`.


@pytest.mark.parametrize("name", SOURCES)
def test_first_is_the_rule_of_tiktokens_educational_module(name):
    """Tiktoken's `SimpleBytePairEncoding` learns the same tokens by the rule `first`."""
    text = SOURCES[name][:4_000]
    ranks = educational.bpe_train(text, 256 + 60, GPT2, visualise=None)
    assert list(ranks)[256:] == tokens_made(fast.train(chunks_of(text), 60))


@given(st.one_of(st.text("ab ", max_size=40), us.texts()))
def test_first_equals_tiktokens_educational_module(text):
    """The same on texts full of ties, for as many merges as there are."""
    expected = tokens_made(fast.train(chunks_of(text), 12))
    ranks = educational.bpe_train(text, 256 + len(expected), GPT2, visualise=None)
    assert list(ranks)[256:] == expected


# `smallest`.


def train_rustbpe(texts: list[str], num_merges: int, pattern: str) -> list[bytes]:
    """Return the tokens that rustbpe makes, in order."""
    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(iter(texts), 256 + num_merges, pattern=pattern)
    return [bytes(token) for token, _ in tokenizer.get_mergeable_ranks()][256:]


@pytest.mark.parametrize("name", SOURCES)
def test_smallest_is_the_rule_of_rustbpe(name):
    """With the same pattern, rustbpe learns the same tokens by the rule `smallest`."""
    text = SOURCES[name]
    merges = fast.train(chunks_of(text), 500, tie_break="smallest")
    assert train_rustbpe([text], 500, GPT2) == tokens_made(merges)


@given(
    st.one_of(
        st.lists(st.text("ab", max_size=24), max_size=5),
        st.lists(st.text("abc", max_size=24), max_size=5),
        st.lists(us.texts(), max_size=4),
    ),
    st.integers(0, 30),
)
def test_smallest_equals_rustbpe(texts, num_merges):
    """The same on texts full of ties, each text one chunk, for as many merges as there are."""
    chunks = [text.encode() for text in texts]
    merges = fast.train(chunks, num_merges, tie_break="smallest")
    assert train_rustbpe(texts, num_merges, r"(?s).+") == tokens_made(merges)


# Hugging Face numbers the bytes by their printable characters, in order of code points.
HF_ALPHABET = sorted(bytes_to_unicode().items(), key=lambda item: item[1])
HF_IDS = {byte: token_id for token_id, (byte, _) in enumerate(HF_ALPHABET)}


def train_hugging_face(chunks: list[bytes], num_merges: int) -> list[list[str]]:
    """Return the merges that Hugging Face learns, each chunk a text that is not split."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    trainer = trainers.BpeTrainer(
        vocab_size=256 + num_merges,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([chunk.decode() for chunk in chunks], trainer)
    return json.loads(tokenizer.to_str())["model"]["merges"]


def train_as_hugging_face(chunks: list[bytes], num_merges: int) -> list[list[str]]:
    """Train on Hugging Face's ids, and write the merges as Hugging Face does."""
    renumbered = [[HF_IDS[byte] for byte in chunk] for chunk in chunks]
    merges = fast.train(renumbered, num_merges, tie_break="smallest")
    written = [character for _, character in HF_ALPHABET]
    for left, right in merges:
        written.append(written[left] + written[right])
    return [[written[left], written[right]] for left, right in merges]


@pytest.mark.parametrize("name", SOURCES)
def test_smallest_is_the_rule_of_hugging_face(name):
    """With the bytes numbered as Hugging Face does, `smallest` learns the same merges."""
    chunks = chunks_of(SOURCES[name])
    assert train_hugging_face(chunks, 500) == train_as_hugging_face(chunks, 500)


@given(
    st.one_of(
        st.lists(st.text("ab", max_size=24), max_size=5),
        st.lists(st.text("abc", max_size=24), max_size=5),
        st.lists(us.texts(), max_size=4),
    ),
    st.integers(0, 30),
)
def test_smallest_equals_hugging_face(texts, num_merges):
    """The same on texts full of ties, each text one chunk, for as many merges as there are."""
    chunks = [text.encode() for text in texts]
    assert train_hugging_face(chunks, num_merges) == train_as_hugging_face(chunks, num_merges)


# `largest`.


def learn_by_largest(chunks: list[bytes], num_merges: int) -> list[tuple[bytes, bytes]]:
    """Specify the rule of subword-nmt and CS336: the greatest (count, pair of byte strings)."""
    words = [[bytes([byte]) for byte in chunk] for chunk in chunks]
    learned: list[tuple[bytes, bytes]] = []
    while len(learned) < num_merges:
        counts = Counter(pair for word in words for pair in pairwise(word))
        if not counts:
            break
        left, right = max(counts, key=lambda pair: (counts[pair], pair))
        learned.append((left, right))
        for word in words:
            for place in range(len(word) - 1):
                if word[place : place + 2] == [left, right]:
                    word[place : place + 2] = [left + right]
    return learned


def learn_by_ours(chunks: list[bytes], num_merges: int) -> list[tuple[bytes, bytes]]:
    """Return the merges of the rule `largest` as pairs of byte strings."""
    merges = fast.train(chunks, num_merges, tie_break="largest")
    tokens = build_tokens(merges)
    return [(tokens[left], tokens[right]) for left, right in merges]


@pytest.mark.parametrize("name", SOURCES)
def test_largest_is_the_rule_of_subword_nmt_on_program_text(name):
    """On a source file, sixty merges are those of the specification."""
    chunks = chunks_of(SOURCES[name][:4_000])
    assert learn_by_ours(chunks, 60) == learn_by_largest(chunks, 60)


@given(us.chunk_lists(), st.integers(0, 30))
def test_largest_is_the_rule_of_subword_nmt(chunks, num_merges):
    """The same on chunks full of ties."""
    assert learn_by_ours(chunks, num_merges) == learn_by_largest(chunks, num_merges)


@given(st.lists(st.binary(max_size=4), max_size=8))
def test_descending_sorts_from_the_greatest(tokens):
    """The key turns the order of byte strings around, prefixes included."""
    assert sorted(tokens, key=fast.descending) == sorted(tokens, reverse=True)
