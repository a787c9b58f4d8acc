"""Merging one chunk in any of the ways gives what merging as taught gives."""

import bisect
import heapq
import inspect
import textwrap

import pytest
import regex
import strategies as us
import tiktoken._educational as educational
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import fast, merging, reference
from bpe_course.pretokenize import GPT2, pretokenize
from bpe_course.vocab import build_tokens

# Sources of the standard library: real text, on every machine.
SOURCES = {module.__name__: inspect.getsource(module) for module in (bisect, heapq, textwrap)}

# Of letters: pairs, three, four and eight.
RUNS = {(97, 97): 256, (256, 97): 257, (256, 256): 258, (258, 258): 259}


def in_small_windows(chunk, merges, window=5, margin=2):
    """Merge window by window, the windows so small that even short chunks have several."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(merging, "WINDOW", window)
        patch.setattr(merging, "MARGIN", margin)
        return merging.encode_in_windows(chunk, merges)


ENCODERS = [
    merging.encode_chunk,
    merging.encode_short,
    merging.encode_long,
    merging.encode_in_windows,
    in_small_windows,
]


def chunks_of(text: str) -> list[bytes]:
    """Split with GPT-2's pattern."""
    return [chunk.encode() for chunk in pretokenize(text)]


@pytest.mark.parametrize("encode", ENCODERS)
def test_encoding_goes_by_rank(encode):
    """The pair learned first is merged first, wherever it stands."""
    a, b, c = b"abc"
    assert encode(b"abc", {(b, c): 256, (a, b): 257}) == [a, 256]
    assert encode(b"abc", {(a, b): 256, (b, c): 257}) == [256, c]


@pytest.mark.parametrize("encode", ENCODERS)
@pytest.mark.parametrize("chunk", [b"", b"a"])
def test_nothing_to_merge(encode, chunk):
    """A chunk of fewer than two bytes is its own ids."""
    assert encode(chunk, {(97, 97): 256}) == list(chunk)


@pytest.mark.parametrize("encode", ENCODERS)
def test_encoding_leaves_its_argument_alone(encode):
    """A list given as a chunk is not changed."""
    chunk = [97, 98] * 100
    assert encode(chunk, {(97, 98): 256}) == [256] * 100
    assert chunk == [97, 98] * 100


@pytest.mark.parametrize("length", [*range(12), *range(95, 108), 255, 256, 257])
def test_runs_on_both_sides_of_the_border_between_long_and_short(length):
    """`aaaa…` with merges of 2, 3, 4 and 8 letters, at the length where the method changes."""
    expected = reference.encode_chunk(b"a" * length, RUNS)
    for encode in ENCODERS:
        assert encode(b"a" * length, RUNS) == expected


@given(us.chunk_lists(), st.integers(0, 40), us.tie_breaks(), us.chunks())
def test_encoding_equals_the_reference(chunks, num_merges, tie_break, chunk):
    """Every way of encoding gives the reference's ids, on chunks seen in training and not."""
    merges = fast.train(chunks, num_merges, tie_break=tie_break)
    for each in [*chunks, chunk]:
        expected = reference.encode_chunk(each, merges)
        for encode in ENCODERS:
            assert encode(each, merges) == expected


@given(us.chunk_lists(), st.lists(us.chunks(), min_size=4, max_size=12), us.tie_breaks())
def test_encoding_long_chunks_equals_the_reference(chunks, parts, tie_break):
    """The same on chunks several times longer than those of the training."""
    merges = fast.train(chunks, 40, tie_break=tie_break)
    chunk = b"".join(parts)
    expected = reference.encode_chunk(chunk, merges)
    for encode in ENCODERS:
        assert encode(chunk, merges) == expected


def test_encoding_program_text_as_one_chunk_equals_the_reference():
    """Three thousand bytes in one chunk, with five hundred merges learned elsewhere."""
    merges = fast.train(chunks_of(SOURCES["textwrap"]), 500)
    chunk = SOURCES["heapq"][:3_000].encode()
    assert merging.encode_chunk(chunk, merges) == reference.encode_chunk(chunk, merges)


def test_encoding_equals_tiktokens_educational_module():
    """The tokens of our training, as ranks, encode the same there."""
    merges = fast.train(chunks_of(SOURCES["bisect"]), 200)
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    for chunk in regex.findall(GPT2, SOURCES["heapq"][:2_000]):
        expected = educational.bpe_encode(ranks, chunk.encode(), visualise=None)
        assert merging.encode_chunk(chunk.encode(), merges) == expected


# Windows.


@given(us.chunk_lists(), us.chunks(), st.integers(1, 12), st.integers(1, 4))
def test_windows_of_every_size_change_nothing(chunks, chunk, window, margin):
    """However short the windows, and however little is merged again with what follows."""
    merges = fast.train(chunks, 30)
    expected = reference.encode_chunk(chunk, merges)
    assert in_small_windows(chunk, merges, window, margin) == expected


@pytest.mark.parametrize("window", [1, 2, 3, 7, 8, 9])
def test_a_seam_that_does_not_hold_takes_tokens_back(window):
    """What ends a chunk decides how all before it is merged, so every window must be given up."""
    a, b, c, d = b"abcd"
    merges = {(c, d): 256, (b, 256): 257, (a, 257): 258, (b, c): 259, (a, b): 260, (a, 259): 261}
    merges |= {(261, 261): 262, (261, 258): 263, (262, 263): 264}
    chunk = b"abc" * 9 + b"abcd"
    expected = reference.encode_chunk(chunk, merges)
    assert expected[-1] == 264
    assert in_small_windows(chunk, merges, window, 1) == expected


def test_a_chunk_of_many_windows_equals_one_merged_at_once():
    """The standard library in one chunk, without windows and with them."""
    merges = fast.train(chunks_of(SOURCES["textwrap"]), 500)
    chunk = "".join(SOURCES.values()).encode()
    assert len(chunk) > 8 * merging.WINDOW
    assert merging.encode_chunk(chunk, merges) == merging.encode_long(chunk, merges)
    assert merging.encode_chunk(b"a" * 50_001, RUNS) == merging.encode_long(b"a" * 50_001, RUNS)


def test_tokens_longer_than_a_window():
    """A token grows over as many windows as it needs."""
    doubling = {(97, 97): 256} | {(n, n): n + 1 for n in range(256, 266)}
    for length in (2**12, 3 * 2**11 + 5):
        chunk = b"a" * length
        assert in_small_windows(chunk, doubling, 64, 4) == merging.encode_long(chunk, doubling)
