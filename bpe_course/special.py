"""The one policy on special tokens: what text may become a control token, and what may not.

A special token such as `<|endoftext|>` is a mark that no merge makes. Whoever can smuggle it into
text can end a document, or speak as somebody else; so the default is to refuse it. The policy is
tiktoken's: `allowed_special` names the ones to recognize, `disallowed_special` the ones to refuse,
and any other is plain text.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

import regex

from bpe_course.text import to_utf8

Allowed = Literal["all"] | Collection[str]


def split_special(text: str, special_tokens: Iterable[str]) -> list[tuple[str, bool]]:
    """Cut the special tokens out of `text`: parts in order, each with whether it is special.

    Where two begin at the same place the longer one wins. Empty parts are left out.

    >>> split_special("hi<|end|>you", ["<|end|>"])
    [('hi', False), ('<|end|>', True), ('you', False)]
    >>> split_special("<s><s>1", ["<s>", "<s>1"])
    [('<s>', True), ('<s>1', True)]
    """
    finder = find_special(special_tokens)
    if finder is None:
        return [(text, False)] if text else []
    parts = finder.split(text)
    return [(part, place % 2 == 1) for place, part in enumerate(parts) if part]


def find_special(special_tokens: Iterable[str]) -> regex.Pattern[str] | None:
    """Compile the expression that finds any of the special tokens, the longest first.

    >>> find_special(["<s>", "<s>1"]).findall("a<s>1<s>")
    ['<s>1', '<s>']
    """
    longest_first = sorted(set(special_tokens), key=lambda token: (-len(token), token))
    if not longest_first:
        return None
    return regex.compile("(" + "|".join(regex.escape(token) for token in longest_first) + ")")


def resolve_policy(
    special_tokens: Collection[str], allowed_special: Allowed, disallowed_special: Allowed
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the special tokens to recognize and those to refuse.

    `"all"` for the disallowed ones means all that are not allowed. A name that is not a special
    token of this vocabulary is an error among the allowed ones: it could never be recognized.

    >>> allowed, refused = resolve_policy(["<s>", "</s>"], {"<s>"}, "all")
    >>> sorted(allowed), sorted(refused)
    (['<s>'], ['</s>'])
    """
    allowed = _as_set(special_tokens, allowed_special, "allowed_special")
    unknown = allowed - set(special_tokens)
    if unknown:
        known = ", ".join(sorted(special_tokens)) or "none"
        raise ValueError(
            f"allowed_special names {min(unknown)!r}, which is not a special token of this "
            f"tokenizer (it has: {known}). Add it with `with_special_tokens`, or leave it out."
        )
    if disallowed_special == "all":
        return allowed, frozenset(special_tokens) - allowed
    return allowed, _as_set(special_tokens, disallowed_special, "disallowed_special")


def _as_set(special_tokens: Collection[str], names: Allowed, argument: str) -> frozenset[str]:
    if names == "all":
        return frozenset(special_tokens)
    if isinstance(names, str):
        raise TypeError(
            f"{argument} must be 'all' or a collection of strings, not the string {names!r}: "
            f"write {{{names!r}}}"
        )
    return frozenset(names)


def refuse(text: str, disallowed: frozenset[str], start: int = 0) -> None:
    """Raise `ValueError` if `text` holds a special token that is not allowed there.

    `start` is where the text begins in a longer one, for the position that the error names.

    >>> refuse("plain text", frozenset(["<|end|>"]))
    """
    finder = find_special(disallowed)
    found = finder.search(text) if finder else None
    if found:
        token = found.group()
        raise ValueError(
            f"the text holds {token!r} at position {start + found.start()}, a special token that "
            "is disallowed there. To encode it as the special token, pass "
            f"allowed_special={{{token!r}}}. To encode it as plain text, pass disallowed_special "
            f"without it, or disallowed_special=() to switch the check off for all."
        )


def check_special_tokens(special_tokens: Mapping[str, int] | Iterable[str]) -> None:
    """Raise unless the special tokens are distinct strings, none of them empty.

    >>> check_special_tokens(["<s>", "</s>"])
    """
    names = list(special_tokens)
    if isinstance(special_tokens, str):
        raise TypeError(f"special_tokens must be a collection: write [{special_tokens!r}]")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"a special token must be a str, not {type(name).__name__}: {name!r}")
        if not name:
            raise ValueError("a special token is empty: it would be found everywhere; leave it out")
    repeated = [name for place, name in enumerate(names) if name in names[:place]]
    if repeated:
        raise ValueError(f"the special token {repeated[0]!r} is given twice: give each once")


def add_special_tokens(tokens: Mapping[int, bytes], special: Mapping[str, int]) -> dict[int, bytes]:
    """Return all tokens by id; raise `ValueError` if a special token's id is taken."""
    everything = dict(tokens)
    for text, token_id in special.items():
        if not isinstance(token_id, int):
            raise TypeError(f"the id of special token {text!r} must be an int, not {token_id!r}")
        if token_id in everything or token_id < 0:
            raise ValueError(
                f"the special token {text!r} cannot have id {token_id}: "
                f"take one that is free, such as {max(everything) + 1}"
            )
        everything[token_id] = to_utf8(text)
    return everything
