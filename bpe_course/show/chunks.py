"""Chunks of a text, colored and lettered by the alternative of the pattern that matched each."""

from dataclasses import dataclass
from string import ascii_uppercase

from bpe_course.pretokenize import ALTERNATIVES, label_chunks
from bpe_course.show.html import box, caption, element, token_html
from bpe_course.show.visible import bracketed

# One ground for each alternative of the longest pattern: seven pale hues and a gray.
GROUNDS = (
    *("#cfe8fc", "#fde3b3", "#c9ead9", "#f9d5e5", "#e4dcf5", "#f6f1a9", "#bfe9ee", "#dddddd"),
)


@dataclass(frozen=True)
class ChunkStrip:
    """A text cut into chunks, each marked with the letter of the alternative that matched."""

    pattern: str
    chunks: tuple[tuple[str, str], ...]

    @property
    def legend(self) -> dict[str, str]:
        """Letter and color by alternative, in the order in which the pattern tries them."""
        return dict(zip(ALTERNATIVES[self.pattern], ascii_uppercase, strict=False))

    def __repr__(self) -> str:
        cut = " ".join(
            self.legend[label] + bracketed(chunk.encode()) for label, chunk in self.chunks
        )
        key = ", ".join(f"{letter} {label}" for label, letter in self.legend.items())
        return f"{self.pattern}: {len(self.chunks)} chunks ({key})\n{cut}"

    def _repr_html_(self) -> str:
        grounds = dict(zip(self.legend, GROUNDS, strict=False))
        boxes = "".join(
            box(token_html(chunk.encode()), grounds[label], title=label, below=self.legend[label])
            + ("<br>" if "\n" in chunk else "")
            for label, chunk in self.chunks
        )
        key = " ".join(
            box(letter, grounds[label]) + " " + element("span", label, {"margin-right": "8px"})
            for label, letter in self.legend.items()
        )
        head = caption(f"{self.pattern}: {len(self.chunks)} chunks")
        return f"{head}<div>{boxes}</div><div>{element('small', key)}</div>"


def show_chunks(text: str, pattern: str = "gpt2") -> ChunkStrip:
    """Show the chunks of `text` under a published pattern, and which alternative made each.

    >>> show_chunks("It's 5", "gpt2")  # doctest: +NORMALIZE_WHITESPACE
    gpt2: 3 chunks (A contraction, B letters, C numbers, D symbols, E space before space or end,
    F space)
    B[It] A['s] C[·5]
    """
    return ChunkStrip(pattern, tuple(label_chunks(text, pattern)))
