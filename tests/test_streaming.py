"""A stream is cut only where a chunk ends whatever follows."""

import strategies
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.pretokenize import PATTERNS, pretokenize
from bpe_course.special import split_special
from bpe_course.streaming import cut_stream, find_border, find_cut, is_inside


def chunks_of(text, pattern, special=()):
    """Split a text as a tokenizer does: special tokens first, then the pattern."""
    return [
        chunk
        for part, is_special in split_special(text, special)
        for chunk in ([part] if is_special else pretokenize(part, pattern))
    ]


@given(st.lists(strategies.texts(), max_size=6), st.integers(1, 12))
def test_the_chunks_of_the_pieces_are_those_of_the_whole(texts, block):
    """For each published pattern, however small the blocks."""
    for pattern in PATTERNS:
        pieces = list(cut_stream(texts, pattern, block=block))
        assert "".join(pieces) == "".join(texts)
        chunks = [chunk for piece in pieces for chunk in pretokenize(piece, pattern)]
        assert chunks == pretokenize("".join(texts), pattern)


@given(
    st.lists(strategies.texts_with_special_tokens(), max_size=4),
    st.integers(1, 12),
    st.integers(1, 9),
)
def test_no_piece_ends_inside_a_special_token(texts, block, step):
    """Special tokens spread over several texts are found as in the whole."""
    whole = "".join(texts)
    slices = [whole[start : start + step] for start in range(0, len(whole), step)]
    pieces = cut_stream(slices, "gpt2", strategies.SPECIAL_TOKENS, block=block)
    chunks = [
        chunk for piece in pieces for chunk in chunks_of(piece, "gpt2", strategies.SPECIAL_TOKENS)
    ]
    assert chunks == chunks_of(whole, "gpt2", strategies.SPECIAL_TOKENS)


def test_memory_is_bounded_by_the_block():
    """A thousand sentences come out in pieces of about the block, not as one."""
    pieces = list(cut_stream(["A sentence of words. "] * 1000, "gpt2", block=100))
    assert max(map(len, pieces)) <= 100 + len("A sentence of words. ")


def test_text_without_a_border_is_held_back():
    """One letter over and over has no border, and neither has an unknown pattern."""
    assert find_cut("a" * 50, 50, []) == 0
    assert list(cut_stream(["a b ", "c d"], r"\s+|\S+", block=2)) == ["a b c d"]


def test_a_contraction_is_never_cut():
    """`you'` and `d` belong to one chunk of o200k_base."""
    assert list(cut_stream(["see you'", "d be"], "o200k_base", block=4)) == ["see", " you'd be"]


def test_text_of_any_pattern_is_cut_before_special_tokens_that_are_never_text():
    """Only `at_special` says so: a tokenizer may be told to take a special token for text."""
    texts = ["a b<s>", "c d<s>e f"]
    options = {"special_tokens": ["<s>"], "block": 6}
    assert list(cut_stream(texts, None, at_special=True, **options)) == ["a b<s>c d", "<s>e f"]
    assert list(cut_stream(texts, None, **options)) == ["a b<s>c d<s>e f"]


def test_no_cut_where_special_tokens_overlap():
    """In `<><><>` the places before the second and third `<` are inside `<><>` as found there."""
    border = find_border(None, ["<><>"])
    assert find_cut("a<><><>bcdefg", 13, ["<><>"], border) == 1


def test_the_character_before_a_cut_is_looked_for_from_the_start_given():
    """A window on a text may begin inside a character or a special token."""
    assert find_cut("a b c", 5, [], start=2) == 3
    assert find_cut("a b c", 5, [], start=3) == 0


def test_a_special_token_may_stand_at_the_beginning():
    """Then too no place inside it is a border."""
    assert is_inside("<s>b", 2, ["<s>"])
    assert find_cut("<|end|>, and more", 6, ["<|end|>"]) == 0
