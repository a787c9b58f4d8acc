"""Byte pair encoding as taught: the oracle of all engines."""

from itertools import pairwise

import pytest
import strategies as us
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.pairs import TIE_BREAKS
from bpe_course.reference import (
    count_pairs_in_chunks,
    decode_bytes,
    encode_chunk,
    encode_steps,
    train,
    train_steps,
)
from bpe_course.vocab import build_tokens

HI_THERE = (
    b"Hi there! What are you doing? Do you know what the weather is like today? "
    b"If you do, where would you go?"
)
LOOK = b"Hi there! You look amazing today. You should go out!"


def test_training_by_hand():
    """`aaabdaaabac` by the rule `first`: `aa`, then `Za`, then what those two make with `b`."""
    steps = list(train_steps([b"aaabdaaabac"], 3))
    a, b, c, d = b"abcd"
    assert [(step.pair, step.count, step.new_id) for step in steps] == [
        ((a, a), 4, 256),
        ((256, a), 2, 257),
        ((257, b), 2, 258),
    ]
    assert [step.ids for step in steps] == [
        [256, a, b, d, 256, a, b, a, c],
        [257, b, d, 257, b, a, c],
        [258, d, 258, a, c],
    ]


def test_another_rule_takes_another_way():
    """By the rule `smallest`, the second merge is `ab`, as in the example done by hand."""
    a, b = b"ab"
    merges = train([b"aaabdaaabac"], 3, tie_break="smallest")
    assert merges == {(a, a): 256, (a, b): 257, (256, 257): 258}


def test_three_merges_of_a_greeting():
    """The three merges are `ou`, `he` and a space with `y`."""
    merges = train([HI_THERE], 3)
    assert merges == {(111, 117): 256, (104, 101): 257, (32, 121): 258}
    assert list(merges) == [(111, 117), (104, 101), (32, 121)]


def test_a_vocabulary_of_258_means_two_merges():
    """256 bytes and two merges are 258 tokens; the third merge would be the 259th."""
    merges = train([HI_THERE], 258 - 256)
    assert len(build_tokens(merges)) == 258
    assert max(merges.values()) == 257


def test_encoding_another_greeting():
    """`he` and `ou` are found in a text that the training has not seen, and it comes back."""
    merges = train([HI_THERE], 3)
    ids = encode_chunk(LOOK, merges)
    assert ids[:13] == [72, 105, 32, 116, 257, 114, 101, 33, 32, 89, 256, 32, 108]
    assert ids.count(256) == LOOK.count(b"ou") == 4
    assert ids.count(257) == LOOK.count(b"he") == 1
    assert ids.count(258) == LOOK.count(b" y") == 0
    assert decode_bytes(ids, build_tokens(merges)) == LOOK


@pytest.mark.parametrize(
    ("chunks", "made"), [([], 0), ([b""], 0), ([b"a"], 0), ([b"ab"], 1), ([b"aaaa"], 2)]
)
def test_training_ends_when_no_pair_is_left(chunks, made):
    """More merges asked for than there are pairs: the training makes what it can and stops."""
    merges = train(chunks, 100)
    assert len(merges) == made
    assert list(merges.values()) == list(range(256, 256 + made))


def test_no_merges_asked_for():
    """Zero merges are none."""
    assert train([b"abab"], 0) == {}


def test_no_pair_reaches_into_the_next_chunk():
    """A pair is counted inside chunks only."""
    assert count_pairs_in_chunks([b"ab", b"ba", b""]) == {(97, 98): 1, (98, 97): 1}
    assert train([b"a", b"b", b"a", b"b"], 5) == {}


def test_an_unknown_rule_is_an_error_at_once():
    """The rule is checked even if no pair is there to need it."""
    with pytest.raises(ValueError, match="unknown tie_break 'last'"):
        train([], 1, tie_break="last")


def test_a_step_is_data_that_stays():
    """Each step keeps the ids as they were after its merge, chunk by chunk."""
    steps = list(train_steps([b"abab", b"ab"], 2))
    assert [step.chunks for step in steps] == [[[256, 256], [256]], [[257], [256]]]
    assert [step.ids for step in steps] == [[256, 256, 256], [257, 256]]


def test_encoding_goes_by_rank_and_not_from_left_to_right():
    """In `abc`, `bc` was learned first, so it is merged although `ab` stands further left."""
    a, b, c = b"abc"
    assert encode_chunk(b"abc", {(b, c): 256, (a, b): 257}) == [a, 256]
    assert encode_chunk(b"abc", {(a, b): 256, (b, c): 257}) == [256, c]


