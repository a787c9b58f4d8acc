"""Other ways to write a chunk in tokens than byte pair encoding's own."""

import pytest
import strategies as us
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import Tokenizer, corpora, pretokenize, reference, zoo
from bpe_course.vocab import Vocab

LETTERS = {b"a": 0, b"b": 1, b"c": 2, b"d": 3}


@st.composite
def learned(draw):
    """A chunk and a vocabulary learned from other chunks of the same few letters."""
    letters = draw(st.sampled_from([b"ab", b"abc"]))
    corpus = draw(st.lists(us.chunks_over(letters), min_size=1, max_size=4))
    chunk = draw(st.one_of(us.chunks_over(letters, max_size=10), st.just(b"a" * 9)))
    merges = reference.train(corpus, 12, tie_break=draw(us.tie_breaks()))
    return chunk, Vocab(merges)


def token_lengths(way, vocab):
    """How many bytes each token has."""
    return [len(vocab.tokens[token_id]) for token_id in way]


def test_five_ways_to_write_a_word_by_hand():
    """With `bc`, `ab`, `cd`, `abc` learned in turn, one encoder of five cuts `abcd` in half."""
    tokens = [b"a", b"b", b"c", b"d", b"bc", b"ab", b"cd", b"abc"]
    ids = {token: token_id for token_id, token in enumerate(tokens)}
    merges = {(1, 2): 4, (0, 1): 5, (2, 3): 6, (0, 4): 7}
    ways = zoo.encode_by_each(b"abcd", merges, ids)
    assert {name: [tokens[each] for each in way] for name, way in ways.items()} == {
        "rank": [b"abc", b"d"],
        "in order": [b"abc", b"d"],
        "left to right": [b"ab", b"cd"],
        "longest match": [b"abc", b"d"],
        "fewest tokens": [b"abc", b"d"],
    }


@given(learned())
def test_every_encoder_writes_the_chunk(drawn):
    """Whichever tokens an encoder chooses, their bytes join to the chunk."""
    chunk, vocab = drawn
    for way in zoo.encode_by_each(chunk, vocab.merges, vocab.ids).values():
        assert reference.decode_bytes(way, vocab.tokens) == chunk


@given(learned())
def test_in_order_is_rank_on_learned_merges(drawn):
    """Going once through learned merges gives what merging the lowest rank first gives."""
    chunk, vocab = drawn
    assert zoo.in_order(chunk, vocab.merges) == reference.encode_chunk(chunk, vocab.merges)


def test_in_order_is_not_rank_when_the_order_was_not_learned():
    """A merge that stands before the merge of its own parts is passed before it can apply."""
    merges = {(256, 99): 257, (97, 98): 256}
    assert zoo.in_order(b"abc", merges) == [256, 99]
    assert reference.encode_chunk(b"abc", merges) == [257]


@given(learned())
def test_left_to_right_merges_the_first_pair_it_knows(drawn):
    """The result is that of looking for the leftmost known pair from the start, again and again."""
    chunk, vocab = drawn
    ids = list(chunk)
    while places := [
        place for place in range(len(ids) - 1) if tuple(ids[place : place + 2]) in vocab.merges
    ]:
        first = places[0]
        ids[first : first + 2] = [vocab.merges[ids[first], ids[first + 1]]]
    assert zoo.left_to_right(chunk, vocab.merges) == ids


def test_left_to_right_looks_back_after_a_merge():
    """A new id may make a pair with the id before it, and that pair is then the leftmost."""
    assert zoo.left_to_right(b"abc", {(98, 99): 256, (97, 256): 257}) == [257]


@given(learned())
def test_longest_match_takes_the_longest_token_each_time(drawn):
    """Of all ways to write the chunk, it is the one whose first token is longest, and so on."""
    chunk, vocab = drawn
    ways = zoo.segmentations(chunk, vocab.ids)
    longest = max(ways, key=lambda way: token_lengths(way, vocab))
    assert zoo.longest_match(chunk, vocab.ids) == longest


@given(learned())
def test_fewest_tokens_is_the_shortest_of_all_ways(drawn):
    """Among all ways none is shorter; among equals, longer tokens stand further left."""
    chunk, vocab = drawn
    ways = list(zoo.segmentations(chunk, vocab.ids))
    fewest = min(map(len, ways))
    shortest = [way for way in ways if len(way) == fewest]
    expected = max(shortest, key=lambda way: token_lengths(way, vocab))
    assert zoo.fewest_tokens(chunk, vocab.ids) == expected


