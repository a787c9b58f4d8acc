"""Splitting text into chunks, and tiktoken's way of it, which is the same."""

import re

import pytest
import regex
import strategies as us
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tiktoken_ext import openai_public

from bpe_course.pretokenize import (
    ALTERNATIVES,
    CL100K,
    GPT2,
    O200K,
    PATTERNS,
    compile_pattern,
    iterate_chunks,
    label_chunks,
    pretokenize,
    resolve_pattern,
)

# GPT-2's pattern as its authors wrote it, and as they say they should have.
AS_RELEASED = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

TO_BE_SPLIT = {
    "Any text that you want to be split.": (
        ["Any", " text", " that", " you", " want", " to", " be", " split", "."]
    ),
    "Any text that you'd want to be split.": (
        ["Any", " text", " that", " you", "'d", " want", " to", " be", " split", "."]
    ),
    "Any text123 that you'd want to be split.": (
        ["Any", " text", "123", " that", " you", "'d", " want", " to", " be", " split", "."]
    ),
    "Any text that you'd want to be split???!!!": (
        ["Any", " text", " that", " you", "'d", " want", " to", " be", " split", "???!!!"]
    ),
    "Any text that you'd want to                 be split.": (
        ["Any", " text", " that", " you", "'d", " want", " to", " " * 16, " be", " split", "."]
    ),
}


@pytest.mark.parametrize("text", TO_BE_SPLIT)
def test_gpt2s_pattern_alternative_by_alternative(text):
    """Plain words, a contraction, digits, symbols and a run of spaces each have an alternative."""
    assert pretokenize(text, "gpt2") == TO_BE_SPLIT[text]


@pytest.mark.parametrize("text", ["Hello've", "Hello'VE", "Hello`ve", "Hello\u2019ve"])
def test_gpt2_sees_a_contraction_in_lower_case_and_with_an_apostrophe_only(text):
    """`'ve` is a chunk; `'VE`, `` `ve`` and the curly `’ve` each fall into two."""
    expected = ["Hello", "'ve"] if text == "Hello've" else ["Hello", text[5], text[6:]]
    assert pretokenize(text, "gpt2") == expected


def test_ignoring_case_mends_one_of_the_blind_spots():
    """With IGNORECASE, `Hello'VE` gives `Hello`, `'VE`."""
    assert regex.findall(GPT2, "Hello'VE", regex.IGNORECASE) == ["Hello", "'VE"]


def test_a_contraction_may_be_cut_out_of_a_word():
    """GPT-2's pattern knows nothing of words: `'tis` is cut after `'t`."""
    assert pretokenize("'tis", "gpt2") == ["'t", "is"]


@pytest.mark.parametrize(
    ("name", "chunks"),
    [
        ("gpt2", ["DON", "'", "T"]),
        ("cl100k_base", ["DON", "'T"]),
        ("o200k_base", ["DON'T"]),
    ],
)
def test_where_each_pattern_puts_a_contraction_in_capitals(name, chunks):
    """GPT-2 misses it, cl100k cuts it off, o200k keeps it with its word."""
    assert pretokenize("DON'T", name) == chunks


@pytest.mark.parametrize(
    ("name", "chunks"),
    [
        ("gpt2", ["x", " =", " 1234567"]),
        ("cl100k_base", ["x", " =", " ", "123", "456", "7"]),
        ("o200k_base", ["x", " =", " ", "123", "456", "7"]),
    ],
)
def test_digits(name, chunks):
    """GPT-2 takes a whole number with the space before; the others three digits at a time."""
    assert pretokenize("x = 1234567", name) == chunks


def test_only_o200k_looks_at_case():
    """`camelCase` is two chunks for o200k and one for the others."""
    chunks = {name: pretokenize("camelCase", name) for name in PATTERNS}
    assert chunks == {
        "gpt2": ["camelCase"],
        "cl100k_base": ["camelCase"],
        "o200k_base": ["camel", "Case"],
    }


def test_a_combining_mark_is_a_letter_to_o200k_only():
    """A letter with a combining accent stays whole in o200k and falls apart in the others."""
    assert pretokenize("e\u0301e", "gpt2") == ["e", "\u0301", "e"]
    assert pretokenize("e\u0301e", "cl100k_base") == ["e", "\u0301e"]
    assert pretokenize("e\u0301e", "o200k_base") == ["e\u0301e"]


@pytest.mark.parametrize(
    ("name", "chunks"),
    [
        ("gpt2", ["a", " \n\n  ", " b"]),
        ("cl100k_base", ["a", " \n\n", "  ", " b"]),
        ("o200k_base", ["a", " \n\n", "  ", " b"]),
    ],
)
def test_line_breaks(name, chunks):
    """The later patterns end a chunk of white space at its last line break."""
    assert pretokenize("a \n\n   b", name) == chunks


