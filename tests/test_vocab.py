"""A vocabulary: tokens, merges and ranks."""

import pytest
import strategies as us
import tiktoken
from hypothesis import given, reject
from hypothesis import strategies as st

from bpe_course import fast, reference
from bpe_course.bytelevel import byte_order
from bpe_course.vocab import (
    BYTES_BY_VALUE,
    CACHED_CHUNKS,
    LONGEST_CACHED,
    ChunkIds,
    Vocab,
    build_tokens,
    check_ranks,
    recover_merges,
)

BYTE_RANKS = {bytes([value]): value for value in range(256)}
HI = {(104, 105): 256, (256, 33): 257}


def test_tokens_are_built_in_the_order_of_the_merges():
    """A merge joins the bytes of its two parts, which may be merges themselves."""
    tokens = build_tokens({(97, 98): 256, (256, 256): 257})
    assert tokens[256] == b"ab"
    assert tokens[257] == b"abab"
    assert list(tokens) == list(range(258))


def test_the_order_of_the_merges_matters():
    """A merge that uses a token not yet there is an error."""
    with pytest.raises(ValueError, match=r"\(256, 256\) -> 257 uses an id that no byte"):
        build_tokens({(256, 256): 257, (97, 98): 256})


def test_an_id_given_twice_is_an_error():
    """Two merges cannot make the same id, nor one that a byte has."""
    with pytest.raises(ValueError, match="id 256 is taken"):
        build_tokens({(97, 98): 256, (98, 97): 256})
    with pytest.raises(ValueError, match="id 99 is taken"):
        build_tokens({(97, 98): 99})


def test_a_merge_below_its_parts_is_an_error():
    """Ids are ranks, so a merge has a higher id than its parts."""
    with pytest.raises(ValueError, match="lower id than one of its parts"):
        build_tokens({(97, 98): 300, (300, 97): 256})


@pytest.mark.parametrize("byte_ids", [[], range(255), [0] * 256])
def test_each_byte_needs_an_id_of_its_own(byte_ids):
    """The error says how many there are."""
    with pytest.raises(ValueError, match="256 bytes an id of their own, not"):
        build_tokens({}, byte_ids)


def test_two_ids_for_the_same_bytes_are_an_error():
    """A token that two merges make could not be looked up."""
    with pytest.raises(ValueError, match="token b'abc' has two ids: 258 and 259"):
        Vocab({(97, 98): 256, (98, 99): 257, (256, 99): 258, (97, 257): 259})


def test_an_unmerged_token_needs_an_id_of_its_own():
    """The error names both tokens."""
    with pytest.raises(ValueError, match="id 256 is given to b'hi' and to b'ho'"):
        Vocab({(104, 105): 256}, unmerged={b"ho": 256})


def test_a_vocabulary_knows_tokens_by_id_and_ids_by_token():
    """The 256 bytes and two merges are 258 tokens, each found both ways."""
    vocab = Vocab(HI)
    assert len(vocab) == 258
    assert vocab.tokens[257] == b"hi!"
    assert all(vocab.ids[token] == token_id for token_id, token in vocab.tokens.items())


def test_bytes_may_be_numbered_otherwise():
    """GPT-2 numbers the bytes by its printable alphabet; merges and ids follow."""
    byte_ids = tuple(byte_order().index(value) for value in range(256))
    vocab = Vocab({(byte_ids[ord("h")], byte_ids[ord("i")]): 256}, byte_ids)
    assert vocab.tokens[0] == b"!"
    assert vocab.tokens[220] == b" "
    assert vocab.encode_chunk(b" hi!") == [220, 256, 0]


def test_a_chunk_is_encoded_by_rank():
    """Merging goes by rank, as the reference has it."""
    assert Vocab(HI).encode_chunk(b"hi!hi?") == [257, 256, 63]
    assert Vocab(HI).encode_chunk(b"") == []


def test_merges_come_back_from_ranks():
    """Two ids remain when a token is encoded with the merges before it: they are its merge."""
    ranks = BYTE_RANKS | {b"ab": 256, b"bc": 257, b"abc": 258, b"abcbc": 259}
    assert recover_merges(ranks) == {
        (97, 98): 256,
        (98, 99): 257,
        (256, 99): 258,
        (258, 257): 259,
    }


def test_a_token_out_of_reach_is_an_error():
    """`abc` cannot be made of two tokens of lower rank; the error names it."""
    with pytest.raises(ValueError, match="b'abc' of rank 256 cannot be made by merging two"):
        recover_merges(BYTE_RANKS | {b"abc": 256})


def test_a_token_out_of_reach_is_found_where_a_chunk_equals_it():
    """A chunk that is a token becomes that token, though merging does not lead there."""
    vocab = Vocab.from_ranks(BYTE_RANKS | {b"abc": 256})
    assert vocab.unmerged == {b"abc": 256}
    assert vocab.encode_chunk(b"abc") == [256]
    assert vocab.encode_chunk(b"abcd") == [97, 98, 99, 100]


def test_a_token_joined_from_a_later_one_is_an_error():
    """`abc` of rank 256 could be joined from `ab` of rank 257, which no merge can do."""
    ranks = BYTE_RANKS | {b"abc": 256, b"ab": 257}
    with pytest.raises(ValueError, match="b'abc' of rank 256 can be joined from b'ab' and b'c'"):
        Vocab.from_ranks(ranks)


