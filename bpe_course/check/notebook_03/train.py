"""Exercise: train to a given size of the vocabulary."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from bpe_course import pairs, reference
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, sequences
from bpe_course.pairs import Pair

Ids = Sequence[int]
Counts = Mapping[Pair, int]


def _is_trainable(ids: Ids, vocab_size: int) -> bool:
    return vocab_size >= 256 and len(reference.train([ids], vocab_size - 256)) == vocab_size - 256


def _inputs() -> Iterator[Arguments]:
    small = [*sequences(b"ab", 7), *sequences(b"abc", 5)]
    for ids in sorted(small, key=lambda ids: (len(ids) < 2, len(ids))):  # without a pair: last
        for vocab_size in (256, 257, 258, 259):
            if _is_trainable(ids, vocab_size):
                yield ids, vocab_size
    for ids in seeded_sequences(b"abcd", range(90, 100)):
        yield ids, 266


Choose = Callable[[Counts], Pair]


def _seen_first(counts: Counts) -> Pair:
    return pairs.most_common_pair(counts)


def _sorted_last(counts: Counts) -> Pair:
    *_, last = sorted(counts, key=lambda pair: counts[pair])
    return last


def _trainer(
    extra: int = 0, first_id: int = 256, choose: Choose = _seen_first, stops: bool = True
) -> Callable[[Ids, int], dict[Pair, int]]:
    """A training with something changed: more merges, other ids, other ties, no clean stop."""

    def train(ids: Ids, vocab_size: int) -> dict[Pair, int]:
        merges: dict[Pair, int] = {}
        for new_id in range(first_id, first_id + vocab_size - 256 + extra):
            counts = pairs.count_pairs(ids)
            if stops and not counts:
                break
            pair = choose(counts)
            merges[pair] = new_id
            ids = pairs.merge_pair(ids, pair, new_id)
        return merges

    return train


def _train_on_one_count(ids: Ids, vocab_size: int) -> dict[Pair, int]:
    counts = pairs.count_pairs(ids)
    ranked = sorted(counts, key=lambda pair: -counts[pair])
    return {pair: 256 + place for place, pair in enumerate(ranked[: vocab_size - 256])}


def _train_on_one_text(ids: Ids, vocab_size: int) -> dict[Pair, int]:
    if vocab_size == 256:
        return {}
    return {_seen_first(pairs.count_pairs(ids)): vocab_size - 1}


def _number_from_0(ids: Ids, vocab_size: int) -> dict[Pair, int]:
    return {pair: new_id - 256 for pair, new_id in _trainer()(ids, vocab_size).items()}


def _turn_round(ids: Ids, vocab_size: int) -> dict[int, Pair]:
    return {new_id: pair for pair, new_id in _trainer()(ids, vocab_size).items()}


TRAIN = Exercise(
    name="train",
    notebook="03",
    title="Train to a given vocabulary size",
    minutes=12,
    difficulty=2,
    spec=lambda ids, vocab_size: reference.train([ids], vocab_size - 256),
    inputs=_inputs,
    admits=_is_trainable,
    verified=(
        "every text of up to seven letters out of two, or five out of three, that has enough "
        "pairs, and ten longer texts; a tie goes to the pair seen first"
    ),
    wrong=(
        WrongAnswer(
            name="stale counts",
            teaching="A merge changes the counts of its neighbors: count again in every round.",
            models=(_train_on_one_count,),
        ),
        WrongAnswer(
            name="the same text in every round",
            teaching="merge_pair returns a new list: go on with it, ids = merge_pair(…).",
            models=(_train_on_one_text,),
        ),
        WrongAnswer(
            name="ids from 257",
            teaching="The bytes have the ids 0 to 255, so the first merge gets 256.",
            models=(_trainer(first_id=257), _trainer(first_id=257, extra=-1)),
        ),
        WrongAnswer(
            name="ids from 255",
            teaching="255 is the id of a byte: the first free id is 256.",
            models=(_trainer(first_id=255), _trainer(first_id=255, extra=1)),
        ),
        WrongAnswer(
            name="ids from 0",
            teaching="The ids 0 to 255 are taken, a byte has each: count the merges from 256 on.",
            models=(_trainer(first_id=0), _number_from_0),
        ),
        WrongAnswer(
            name="the table turned round",
            teaching="The pair is the key, and its new id the value: merges[pair] = new_id.",
            models=(_turn_round,),
        ),
        WrongAnswer(
            name="ties settled by sorted",
            teaching="Sorting ends with the pair seen last, or the largest: max takes the first.",
            models=(
                _trainer(choose=_sorted_last),
                _trainer(choose=lambda counts: max(counts, key=lambda p: (counts[p], p))),
            ),
        ),
        WrongAnswer(
            name="ties to the smallest pair",
            teaching="That is another rule, and a good one; here the pair seen first is asked for.",
            models=(_trainer(choose=lambda counts: pairs.most_common_pair(counts, "smallest")),),
        ),
        WrongAnswer(
            name="the largest pair, not the most common",
            teaching="max(counts) compares the pairs: to compare their counts, give it a key.",
            models=(_trainer(choose=max),),
        ),
        WrongAnswer(
            name="one merge too many",
            teaching="A vocabulary of 258 has two merges, 256 and 257: subtract 256.",
            models=(_trainer(extra=1), _trainer(extra=1, stops=False)),
        ),
        WrongAnswer(
            name="one merge too few",
            teaching="range ends before its second number: range(256, vocab_size) is right.",
            models=(_trainer(extra=-1),),
        ),
        WrongAnswer(
            name="vocabulary size taken for merges",
            teaching="256 entries are bytes: only vocab_size - 256 are merges.",
            models=(_trainer(extra=256), _trainer(extra=256, stops=False)),
        ),
    ),
    hints=(
        "How many merges does a vocabulary of 256 entries hold? And one of 257?",
        "The new ids are those of range(256, vocab_size): one round for each.",
        "In each round: count, take max(counts, key=counts.get), merge, write the merge down.",
    ),
)
