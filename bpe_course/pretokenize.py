r"""Splitting text into chunks with a regular expression, before any merge is looked at.

Merges never cross a chunk's border, so the pattern decides what can become a token at all. The
patterns of the published tokenizers stand here as data, alternative by alternative.

Sources: `encoder.py` of the GPT-2 release; `openai_public.py` of tiktoken 0.14.
"""

from collections.abc import Iterable
from functools import cache
from itertools import chain, pairwise

import regex

from bpe_course.ascii_twins import STRETCH, ascii_twin, stretches

ALTERNATIVES: dict[str, dict[str, str]] = {
    "gpt2": {
        "contraction": r"'(?:[sdmt]|ll|ve|re)",
        "letters": r" ?\p{L}+",
        "numbers": r" ?\p{N}+",
        "symbols": r" ?[^\s\p{L}\p{N}]+",
        "space before space or end": r"\s+(?!\S)",
        "space": r"\s+",
    },
    "cl100k_base": {
        "contraction": r"'(?i:[sdmt]|ll|ve|re)",
        "letters": r"[^\r\n\p{L}\p{N}]?\p{L}+",
        "numbers": r"\p{N}{1,3}",
        "symbols": r" ?[^\s\p{L}\p{N}]+[\r\n]*",
        "space at the end": r"\s++$",
        "line breaks": r"\s*[\r\n]",
        "space before space or end": r"\s+(?!\S)",
        "space": r"\s",
    },
    "o200k_base": {
        "word in lower case": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*"
        r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        "word in upper case": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+"
        r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        "numbers": r"\p{N}{1,3}",
        "symbols": r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        "line breaks": r"\s*[\r\n]+",
        "space before space or end": r"\s+(?!\S)",
        "space": r"\s+",
    },
}

PATTERNS: dict[str, str] = {name: "|".join(parts.values()) for name, parts in ALTERNATIVES.items()}

GPT2 = PATTERNS["gpt2"]
CL100K = PATTERNS["cl100k_base"]
O200K = PATTERNS["o200k_base"]


def pretokenize(text: str, pattern: str | None = "gpt2") -> list[str]:
    """Split `text` into chunks; joined, they are the text again.

    `pattern` is the name of a published one, the source of a regular expression, or `None` for no
    splitting at all. Raises `ValueError` if the pattern is unknown or not valid, or leaves a
    character of the text uncovered.

    >>> pretokenize("You'd better   wait!!")
    ['You', "'d", ' better', '  ', ' wait', '!!']
    >>> pretokenize("no splitting", None)
    ['no splitting']
    >>> pretokenize("1234567", "cl100k_base")
    ['123', '456', '7']
    """
    if pattern is None:
        return [text] if text else []
    if pattern in PATTERNS:
        return list(iterate_chunks(text, pattern))
    compiled = compile_pattern(pattern)
    if compiled.groups:
        chunks = [match.group() for match in compiled.finditer(text)]
    else:
        chunks = compiled.findall(text)
    if sum(map(len, chunks)) != len(text):
        raise ValueError(_describe_gap(text, compiled))
    return chunks if all(chunks) else [chunk for chunk in chunks if chunk]


def iterate_chunks(text: str, pattern: str | None = "gpt2") -> Iterable[str]:
    """Return the same chunks, to be gone through once.

    Those of a long text are found as they are asked for, where the pattern is a published one: all
    of them together take many times the memory of the text, and are slower to come by again.

    >>> list(iterate_chunks("You'd better wait"))
    ['You', "'d", ' better', ' wait']
    """
    if pattern not in PATTERNS:
        return pretokenize(text, pattern)
    if len(text) <= STRETCH:
        return _split_stretch(text, pattern)
    parts = stretches(text, STRETCH)
    return chain.from_iterable(_split_stretch(part, pattern) for part in parts)


def _split_stretch(text: str, name: str) -> list[str]:
    """Split with a published pattern: ASCII text with its quicker twin, other text with itself."""
    if text.isascii():
        return ascii_twin(PATTERNS[name]).findall(text)
    return compile_pattern(name).findall(text)


def label_chunks(text: str, pattern: str = "gpt2") -> list[tuple[str, str]]:
    """Split `text` with a published pattern; return each chunk with the alternative that matched.

    >>> label_chunks("It's 5", "gpt2")
    [('letters', 'It'), ('contraction', "'s"), ('numbers', ' 5')]
    """
    if pattern not in ALTERNATIVES:
        raise ValueError(f"unknown pattern {pattern!r}: expected one of {', '.join(ALTERNATIVES)}")
    labels = list(ALTERNATIVES[pattern])
    grouped = regex.compile("|".join(f"({part})" for part in ALTERNATIVES[pattern].values()))
    matches = grouped.finditer(text)
    return [(labels[(match.lastindex or 1) - 1], match.group()) for match in matches]


def resolve_pattern(pattern: str) -> str:
    r"""Return the regular expression that `pattern` names, or `pattern` itself if it is one.

    A word of letters, digits, `-` and `_` is taken for a name, so that a misspelled name is an
    error and not a regular expression that matches only its own letters.

    >>> resolve_pattern(r"\\s+|\\S+")
    '\\\\s+|\\\\S+'
    """
    if not isinstance(pattern, str):
        raise TypeError(
            f"pattern must be a name, a regular expression or None, not {type(pattern).__name__}"
        )
    if pattern in PATTERNS:
        return PATTERNS[pattern]
    if regex.fullmatch(r"[\w-]*", pattern):
        raise ValueError(
            f"unknown pattern name {pattern!r}: expected one of {', '.join(PATTERNS)}, "
            "the source of a regular expression, or None for no splitting"
        )
    return pattern


def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a pattern given by name or by source; the result is kept for the next call.

    Raises `ValueError` if it is not a regular expression, with the place of the fault.
    """
    return _compile(resolve_pattern(pattern))


@cache
def _compile(source: str) -> regex.Pattern[str]:
    try:
        return regex.compile(source)
    except regex.error as error:
        raise ValueError(
            f"pattern {source!r} is not a valid regular expression: {error}. "
            "It is read by the `regex` module; check the place it names."
        ) from error


def _describe_gap(text: str, compiled: regex.Pattern[str]) -> str:
    """Say which character of `text` the pattern leaves out, and how to mend the pattern."""
    spans = [match.span() for match in compiled.finditer(text)]
    edges = [(0, 0), *spans, (len(text), len(text))]
    gap = next(end for (_, end), (start, _) in pairwise(edges) if start != end)
    return (
        f"the pattern {compiled.pattern!r} does not cover the text: character {text[gap]!r} at "
        f"position {gap} would be lost. Add an alternative that matches it, such as `|.` with "
        r"(?s), or `|\s+|\S`."
    )
