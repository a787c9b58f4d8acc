"""A pattern is carried from one dialect to the other only if it means the same there."""

import pytest
import regex
from hypothesis import given
from oniguruma_tables import known_to_oniguruma
from strategies import code_like, texts
from tokenizers import Regex
from tokenizers.pre_tokenizers import Split

from bpe_course.formats.oniguruma import from_oniguruma, to_oniguruma
from bpe_course.pretokenize import PATTERNS, pretokenize


def split_by_oniguruma(text, pattern):
    """What `tokenizers` makes of the text: matches, and what is left between them."""
    pieces = Split(Regex(pattern), "isolated").pre_tokenize_str(text)
    return [piece for piece, _ in pieces]


def split_by_regex(text, pattern):
    """The same by `regex`: matches, and what is left between them."""
    pieces, end = [], 0
    for found in regex.finditer(pattern, text):
        pieces += [text[end : found.start()], found.group()]
        end = found.end()
    return [piece for piece in [*pieces, text[end:]] if piece]


@pytest.mark.parametrize("name", PATTERNS)
@given(text=texts() | code_like())
def test_published_patterns_split_alike(name, text):
    """On every character that both Unicode tables know alike."""
    text = known_to_oniguruma(text)
    assert split_by_oniguruma(text, to_oniguruma(PATTERNS[name])) == pretokenize(text, name)


@pytest.mark.parametrize("name", PATTERNS)
def test_published_patterns_come_back(name):
    """So their names are recognized in a file."""
    assert from_oniguruma(to_oniguruma(PATTERNS[name])) == PATTERNS[name]


TEXTS = ["aaab\n", "a\nb\n\n", "  aé\r\n 12345 b", "Ab's \u00e9\u0301 AB", "x]^-y ab\t\v\f", ""]


@pytest.mark.parametrize(
    ("pattern", "translated"),
    [
        (r"\s++$|\S", r"\s++\Z|\S"),
        (r"^a|b\Z", r"\Aa|b\z"),
        (r"a{1,2}+|b", "(?>a{1,2})|b"),
        (r"(?:a|b){2}+.", "(?>(?:a|b){2})."),
        (r"[ab]{,2}+.", "(?>[ab]{,2})."),
        (r"(?s).+", "(?m).+"),
        (r"(?s:a.)|b", "(?m:a.)|b"),
        (r"(?is:A.)|(?i)b"[:8], "(?im:A.)"),
        (r"\xe9|\u00e9|[\x41-\u0042]", r"\x{e9}|\x{e9}|[\x{41}-\x{42}]"),
        (r"[]^-]|[^]a]", r"[]^-]|[^]a]"),
        (r"(?<=a)b|(?<!a)b|(?=x)x|(?!y).", r"(?<=a)b|(?<!a)b|(?=x)x|(?!y)."),
        (r"\p{Lu}\P{Lu}|\d{2,}?\v", r"\p{Lu}\P{Lu}|\d{2,}?\v"),
        (r"[\$^]|\^|\$", r"[\$^]|\^|\$"),
    ],
)
def test_what_has_another_name_is_translated(pattern, translated):
    """And then splits alike; where the pattern stayed as it is, it does so as it is."""
    assert to_oniguruma(pattern) == translated
    for text in TEXTS:
        assert split_by_oniguruma(text, translated) == split_by_regex(text, pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\s+$",
        r"^.",
        r"a{1,2}+|b",
        r"(?m)a.|.",
        r"(?m:.)",
        r"a\z|b\Z|.",
        r"\x{e9}",
        r"(?:a|b){2}+.",
    ],
)
def test_patterns_of_oniguruma_are_translated_back(pattern):
    """Including those whose text would mean something else to `regex`."""
    for text in TEXTS:
        assert split_by_regex(text, from_oniguruma(pattern)) == split_by_oniguruma(text, pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        *[r"\w+", r"\h", r"\bx", r"\1", r"\pL", r"\N{DIGIT ONE}", r"\p{Script=Han}", r"\X", r"\K"],
        *["(?P<x>a)", "(?<x>a)", "(?|a)", "(?#a)", "(?x)a", "(?R)", "(?-i:a)", "a(?i)b", "(?"],
        *["[[:alpha:]]", "[a[b]]", "[a&&b]", "(?:ab){e<=1}", "a{2}?", "a{"],
        *["(?i:ss)", "(?i:ß)", "(?i:fi)"],
    ],
)
def test_what_might_be_read_otherwise_is_refused(pattern):
    """Both ways, quoting the pattern."""
    for translate in (to_oniguruma, from_oniguruma):
        with pytest.raises(ValueError, match="cannot be carried over from") as error:
            translate(pattern)
        assert repr(pattern) in str(error.value)


def test_a_bracket_in_a_class_is_kept_if_escaped():
    """It is no class in a class."""
    assert to_oniguruma(r"[\[a\]]") == r"[\[a\]]"
