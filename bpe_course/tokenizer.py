"""The tokenizer: an object that has a pattern, a vocabulary and special tokens.

Text flows one way: special tokens are cut out, what is left is split into chunks, each chunk's
bytes become ids by merging. Nothing here is an algorithm; those are in the modules below.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from os import PathLike
from typing import TYPE_CHECKING

from bpe_course import published
from bpe_course.decoding import TokenSpan, check_ids, decode_stream, locate, look_up
from bpe_course.encoding import OrdinaryEncoder
from bpe_course.engines import Engine
from bpe_course.formats import gpt2_files, huggingface, native, tiktoken_encoding
from bpe_course.formats.files import read_text, write_atomically
from bpe_course.pairs import Pair, TieBreak
from bpe_course.pretokenize import compile_pattern
from bpe_course.special import (
    Allowed,
    add_special_tokens,
    check_special_tokens,
    refuse,
    resolve_policy,
    split_special,
)
from bpe_course.streaming import cut_stream
from bpe_course.text import as_texts, check_text
from bpe_course.threads import map_on_threads
from bpe_course.training import learn_vocab
from bpe_course.vocab import Vocab

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import tiktoken
    import tokenizers


class Tokenizer:
    """Turns text into ids and ids into text; it does not change once it is made.

    Make one with `Tokenizer.train`, `Tokenizer.load` or one of the `from_…` methods.

    >>> tokenizer = Tokenizer.train("low low lower lowest", vocab_size=258)
    >>> tokenizer.encode("low")
    [257]
    >>> tokenizer.decode([257, 33])
    'low!'
    """

    def __init__(
        self,
        vocab: Vocab,
        *,
        pattern: str | None = "gpt2",
        special_tokens: Mapping[str, int] | None = None,
        engine: Engine = "auto",
    ) -> None:
        if pattern is not None:
            compile_pattern(pattern)
        self._vocab = vocab
        self._pattern = pattern
        self._special = dict(special_tokens or {})
        check_special_tokens(self._special)
        self._tokens = add_special_tokens(vocab.tokens, self._special)
        self._ordinary = OrdinaryEncoder(vocab, pattern, engine)

    # Making one

    @classmethod
    def train(
        cls,
        texts: str | Iterable[str],
        vocab_size: int,
        *,
        pattern: str | None = "gpt2",
        special_tokens: Collection[str] = (),
        tie_break: TieBreak = "first",
        engine: Engine = "auto",
        progress: bool = False,
    ) -> "Tokenizer":
        """Learn a vocabulary of `vocab_size` entries: 256 bytes, merges and special tokens.

        `texts` is one string or any iterable of strings, and no path: `reading.read_texts` reads
        files. No merge crosses from one to the next, nor over a special token in them. The special
        tokens get the last ids. Without a pair left to merge, training ends with a `StoppedEarly`
        warning.
        """
        vocab, special = learn_vocab(
            as_texts(texts),
            vocab_size,
            pattern=pattern,
            special_tokens=special_tokens,
            tie_break=tie_break,
            engine=engine,
            progress=progress,
        )
        return cls(vocab, pattern=pattern, special_tokens=special)

    @classmethod
    def from_tiktoken(cls, name_or_encoding: "str | tiktoken.Encoding") -> "Tokenizer":
        """Rebuild a published tokenizer by name, or any `tiktoken.Encoding`, id for id."""
        if isinstance(name_or_encoding, str):
            found = published.load(name_or_encoding)
            return cls(found.vocab, pattern=found.pattern, special_tokens=found.special_tokens)
        vocab, pattern, special_tokens = tiktoken_encoding.read_encoding(name_or_encoding)
        return cls(vocab, pattern=pattern, special_tokens=special_tokens)

    @classmethod
    def from_gpt2_files(
        cls, vocab_bpe: str | PathLike[str], encoder_json: str | PathLike[str]
    ) -> "Tokenizer":
        """Read GPT-2's two files: `vocab.bpe` with the merges, `encoder.json` with the ids."""
        vocab, special_tokens = gpt2_files.read_gpt2(vocab_bpe, encoder_json)
        return cls(vocab, pattern="gpt2", special_tokens=special_tokens)

    @classmethod
    def from_huggingface(cls, tokenizer_json: str | PathLike[str]) -> "Tokenizer":
        """Read a `tokenizer.json` that holds a byte-level BPE tokenizer."""
        vocab, pattern, special_tokens = huggingface.from_json(read_text(tokenizer_json))
        return cls(vocab, pattern=pattern, special_tokens=special_tokens)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Tokenizer":
        """Read a tokenizer that `save` wrote."""
        vocab, pattern, special_tokens = native.loads(read_text(path))
        return cls(vocab, pattern=pattern, special_tokens=special_tokens)

    def with_special_tokens(self, special_tokens: Mapping[str, int]) -> "Tokenizer":
        """Return a new tokenizer that also has these special tokens, with the ids given."""
        repeated = sorted(self._special.keys() & special_tokens.keys())
        if repeated:
            raise ValueError(f"the special token {repeated[0]!r} is there already: leave it out")
        together = {**self._special, **special_tokens}
        engine = self._ordinary.engine
        return Tokenizer(self._vocab, pattern=self._pattern, special_tokens=together, engine=engine)

    def with_engine(self, engine: Engine) -> "Tokenizer":
        """Return a new tokenizer that always encodes with this engine; "compiled" uses threads."""
        mine, pattern, special = self._vocab, self._pattern, self._special
        return Tokenizer(mine, pattern=pattern, special_tokens=special, engine=engine)

    # From text to ids

    def encode_ordinary(self, text: str) -> list[int]:
        """Turn text into ids; the text of a special token is plain text."""
        return self._ordinary.encode(text)

    def encode_to_numpy(self, text: str, *, threads: int = 1) -> "npt.NDArray[np.uint32]":
        """Turn text into an array of ids, as `encode_ordinary` does; see `with_engine`."""
        return self._ordinary.encode_to_numpy(text, threads)

    def encode(
        self,
        text: str,
        *,
        allowed_special: Allowed = frozenset(),
        disallowed_special: Allowed = "all",
    ) -> list[int]:
        """Turn text into ids under tiktoken's policy on special tokens.

        A special token in the text is refused with a `ValueError`, unless `allowed_special` names
        it ("all" names all), or `disallowed_special` leaves it out: then it is plain text.

        >>> tokenizer = Tokenizer.train("hi hi", 258, special_tokens=["<|end|>"])
        >>> tokenizer.encode("hi<|end|>", allowed_special="all")
        [256, 257]
        """
        check_text(text)
        allowed, refused = resolve_policy(self._special, allowed_special, disallowed_special)
        refuse(text, refused)
        return self._encode_allowed(text, allowed)

    def encode_batch(
        self, texts: Iterable[str], *, threads: int = 1, **policy: Allowed
    ) -> list[list[int]]:
        """Turn each text into a list of ids; `policy` is what `encode` takes."""
        if isinstance(texts, str):
            raise TypeError("texts must be several strings, not one: use encode for one")
        return map_on_threads(lambda text: self.encode(text, **policy), texts, threads)

    def encode_iterable(
        self,
        texts: Iterable[str],
        *,
        allowed_special: Allowed = frozenset(),
        disallowed_special: Allowed = "all",
    ) -> Iterator[int]:
        """Yield the ids of the texts joined, without holding them all.

        Only for a pattern that is not a published one the texts are joined first.
        """
        allowed, refused = resolve_policy(self._special, allowed_special, disallowed_special)
        start = 0
        for piece in cut_stream(texts, self._pattern, self._special):
            refuse(piece, refused, start)
            yield from self._encode_allowed(piece, allowed)
            start += len(piece)

    def token_spans(self, text: str) -> list[TokenSpan]:
        """Return each token of `text` with its bytes and where they stand in the UTF-8 text.

        >>> tokenizer = Tokenizer.train("low low", 257)
        >>> tokenizer.token_spans("low")[0]
        TokenSpan(token_id=256, token=b'lo', start=0, end=2)
        """
        return locate(self.encode(text, allowed_special="all"), self._tokens)

    # From ids to text

    def decode(self, ids: Iterable[int], errors: str = "replace") -> str:
        """Turn ids into text; bytes that are not UTF-8 become U+FFFD, or raise under "strict"."""
        return self.decode_bytes(ids).decode("utf-8", errors=errors)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """Join the bytes of the tokens; raises what `token_bytes` raises."""
        check_ids(ids)
        return b"".join(map(self.token_bytes, ids))

    def decode_stream(self, ids: Iterable[int]) -> Iterator[str]:
        """Yield text as ids arrive, holding back a character until its last byte is there."""
        check_ids(ids)
        return decode_stream(map(self.token_bytes, ids))

    def token_bytes(self, token_id: int) -> bytes:
        """Return the bytes of one token.

        Raises `TypeError` if the id is not an integer, `ValueError` if no token has it.
        """
        return look_up(token_id, self._tokens)

    # What it is

    @property
    def merges(self) -> dict[Pair, int]:
        """The merges in the order in which they were learned, pair to new id."""
        return dict(self._vocab.merges)

    @property
    def vocab(self) -> dict[int, bytes]:
        """Every token's bytes by id, special tokens included."""
        return dict(self._tokens)

    @property
    def special_tokens(self) -> dict[str, int]:
        """The special tokens and their ids."""
        return dict(self._special)

    @property
    def pattern(self) -> str | None:
        """The pattern as it was given: a name, a regular expression, or None."""
        return self._pattern

    def __len__(self) -> int:
        return len(self._tokens)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tokenizer):
            return NotImplemented
        theirs = (other._vocab, other._pattern, other._special)
        return (self._vocab, self._pattern, self._special) == theirs

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"<Tokenizer of {len(self):,} entries: {len(self._vocab.merges):,} merges, "
            f"{len(self._special)} special tokens, pattern {self._pattern!r}>"
        )

    # Keeping and exchanging it

    def save(self, path: str | PathLike[str]) -> None:
        """Write the tokenizer as JSON; a crash leaves the old file or the new one, never half."""
        text = native.dumps(self._vocab, self._pattern, self._special)
        write_atomically(path, text.encode("utf-8"))

    def to_tiktoken(self, name: str) -> "tiktoken.Encoding":
        """Return a `tiktoken.Encoding` of this name that gives the same ids.

        Where one special token begins with another, tiktoken may find the shorter one.
        """
        return tiktoken_encoding.make_encoding(name, self._vocab, self._pattern, self._special)

    def to_huggingface(self) -> "tokenizers.Tokenizer":
        """Return a Hugging Face `tokenizers.Tokenizer` that gives the same ids."""
        import tokenizers

        text = huggingface.to_json(self._vocab, self._pattern, self._special)
        return tokenizers.Tokenizer.from_str(text)

    def _encode_allowed(self, text: str, allowed: frozenset[str]) -> list[int]:
        if not allowed:
            return self.encode_ordinary(text)
        ids: list[int] = []
        for part, is_special in split_special(text, allowed):
            ids += [self._special[part]] if is_special else self.encode_ordinary(part)
        return ids
