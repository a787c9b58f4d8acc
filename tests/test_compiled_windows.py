"""A very long chunk merged window by window in arrays has the ids it has when merged at once."""

import random

import numpy as np
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import fast, merging
from bpe_course.compiled.encoder import lengths_of
from bpe_course.compiled.pair_ids import table_of_byte_pairs, table_of_merges
from bpe_course.compiled.windows import WINDOW, Merges, encode_in_windows

DOUBLING = {(97, 97): 256} | {(n, n): n + 1 for n in range(256, 270)}


def encode(chunk: bytes, merges):
    """The ids of one chunk, merged in windows."""
    known = Merges(
        np.arange(256),
        table_of_byte_pairs(merges, range(256)),
        table_of_merges(merges),
        lengths_of(merges, range(256)),
    )
    out = np.empty(len(chunk), dtype=np.uint32)
    data = np.array([*chunk], dtype=np.uint8)
    written = encode_in_windows(data, 0, len(chunk), known, out, 0)
    return out[:written].tolist()


@settings(max_examples=25)
@given(strategies.chunk_lists(), strategies.chunks(), st.integers(0))
def test_windows_change_nothing(chunks, chunk, seed):
    """Over alphabets that force ties and overlaps, the borders of windows anywhere in the text."""
    merges = fast.train(chunks, 30)
    parts = [*chunks, chunk, b"a"]
    long = b"".join(random.Random(seed).choices(parts, k=3 * WINDOW // max(map(len, parts))))
    long += b"ab" * WINDOW
    assert encode(long, merges) == merging.encode_long(long, merges)


@pytest.mark.parametrize("letters", [b"a", b"ab", b"abcdefghijklmnopqrstuvwxyz "])
@pytest.mark.parametrize("length", [WINDOW, WINDOW + 1, 7 * WINDOW + 5])
def test_letters_at_random(letters, length):
    """With merges of program text, whatever the length."""
    merges = fast.train([fast.__doc__.encode()], 300)
    chunk = bytes(random.Random(length).choices(letters, k=length))
    assert encode(chunk, merges) == merging.encode_long(chunk, merges)


@pytest.mark.parametrize("length", [2**15, 3 * 2**14 + 5])
def test_tokens_longer_than_a_window(length):
    """A token grows over as many windows as it needs."""
    chunk = b"a" * length
    assert encode(chunk, DOUBLING) == merging.encode_long(chunk, DOUBLING)


def test_a_seam_that_does_not_hold_takes_tokens_back():
    """The last byte decides how all before it is merged, over more than a margin of tokens."""
    # Each token of the chain is the one behind it with one more byte on the left.
    byte_order = [value for value in range(200) if value != 97]
    chain = byte_order[-120:]
    merges, last = {}, 97
    for new_id, byte in enumerate(reversed(chain), start=256):
        merges[byte, last] = new_id
        last = new_id
    chunk = b"b" * (WINDOW - 60) + bytes(chain) + b"a" + b"b" * WINDOW
    ids = encode(chunk, merges)
    assert ids == merging.encode_long(chunk, merges)
    assert last in ids


def test_a_seam_that_does_not_hold_takes_back_a_whole_chunk_and_no_more():
    """The last byte decides how the chunk is merged, back to its beginning; not what is before."""
    # `yy` is a token, `bz`, `bbz`, and so on up to one with `WINDOW` times `b`; then `yyb…z`.
    merges, last = {(121, 121): 256}, 122
    for new_id in range(257, 257 + WINDOW):
        merges[98, last] = new_id
        last = new_id
    merges[256, last] = last + 1
    merges[120, last + 1] = last + 2  # across the beginning of the chunk
    known = Merges(
        np.arange(256),
        table_of_byte_pairs(merges, range(256)),
        table_of_merges(merges),
        lengths_of(merges, range(256)),
    )
    before, chunk = b"xxxxx", b"yy" + b"b" * WINDOW + b"z"
    data = np.array([*before, *chunk], dtype=np.uint8)
    out = np.zeros(len(data), dtype=np.uint32)
    out[: len(before)] = [*before]
    written = encode_in_windows(data, len(before), len(data), known, out, len(before))
    assert out[:written].tolist() == [*before, last + 1]