@pytest.mark.parametrize("name", PATTERNS)
def test_the_last_space_goes_with_the_word(name):
    """Of a run of spaces the last belongs to the word that follows."""
    assert pretokenize("a   b", name) == ["a", "  ", " b"]


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("character", "\x1c\x1d\x1e\x1f\u180e\u200b\u2060\ufeff")
def test_what_is_not_white_space(name, character):
    """U+001C to U+001F and the invisible format characters are symbols, not white space."""
    assert label_chunks(character, name) == [("symbols", character)]


@pytest.mark.parametrize("character", "\x1c\x1d\x1e\x1f")
def test_python_takes_them_for_white_space(character):
    """That is a trap: `re` and `str.isspace` count U+001C to U+001F as white space."""
    assert character.isspace()
    assert re.fullmatch(r"\s", character)
    assert not regex.fullmatch(r"\s", character)


def test_the_long_s_is_an_s_where_case_is_ignored():
    """`'ſ` (U+017F) is a contraction for cl100k and o200k, and not for GPT-2."""
    assert pretokenize("it'\u017f x", "cl100k_base") == ["it", "'\u017f", " x"]
    assert pretokenize("it'\u017f x", "o200k_base") == ["it'\u017f", " x"]
    assert label_chunks("it'\u017f x", "gpt2")[1:3] == [("symbols", "'"), ("letters", "\u017f")]


def test_labels_say_which_alternative_matched():
    """Each chunk comes with the name of the alternative that took it."""
    assert label_chunks("It's  5!\n", "gpt2") == [
        ("letters", "It"),
        ("contraction", "'s"),
        ("space before space or end", " "),
        ("numbers", " 5"),
        ("symbols", "!"),
        ("space before space or end", "\n"),
    ]


def test_labels_are_for_published_patterns():
    """Another pattern has no names for its alternatives: the error lists the three."""
    with pytest.raises(ValueError, match="expected one of gpt2, cl100k_base, o200k_base"):
        label_chunks("a", r"\w+|\W+")


def test_no_pattern_is_no_splitting():
    """With `None` the whole text is one chunk, and an empty text has none."""
    assert pretokenize("one two", None) == ["one two"]
    assert pretokenize("", None) == []


@pytest.mark.parametrize("name", PATTERNS)
def test_an_empty_text_has_no_chunks(name):
    """Splitting nothing gives nothing."""
    assert pretokenize("", name) == []


def test_a_pattern_of_ones_own():
    """Any regular expression that covers the text will do, groups in it included."""
    assert pretokenize("a b", r"\S+|\s+") == ["a", " ", "b"]
    assert pretokenize("a b", r"(\S)+|(\s+)") == ["a", " ", "b"]


def test_empty_matches_are_no_chunks():
    """A pattern that can match nothing yields no empty chunk."""
    assert pretokenize("aab", r"a*|b") == ["aa", "b"]


@pytest.mark.parametrize("pattern", [*PATTERNS, None, r"\S+|\s+"])
def test_going_through_the_chunks_of_a_long_text(pattern):
    """One by one, the chunks are the same; those of a published pattern are not all held."""
    text = "It's  5!\n é" * 500
    chunks = iterate_chunks(text, pattern)
    assert isinstance(chunks, list) == (pattern not in PATTERNS)
    assert list(chunks) == pretokenize(text, pattern)


def test_the_names_stand_for_the_patterns():
    """A pattern may be given by name or in full."""
    assert [resolve_pattern(name) for name in PATTERNS] == [GPT2, CL100K, O200K]
    assert resolve_pattern(GPT2) == GPT2
    assert compile_pattern("gpt2").pattern == compile_pattern(GPT2).pattern


@pytest.mark.parametrize("name", ["gpt3", "GPT2", "cl100k", "gpt-2", ""])
def test_an_unknown_name_is_an_error(name):
    """A misspelled name is not taken for a regular expression; the error lists the names."""
    with pytest.raises(ValueError, match=r"unknown pattern name .*gpt2, cl100k_base, o200k_base"):
        pretokenize("abc", name)


@pytest.mark.parametrize("pattern", ["(", r"[a-", r"\p{Nonsense}", "a{2,1}|."])
def test_an_invalid_regular_expression_is_an_error(pattern):
    """The error shows the expression and the place of the fault."""
    with pytest.raises(ValueError, match=r"is not a valid regular expression: .* at position"):
        pretokenize("abc", pattern)


@pytest.mark.parametrize("pattern", [17, b"a|b"])
def test_a_pattern_of_another_type_is_an_error(pattern):
    """The error names the type that came and what was expected."""
    with pytest.raises(TypeError, match="a name, a regular expression or None, not"):
        pretokenize("abc", pattern)


