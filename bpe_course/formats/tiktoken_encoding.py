"""Exchange with a live `tiktoken.Encoding`; tiktoken is imported only here, and only when asked."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bpe_course.pretokenize import resolve_pattern
from bpe_course.vocab import Vocab

if TYPE_CHECKING:
    import tiktoken

ANYTHING = r"[\s\S]+"


def read_encoding(encoding: "tiktoken.Encoding") -> tuple[Vocab, str, dict[str, int]]:
    """Return the vocabulary, the pattern and the special tokens of an encoding.

    Raises `TypeError` if it is none.
    """
    if not hasattr(encoding, "_mergeable_ranks"):
        raise TypeError(
            "expected the name of a published tokenizer or a tiktoken.Encoding, "
            f"not {type(encoding).__name__}"
        )
    # These three have no public name; tiktoken's own README extends an encoding by them.
    return (
        Vocab.from_ranks(encoding._mergeable_ranks),  # noqa: SLF001
        encoding._pat_str,  # noqa: SLF001
        encoding._special_tokens,  # noqa: SLF001
    )


def make_encoding(
    name: str, vocab: Vocab, pattern: str | None, special_tokens: Mapping[str, int]
) -> "tiktoken.Encoding":
    """Return an encoding of this name that gives the same ids."""
    import tiktoken

    return tiktoken.Encoding(
        name,
        pat_str=ANYTHING if pattern is None else resolve_pattern(pattern),
        mergeable_ranks=dict(vocab.ids),
        special_tokens=dict(special_tokens),
    )
