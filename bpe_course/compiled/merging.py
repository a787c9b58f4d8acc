"""Merging one long chunk with a heap and a linked list: the twin of `merging.encode_long`."""

import numpy as np

from bpe_course.compiled.chunks import Integers
from bpe_course.compiled.jit import kernel, lean
from bpe_course.compiled.keys import Place
from bpe_course.compiled.pair_ids import NO_MERGE, PairIds, merge_of
from bpe_course.compiled.pair_table import pack, unpack

ABSORBED = -2


@kernel
def merge_long(ids: Integers, count: Place, merges: PairIds) -> Place:
    """Merge with a heap of (rank, place) and a linked list; return how many ids remain."""
    following = np.arange(1, count + 1)
    preceding = np.arange(-1, count)
    waiting = np.empty(3 * count, dtype=np.int64)
    size = 0
    for place in range(count - 1):
        rank = merge_of(merges, ids[place], ids[place + 1])
        if rank != NO_MERGE:
            size = push(waiting, size, pack(rank, place))
    while size:
        entry = waiting[0]
        size = pop(waiting, size)
        rank, place = unpack(entry)
        absorbed = following[place]
        if ids[place] == ABSORBED or absorbed >= count:
            continue
        if merge_of(merges, ids[place], ids[absorbed]) != rank:
            continue
        before, after = preceding[place], following[absorbed]
        ids[place], ids[absorbed] = rank, ABSORBED
        following[place], preceding[after] = after, place
        if before >= 0:
            found = merge_of(merges, ids[before], rank)
            if found != NO_MERGE:
                size = push(waiting, size, pack(found, before))
        if after < count:
            found = merge_of(merges, rank, ids[after])
            if found != NO_MERGE:
                size = push(waiting, size, pack(found, place))
    return keep_present(ids, count)


@lean
def keep_present(ids: Integers, count: Place) -> Place:
    """Move the ids that were not absorbed to the front; return how many there are."""
    kept = 0
    for place in range(count):
        if ids[place] != ABSORBED:
            ids[kept] = ids[place]
            kept += 1
    return kept


@lean
def push(heap: Integers, size: Place, entry: Place) -> Place:
    """Put an entry into a heap, the smallest on top; return the new size."""
    place = size
    while place and heap[(place - 1) >> 1] > entry:
        heap[place] = heap[(place - 1) >> 1]
        place = (place - 1) >> 1
    heap[place] = entry
    return size + 1


@lean
def pop(heap: Integers, size: Place) -> Place:
    """Take the smallest entry off a heap; return the new size."""
    size -= 1
    entry = heap[size]
    place = 0
    while 2 * place + 1 < size:
        child = 2 * place + 1
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= entry:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = entry
    return size
