"""A piece of text is encoded as far as there is room for what is new, and goes on from there."""

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course import Tokenizer
from bpe_course.compiled.categories import unicode_classes
from bpe_course.compiled.encoding import Desk, Out, Text
from bpe_course.compiled.keys import pad, words_of
from bpe_course.compiled.known import ROWS
from bpe_course.compiled.pieces import encode_piece
from bpe_course.compiled.results import SLACK, pairs_of
from bpe_course.compiled.scanners import SCANNERS

TEXT = "to be or not to be"


def desk() -> Desk:
    """The desk of a tokenizer with one merge, at which something has been encoded."""
    compiled = Tokenizer.train("to be to", 257).with_engine("compiled")
    assert compiled.encode_to_numpy("to").tolist() == [256]
    (seat,) = compiled._ordinary._compiled._idle[0]
    return seat.desk


def encode(at: Desk, start: int = 0) -> tuple[int, list[int]]:
    """Where encoding the text from a place on has stopped, and the ids that were written."""
    data = pad(TEXT.encode())
    ids = np.zeros(len(data) + SLACK, dtype=np.uint32)
    text, out = Text(data, words_of(data)), Out(ids, pairs_of(ids))
    rules = unicode_classes(), SCANNERS["gpt2"]
    place, written = encode_piece(text, start, len(TEXT), *rules, at, out, 0)
    return int(place), ids[:written].tolist()


def test_a_piece_is_encoded_from_a_place_to_its_end():
    """The ids of `to` are one merged token, those of the other words their bytes."""
    assert encode(desk()) == (18, [256, *b" be", *b" or", *b" not", 32, 256, *b" be"])
    assert encode(desk(), start=5) == (18, [*b" or", *b" not", 32, 256, *b" be"])


def test_nothing_is_written_where_a_group_might_find_no_room():
    """Where it has stopped is where it began; the table is as it was."""
    full = desk()
    full.known.used[ROWS] = len(full.known.table)
    assert encode(full, start=5) == (5, [])
    assert full.known.used[ROWS] == len(full.known.table)
