"""The compiled encoder: arrays made of a vocabulary, and tables of chunks that fill with use."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

import numpy as np

from bpe_course.ascii_twins import Span
from bpe_course.compiled.borders import PIECE, Batch, cut, divide
from bpe_course.compiled.buffer import Buffer
from bpe_course.compiled.categories import unicode_classes
from bpe_course.compiled.chunks import Integers
from bpe_course.compiled.encoding import GROUP, Desk, Out, Text, encode_chunks, new_group
from bpe_course.compiled.keys import pad, words_of
from bpe_course.compiled.known import LONGEST, REMEMBERED, Known, enter_tokens, is_full
from bpe_course.compiled.lanes import new_lanes
from bpe_course.compiled.lines import zeros_on_lines
from bpe_course.compiled.pages import make_pages, new_ids
from bpe_course.compiled.pair_ids import check_ids, table_of_byte_pairs, table_of_merges
from bpe_course.compiled.pieces import encode_piece
from bpe_course.compiled.results import (
    SLACK,
    Numbers,
    numbers_of,
    pairs_of,
    room_for,
    to_list,
    with_room,
)
from bpe_course.compiled.scanners import SCANNERS
from bpe_course.compiled.scanners.scanner import Scanner
from bpe_course.compiled.windows import Ids, Merges
from bpe_course.pairs import Pair

# A thread's table has room for the tokens and for so many chunks besides, if these have so many ids
# each in the mean, and so many bytes to keep: only those of long chunks are kept.
CHUNKS = 1 << 18
MEAN_IDS, MEAN_BYTES = 4, 4
FEWEST_BYTES = 2  # for an id, in most pieces of text


class Seat(NamedTuple):
    """A thread's place: what it encodes with, and a piece of text."""

    desk: Desk
    buffer: Buffer


