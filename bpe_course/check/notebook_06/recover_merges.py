"""Exercise: recover the merge behind one token."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from bpe_course import published, reference
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.notebook_06.excerpts import Ranks, excerpt, published_excerpt
from bpe_course.formats.gpt2_files import parse_vocab_bpe
from bpe_course.published.files import VOCAB_BPE
from bpe_course.vocab import build_tokens

Parts = tuple[bytes, ...]

LESSONS = (
    "ban banana banana ana ana an an an na",
    "aaaa aaa aa",
    "abab ab bab ba ba ba",
    "nab nab nabb bb bb ab",
    "abnabn abn bn bn nab",
)
STEP = 250  # of GPT-2's merges, every 250th is asked for


def _learned(words: str) -> Ranks:
    merges = reference.train([word.encode("utf-8") for word in words.split()], 6)
    learned = [token for rank, token in build_tokens(merges).items() if rank > 255]
    return {token: rank for rank, token in enumerate([b"a", b"b", b"n", *learned])}


@cache
def _gpt2_inputs() -> list[Arguments]:
    merges = parse_vocab_bpe(published.read(VOCAB_BPE).decode("utf-8"))[::STEP]
    tokens = [left + right for left, right in merges]
    ranks = published_excerpt("gpt2", tokens)
    return [(token, excerpt(ranks, token)) for token in tokens]


def _inputs() -> Iterator[Arguments]:
    small = [_learned(words) for words in LESSONS]
    asked = [(token, ranks) for ranks in small for token in ranks if len(token) > 1]
    yield from sorted(asked, key=lambda arguments: len(arguments[0]))
    yield from _gpt2_inputs()


def _merge(
    token: bytes,
    ranks: Mapping[bytes, int],
    limit: float = float("inf"),
    rounds: int | None = None,
    choose: Callable[..., int] = min,
) -> Parts:
    """Merge the bytes of a token by ranks below a limit: all that can be, or a few rounds."""
    parts = [token[place : place + 1] for place in range(len(token))]
    left = len(parts) if rounds is None else rounds
    while left:
        found = {
            place: ranks[parts[place] + parts[place + 1]]
            for place in range(len(parts) - 1)
            if ranks.get(parts[place] + parts[place + 1], limit) < limit
        }
        if not found:
            break
        place = choose(found, key=found.__getitem__)
        parts[place : place + 2] = [parts[place] + parts[place + 1]]
        left -= 1
    return tuple(parts)


def _parts(token: bytes, ranks: Ranks) -> Parts:
    return _merge(token, ranks, ranks[token])


def _no_limit(token: bytes, ranks: Ranks) -> Parts:
    return _merge(token, ranks)


def _one_round(token: bytes, ranks: Ranks) -> Parts:
    return _merge(token, ranks, ranks[token], rounds=1)


def _single_bytes(token: bytes, ranks: Ranks) -> Parts:
    return _merge(token, {})


def _highest(token: bytes, ranks: Ranks) -> Parts:
    return _merge(token, ranks, ranks[token], choose=max)


def _leftmost(token: bytes, ranks: Ranks) -> Parts:
    return _merge(token, ranks, ranks[token], choose=lambda found, key: next(iter(found)))


def _cuts(token: bytes, ranks: Ranks) -> list[Parts]:
    cuts = [(token[:place], token[place:]) for place in range(1, len(token))]
    return [cut for cut in cuts if all(part in ranks for part in cut)]


def _first_cut(token: bytes, ranks: Ranks) -> Parts:
    return _cuts(token, ranks)[0]


def _last_cut(token: bytes, ranks: Ranks) -> Parts:
    return _cuts(token, ranks)[-1]


def _turned_round(token: bytes, ranks: Ranks) -> Parts:
    return _parts(token, ranks)[::-1]


RECOVER_MERGES = Exercise(
    name="recover_merges",
    notebook="06",
    title="Recover the merge behind one token",
    minutes=12,
    difficulty=2,
    spec=_parts,
    inputs=_inputs,
    verified=(
        "each token of five small lists, and every 250th that GPT-2 has merged, with the part of "
        "its list that can matter there"
    ),
    wrong=(
        WrongAnswer(
            name="no rank limit",
            teaching="Only merges that were learned before the token count: its own is not one.",
            models=(_no_limit,),
        ),
        WrongAnswer(
            name="stopped too early",
            teaching="After a merge there are new neighbors: go on until no earlier merge is left.",
            models=(_one_round, _single_bytes),
        ),
        WrongAnswer(
            name="any cut into two tokens",
            teaching="Both halves being tokens is not enough: the order of learning decides.",
            models=(_first_cut, _last_cut),
        ),
        WrongAnswer(
            name="highest rank first",
            teaching="The lower the rank, the earlier the merge was made: take min, not max.",
            models=(_highest,),
        ),
        WrongAnswer(
            name="greedy from the left",
            teaching="The neighbors of the lowest rank are merged first, not the leftmost ones.",
            models=(_leftmost,),
        ),
        WrongAnswer(
            name="left and right confused",
            teaching="The parts come in the order in which they stand in the token: left, right.",
            models=(_turned_round,),
        ),
    ),
    hints=(
        "Begin with the single bytes of the token: bytes([byte]) for each byte in it.",
        "Join two neighbors only if the result has a rank, and one lower than ranks[token].",
        "In each round join the place of lowest rank; if there is none, tuple(parts) are the two.",
    ),
)
