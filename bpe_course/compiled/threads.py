"""Encoding on several threads: long texts are divided where a chunk ends under every pattern."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bpe_course.compiled.encoder import Encoder
from bpe_course.compiled.encoding import Ids
from bpe_course.compiled.keys import Bytes, pad
from bpe_course.compiled.scanners import SCANNERS
from bpe_course.text import to_utf8

SEARCHED = 1 << 16
SPACE = 0x20


def encode_text(encoder: Encoder, text: str, threads: int = 1) -> Ids:
    """Return the ids of a text, divided among threads if its pattern allows it."""
    encoded = to_utf8(text)
    data, size = pad(encoded), len(encoded)
    del encoded
    if threads == 1 or encoder.pattern not in SCANNERS:
        return encoder.encode(data, 0, size)
    cuts = divide(data, size, threads)
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda start, stop: encoder.encode(data, start, stop), cuts[:-1], cuts[1:])
        return np.concatenate(list(parts))


def encode_texts(encoder: Encoder, texts: Sequence[str], threads: int = 1) -> list[Ids]:
    """Return the ids of each text, in order; the texts are divided among threads."""
    if threads == 1:
        return [encode_text(encoder, text) for text in texts]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda text: encode_text(encoder, text), texts))


def divide(data: Bytes, size: int, parts: int) -> list[int]:
    """Return where to cut a text into about equal parts, its beginning and its end included.

    A cut stands between an ASCII letter and a space. Where none is near, it is left out.

    >>> divide(np.frombuffer(b"to be or not to be", dtype=np.uint8), 18, 2)
    [0, 12, 18]
    """
    wanted = [size * part // parts for part in range(1, parts)]
    found = {border for place in wanted if (border := next_border(data, place, size))}
    return [0, *sorted(found), size]


def next_border(data: Bytes, place: int, size: int) -> int:
    """Return the first place after `place` between an ASCII letter and a space, or 0."""
    near = data[place : min(place + SEARCHED, size)]
    letters = (near[:-1] | SPACE) - np.uint8(ord("a")) < 26
    borders = np.flatnonzero(letters & (near[1:] == SPACE))
    return int(borders[0]) + place + 1 if len(borders) else 0