@given(learned())
def test_no_encoder_needs_fewer_than_the_fewest(drawn):
    """The other four need as many tokens or more."""
    chunk, vocab = drawn
    ways = zoo.encode_by_each(chunk, vocab.merges, vocab.ids)
    assert min(map(len, ways.values())) == len(ways["fewest tokens"])


@given(learned())
def test_fewest_tokens_differs_from_rank_only_if_it_is_shorter(drawn):
    """Of several shortest ways, that of byte pair encoding is taken if it is one of them."""
    chunk, vocab = drawn
    ways = zoo.encode_by_each(chunk, vocab.merges, vocab.ids)
    fewest, by_rank = ways["fewest tokens"], ways["rank"]
    assert fewest == by_rank or len(fewest) < len(by_rank)


def test_a_tie_goes_to_rank():
    """`bc` is learned before `ab`: two tokens either way, and the longest first token is not it."""
    ids = LETTERS | {b"bc": 4, b"ab": 5}
    assert zoo.fewest_tokens(b"abc", ids) == [5, 2]
    ways = zoo.encode_by_each(b"abc", {(1, 2): 4, (0, 1): 5}, ids)
    assert ways["fewest tokens"] == ways["rank"] == [0, 4]


def test_longest_match_can_need_more_than_the_fewest():
    """`abc` first leaves `d` and `e` alone; `ab` first leaves `cde`, which is a token."""
    ids = LETTERS | {b"e": 4, b"abc": 5, b"ab": 6, b"cde": 7}
    assert zoo.longest_match(b"abcde", ids) == [5, 3, 4]
    assert zoo.fewest_tokens(b"abcde", ids) == [6, 7]


@pytest.mark.parametrize("length", range(1, 8))
def test_a_cut_may_fall_at_every_border(length):
    """If every piece of the chunk is a token, there are two to the power of its borders ways."""
    chunk = b"abcdefg"[:length]
    pieces = [chunk[i:j] for i in range(length) for j in range(i + 1, length + 1)]
    ids = {piece: token_id for token_id, piece in enumerate(pieces)}
    ways = list(zoo.segmentations(chunk, ids))
    assert len(ways) == 2 ** (length - 1)
    assert len({tuple(way) for way in ways}) == len(ways)


@given(learned())
def test_every_segmentation_writes_the_chunk(drawn):
    """Each way joins to the chunk, and no way comes twice."""
    chunk, vocab = drawn
    ways = list(zoo.segmentations(chunk, vocab.ids))
    assert all(reference.decode_bytes(way, vocab.tokens) == chunk for way in ways)
    assert len({tuple(way) for way in ways}) == len(ways)


def test_an_empty_chunk_has_no_tokens():
    """Every encoder gives an empty list, and that is the one way there is."""
    assert set(map(tuple, zoo.encode_by_each(b"", {}, LETTERS).values())) == {()}
    assert list(zoo.segmentations(b"", LETTERS)) == [[]]


@pytest.mark.parametrize(
    "encoder",
    [zoo.longest_match, zoo.fewest_tokens, lambda *given: list(zoo.segmentations(*given))],
)
def test_a_byte_without_a_token_is_named(encoder):
    """Where no token fits, the error names the byte and its position."""
    with pytest.raises(ValueError, match="begins with byte 0x7a, which stands at position 2"):
        encoder(b"abz", LETTERS)


def test_in_order_is_rank_on_the_merges_of_gpt2():
    """GPT-2's own ids come out for each word of a paragraph; merging left to right differs."""
    gpt2 = Tokenizer.from_tiktoken("gpt2")
    merges, ids = gpt2.merges, {token: token_id for token_id, token in gpt2.vocab.items()}
    words = pretokenize(corpora.parallel()["en"], "gpt2")
    ways = [zoo.encode_by_each(word.encode(), merges, ids) for word in words]
    published = [gpt2.encode(word) for word in words]
    assert [way["rank"] for way in ways] == published
    assert [way["in order"] for way in ways] == published
    assert [way["left to right"] for way in ways] != published
