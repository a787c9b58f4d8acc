r"""Two dialects of regular expression: that of `regex`, and that of Hugging Face's `tokenizers`.

`tokenizers` reads patterns with Oniguruma in Ruby's syntax. There `$` is the end of a line and not
of the text, `{1,3}+` is a repeated repeat and not a possessive one, the flag that lets a dot match
a line break is `m` and not `s`, and `[a&&b]` is an intersection. What means the same is kept, what
has another name is translated, and anything else is refused: no pattern may split differently
without notice.

Each of the two knows one version of Unicode. On a character that only one of them knows, the same
pattern may still split differently.

Source: `doc/RE` of Oniguruma 6.9.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import regex

ESCAPE = r"\\[pP]\{\w+\}|\\x\{\p{AHex}+\}|\\x\p{AHex}{2}|\\u\p{AHex}{4}|\\U\p{AHex}{8}|\\."
CLASS = r"\[\^?+\]?(?:\\.|[^\]\\])*\]"
GROUP = r"\(\?(?:<?[=!]|[:>]|\w+(?=[:)]):?)|\(\??"
INTERVAL = r"\{(?:\d+(?:,\d*)?|,\d+)\}"
TOKEN = regex.compile(rf"{ESCAPE}|{CLASS}|{GROUP}|{INTERVAL}[+?]?|.", regex.DOTALL)
REPEAT = regex.compile(rf"[*+?]|{INTERVAL}\??")
POSSESSIVE_INTERVAL = regex.compile(rf"{INTERVAL}\+")
EXACT_LAZY = regex.compile(r"\{\d+\}\?")  # optional for Oniguruma, lazy for `regex`
IN_CLASS = regex.compile(rf"{ESCAPE}|.", regex.DOTALL)

SAME_ESCAPES = frozenset("AdDsSnrtfva")
SAME_GROUPS = frozenset(["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>"])

# Ignoring case, Oniguruma takes `ss` for `ß` and `fi` for `ﬁ`; `regex` does not.
FOLDED_PAIR = regex.compile(r"(?i)s[st]|f[fil]|ß|[ﬀ-ﬆ]")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one dialect writes what the other writes differently; a flag is one letter."""

    source: str
    target: str
    symbols: Mapping[str, str]
    flags: Mapping[str, str]
    interval: str


TO_ONIGURUMA = Dialect(
    "regex", "Oniguruma", {"$": r"\Z", "^": r"\A", r"\Z": r"\z"}, {"i": "i", "s": "m"}, "(?>{})"
)
FROM_ONIGURUMA = Dialect(
    "Oniguruma",
    "regex",
    {"$": "(?m:$)", "^": "(?m:^)", r"\Z": "$", r"\z": r"\Z"},
    {"i": "i", "m": "s"},
    "(?:{})+",
)


def to_oniguruma(pattern: str) -> str:
    r"""Translate a pattern of `regex`; raise `ValueError` for what Oniguruma might read otherwise.

    >>> to_oniguruma(r"\s++$|\p{N}{1,3}+|(?s:.)")
    '\\s++\\Z|(?>\\p{N}{1,3})|(?m:.)'
    """
    return translate(pattern, TO_ONIGURUMA)


def from_oniguruma(pattern: str) -> str:
    r"""Translate a pattern of Oniguruma; raise `ValueError` for what `regex` might read otherwise.

    >>> from_oniguruma(r"\s++\Z|\p{N}{1,3}+|$")
    '\\s++$|(?:\\p{N}{1,3})+|(?m:$)'
    """
    return translate(pattern, FROM_ONIGURUMA)


def translate(pattern: str, dialect: Dialect) -> str:
    """Translate a pattern piece by piece.

    `pieces` holds what is translated so far, `opened` where the open groups began in it, and `atom`
    where the piece began that a repeat would repeat.
    """
    pieces: list[str] = []
    opened: list[int] = []
    atom = 0
    for found in TOKEN.finditer(pattern):
        token = found.group()
        if POSSESSIVE_INTERVAL.fullmatch(token):
            repeated = "".join(pieces[atom:]) + token[:-1]
            pieces[atom:] = [dialect.interval.format(repeated)]
            continue
        if token == ")" and opened:
            atom = opened.pop()
        elif token.startswith("("):
            opened.append(len(pieces))
        elif not REPEAT.fullmatch(token):
            atom = len(pieces)
        pieces.append(_translate_token(token, pattern, found.start(), dialect))
    return "".join(pieces)


def _translate_token(token: str, pattern: str, place: int, dialect: Dialect) -> str:
    if token in dialect.symbols:
        return dialect.symbols[token]
    if token.startswith("\\"):
        return _translate_escape(token, pattern, dialect)
    if token.startswith("["):
        return _translate_class(token, pattern, dialect)
    if token.startswith("(") and token not in SAME_GROUPS:
        return _translate_flags(token, pattern, place, dialect)
    if token == "{" or EXACT_LAZY.fullmatch(token):
        raise _cannot(token, pattern, dialect)
    return token


def _translate_escape(token: str, pattern: str, dialect: Dialect) -> str:
    r"""Keep an escape that means the same in both; write a code point as the target does."""
    name = token[1:2]
    if name in "xuU" and len(token) > 2:
        code_point = int(token[2:].strip("{}"), 16)
        return rf"\x{{{code_point:x}}}" if dialect is TO_ONIGURUMA else rf"\U{code_point:08x}"
    if name in SAME_ESCAPES or not name.isalnum() or (name in "pP" and len(token) > 2):
        return token
    raise _cannot(token, pattern, dialect)


def _translate_class(token: str, pattern: str, dialect: Dialect) -> str:
    if "[" in token[1:].replace(r"\[", "") or "&&" in token:
        raise _cannot(token, pattern, dialect)
    return "".join(
        _translate_escape(part, pattern, dialect) if part.startswith("\\") else part
        for part in IN_CLASS.findall(token)
    )


def _translate_flags(token: str, pattern: str, place: int, dialect: Dialect) -> str:
    """Translate the flags in `(?i:` anywhere, or in `(?i)` where it begins the pattern."""
    flags = token[2:].removesuffix(":")
    scoped = token.endswith(":")
    known = all(flag in dialect.flags for flag in flags)
    folds = "i" in flags and FOLDED_PAIR.search(pattern)
    if not flags or not known or folds or not (scoped or place == 0):
        raise _cannot(token, pattern, dialect)
    return "(?" + "".join(dialect.flags[flag] for flag in flags) + (":" if scoped else "")


def _cannot(token: str, pattern: str, dialect: Dialect) -> ValueError:
    return ValueError(
        f"{token!r} in the pattern {pattern!r} cannot be carried over from {dialect.source} to "
        f"{dialect.target}, which might read it otherwise. Write the pattern without it."
    )
