"""Encoding one text on several threads, piece by piece, cut where the pattern ends a chunk."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from threading import Lock

from bpe_course.compiled.borders import PIECE, divide
from bpe_course.compiled.encoder import Encoder
from bpe_course.compiled.pages import make_pages, new_ids
from bpe_course.compiled.results import SLACK, with_room
from bpe_course.compiled.windows import Ids
from bpe_course.threads import map_on_threads

Numbered = tuple[int, Ids]  # a piece's number, and its ids


def encode_on_threads(encoder: Encoder, text: str, threads: int) -> Ids:
    """Return the ids of a text; of three threads, each has every third piece.

    Who has no more takes what is left for the others. To begin with, each has its own, and always
    the same: its table knows the chunks from the last time that this text was encoded.
    """
    if threads == 1:
        return encoder.encode(text)
    pieces = list(divide(text, min(PIECE, -(-len(text) // threads)), encoder.pattern))
    longest = max(stop - start for start, stop in pieces)
    joined = Joined(new_ids(len(text)))
    queues = [deque(range(seat, len(pieces), threads)) for seat in range(threads)]

    def encode_share(seat: int) -> list[Numbered]:
        room, waiting = new_ids(longest + SLACK), list[Numbered]()
        for number in take_pieces(queues[seat:] + queues[:seat]):
            ids = encoder.encode_spans(text, [pieces[number]], room, seat)
            joined.announce(number, len(ids))
            waiting = joined.write([*waiting, (number, ids)])
            if waiting:  # in the room
                room = new_ids(longest + SLACK)
        return waiting

    return joined.finish(chain.from_iterable(map_on_threads(encode_share, range(threads), threads)))


def take_pieces(queues: Sequence[deque[int]]) -> Iterator[int]:
    """Take the pieces in the first queue from its front, then those in the others from their end.

    >>> list(take_pieces([deque([0, 2]), deque([1, 3])]))
    [0, 2, 3, 1]
    """
    own, *others = queues
    for take in (own.popleft, *(other.pop for other in others)):
        with suppress(IndexError):  # there may be others who take
            while True:
                yield take()


@dataclass
class Joined:
    """An array for the ids of all pieces, to which several threads write at once.

    Where the ids of a piece begin is known when it has been announced how many each piece before
    has.

    >>> joined, ids = Joined(new_ids(2)), new_ids(3)
    >>> ids[:] = 5, 6, 7
    >>> joined.announce(1, 1)
    >>> waiting = joined.write([(1, ids[2:])])
    >>> joined.announce(0, 2)
    >>> joined.write([(0, ids[:2])])
    []
    >>> joined.finish(waiting).tolist()
    [5, 6, 7]
    """

    out: Ids
    starts: list[int] = field(default_factory=lambda: [0])
    sizes: dict[int, int] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def announce(self, number: int, size: int) -> None:
        """Say how many ids a piece has."""
        with self.lock:
            self.sizes[number] = size
            while (known := self.sizes.get(len(self.starts) - 1)) is not None:
                self.starts.append(self.starts[-1] + known)

    def write(self, found: Iterable[Numbered]) -> list[Numbered]:
        """Write the ids of pieces; return those whose place is not yet known or not there."""
        return [(number, ids) for number, ids in found if not self._write_one(number, ids)]

    def _write_one(self, number: int, ids: Ids) -> bool:
        if number >= len(self.starts) or self.starts[number] + len(ids) > len(self.out):
            return False
        start = self.starts[number]
        make_pages(self.out, start, start + len(ids))
        self.out[start : start + len(ids)] = ids
        return True

    def finish(self, waiting: Iterable[Numbered]) -> Ids:
        """Write what has been waiting, all pieces being announced; return all ids."""
        size = self.starts[-1]
        self.out = with_room(self.out, len(self.out), size - len(self.out))
        self.write(waiting)
        return self.out[:size]
