"""Token strips: a text as the tokens that a tokenizer cuts it into, each in a box of its own."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Union

from bpe_course.show.html import PALETTE, box, caption, token_html
from bpe_course.show.visible import bracketed, characters, plain
from bpe_course.tokenizer import Tokenizer

if TYPE_CHECKING:
    import tiktoken

AnyTokenizer = Union[Tokenizer, "tiktoken.Encoding"]

# The same five hues as in HTML, from the 256 colors of a terminal, under black text.
TERMINAL_COLORS = (230, 153, 224, 151, 189)


@dataclass(frozen=True)
class TokenStrip:
    """A text cut into tokens: a colored strip in a notebook, bracketed text everywhere else."""

    tokens: tuple[tuple[int | None, bytes], ...]
    name: str = ""
    ids: bool = False

    @property
    def summary(self) -> str:
        """Name, number of tokens, characters and bytes, in one line."""
        data = b"".join(token for _, token in self.tokens)
        length = sum(1 for _ in characters(data))
        counts = f"{_many(len(self.tokens), 'token')}, {_many(length, 'character')}"
        return f"{self.name + ': ' if self.name else ''}{counts}, {_many(len(data), 'byte')}"

    def __repr__(self) -> str:
        return f"{self.summary}\n{self.brackets()}"

    def brackets(self) -> str:
        """The tokens as visible text, each in brackets, with its id where ids are asked for."""
        return "".join(
            bracketed(token)[:-1] + (f" {token_id}]" if self.ids else "]")
            for token_id, token in self.tokens
        )

    def boxes(self) -> str:
        """The tokens as HTML boxes; a line break in the text also breaks the line shown."""
        return "".join(
            box(
                token_html(token),
                color,
                title="" if token_id is None else f"id {token_id}",
                below=str(token_id) if self.ids else "",
            )
            + ("<br>" if b"\n" in token else "")
            for (token_id, token), color in zip(self.tokens, cycle(PALETTE), strict=False)
        )

    def _repr_html_(self) -> str:
        return caption(self.summary) + f"<div>{self.boxes()}</div>"

    def to_terminal(self, *, color: bool = True) -> str:
        """The summary and the tokens for a terminal: on colored grounds, or in brackets."""
        if not color:
            return repr(self)
        strip = "".join(
            f"\x1b[38;5;16;48;5;{ground}m{plain(token)}\x1b[0m" + ("\n" if b"\n" in token else "")
            for (_, token), ground in zip(self.tokens, cycle(TERMINAL_COLORS), strict=False)
        )
        return f"{self.summary}\n{strip}"


@dataclass(frozen=True)
class TokenStrips:
    """One text cut by several tokenizers, one strip under another."""

    strips: tuple[TokenStrip, ...]

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.strips))

    def _repr_html_(self) -> str:
        return "".join(strip._repr_html_() for strip in self.strips)

    def to_terminal(self, *, color: bool = True) -> str:
        """Each strip for a terminal, one under another."""
        return "\n".join(strip.to_terminal(color=color) for strip in self.strips)


def show_tokens(
    text: str, tokenizer: AnyTokenizer | Iterable[bytes], name: str = "", *, ids: bool = False
) -> TokenStrip:
    """Show how a tokenizer cuts `text`; `ids` writes each id below its token.

    `tokenizer` is ours, a `tiktoken.Encoding`, or the tokens themselves as byte strings.

    >>> show_tokens("low low", Tokenizer.train("low low", 258))
    3 tokens, 7 characters, 7 bytes
    [low][·][low]
    """
    return TokenStrip(tuple(cut(text, tokenizer)), name, ids)


def compare_tokenizers(
    text: str, tokenizers: Mapping[str, AnyTokenizer | Iterable[bytes]], *, ids: bool = False
) -> TokenStrips:
    """Show how each of the named tokenizers cuts `text`.

    >>> compare_tokenizers("low", {"bytes": [b"l", b"o", b"w"], "one": [b"low"]})
    bytes: 3 tokens, 3 characters, 3 bytes
    [l][o][w]
    one: 1 token, 3 characters, 3 bytes
    [low]
    """
    return TokenStrips(
        tuple(show_tokens(text, tokenizer, name, ids=ids) for name, tokenizer in tokenizers.items())
    )


def cut(text: str, tokenizer: AnyTokenizer | Iterable[bytes]) -> list[tuple[int | None, bytes]]:
    """Return the tokens of `text` with their ids; special tokens in it are recognized."""
    if isinstance(tokenizer, Tokenizer):
        return [(span.token_id, span.token) for span in tokenizer.token_spans(text)]
    if isinstance(tokenizer, Iterable):
        return [(None, token) for token in tokenizer]
    ids = tokenizer.encode(text, allowed_special="all")
    return [(token_id, tokenizer.decode_single_token_bytes(token_id)) for token_id in ids]


def _many(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
