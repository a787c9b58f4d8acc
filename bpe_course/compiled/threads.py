"""Encoding one text on several threads: each takes a part, cut where the pattern ends a chunk."""

import numpy as np

from bpe_course.compiled.borders import PIECE, divide
from bpe_course.compiled.encoder import Encoder
from bpe_course.compiled.windows import Ids
from bpe_course.threads import map_on_threads


def encode_on_threads(encoder: Encoder, text: str, threads: int) -> Ids:
    """Return the ids of a text; the parts are done side by side.

    A part is turned into UTF-8 piece by piece, for Python lets only one thread do that at a time:
    meanwhile the others encode.
    """
    if threads == 1:
        return encoder.encode(text)
    pieces = list(divide(text, min(PIECE, -(-len(text) // threads)), encoder.pattern))
    share = -(-len(pieces) // threads)
    parts = [pieces[first : first + share] for first in range(0, len(pieces), share)]
    return np.concatenate(
        map_on_threads(
            lambda seat: encoder.encode_spans(text, parts[seat], seat), range(len(parts)), threads
        )
    )
