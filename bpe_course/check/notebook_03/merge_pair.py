"""Exercise: merge a pair."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from bpe_course import pairs
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, sequences
from bpe_course.pairs import Pair

Ids = Sequence[int]


def _inputs() -> Iterator[Arguments]:
    for ids in sequences([1, 2], 6):
        for pair in ((1, 1), (1, 2), (2, 1)):
            yield ids, pair, 256
    for ids in sequences([1, 2, 12, 21], 4):  # what a replacement in text confuses
        yield ids, (1, 2), 256
    for ids in seeded_sequences([1, 2, 256], range(30, 50)):
        yield ids, (256, 1), 257


def _merge_overlapping(ids: Ids, pair: Pair, new_id: int) -> list[int]:
    starts = {place for place, found in enumerate(pairwise(ids)) if found == pair}
    covered = {place + 1 for place in starts}
    return [
        new_id if place in starts else token_id
        for place, token_id in enumerate(ids)
        if place in starts or place not in covered
    ]


def _merge_keeping_second(ids: Ids, pair: Pair, new_id: int) -> list[int]:
    starts = {place for place, found in enumerate(pairwise(ids)) if found == pair}
    return [new_id if place in starts else token_id for place, token_id in enumerate(ids)]


def _merge_losing_last(ids: Ids, pair: Pair, new_id: int) -> list[int]:
    merged = pairs.merge_pair(ids, pair, new_id)
    return merged if merged and merged[-1] == new_id else merged[:-1]


def _replace_text(separator: str) -> Callable[[Ids, Pair, int], list[int]]:
    def merge(ids: Ids, pair: Pair, new_id: int) -> list[int]:
        text = separator.join(map(str, ids))
        replaced = text.replace(separator.join(map(str, pair)), str(new_id))
        return [int(part) for part in replaced.split(separator) if part]

    return merge


def _merge_first(ids: Ids, pair: Pair, new_id: int) -> list[int]:
    for place, found in enumerate(pairwise(ids)):
        if found == pair:
            return [*ids[:place], new_id, *ids[place + 2 :]]
    return list(ids)


def _merge_from_right(ids: Ids, pair: Pair, new_id: int) -> list[int]:
    return pairs.merge_pair(ids[::-1], pair[::-1], new_id)[::-1]


def _merge_by_ids_from(first: int) -> Callable[[Ids, Pair, int], list[int]]:
    """Look back into `ids`, from this position on; at position 0, `ids[-1]` is the last id."""

    def merge(ids: Ids, pair: Pair, new_id: int) -> list[int]:
        merged: list[int] = []
        for place, token_id in enumerate(ids):
            merged.append(token_id)
            if place >= first and (ids[place - 1], token_id) == pair:
                merged[-2:] = [new_id]
        return merged

    return merge


def _merge_keeping_first(ids: Ids, pair: Pair, new_id: int) -> list[int]:
    merged: list[int] = []
    for token_id in ids:
        found = (*merged[-1:], token_id) == pair
        merged.append(new_id if found else token_id)
    return merged


def _merge_keeping_first_by_ids(ids: Ids, pair: Pair, new_id: int) -> list[int]:
    ends = {place + 1 for place, found in enumerate(pairwise(ids)) if found == pair}
    return [new_id if place in ends else token_id for place, token_id in enumerate(ids)]


def _merge_keeping_both(ids: Ids, pair: Pair, new_id: int) -> list[int]:
    merged: list[int] = []
    for token_id in ids:
        found = (*merged[-1:], token_id) == pair
        merged += [token_id, new_id] if found else [token_id]
    return merged


MERGE_PAIR = Exercise(
    name="merge_pair",
    notebook="03",
    title="Merge a pair without looking ahead",
    minutes=12,
    difficulty=2,
    spec=pairs.merge_pair,
    inputs=_inputs,
    verified=(
        "every sequence of up to six ids out of two, pairs of equal ids and absent pairs among "
        "them, and longer ones; the input is left as it was"
    ),
    wrong=(
        WrongAnswer(
            name="overlapping merge",
            teaching="A merge uses up both ids: in 7 7 7 the middle 7 cannot be merged twice.",
            models=(_merge_overlapping,),
        ),
        WrongAnswer(
            name="second id kept",
            teaching="The new id takes the place of both ids: the right one must go as well.",
            models=(
                _merge_keeping_second,
                lambda ids, pair, new_id: _merge_keeping_second(ids, pair, new_id)[:-1],
            ),
        ),
        WrongAnswer(
            name="first id kept",
            teaching="When the new id comes, the left one stands in the list already: take it out.",
            models=(_merge_keeping_first, _merge_keeping_first_by_ids, _merge_keeping_both),
        ),
        WrongAnswer(
            name="a look back into the old list",
            teaching="What stands before in ids may be used up: look back into the new list.",
            models=(_merge_by_ids_from(1),),
        ),
        WrongAnswer(
            name="end joined to beginning",
            teaching="ids[-1] is the last id: at position 0 there is nothing to look back to.",
            models=(_merge_by_ids_from(0),),
        ),
        WrongAnswer(
            name="a list compared with a tuple",
            teaching="[1, 1] == (1, 1) is False, a list never equals a tuple: compare two tuples.",
            models=(lambda ids, pair, new_id: list(ids),),
        ),
        WrongAnswer(
            name="a look past the end",
            teaching="The last id has no right neighbor: ask whether there is one before you look.",
            raises=(IndexError,),
        ),
        WrongAnswer(
            name="last id lost",
            teaching="If the last id belongs to no merge, it still has to be copied.",
            models=(_merge_losing_last,),
        ),
        WrongAnswer(
            name="replacement in text",
            teaching="In text the digits of one id run into another's: compare ids instead.",
            models=(_replace_text(" "), _replace_text(",")),
        ),
        WrongAnswer(
            name="only the first occurrence",
            teaching="Every occurrence is merged: go on after the first one.",
            models=(_merge_first,),
        ),
        WrongAnswer(
            name="merged from the right",
            teaching="The rule goes from left to right: 7 7 7 becomes 256 7, not 7 256.",
            models=(_merge_from_right,),
        ),
    ),
    hints=(
        "Append every id to a new list. Then look back: what are the last two entries?",
        "merged[-2:] is the list of the last two entries, and of fewer if there are not two.",
        "If tuple(merged[-2:]) == pair, then merged[-2:] = [new_id].",
    ),
)
