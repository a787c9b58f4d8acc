"""Exercise: encode by merging at one place at a time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from bpe_course import reference, zoo
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, texts
from bpe_course.pairs import Pair, count_pairs, merge_pair
from bpe_course.vocab import build_tokens

Merges = Mapping[Pair, int]
Ids = Sequence[int]

# Each list of words is trained on, until it has three merges at most. What the merges are made for:
LESSONS = (
    "ab ab ab bc bc",  # the leftmost pair comes first, and not the one learned last
    "bc bc bc aba aba",  # the leftmost pair, or the longest token, comes too early
    "bc bc bc abc abc ab",  # the longest token is right, the leftmost pair is not
    "aaab",  # equal neighbors: from left to right
)


def _learned(words: str) -> dict[Pair, int]:
    return reference.train([word.encode("utf-8") for word in words.split()], 3)


def _inputs() -> Iterator[Arguments]:
    all_merges = [_learned(words) for words in LESSONS]
    for text in texts("abc", 5):
        for merges in all_merges:
            yield text, merges
    accents = _learned("é é éa")
    for text in texts("aé👋", 3):
        yield text, accents
    for letters in seeded_sequences("abc", range(30, 40)):
        for merges in all_merges:
            yield "".join(letters), merges


def _encode(text: str, merges: Merges) -> list[int]:
    return reference.encode_chunk(text.encode("utf-8"), merges)


def _encode_characters(text: str, merges: Merges) -> list[int]:
    return reference.encode_chunk([ord(character) for character in text], merges)


Choose = Callable[[Ids, Merges], Pair]


def _encoder(choose: Choose, rounds: int | None = None) -> Callable[[str, Merges], list[int]]:
    """An encoder that chooses its merges in another way, or makes only a few of them."""

    def encode(text: str, merges: Merges) -> list[int]:
        ids = list(text.encode("utf-8"))
        left = len(ids) if rounds is None else rounds
        while left and any(pair in merges for pair in pairwise(ids)):
            pair = choose(ids, merges)
            ids = merge_pair(ids, pair, merges[pair])
            left -= 1
        return ids

    return encode


def _ranked(ids: Ids, merges: Merges) -> list[Pair]:
    return [pair for pair in count_pairs(ids) if pair in merges]


def _lowest(ids: Ids, merges: Merges) -> Pair:
    return min(_ranked(ids, merges), key=lambda pair: merges[pair])


def _highest(ids: Ids, merges: Merges) -> Pair:
    return max(_ranked(ids, merges), key=lambda pair: merges[pair])


def _most_common(ids: Ids, merges: Merges) -> Pair:
    counts = count_pairs(ids)
    return max(_ranked(ids, merges), key=lambda pair: counts[pair])


def _smallest(ids: Ids, merges: Merges) -> Pair:
    return min(_ranked(ids, merges))


def _leftmost(ids: Ids, merges: Merges) -> Pair:
    return _ranked(ids, merges)[0]


def _left_to_right(text: str, merges: Merges) -> list[int]:
    return zoo.left_to_right(text.encode("utf-8"), merges)


def _longest_match(text: str, merges: Merges) -> list[int]:
    ids_of = {token: token_id for token_id, token in build_tokens(merges).items()}
    return zoo.longest_match(text.encode("utf-8"), ids_of)


def _merge_one_place(text: str, merges: Merges) -> list[int]:
    ids = list(text.encode("utf-8"))
    places = [place for place, pair in enumerate(pairwise(ids)) if pair in merges]
    if places:
        place = min(places, key=lambda place: merges[ids[place], ids[place + 1]])
        ids[place : place + 2] = [merges[ids[place], ids[place + 1]]]
    return ids


def _from_the_right(text: str, merges: Merges) -> list[int]:
    turned = {pair[::-1]: new_id for pair, new_id in merges.items()}
    return reference.encode_chunk(text.encode("utf-8")[::-1], turned)[::-1]


def _lose_last_pair(text: str, merges: Merges) -> list[int]:
    data = text.encode("utf-8")
    return [*reference.encode_chunk(data[:-1], merges), *data[-1:]]


def _compare_none(text: str, merges: Merges) -> list[int]:
    ids = list(text.encode("utf-8"))
    while len(ids) >= 2:
        pair = min(count_pairs(ids), key=merges.get)  # type: ignore[arg-type]  # the mistake
        if pair not in merges:
            break
        ids = merge_pair(ids, pair, merges[pair])
    return ids


def _fail_below_two(text: str, merges: Merges) -> list[int]:
    if len(text.encode("utf-8")) < 2:
        raise IndexError
    return _encode(text, merges)


ENCODE = Exercise(
    name="encode",
    notebook="04",
    title="Encode one place at a time",
    minutes=15,
    difficulty=3,
    spec=_encode,
    inputs=_inputs,
    verified=(
        "every text of up to five letters out of three, with four lists of merges, characters of "
        "several bytes, and longer texts: equal to the encoder that the course trusts"
    ),
    wrong=(
        WrongAnswer(
            name="fails below two ids",
            teaching="An empty text, or a single id, has no pair to choose from: stop there.",
            models=(_fail_below_two,),
            raises=(ValueError,),
        ),
        WrongAnswer(
            name="a look past the end",
            teaching="The last id has no right neighbor: stop one position earlier.",
            raises=(IndexError,),
        ),
        WrongAnswer(
            name="a merge that was never learned",
            teaching="The pairs that are left may all be without a rank: then nothing is merged.",
            raises=(KeyError,),
        ),
        WrongAnswer(
            name="None compared",
            teaching="merges.get gives None for a pair without a rank: leave such pairs out.",
            models=(_compare_none,),
        ),
        WrongAnswer(
            name="stopped after one merge",
            teaching="After a merge there are new pairs: choose again until none has a rank.",
            models=(_encoder(_lowest, rounds=1), _merge_one_place),
        ),
        WrongAnswer(
            name="greedy from the left",
            teaching="The pair that was learned first comes first, not the leftmost one.",
            models=(_left_to_right, _encoder(_leftmost)),
        ),
        WrongAnswer(
            name="longest match",
            teaching="The longest token that fits may use up a letter that an earlier merge takes.",
            models=(_longest_match,),
        ),
        WrongAnswer(
            name="highest rank first",
            teaching="The lower the new id, the earlier the merge was learned: take min, not max.",
            models=(_encoder(_highest),),
        ),
        WrongAnswer(
            name="most common pair first",
            teaching="Counting was done in training: in encoding only the rank of a pair decides.",
            models=(_encoder(_most_common),),
        ),
        WrongAnswer(
            name="the smallest pair, not its rank",
            teaching="min compares the pairs themselves: to compare their ranks, give it a key.",
            models=(_encoder(_smallest),),
        ),
        WrongAnswer(
            name="equal ranks from the right",
            teaching="Of equal ranks the leftmost place comes first: a a a becomes aa a, not a aa.",
            models=(_from_the_right,),
        ),
        WrongAnswer(
            name="last pair lost",
            teaching="range(n) ends at n - 1, and the last pair begins at len(ids) - 2.",
            models=(_lose_last_pair,),
        ),
        WrongAnswer(
            name="characters in place of bytes",
            teaching='Merges join bytes: begin with text.encode("utf-8"), not with ord.',
            models=(_encode_characters,),
        ),
    ),
    hints=(
        "In each round, list the positions at which a pair with a rank begins. None: return.",
        "min(places, key=…) compares the ranks of the pairs, and of equals takes the leftmost.",
        "ids[place : place + 2] = [new_id] puts one id in the place of two.",
    ),
)
