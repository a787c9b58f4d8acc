r"""Unicode is alive: the letters of `regex` and those of tiktoken's engine are not the same.

Every other test that compares with tiktoken leaves out the characters listed here.
"""

import regex
from strategies import every_character, members_in_tiktoken, newer_than_tiktoken

from bpe_course.pretokenize import GPT2

# First and last of each range of code points whose properties the two engines see differently.
RANGES = """
0295 0295
0558 0558
058B 058C
05C8 05C9
088F 088F
0B53 0B54
0C5C 0C5C
0CDC 0CDC
1ACF 1AF0
208F 208F
209D 209F
A7CE A7CF
A7D2 A7D2
A7D4 A7D4
A7DD A7DD
A7E2 A7E2
A7F1 A7F1
AB6C AB6D
107BB 107BF
10940 10959
10EC5 10EC7
10ECB 10ECF
10ED9 10EEE
10EF0 10EFB
11B0A 11B0A
11B60 11B67
11DB0 11DDB
11DE0 11DE9
11DF0 11DF1
1246F 1246F
12475 1247F
12550 12686
16EA0 16EB8
16EBB 16ED3
16FF2 16FF6
187F8 187FF
18CD6 18CDA
18D09 18D20
18D80 18DF2
18E00 19191
191A0 191D2
1B123 1B128
1B168 1B168
1D127 1D128
1D250 1D252
1D25B 1D25C
1D25F 1D25F
1D280 1D281
1D6A6 1D6A6
1DF1F 1DF24
1DF2B 1DF81
1DF90 1DF96
1DFCD 1DFFF
1E6C0 1E6DE
1E6E0 1E6F5
1E6FE 1E6FF
2B73A 2B73F
2B81E 2B81E
2CEA2 2CEAD
323B0 33479
3D000 3FC3F
"""

REMEDY = "tiktoken or regex has new Unicode tables: read the difference, then renew this test"


def members_in_regex(pattern: str) -> frozenset[str]:
    """Return the characters that the `regex` module matches with `pattern`."""
    return frozenset(regex.findall(pattern, every_character()))


def as_ranges(characters: frozenset[str]) -> list[tuple[int, int]]:
    """Return the first and last code point of each run of neighbors."""
    codes = sorted(map(ord, characters))
    starts = [code for code in codes if chr(code - 1) not in characters]
    ends = [code for code in codes if chr(code + 1) not in characters]
    return list(zip(starts, ends, strict=True))


def test_every_character_is_probed():
    """The probe covers the whole code space but for the 2,048 surrogates."""
    assert len(every_character()) == len(set(every_character())) == 0x110000 - 0x800


def test_the_probe_returns_the_members_of_a_property():
    """What a pattern does not match, tiktoken drops: what comes back is what it does match."""
    assert members_in_tiktoken("[a-c]") == {"a", "b", "c"}


def test_letters_known_to_each_engine():
    r"""`regex` knows 158,172 letters (`\p{L}`), tiktoken 141,028, all of which `regex` knows."""
    ours, theirs = members_in_regex(r"\p{L}"), members_in_tiktoken(r"\p{L}")
    assert (len(ours), len(theirs)) == (158_172, 141_028), REMEDY
    assert theirs < ours


def test_digits_and_marks_known_to_each_engine():
    r"""`regex` knows 2,247 numbers (`\p{N}`) and 2,580 marks, tiktoken 1,911 and 2,501."""
    counts = [
        (len(members_in_regex(members)), len(members_in_tiktoken(members)))
        for members in (r"\p{N}", r"\p{M}")
    ]
    assert counts == [(2_247, 1_911), (2_580, 2_501)], REMEDY


def test_white_space_is_the_same_in_both():
    r"""Both engines have the same 25 white-space characters, without U+001C to U+001F."""
    assert members_in_regex(r"\s") == members_in_tiktoken(r"\s")
    assert len(members_in_regex(r"\s")) == 25
    assert not members_in_regex(r"\s") & set("\x1c\x1d\x1e\x1f")


def test_the_differing_characters_are_exactly_these():
    """The two engines differ on the 17,560 characters of the list above and on no other."""
    listed = [tuple(int(code, 16) for code in line.split()) for line in RANGES.split("\n") if line]
    assert as_ranges(newer_than_tiktoken()) == listed, REMEDY
    assert len(newer_than_tiktoken()) == 17_560, REMEDY


def test_all_but_one_are_new():
    """Each is in no property for tiktoken, so unknown to it; only U+0295 has been reclassified."""
    known = members_in_tiktoken(r"[\p{L}\p{N}\p{M}]")
    assert newer_than_tiktoken() & known == {"\u0295"}
    assert "\u0295" in members_in_tiktoken(r"\p{Ll}")
    assert "\u0295" in members_in_regex(r"\p{Lo}")


def test_what_it_means_for_splitting():
    """GPT-2's pattern keeps a new letter with its neighbors here, and cuts it off in tiktoken."""
    new_letter = "\U000323b0"
    assert new_letter in newer_than_tiktoken()
    assert regex.findall(GPT2, "中" + new_letter) == ["中" + new_letter]
    assert new_letter in members_in_tiktoken(r"[^\s\p{L}\p{N}]")
