"""The classes of characters, held against the regular expressions they stand for."""

import numpy as np
import pytest
import regex

from bpe_course.compiled.categories import CODE_POINTS, NAMED, CharacterClass, unicode_classes
from bpe_course.compiled.scanners import groups

EVERY_CODE_POINT = "".join(map(chr, range(CODE_POINTS)))

SPACES = groups.SPACE | groups.OTHER_SPACE | groups.LINE_BREAK


def in_group(group: groups.Group) -> list[int]:
    """The code points whose class is in the group."""
    return np.flatnonzero(np.isin(unicode_classes(), list(group))).tolist()


def matching(pattern: str) -> list[int]:
    """The code points that `regex` matches with a pattern of one character."""
    return [ord(character) for character in regex.findall(pattern, EVERY_CODE_POINT)]


@pytest.mark.parametrize(
    ("pattern", "group"),
    [
        (r"\p{L}", groups.LETTER),
        (r"\p{N}", groups.NUMBER),
        (r"\p{M}", groups.MARK),
        (r"\s", SPACES),
        (r"[^\s\p{L}\p{N}]", groups.SYMBOL),
        (r"[\p{Lu}\p{Lt}]", groups.UPPER),
        (r"\p{Ll}", groups.LOWER),
        (r"[\p{Lm}\p{Lo}]", groups.CASELESS),
        (r"[\r\n]", groups.LINE_BREAK),
        ("(?i:[sdmt])", groups.ANY_SDMT),
        ("(?i:l)", groups.ANY_L),
        ("(?i:[vr])", groups.ANY_VR),
        ("(?i:e)", groups.ANY_E),
        ("[sdmt]", groups.LOWER_SDMT),
        ("l", groups.LOWER_L),
        ("[vr]", groups.LOWER_VR),
        ("e", groups.LOWER_E),
        ("/", groups.SLASH),
        ("'", groups.APOSTROPHE),
        (" ", groups.SPACE),
    ],
)
def test_a_group_of_classes_is_what_the_regular_expression_matches(pattern, group):
    """On every code point, each group that a scanner asks for agrees with `regex`."""
    assert in_group(group) == matching(pattern)


def test_the_long_s_is_an_s_where_case_is_ignored_and_the_kelvin_sign_is_no_letter_of_it():
    """`(?i:…)` takes `ſ` (U+017F) into a contraction; `K` (U+212A) is a capital like others."""
    assert in_group(groups.ANY_SDMT) == sorted(map(ord, "SDMTsdmt\u017f"))
    assert unicode_classes()[0x212A] == CharacterClass.UPPER


def test_no_single_character_is_a_contraction_of_two():
    """No ligature stands for `ll`, `ve` or `re` where case is ignored."""
    assert matching("(?i:ll|ve|re)") == []


def test_every_code_point_has_a_class_and_none_is_the_end():
    """Each class but `END` has members, and the named characters are all theirs has."""
    present = set(np.unique(unicode_classes()).tolist())
    assert present == set(CharacterClass) - {CharacterClass.END}
    for named, characters in NAMED.items():
        assert in_group(frozenset([named])) == sorted(map(ord, characters))


def test_the_table_cannot_be_changed():
    """The table is shared by all scanners, so writing to it is an error."""
    with pytest.raises(ValueError, match="read-only"):
        unicode_classes()[0] = 1