def test_why_a_token_joined_from_a_later_one_is_an_error():
    """Tiktoken looks up joined bytes, not pairs, so it does find `abc` in `abcd` that way."""
    ranks = BYTE_RANKS | {b"abc": 256, b"ab": 257}
    assert tiktoken_of(ranks).encode("abcd") == [256, 100]


@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        (BYTE_RANKS | {b"ab": 7}, r"rank 7 is given twice: to b'\\x07' and to b'ab'"),
        (BYTE_RANKS | {b"ab": 257}, "rank 256 is missing: ranks must be 0 to 256"),
        (BYTE_RANKS | {b"ab": -1}, "rank 256 is missing"),
        ({b"a": 0}, r"byte 0x00 has no rank \(255 of 256 are missing\)"),
        ({}, r"byte 0x00 has no rank \(256 of 256 are missing\)"),
    ],
)
def test_ranks_must_be_whole(ranks, message):
    """A repeated or missing rank, or a byte without one, is an error that names it."""
    with pytest.raises(ValueError, match=message):
        check_ranks(ranks)


def test_known_chunks_are_kept():
    """A chunk asked for twice is encoded once; its ids are those of the vocabulary."""
    chunk_ids = ChunkIds(Vocab(HI))
    assert chunk_ids["hi!"] == (257,)
    assert chunk_ids["hi!"] is chunk_ids["hi!"]
    assert list(chunk_ids) == ["hi!"]


def test_long_chunks_are_not_kept():
    """Only chunks up to a hundred characters are kept: longer ones seldom come again."""
    chunk_ids = ChunkIds(Vocab(HI))
    for length in (LONGEST_CACHED, LONGEST_CACHED + 1):
        assert chunk_ids["a" * length] == (97,) * length
    assert list(chunk_ids) == ["a" * LONGEST_CACHED]


def test_the_number_of_kept_chunks_is_bounded():
    """When the bound is reached, it starts again from nothing."""
    chunk_ids = ChunkIds(Vocab(HI))
    chunk_ids.update((str(place), ()) for place in range(CACHED_CHUNKS))
    assert chunk_ids["hi"] == (256,)
    assert list(chunk_ids) == ["hi"]


TRAINED = st.builds(
    lambda chunks, num_merges, tie_break: fast.train(chunks, num_merges, tie_break=tie_break),
    us.chunk_lists(),
    st.integers(0, 30),
    us.tie_breaks(),
)


@given(TRAINED)
def test_trained_merges_come_back_from_their_ranks(merges):
    """From tokens and ranks alone, the merges of a training are recovered, in order."""
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    assert list(recover_merges(ranks).items()) == list(merges.items())
    assert Vocab.from_ranks(ranks) == Vocab(merges)


@given(TRAINED, us.chunks())
def test_encoding_a_chunk_equals_the_reference(merges, chunk):
    """For a trained vocabulary, looking the whole chunk up first changes nothing."""
    expected = reference.encode_chunk(chunk, merges)
    assert Vocab(merges).encode_chunk(chunk) == expected


@given(TRAINED, us.chunks(), st.permutations(BYTES_BY_VALUE))
def test_the_numbering_of_bytes_changes_ids_and_nothing_else(merges, chunk, byte_ids):
    """With other ids for the bytes, a chunk becomes the same tokens."""
    ids = dict(enumerate(byte_ids))
    renumbered = {
        (ids.get(left, left), ids.get(right, right)): new_id
        for (left, right), new_id in merges.items()
    }
    plain, other = Vocab(merges), Vocab(renumbered, tuple(byte_ids))
    as_bytes = [plain.tokens[token_id] for token_id in plain.encode_chunk(chunk)]
    assert [other.tokens[token_id] for token_id in other.encode_chunk(chunk)] == as_bytes


def tiktoken_of(ranks: dict[bytes, int]) -> tiktoken.Encoding:
    """Build a tiktoken encoding that does not split."""
    return tiktoken.Encoding("whole", pat_str=r"(?s).+", mergeable_ranks=ranks, special_tokens={})


@given(TRAINED, us.chunks_over(b"abc"))
def test_encoding_equals_tiktoken_for_trained_merges(merges, chunk):
    """Tiktoken looks up joined bytes and not pairs; for a training's ranks that is the same."""
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    assert Vocab(merges).encode_chunk(chunk) == tiktoken_of(ranks).encode(chunk.decode())


@given(
    st.lists(us.chunks_over(b"ab", max_size=6), unique=True, max_size=25),
    st.booleans(),
    st.lists(us.chunks_over(b"ab", max_size=30), max_size=4),
)
def test_encoding_equals_tiktoken_for_any_ranks(tokens, by_length, chunks):
    """The same for tokens that no training chose, many of them out of reach."""
    longer = [token for token in tokens if len(token) > 1]
    if by_length:
        longer.sort(key=len)
    ranks = BYTE_RANKS | {token: 256 + place for place, token in enumerate(longer)}
    try:
        vocab = Vocab.from_ranks(ranks)
    except ValueError:
        reject()
    for chunk in [*chunks, b"".join(chunks), b"".join(chunks) * 5]:
        assert vocab.encode_chunk(chunk) == tiktoken_of(ranks).encode(chunk.decode())