@pytest.mark.parametrize(
    ("text", "pattern", "lost", "place"),
    [
        ("a b", r"\w+", " ", 1),
        ("!ab", r"\w+", "!", 0),
        ("ab!", r"\w+", "!", 2),
        ("x", "y|z", "x", 0),
    ],
)
def test_no_character_is_lost_silently(text, pattern, lost, place):
    """Text that the pattern leaves out is an error that shows the character and its place."""
    with pytest.raises(ValueError, match=f"character '{lost}' at position {place} would be lost"):
        pretokenize(text, pattern)


PATTERN_NAMES = st.sampled_from(sorted(PATTERNS))
ANY_TEXT = st.one_of(us.texts(), us.code_like(), us.texts_with_special_tokens(), st.text())


@given(ANY_TEXT, PATTERN_NAMES)
def test_joined_chunks_are_the_text(text, name):
    """Nothing is lost, added or reordered, and no chunk is empty."""
    chunks = pretokenize(text, name)
    assert "".join(chunks) == text
    assert all(chunks)


@given(ANY_TEXT, PATTERN_NAMES)
def test_labels_agree_with_splitting(text, name):
    """The chunks with labels are the chunks, and each label is one of the pattern's."""
    labeled = label_chunks(text, name)
    assert [chunk for _, chunk in labeled] == pretokenize(text, name)
    assert {label for label, _ in labeled} <= set(ALTERNATIVES[name])


@given(ANY_TEXT)
def test_gpt2s_pattern_is_the_one_released(text):
    """With its contractions grouped, the pattern splits as the one in GPT-2's `encoder.py`."""
    assert pretokenize(text, "gpt2") == regex.findall(AS_RELEASED, text)


# tiktoken

IDS_OF_BYTES = {bytes([value]): value for value in range(256)}


@pytest.fixture(scope="module")
def tiktoken_patterns():
    """The patterns in tiktoken's own source, read without its vocabularies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: {})
        patch.setattr(openai_public, "data_gym_to_mergeable_bpe_ranks", lambda *_, **__: {})
        return {name: getattr(openai_public, name)()["pat_str"] for name in PATTERNS}


def split_by_tiktoken(chunks: list[str], pattern: str) -> list[bytes]:
    """Return how tiktoken splits the text that `chunks` make, if it is where they are split.

    tiktoken does not show its chunks, but a chunk that is a token becomes that token. The
    vocabulary made here holds every run of neighboring chunks. If tiktoken's chunks are runs of
    ours, we get them back as they are, and if one begins or ends inside one of ours, so does a
    token. So what comes back equals our chunks only if tiktoken's chunks do.
    """
    parts = [chunk.encode() for chunk in chunks]
    ends = range(1, len(parts) + 1)
    runs = [b"".join(parts[start:end]) for end in ends for start in range(end)]
    tokens = dict.fromkeys([*IDS_OF_BYTES, *runs])
    ranks = {token: rank for rank, token in enumerate(tokens)}
    encoding = tiktoken.Encoding("runs", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    ids = encoding.encode_ordinary("".join(chunks))
    return encoding.decode_tokens_bytes(ids)


@pytest.mark.parametrize("chunks", [["a b"], ["a", " ", "b"], ["a", " ", "b c"]])
def test_the_comparison_can_fail(chunks):
    """Chunks that are not tiktoken's do not come back, whether too long or too short."""
    assert split_by_tiktoken(chunks, AS_RELEASED) != [chunk.encode() for chunk in chunks]


@given(
    st.one_of(
        us.texts_tiktoken_knows(),
        us.code_like(),
        us.texts_with_special_tokens().map(us.without_newer),
        us.contractions().map(lambda part: f"x{part}y{part}"),
        us.white_space().map(lambda space: f"a{space}b{space}"),
    ),
    PATTERN_NAMES,
)
def test_splitting_equals_tiktokens(tiktoken_patterns, text, name):
    """On every text of characters known to both, our chunks are tiktoken's."""
    chunks = pretokenize(text, name)
    expected = [chunk.encode() for chunk in chunks]
    assert split_by_tiktoken(chunks, tiktoken_patterns[name]) == expected


@pytest.mark.parametrize("name", PATTERNS)
def test_splitting_equals_tiktokens_on_many_texts(tiktoken_patterns, name):
    """The same on five hundred texts of a generator with a seed."""
    for text in us.seeded_texts(seed=2, count=500):
        chunks = pretokenize(text, name)
        expected = [chunk.encode() for chunk in chunks]
        assert split_by_tiktoken(chunks, tiktoken_patterns[name]) == expected, ascii(text)
