"""Encoding one text on several threads, each of which has a share of it.

A share is of pieces that follow each other, cut where the pattern ends a chunk. Words come again
near where they were, so each thread meets fewer different ones than if it had every second piece.

The first two threads begin where their shares meet and go outwards, one down and one up: so both
write where it will stay. What other threads find, and the pieces that a thread takes over from one
that is behind, is copied to its place at the end.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import itemgetter

from bpe_course.ascii_twins import Span
from bpe_course.compiled.borders import PIECE, divide
from bpe_course.compiled.encoder import Encoder
from bpe_course.compiled.outwards import Downwards, assemble
from bpe_course.compiled.pages import new_ids
from bpe_course.compiled.results import SLACK, room_for
from bpe_course.compiled.windows import Ids
from bpe_course.threads import map_on_threads, take

Run = tuple[int, Ids]  # the number of a piece, and the ids from there on


def encode_on_threads(encoder: Encoder, text: str, threads: int) -> Ids:
    """Return the ids of a text.

    Each thread has the same share each time: its table knows the chunks of a text that was encoded
    before.
    """
    pieces = list(divide(text, min(PIECE, -(-len(text) // threads)), encoder.pattern))
    threads = min(threads, len(pieces))
    if threads == 1:
        return encoder.encode(text)
    team = Team(encoder, text, pieces, threads)
    found = map_on_threads(team.encode_share, range(threads), threads)
    runs = sorted((run for share in found for run in share), key=itemgetter(0))
    before = [ids for number, ids in runs if number < team.borders[1]]
    after = [ids for number, ids in runs if number >= team.borders[1]]
    return assemble(before, team.lower, after, threads)


class Team:
    """The threads that share a text: where each one's share begins, and what is left of it."""

    def __init__(self, encoder: Encoder, text: str, pieces: Sequence[Span], threads: int) -> None:
        self.encoder, self.text, self.pieces = encoder, text, pieces
        self.borders = [len(pieces) * seat // threads for seat in range(threads + 1)]
        self.left = [deque(range(*share)) for share in pairwise(self.borders)]
        self.left[0].reverse()
        self.size = room_for(text)
        self.middle = self._size_of(pieces[self.borders[1]][0])
        self.out = new_ids(self.size)
        self.lower = Downwards(self.out, self.middle, self.middle)

    def encode_share(self, seat: int) -> list[Run]:
        """Encode a thread's own share, and then what the others have not come to."""
        runs = self._go_up(seat) if seat > 0 else self._go_down()
        for others in self.left[seat + 1 :] + self.left[:seat]:
            for number in take(others.pop):
                runs.append((number, self._encode([number], self._room(number, number + 1), seat)))
        return runs

    def _go_down(self) -> list[Run]:
        # Twice the usual, for a piece may be longer than others: it ends where a chunk does.
        room = new_ids(2 * self._size_of(PIECE))
        for number in take(self.left[0].popleft):
            self.lower.write(self._encode([number], room, 0))
        return []

    def _go_up(self, seat: int) -> list[Run]:
        first, stop = self.borders[seat], self.borders[seat + 1]
        own = take(self.left[seat].popleft)
        if seat == 1:
            return [(first, self._encode(own, self.out, seat, self.middle))]
        return [(first, self._encode(own, self._room(first, stop), seat))]

    def _room(self, first: int, stop: int) -> Ids:
        """Return room for the ids of the pieces between these numbers."""
        return new_ids(self._size_of(self.pieces[stop - 1][1] - self.pieces[first][0]) + SLACK)

    def _size_of(self, length: int) -> int:
        """Return how many ids so many characters may have, if they are as all of them are."""
        return self.size * length // len(self.text)

    def _encode(self, numbers: Iterable[int], out: Ids, seat: int, start: int = 0) -> Ids:
        spans = (self.pieces[number] for number in numbers)
        return self.encoder.encode_spans(self.text, spans, out, seat, start)
