"""Counting chunks: what distinct chunks a text has, and how often, in order of first sight.

Real text repeats its chunks so much that training on the counts is far less work than training on
the text, and gives the same merges. The order of first sight is kept because ties need it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from bpe_course.pretokenize import iterate_chunks
from bpe_course.special import split_special
from bpe_course.text import as_texts, check_text


def count_chunks(texts: str | Iterable[str], pattern: str | None = "gpt2") -> dict[str, int]:
    """Count the chunks of all texts, or of one; the first one seen stands first.

    >>> count_chunks(["to be or not to be"])
    {'to': 1, ' be': 2, ' or': 1, ' not': 1, ' to': 1}
    """
    counts: Counter[str] = Counter()
    for text in as_texts(texts):
        counts.update(iterate_chunks(text, pattern))
    return dict(counts)


def add_counts(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Add up what was counted in parts that follow each other; the first one seen stands first.

    >>> add_counts([{"to": 1, " be": 1}, {" or": 1, "to": 2}])
    {'to': 3, ' be': 1, ' or': 1}
    """
    total: dict[str, int] = {}
    for counts in parts:
        for chunk, count in counts.items():
            total[chunk] = total.get(chunk, 0) + count
    return total


def ordinary_parts(texts: Iterable[str], special_tokens: Iterable[str]) -> Iterator[str]:
    """Yield what is left of the texts when the special tokens are cut out.

    >>> list(ordinary_parts(["one<|end|>two"], ["<|end|>"]))
    ['one', 'two']
    """
    for text in texts:
        for part, is_special in split_special(
            check_text(text, "each training text"), special_tokens
        ):
            if not is_special:
                yield part
