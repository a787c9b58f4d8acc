"""The arrays that ids are written to, with room to spare, and the lists they become."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from bpe_course.compiled.keys import Words
from bpe_course.compiled.pages import new_ids
from bpe_course.compiled.windows import Ids

Numbers = npt.NDArray[np.object_]

SLACK = 2  # ids are written two at a time
SAMPLED = 1 << 10  # characters
LISTED = 1 << 14  # ids that become a list at a time, while the processor's cache holds them


def pairs_of(ids: Ids) -> Words:
    """Return a view that shows, at each place, the id there and the next one as one number.

    >>> [hex(pair) for pair in pairs_of(np.array([1, 2, 3], dtype=np.uint32))]
    ['0x200000001', '0x300000002']
    """
    return np.ndarray(len(ids) - 1, np.uint64, ids, strides=(4,))


def room_for(text: str) -> int:
    """Return for how many ids of a text to have room: for as many as it has bytes in UTF-8.

    That is judged by some of its characters, spread evenly.

    >>> room_for("low") - SLACK, room_for("é") - SLACK, room_for("") - SLACK
    (3, 2, 0)
    """
    some = text[:: max(1, len(text) // SAMPLED)]
    size = len(some.encode("utf-8", "surrogatepass"))
    return len(text) * size // max(1, len(some)) + SLACK


def with_room(out: Ids, written: int, size: int) -> Ids:
    """Return an array with room for `size` more ids, and with those that have been written.

    >>> len(with_room(np.zeros(3, np.uint32), 2, 1)), len(with_room(np.zeros(3, np.uint32), 2, 2))
    (3, 8)
    """
    if written + size <= len(out):
        return out
    larger = new_ids(2 * (written + size))
    larger[:written] = out[:written]
    return larger


def numbers_of(ids: Collection[int]) -> Numbers:
    """Return an array that holds, at the place of each id, that id as a Python number.

    >>> numbers_of([0, 2]).tolist()
    [0, None, 2]
    """
    numbers = np.empty(max(ids) + 1, dtype=np.object_)
    numbers[[*ids]] = [*ids]
    return numbers


def to_list(ids: Ids, numbers: Numbers) -> list[int]:
    """Return the ids as a list.

    Equal ids are one number there. To make each anew takes longer, for it takes five times as much
    memory.

    >>> to_list(np.array([2, 0], dtype=np.uint32), numbers_of([0, 2]))
    [2, 0]
    """
    found: list[int] = []
    for start in range(0, len(ids), LISTED):
        found += numbers[ids[start : start + LISTED]].tolist()
    return found
