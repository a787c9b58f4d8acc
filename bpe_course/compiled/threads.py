"""Encoding one text on several threads: each takes a part, cut where the pattern ends a chunk."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from bpe_course.ascii_twins import stretches
from bpe_course.compiled.encoder import Encoder
from bpe_course.compiled.encoding import Ids
from bpe_course.compiled.scanners import SCANNERS
from bpe_course.text import to_utf8


def encode_on_threads(encoder: Encoder, text: str, threads: int) -> Ids:
    """Return the ids of a text; only for a published pattern is it divided among threads."""
    if threads == 1 or encoder.pattern not in SCANNERS:
        return encoder.encode(text)
    parts = stretches(text, -(-len(text) // threads))
    try:
        with ThreadPoolExecutor(threads) as pool:
            return np.concatenate(list(pool.map(encoder.encode, parts)))
    except ValueError:
        to_utf8(text)  # raises, too, and names the place in the whole text
        raise
