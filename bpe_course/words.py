"""Byte pair encoding on words with frequencies, from characters: the form of Sennrich et al.

This is how subwords came to language models in 2016, before anybody merged bytes. Its symbols are
strings; a character that was not seen in training has no token.

Source: Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units".
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from bpe_course.pairs import merge_pair

Word = tuple[str, ...]
StringPair = tuple[str, str]


def count_pairs_in_words(words: Mapping[Word, int]) -> dict[StringPair, int]:
    """Count each pair of neighboring symbols, weighted by how often its word occurs.

    >>> count_pairs_in_words({("t", "o"): 2, ("t", "o", "o"): 3})
    {('t', 'o'): 5, ('o', 'o'): 3}
    """
    counts: dict[StringPair, int] = {}
    for word, frequency in words.items():
        for pair in pairwise(word):
            counts[pair] = counts.get(pair, 0) + frequency
    return counts


def merge_in_words(words: Mapping[Word, int], pair: StringPair) -> dict[Word, int]:
    """Merge `pair` in every word; the new symbol is the two strings joined.

    >>> merge_in_words({("t", "o"): 2, ("t", "o", "o"): 3}, ("t", "o"))
    {('to',): 2, ('to', 'o'): 3}
    """
    return {
        tuple(merge_pair(word, pair, pair[0] + pair[1])): frequency
        for word, frequency in words.items()
    }


def learn_bpe(
    word_counts: Mapping[str, int], num_merges: int
) -> tuple[list[StringPair], dict[Word, int]]:
    """Learn merges from words and their frequencies; return them and the words as merged.

    A tie goes to the pair seen first. Stops early, without an error, when no pair is left.

    >>> merges, words = learn_bpe({"too": 3, "to": 2}, 2)
    >>> merges, words
    ([('t', 'o'), ('to', 'o')], {('too',): 3, ('to',): 2})
    """
    words = {tuple(word): count for word, count in word_counts.items()}
    merges: list[StringPair] = []
    for _ in range(num_merges):
        counts = count_pairs_in_words(words)
        if not counts:
            break
        pair = max(counts, key=counts.__getitem__)
        words = merge_in_words(words, pair)
        merges.append(pair)
    return merges, words


def apply_bpe(word: str, merges: Sequence[StringPair]) -> Word:
    """Segment one word by replaying the merges in the order in which they were learned.

    >>> apply_bpe("tooth", [("t", "o"), ("to", "o")])
    ('too', 't', 'h')
    """
    symbols: Sequence[str] = tuple(word)
    for pair in merges:
        symbols = merge_pair(symbols, pair, pair[0] + pair[1])
    return tuple(symbols)
