"""The model in a `tokenizer.json`: its tokens, its merges, and which of them can happen."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from bpe_course import fast
from bpe_course.bytelevel import bytes_to_unicode, from_printable
from bpe_course.formats.json_text import Json, check_ids
from bpe_course.pairs import Pair
from bpe_course.vocab import Vocab

WHAT = "tokenizer.json"

# What each field of the model may hold and still be byte-level BPE that always gives the same ids.
ACCEPTED_IN_MODEL: dict[str, tuple[object, ...]] = {
    "type": (None, "BPE"),
    "dropout": (None, 0),
    "continuing_subword_prefix": (None, ""),
    "end_of_word_suffix": (None, ""),
    "byte_fallback": (None, False),
}


def check_model(model: Mapping[str, Json]) -> None:
    """Raise `ValueError` if the model is not plain byte-level BPE.

    >>> check_model({"type": "BPE", "vocab": {}, "merges": []})
    """
    for field, accepted in ACCEPTED_IN_MODEL.items():
        if model.get(field) not in accepted:
            raise unsupported(f"model.{field}", model[field], f"expected one of {accepted}")
    if not isinstance(model.get("merges"), list):
        raise unsupported("model.merges", model.get("merges"), "expected a list of pairs")


def read_model(model: Mapping[str, Json], special_tokens: Mapping[str, int]) -> Vocab:
    """Return the vocabulary of the model, without its special tokens."""
    ids = check_ids(model.get("vocab"), f"{WHAT}, model.vocab")
    byte_ids = tuple(_look_up(bytes_to_unicode()[value], ids) for value in range(256))
    merges = choose_merges(read_merges(model["merges"], ids), byte_ids, ids)
    made = {*byte_ids, *merges.values()}
    others = {t: i for t, i in ids.items() if i not in made and t not in special_tokens}
    vocab = Vocab(merges, byte_ids, {_read_token(text): i for text, i in others.items()})
    for text, token_id in special_tokens.items():
        if token_id in vocab.tokens or ids.get(text, token_id) != token_id:
            raise unsupported("added_tokens", text, f"id {token_id} is taken, or not its own")
    if not model.get("ignore_merges"):
        check_reachable(vocab)
    return vocab


def read_merges(found: Iterable[object], ids: Mapping[str, int]) -> Iterator[tuple[Pair, int]]:
    """Yield each merge as a pair of ids and the id that it makes.

    >>> list(read_merges(["h i", ["hi", "!"]], {"h": 0, "i": 1, "!": 2, "hi": 3, "hi!": 4}))
    [((0, 1), 3), ((3, 2), 4)]
    """
    for merge in found:
        match merge.split(" ") if isinstance(merge, str) else merge:
            case [str(left), str(right)] if left and right:
                pair = (_look_up(left, ids), _look_up(right, ids))
                yield pair, _look_up(left + right, ids)
            case _:
                raise unsupported("model.merges", merge, "expected two tokens")


def choose_merges(
    candidates: Iterable[tuple[Pair, int]], byte_ids: tuple[int, ...], ids: Mapping[str, int]
) -> dict[Pair, int]:
    """Keep of each token's merges the one that can happen.

    A file converted from ranks lists every way to cut a token in two. All but one of them never
    come to pass: when the token's turn comes, the merges before it have left it in two certain
    parts. A token that they leave in more is made by no merge.
    """
    texts = {token_id: text for text, token_id in ids.items()}
    merges: dict[Pair, int] = {}
    latest = -1
    for new_id, group in groupby(candidates, key=lambda candidate: candidate[1]):
        pairs = [pair for pair, _ in group]
        if new_id <= latest:
            raise ValueError(
                f"{WHAT}: the token {texts[new_id]!r} has id {new_id} but is merged after id "
                f"{latest}. Here an id is also the merge's rank, so ids must grow in the order of "
                "the merges, as they do in GPT-2; this tokenizer cannot be read."
            )
        latest = new_id
        parts = pairs[0]
        if len(pairs) > 1:
            start = [byte_ids[byte] for byte in from_printable(texts[new_id])]
            parts = tuple(fast.encode_chunk(start, merges))  # type: ignore[assignment]
        if parts in pairs:
            merges[parts] = new_id
        elif any(max(pair) > new_id for pair in pairs):
            raise unsupported("model.merges", texts[new_id], "it is merged from later tokens")
    return merges


def check_reachable(vocab: Vocab) -> None:
    """Raise `ValueError` if a token is found only by the rule for whole chunks.

    A file with `ignore_merges` false does not have that rule, and a `Vocab` always has.
    """
    for token, token_id in vocab.ids.items():
        ids = fast.encode_chunk([vocab.byte_ids[byte] for byte in token], vocab.merges)
        if ids != [token_id]:
            raise ValueError(
                f"{WHAT}: merging never gives the token {token!r} (id {token_id}), and with "
                "ignore_merges false it is never used; here it would be, for a chunk equal to it, "
                "so the ids would differ. Remove it from the file, or set ignore_merges."
            )


def _look_up(text: str, ids: Mapping[str, int]) -> int:
    if text not in ids:
        raise ValueError(
            f"{WHAT}: the token {text!r} is missing from model.vocab, which must hold every "
            "single byte in GPT-2's printable alphabet and both parts and the result of each merge"
        )
    return ids[text]


def _read_token(text: str) -> bytes:
    try:
        return from_printable(text)
    except ValueError as error:
        raise ValueError(f"{WHAT} is not byte-level BPE: in model.vocab, {error}") from error


def unsupported(field: str, found: object, reason: str) -> ValueError:
    """Return the error for something in the file that would change the ids."""
    shown = repr(found)
    shown = shown if len(shown) <= 80 else shown[:80] + "…"
    return ValueError(f"{WHAT}: {field} is {shown}, which is not supported here: {reason}")
