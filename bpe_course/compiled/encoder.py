"""The compiled encoder: arrays made of a vocabulary, and tables of chunks that fill with use."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

from bpe_course.compiled.borders import cut
from bpe_course.compiled.encoding import (
    LONGEST_KEPT,
    Ids,
    Known,
    Work,
    encode_chunks,
    remember_tokens,
)
from bpe_course.compiled.keys import Bytes, pad
from bpe_course.compiled.merging import LONG_CHUNK
from bpe_course.compiled.pair_ids import table_of_byte_pairs, table_of_merges
from bpe_course.pairs import Pair

CHUNKS = 1 << 18  # remembered at most, besides the tokens themselves
MEAN_IDS = 4  # room for this many ids a chunk,
MEAN_BYTES = 4  # and for this many bytes: only those of long chunks are kept
SLACK = 2  # ids are written two at a time


class Encoder:
    """Turns UTF-8 text into ids, as `fast` does and with the same result.

    It remembers the chunks it has met, up to a bound, in a table for each thread that encodes.

    >>> encoder = Encoder({(104, 105): 256}, range(256), {b"hi": 256}, "gpt2")
    >>> encoder.encode(pad(b"hi hip"), 0, 6).tolist()
    [256, 32, 256, 112]
    """

    def __init__(
        self,
        merges: Mapping[Pair, int],
        byte_ids: Sequence[int],
        ids: Mapping[bytes, int],
        pattern: str | None,
    ) -> None:
        self.pattern = pattern
        self._ids = ids
        self._bits = (2 * (len(ids) + CHUNKS)).bit_length()
        self._byte_ids = np.array(byte_ids, dtype=np.int64)
        self._byte_ranks = table_of_byte_pairs(merges, byte_ids)
        self._merges = table_of_merges(merges)
        self._idle: list[Known] = []

    def encode(self, data: Bytes, start: int, stop: int) -> Ids:
        """Return the ids of the padded bytes from `start` to `stop`, taken for a whole text.

        Several threads may call this at once.
        """
        words = data.view(np.uint64)
        out = np.empty(stop - start + SLACK, dtype=np.uint32)
        written = 0
        room = np.empty((2, LONG_CHUNK), dtype=np.int64)
        work = Work(self._byte_ids, self._byte_ranks, self._merges, *room)
        with self._lend() as known:
            for place, ends, count in cut(data, start, stop, self.pattern):
                if is_full(known):
                    forget(known)
                    enter_tokens(known, self._ids, self._bits)
                written = encode_chunks(
                    data, words, ends, count, place, known, work, self._bits, out, written
                )
        return out[:written]

    @contextmanager
    def _lend(self) -> Iterator[Known]:
        """Lend a table that no other thread uses; make one if there is none."""
        try:
            known = self._idle.pop()
        except IndexError:
            known = know_tokens(self._ids, self._bits)
        yield known
        self._idle.append(known)


def know_tokens(ids: Mapping[bytes, int], bits: int) -> Known:
    """Return a table of 2 to the power `bits` slots that holds a vocabulary's tokens."""
    spelled = sum(map(len, ids))
    known = Known(
        np.zeros((1 << bits, 4), dtype=np.uint64),
        np.empty(len(ids) + MEAN_IDS * CHUNKS, dtype=np.uint32),
        np.empty(spelled + MEAN_BYTES * CHUNKS, dtype=np.uint8),
        np.zeros(3, dtype=np.int64),
    )
    enter_tokens(known, ids, bits)
    return known


def enter_tokens(known: Known, ids: Mapping[bytes, int], bits: int) -> None:
    """Enter the tokens of a vocabulary into an empty table."""
    data = pad(b"".join(ids))
    ends = np.cumsum([len(token) for token in ids], dtype=np.int64)
    numbers = np.array([*ids.values(), 0], dtype=np.uint32)
    remember_tokens(data, data.view(np.uint64), ends, numbers, known, bits)


def forget(known: Known) -> None:
    """Empty a table."""
    known.table[:] = 0
    known.used[:] = 0


def is_full(known: Known) -> bool:
    """Return whether another chunk might find no room."""
    rows, ids, data = known.used
    return bool(
        2 * (rows + 1) > len(known.table)
        or ids + LONGEST_KEPT > len(known.ids)
        or data + LONGEST_KEPT > len(known.data)
    )
