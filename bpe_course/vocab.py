"""A vocabulary: which tokens there are, what id each has, and which merge makes it.

The 256 bytes come first, and which byte has which id belongs to the vocabulary: our own number them
by value, GPT-2 and its successors by GPT-2's printable alphabet. Every other token is made by one
merge of two earlier ones. A published vocabulary may also hold a token that merging cannot reach;
such a token is found only where a whole chunk equals it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bpe_course import fast
from bpe_course.pairs import Pair
from bpe_course.text import to_utf8

BYTES_BY_VALUE: tuple[int, ...] = tuple(range(256))
CACHED_CHUNKS = 1 << 18
LONGEST_CACHED = 100

Merging = Callable[[Sequence[int], Mapping[Pair, int]], list[int]]


@dataclass(frozen=True, slots=True)
class Vocab:
    """Tokens, merges and ranks of one tokenizer, without its special tokens.

    `byte_ids[value]` is the id of a byte; `merges` maps a pair of ids to the id of the token it
    makes, in the order in which they were learned, and that id is also the merge's rank; `unmerged`
    holds the tokens that no merge makes. `tokens` (id to bytes) and `ids` (bytes to id) follow from
    them. Raises `ValueError` if an id or a token occurs twice, or a merge uses an unknown id.

    >>> vocab = Vocab({(104, 105): 256})
    >>> vocab.tokens[256], vocab.ids[b"hi"], len(vocab)
    (b'hi', 256, 257)
    """

    merges: dict[Pair, int]
    byte_ids: tuple[int, ...] = BYTES_BY_VALUE
    unmerged: dict[bytes, int] = field(default_factory=dict)
    tokens: dict[int, bytes] = field(init=False, repr=False)
    ids: dict[bytes, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        tokens = build_tokens(self.merges, self.byte_ids)
        for token, token_id in self.unmerged.items():
            if token_id in tokens:
                raise ValueError(f"id {token_id} is given to {tokens[token_id]!r} and to {token!r}")
            tokens[token_id] = token
        object.__setattr__(self, "tokens", tokens)
        object.__setattr__(self, "ids", _invert(tokens))

    def __len__(self) -> int:
        return len(self.tokens)

    @classmethod
    def from_ranks(cls, ranks: Mapping[bytes, int]) -> "Vocab":
        """Build a vocabulary from tokens and their ranks, as `.tiktoken` files list them.

        The ranks must be 0, 1, 2 and so on, without a gap, and hold each of the 256 bytes. Raises
        `ValueError` if they do not, or if a token can be joined from later tokens only.

        >>> ranks = {bytes([byte]): byte for byte in range(256)} | {b"hi": 256}
        >>> Vocab.from_ranks(ranks).merges
        {(104, 105): 256}
        """
        check_ranks(ranks)
        merges, unmerged = _recover(ranks)
        check_unmerged(unmerged, ranks)
        return cls(merges, tuple(ranks[bytes([value])] for value in range(256)), unmerged)

    def encode_chunk(self, chunk: bytes, merge: Merging = fast.encode_chunk) -> list[int]:
        """Turn the bytes of one chunk into ids: at once if the chunk is a token, else by `merge`.

        >>> Vocab({(104, 105): 256}).encode_chunk(b"hi!")
        [256, 33]
        """
        token_id = self.ids.get(chunk)
        if token_id is not None:
            return [token_id]
        return merge([self.byte_ids[byte] for byte in chunk], self.merges)


class ChunkIds(dict[str, tuple[int, ...]]):
    """The ids of chunks met before; asking for a new one encodes it. Its size is bounded.

    They are tuples, for Python's search for unreachable objects goes through every list that there
    is, again and again, and leaves tuples of numbers out.
    """

    def __init__(self, vocab: Vocab, merge: Merging = fast.encode_chunk) -> None:
        self.vocab = vocab
        self.merge = merge

    def __missing__(self, chunk: str) -> tuple[int, ...]:
        ids = tuple(self.vocab.encode_chunk(to_utf8(chunk), self.merge))
        if len(self) >= CACHED_CHUNKS:
            self.clear()
        if len(chunk) <= LONGEST_CACHED:
            self[chunk] = ids
        return ids


def build_tokens(
    merges: Mapping[Pair, int], byte_ids: Iterable[int] = BYTES_BY_VALUE
) -> dict[int, bytes]:
    """Return the bytes of every token, by joining the parts of each merge in order.

    A merge can only use tokens that stand before it, so the order of `merges` matters.

    >>> build_tokens({(104, 105): 256, (256, 33): 257})[257]
    b'hi!'
    """
    tokens = {token_id: bytes([value]) for value, token_id in enumerate(byte_ids)}
    if len(tokens) != 256:
        raise ValueError(f"byte_ids must give 256 bytes an id of their own, not {len(tokens)}")
    for (left, right), new_id in merges.items():
        if left not in tokens or right not in tokens:
            raise ValueError(
                f"the merge ({left}, {right}) -> {new_id} uses an id that no byte and no earlier "
                "merge has: give the merges in the order in which they were learned"
            )
        if new_id in tokens:
            raise ValueError(f"the merge ({left}, {right}) -> {new_id}: id {new_id} is taken")
        if new_id < max(left, right):
            raise ValueError(
                f"the merge ({left}, {right}) -> {new_id} has a lower id than one of its parts: "
                "ids are ranks here, so they must grow in the order of the merges"
            )
        tokens[new_id] = tokens[left] + tokens[right]
    return tokens


def recover_merges(ranks: Mapping[bytes, int]) -> dict[Pair, int]:
    """Find the merges behind a list of tokens and ranks: two ids and the id that they make.

    In order of rank, each token is encoded with the merges found so far; exactly two ids must
    remain, and they are its merge. Raises `ValueError` for a token of which more remain: merging
    can never reach it.

    >>> ranks = {bytes([byte]): byte for byte in range(256)} | {b"hi": 256, b"hi!": 257}
    >>> recover_merges(ranks)
    {(104, 105): 256, (256, 33): 257}
    """
    check_ranks(ranks)
    merges, unmerged = _recover(ranks)
    if unmerged:
        token, rank = next(iter(unmerged.items()))
        raise ValueError(
            f"token {token!r} of rank {rank} cannot be made by merging two tokens of lower rank: "
            "the ranks do not come from byte pair encoding, or some are missing"
        )
    return merges


def _recover(ranks: Mapping[bytes, int]) -> tuple[dict[Pair, int], dict[bytes, int]]:
    """Return the merges, and the tokens that merging cannot reach."""
    merges: dict[Pair, int] = {}
    unmerged: dict[bytes, int] = {}
    byte_ids = [ranks[bytes([value])] for value in range(256)]
    for token, rank in sorted(ranks.items(), key=lambda item: item[1]):
        if len(token) == 1:
            continue
        parts = fast.encode_chunk([byte_ids[byte] for byte in token], merges)
        if len(parts) == 2:
            merges[parts[0], parts[1]] = rank
        else:
            unmerged[token] = rank
    return merges, unmerged


def check_unmerged(unmerged: Mapping[bytes, int], ranks: Mapping[bytes, int]) -> None:
    """Raise `ValueError` if a token that no merge makes can be joined from a later token.

    tiktoken looks up joined bytes and not pairs, so it would join them; a merge, whose id is its
    rank, can use earlier tokens only.
    """
    for token, rank in unmerged.items():
        for cut in range(1, len(token)):
            left, right = token[:cut], token[cut:]
            if left in ranks and right in ranks and max(ranks[left], ranks[right]) > rank:
                raise ValueError(
                    f"token {token!r} of rank {rank} can be joined from {left!r} and {right!r}, of "
                    f"ranks {ranks[left]} and {ranks[right]}, but a merge cannot use a later "
                    "token: the ranks do not come from byte pair encoding"
                )


def check_ranks(ranks: Mapping[bytes, int]) -> None:
    """Raise `ValueError` unless the ranks are 0, 1, 2 … without a gap and hold each single byte."""
    seen: dict[int, bytes] = {}
    for token, rank in ranks.items():
        if rank in seen:
            raise ValueError(f"rank {rank} is given twice: to {seen[rank]!r} and to {token!r}")
        seen[rank] = token
    missing = next((rank for rank in range(len(ranks)) if rank not in seen), None)
    if missing is not None:
        raise ValueError(f"rank {missing} is missing: ranks must be 0 to {len(ranks) - 1}, no gap")
    absent = [value for value in range(256) if bytes([value]) not in ranks]
    if absent:
        raise ValueError(
            f"byte {absent[0]:#04x} has no rank ({len(absent)} of 256 are missing): "
            "a byte-level vocabulary must hold every single byte"
        )


def _invert(tokens: Mapping[int, bytes]) -> dict[bytes, int]:
    """Map each token's bytes to its id; raise `ValueError` if two ids have the same bytes."""
    ids = {token: token_id for token_id, token in tokens.items()}
    if len(ids) != len(tokens):
        token_id, token = next((i, token) for i, token in tokens.items() if ids[token] != i)
        raise ValueError(f"token {token!r} has two ids: {token_id} and {ids[token]}")
    return ids
