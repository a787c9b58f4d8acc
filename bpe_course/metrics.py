"""How well a tokenizer does on a text, in a few numbers.

Each function takes what was counted, never a tokenizer, so that any tokenizer's ids will do. A
number says something only of the text it was computed on: judge on text that training did not see.
"""

from collections import Counter
from collections.abc import Iterable, Sized

from bpe_course.text import check_text, to_utf8


def bytes_per_token(text: str, ids: Sized) -> float:
    """Return the compression ratio: UTF-8 bytes of the text / number of tokens.

    It is a factor, not a percentage: 1 is no compression at all, and higher is better. Unlike
    characters, bytes measure every script with one rule. Raises `ValueError` if there is no token.

    >>> bytes_per_token("low low", [256, 32, 256, 33])
    1.75
    >>> bytes_per_token("é", [195, 169])
    1.0
    """
    return _divide(len(to_utf8(check_text(text))), ids)


def characters_per_token(text: str, ids: Sized) -> float:
    """Return characters (code points) of the text / number of tokens.

    Raises `ValueError` if there is no token.

    >>> characters_per_token("é", [195, 169])
    0.5
    """
    return _divide(len(check_text(text)), ids)


def fertility(text: str, ids: Sized) -> float:
    """Return tokens per word: number of tokens / number of words; lower is better.

    Words are what white space separates, as `str.split` cuts them, so a comma belongs to the word
    before it. In a script without spaces, such as Chinese or Thai, a sentence is one word and the
    number says nothing. Raises `ValueError` if the text has no word.

    Source: Rust et al., "How Good is Your Tokenizer?" (2021).

    >>> fertility("low, lower", [256, 44, 32, 256, 101, 114])
    3.0
    """
    words = check_text(text).split()
    if not words:
        raise ValueError("the text has no word to divide by: give text that is not all white space")
    return len(ids) / len(words)


def token_lengths(tokens: Iterable[bytes]) -> dict[int, int]:
    """Return how many tokens there are of each length in bytes, shortest first.

    `tokens` are those of a text, or a vocabulary's: `tokenizer.vocab.values()`.

    >>> token_lengths([b"low", b" ", b"low", b"er"])
    {1: 1, 2: 1, 3: 2}
    """
    return dict(sorted(Counter(map(len, tokens)).items()))


def _divide(amount: int, ids: Sized) -> float:
    if not len(ids):
        raise ValueError("there is no token to divide by: encode a text that is not empty")
    return amount / len(ids)