def test_encoding_is_not_longest_match():
    """`abcd` is a token, and still `abcde` is not `abcd`, `e`: `de` was learned before."""
    a, b, c, d, e = b"abcde"
    merges = {(a, b): 256, (d, e): 257, (c, d): 258, (256, 258): 259}
    assert encode_chunk(b"abcd", merges) == [259]
    assert encode_chunk(b"abcde", merges) == [256, c, 257]


def test_encoding_step_by_step():
    """The ids before the first merge and after each; each step is a list of its own."""
    merges = {(97, 97): 256, (256, 98): 257}
    steps = list(encode_steps(b"aabaa", merges))
    assert steps == [[97, 97, 98, 97, 97], [256, 98, 256], [257, 256]]


@pytest.mark.parametrize("chunk", [b"", b"a"])
def test_nothing_to_merge(chunk):
    """A chunk of fewer than two bytes is its own ids."""
    assert encode_chunk(chunk, {(97, 97): 256}) == list(chunk)


def test_decoding_joins_bytes():
    """Decoding looks each id up and joins; tokens may be parts of a character."""
    tokens = {0: b"\xf0\x9f", 1: b"\x91\x8b"}
    assert decode_bytes([0, 1], tokens).decode() == "👋"
    assert decode_bytes([], tokens) == b""


def test_a_lone_continuation_byte_is_not_text():
    """`decode([128])` is an error under `strict`; `replace` puts U+FFFD in its place."""
    decoded = decode_bytes([128], build_tokens({}))
    with pytest.raises(UnicodeDecodeError, match="invalid start byte"):
        decoded.decode("utf-8", errors="strict")
    assert decoded.decode("utf-8", errors="replace") == "\ufffd"


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_text_of_many_kinds_comes_back(tie_break):
    """A greeting in English, Chinese and emoji survives, whatever merges there are."""
    text = "Hello👋, my name is Banghao Chi!; 你好👋，我是池邦豪！".encode()
    merges = train([HI_THERE, text], 20, tie_break=tie_break)
    ids = encode_chunk(text, merges)
    assert len(ids) < len(text)
    assert decode_bytes(ids, build_tokens(merges)) == text


TRAININGS = st.tuples(us.chunk_lists(), st.integers(0, 30), us.tie_breaks())


@given(TRAININGS, us.chunks())
def test_every_chunk_comes_back(training, chunk):
    """Decoding what was encoded gives the bytes, seen in training or not."""
    chunks, num_merges, tie_break = training
    merges = train(chunks, num_merges, tie_break=tie_break)
    tokens = build_tokens(merges)
    for each in [*chunks, chunk]:
        assert decode_bytes(encode_chunk(each, merges), tokens) == each


@given(TRAININGS)
def test_encoding_the_training_text_gives_the_training_ids(training):
    """Encoding replays the training: on the same chunks, it ends where the training ended."""
    chunks, num_merges, tie_break = training
    steps = list(train_steps(chunks, num_merges, tie_break=tie_break))
    merges = {step.pair: step.new_id for step in steps}
    expected = steps[-1].chunks if steps else [list(chunk) for chunk in chunks]
    assert [encode_chunk(chunk, merges) for chunk in chunks] == expected


@given(TRAININGS)
def test_counts_never_rise(training):
    """Each merge is at most as common as the one before."""
    chunks, num_merges, tie_break = training
    counts = [step.count for step in train_steps(chunks, num_merges, tie_break=tie_break)]
    assert all(earlier >= later for earlier, later in pairwise(counts))


@given(TRAININGS)
def test_no_two_tokens_are_alike(training):
    """Each merge makes bytes that no earlier token has, so bytes and ids are one to one."""
    chunks, num_merges, tie_break = training
    tokens = build_tokens(train(chunks, num_merges, tie_break=tie_break))
    assert len(set(tokens.values())) == len(tokens)


@given(TRAININGS, us.chunks())
def test_encoding_ends_when_nothing_more_can_be_merged(training, chunk):
    """No pair of neighbors in the result is a merge, and each step is shorter than the last."""
    chunks, num_merges, tie_break = training
    merges = train(chunks, num_merges, tie_break=tie_break)
    steps = list(encode_steps(chunk, merges))
    assert not any(pair in merges for pair in pairwise(steps[-1]))
    assert all(len(before) > len(after) for before, after in pairwise(steps))
