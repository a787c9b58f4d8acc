"""The part of a published vocabulary that some texts can meet, and the merges behind it.

Merging joins pieces of a text, so the tokens that are no part of it do not matter. What is left is
small enough to be looked at, and the ids are those of the whole vocabulary.
"""

import base64
import json
from collections.abc import Iterable, Mapping

from bpe_course import fast, published
from bpe_course.bytelevel import to_printable
from bpe_course.pairs import Pair
from bpe_course.published.files import ENCODER_JSON, files_of

Ranks = dict[bytes, int]


def parts_of(text: bytes) -> set[bytes]:
    """Every piece of these bytes, of whatever length.

    >>> sorted(parts_of(b"aba"))
    [b'a', b'ab', b'aba', b'b', b'ba']
    """
    ends = range(1, len(text) + 1)
    return {text[start:end] for end in ends for start in range(end)}


def excerpt(ranks: Mapping[bytes, int], text: bytes) -> Ranks:
    """The tokens that are parts of a text, with their ranks, in order of rank.

    >>> excerpt({b"c": 2, b"b": 1, b"a": 0, b"bc": 3}, b"abc and a")
    {b'a': 0, b'b': 1, b'c': 2, b'bc': 3}
    """
    found = {token: ranks[token] for token in parts_of(text) & ranks.keys()}
    return dict(sorted(found.items(), key=lambda item: item[1]))


def published_excerpt(name: str, texts: Iterable[bytes]) -> Ranks:
    """The tokens of a published vocabulary that are parts of one of the texts, with their ranks.

    The file is not checked line by line: that takes longer than all else.

    >>> published_excerpt("cl100k_base", [b" I"])
    {b'I': 40, b' ': 220, b' I': 358}
    """
    wanted = set[bytes]().union(*map(parts_of, texts))
    if name == "gpt2":
        encoder = json.loads(published.read(ENCODER_JSON))
        del encoder["<|endoftext|>"]  # the only entry that is not in the alphabet for bytes
        known = {token: encoder.get(to_printable(token)) for token in wanted}
    else:
        (file,) = files_of(name)
        lines = dict(line.split() for line in published.read(file).splitlines())
        known = {token: lines.get(base64.b64encode(token)) for token in wanted}
    found = [(int(rank), token) for token, rank in known.items() if rank is not None]
    return {token: rank for rank, token in sorted(found)}


def merges_of(ranks: Mapping[bytes, int]) -> dict[Pair, int]:
    """The merges that make these tokens, given in order of rank.

    >>> merges_of({b"a": 0, b"n": 2, b"an": 3, b"na": 4, b"ana": 5})
    {(0, 2): 3, (2, 0): 4, (3, 0): 5}
    """
    merges: dict[Pair, int] = {}
    for token, rank in ranks.items():
        if len(token) > 1:
            left, right = fast.encode_chunk([ranks[bytes([byte])] for byte in token], merges)
            merges[left, right] = rank
    return merges
