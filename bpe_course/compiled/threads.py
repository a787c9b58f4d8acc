"""Encoding one text on several threads: each takes a part, cut where the pattern ends a chunk."""

import numpy as np

from bpe_course.compiled.borders import divide
from bpe_course.compiled.encoder import Encoder
from bpe_course.compiled.windows import Ids
from bpe_course.text import to_utf8
from bpe_course.threads import map_on_threads


def encode_on_threads(encoder: Encoder, text: str, threads: int) -> Ids:
    """Return the ids of a text; only for a published pattern is it divided among threads."""
    encoded = to_utf8(text)
    if threads == 1:
        return encoder.encode(encoded)
    parts = divide(encoded, max(1, -(-len(encoded) // threads)), encoder.pattern)
    return np.concatenate(map_on_threads(encoder.encode, parts, threads))
