"""From ids back to bytes and to text, also while the ids are still arriving."""

import codecs
import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple


class TokenSpan(NamedTuple):
    """One token of a text and where it stands: `start` and `end` count UTF-8 bytes."""

    token_id: int
    token: bytes
    start: int
    end: int


def look_up(token_id: int, tokens: Mapping[int, bytes]) -> bytes:
    """Return the bytes of one token.

    Raises `TypeError` if the id is not an integer, `ValueError` if no token has it.

    >>> look_up(256, {256: b"hi"})
    b'hi'
    """
    try:
        return tokens[operator.index(token_id)]
    except TypeError:
        raise TypeError(
            f"an id must be an integer, not {type(token_id).__name__}: {token_id!r}"
        ) from None
    except KeyError:
        raise ValueError(
            f"no token has the id {token_id}: this tokenizer's ids go from "
            f"{min(tokens)} to {max(tokens)}"
        ) from None


def check_ids(ids: object) -> None:
    """Raise `TypeError` unless `ids` can be iterated over and is not text.

    >>> check_ids([1, 2])
    """
    if not isinstance(ids, Iterable) or isinstance(ids, str | bytes):
        raise TypeError(
            f"ids must be integers in a list or another iterable, not {type(ids).__name__}"
        )


def locate(ids: Iterable[int], tokens: Mapping[int, bytes]) -> list[TokenSpan]:
    """Return each token with its bytes and where they stand among the bytes of all.

    >>> locate([0, 1], {0: b"hi", 1: b"!"})[1]
    TokenSpan(token_id=1, token=b'!', start=2, end=3)
    """
    spans: list[TokenSpan] = []
    end = 0
    for token_id in ids:
        start, end = end, end + len(tokens[token_id])
        spans.append(TokenSpan(token_id, tokens[token_id], start, end))
    return spans


def decode_stream(pieces: Iterable[bytes]) -> Iterator[str]:
    """Yield text as bytes arrive, holding back a character until its last byte is there.

    Bytes that can never become a character turn into U+FFFD, as with `errors="replace"`.

    >>> list(decode_stream([bytes([0xC3]), bytes([0xA9]), b"!"]))
    ['é', '!']
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for piece in pieces:
        text = decoder.decode(piece)
        if text:
            yield text
    rest = decoder.decode(b"", final=True)
    if rest:
        yield rest
