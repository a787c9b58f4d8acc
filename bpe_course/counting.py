"""Counting chunks: what distinct chunks a text has, and how often, in order of first sight.

Real text repeats its chunks so much that training on the counts is far less work than training on
the text, and gives the same merges. The order of first sight is kept because ties need it.
"""

from collections import Counter
from collections.abc import Iterable

from bpe_course.pretokenize import pretokenize


def count_chunks(texts: str | Iterable[str], pattern: str | None = "gpt2") -> dict[str, int]:
    """Count the chunks of all texts, or of one; the first one seen stands first.

    >>> count_chunks(["to be or not to be"])
    {'to': 1, ' be': 2, ' or': 1, ' not': 1, ' to': 1}
    """
    counts: Counter[str] = Counter()
    for text in [texts] if isinstance(texts, str) else texts:
        counts.update(pretokenize(text, pattern))
    return dict(counts)
