"""Characters that `tokenizers` and `regex` class differently: their Unicode tables differ."""

from functools import cache

import regex
from strategies import PROPERTIES, every_character
from tokenizers import Regex
from tokenizers.pre_tokenizers import Split

BLOCK = 4096  # characters; Split takes longer than in proportion on longer texts


@cache
def newer_than_oniguruma() -> frozenset[str]:
    """Return the characters on whose properties Oniguruma's tables and those of `regex` differ.

    Found by asking both for the members of each property among all characters.
    """
    differing: set[str] = set()
    for members in PROPERTIES:
        known = members_in_oniguruma(members)
        differing |= known ^ set(regex.findall(members, every_character()))
    return frozenset(differing)


def members_in_oniguruma(pattern: str) -> set[str]:
    """Return the characters that Oniguruma matches with `pattern`."""
    split = Split(Regex(f"(?:{pattern})+"), "removed", invert=True)
    text = every_character()
    blocks = [text[start : start + BLOCK] for start in range(0, len(text), BLOCK)]
    return {c for block in blocks for piece, _ in split.pre_tokenize_str(block) for c in piece}


def known_to_oniguruma(text: str) -> str:
    """Leave out the characters on which the two tables differ."""
    return "".join(character for character in text if character not in newer_than_oniguruma())