class Encoder:
    """Turns text into ids, as `fast` does and with the same result.

    It remembers the chunks it has met, up to a bound, in a table for each thread that encodes.
    Raises `ValueError` if an id is larger than `LARGEST_ID`.

    >>> encoder = Encoder({(104, 105): 256}, range(256), {b"hi": 256}, "gpt2")
    >>> encoder.encode("hi hip").tolist()
    [256, 32, 256, 112]
    """

    def __init__(
        self,
        merges: Mapping[Pair, int],
        byte_ids: Sequence[int],
        ids: Mapping[bytes, int],
        pattern: str | None,
    ) -> None:
        check_ids(max(ids.values()))
        self.pattern = pattern
        self._ids = ids
        self._merges = Merges(
            np.array(byte_ids, dtype=np.int64),
            table_of_byte_pairs(merges, byte_ids),
            table_of_merges(merges),
            lengths_of(merges, byte_ids),
        )
        self._idle: defaultdict[int, list[Seat]] = defaultdict(list)

    def encode(self, text: str) -> Ids:
        """Return the ids of a text; several threads may call this at once."""
        spans = divide(text, PIECE, self.pattern)
        return self.encode_spans(text, spans, new_ids(room_for(text)))

    def encode_to_list(self, text: str) -> list[int]:
        """Return the ids of a text as a list."""
        return to_list(self.encode(text), self._numbers)

    @cached_property
    def _numbers(self) -> Numbers:
        return numbers_of([*self._merges.byte_ids.tolist(), *self._ids.values()])

    def encode_spans(
        self, text: str, spans: Iterable[Span], out: Ids, seat: int = 0, start: int = 0
    ) -> Ids:
        """Return the ids of parts of a text, one after another.

        They are in `out`, from `start` on, if there is room. Threads that share a text have a seat
        each, so that each finds its own table again.
        """
        written, scanner = start, SCANNERS.get(self.pattern or "")
        with self._lend(seat) as (desk, buffer):
            for span in spans:
                size = buffer.fill(text, *span)
                out = with_room(out, written, size + SLACK)
                make_pages(out, written, written + size // FEWEST_BYTES)
                piece, place = Text(buffer.data, buffer.words), Out(out, pairs_of(out))
                if scanner is not None:
                    written = self._encode_scanned(piece, size, scanner, desk, place, written)
                else:
                    written = self._encode_cut(piece, size, desk, place, written)
        return out[start:written]

    def _encode_scanned(
        self, text: Text, size: int, scanner: Scanner, desk: Desk, out: Out, written: int
    ) -> int:
        """Write the ids of the first bytes of a text; return how many are in `out`."""
        start = 0
        while True:
            start, written = encode_piece(
                text, start, size, unicode_classes(), scanner, desk, out, written
            )
            if start == size:
                return written
            learn_anew(desk.known, self._ids)

    def _encode_cut(self, text: Text, size: int, desk: Desk, out: Out, written: int) -> int:
        """Do the same under a pattern that has no scanner."""
        for start, ends in in_groups(cut(text.data, size, self.pattern)):
            if is_full(desk.known, len(ends), int(ends[-1]) - start):
                learn_anew(desk.known, self._ids)
            written = encode_chunks(text, ends, len(ends), start, desk, out, written)
        return written

    @contextmanager
    def _lend(self, number: int) -> Iterator[Seat]:
        """Lend a seat at which no other thread works; make one if there is none."""
        idle = self._idle[number]
        try:
            seat = idle.pop()
        except IndexError:
            desk = Desk(know_tokens(self._ids), self._merges, new_group(), new_lanes())
            seat = Seat(desk, Buffer())
        try:
            yield seat
        except ValueError:  # a piece is refused before anything of it is written
            idle.append(seat)
            raise
        idle.append(seat)


def lengths_of(merges: Mapping[Pair, int], byte_ids: Sequence[int]) -> Integers:
    """Return an array with the number of bytes of each token that merging makes, at its id.

    >>> int(lengths_of({(104, 105): 256, (256, 105): 257}, range(256))[257])
    3
    """
    lengths = dict.fromkeys(byte_ids, 1)
    for (left, right), new_id in merges.items():
        lengths[new_id] = lengths[left] + lengths[right]
    found = np.zeros(max(lengths) + 1, dtype=np.int64)
    found[[*lengths]] = [*lengths.values()]
    return found


def know_tokens(ids: Mapping[bytes, int]) -> Known:
    """Return a table, at most three quarters of it in use, that holds a vocabulary's tokens."""
    rows = 4 * (len(ids) + CHUNKS + GROUP) // 3
    store = np.empty(len(ids) + MEAN_IDS * CHUNKS + REMEMBERED * GROUP, dtype=np.uint32)
    known = Known(
        zeros_on_lines(4 << rows.bit_length()).reshape(-1, 4),
        store[:-1],
        pairs_of(store),
        np.empty(sum(map(len, ids)) + MEAN_BYTES * CHUNKS + REMEMBERED * GROUP, dtype=np.uint8),
        np.zeros(4, dtype=np.int64),
    )
    known.used[LONGEST] = max(REMEMBERED, *map(len, ids))
    learn_tokens(known, ids)
    return known


def learn_tokens(known: Known, ids: Mapping[bytes, int]) -> None:
    """Enter the tokens of a vocabulary into an empty table."""
    data = pad(b"".join(ids))
    ends = np.cumsum([len(token) for token in ids], dtype=np.int64)
    numbers = np.array([*ids.values()], dtype=np.int64)
    enter_tokens(data, words_of(data), ends, numbers, known)


def learn_anew(known: Known, ids: Mapping[bytes, int]) -> None:
    """Forget everything but the tokens of a vocabulary."""
    known.table[:] = 0
    known.used[:LONGEST] = 0
    learn_tokens(known, ids)


def in_groups(batches: Iterable[Batch]) -> Iterator[tuple[int, Integers]]:
    """Yield where each group of chunks starts, and where these end.

    >>> batch = (0, np.arange(1, 5001), 5000)
    >>> [(start, len(ends)) for start, ends in in_groups([batch])]
    [(0, 4096), (4096, 904)]
    """
    for begin, ends, count in batches:
        start = begin
        for first in range(0, count, GROUP):
            group = ends[first : min(count, first + GROUP)]
            yield start, group
            start = int(group[-1])
