"""Token strips as a picture, for pages that cannot show the HTML of `show`."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING

from bpe_course.plots import style
from bpe_course.plots.picture import Picture
from bpe_course.show.html import PALETTE
from bpe_course.show.visible import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_strips(strips: Mapping[str, Sequence[bytes]], title: str) -> Picture:
    """Draw the tokens of one text as each named tokenizer cuts it, one strip under another.

    A character takes one unit of width, so the letters of all strips stand under one another.
    """
    figure, axes = style.new_figure(title, height=0.5 + 0.42 * len(strips), width=9.5)
    style.bare(axes)
    width = max(sum(len(plain(token)) for token in tokens) for tokens in strips.values())
    for row, (name, tokens) in enumerate(strips.items()):
        axes.text(-0.8, -row, name, ha="right", va="center", fontsize=10)
        _draw_strip(axes, -row, tokens)
        axes.text(width + 0.8, -row, _count(tokens), va="center", fontsize=10, color=style.GRAY)
    longest = max(map(len, strips))
    axes.set_xlim(-0.8 - 0.75 * longest, width + 8)
    axes.set_ylim(-len(strips) + 0.4, 0.6)
    words = "; ".join(
        f"{name}, {_count(tokens)}: {' | '.join(map(plain, tokens))}"
        for name, tokens in strips.items()
    )
    return Picture(figure, f"One text cut into tokens. {words}.")


def _count(tokens: Sequence[bytes]) -> str:
    return "1 token" if len(tokens) == 1 else f"{len(tokens)} tokens"


def _draw_strip(axes: "Axes", middle: float, tokens: Sequence[bytes]) -> None:
    from matplotlib.patches import FancyBboxPatch

    start = 0.0
    for token, color in zip(tokens, cycle(PALETTE), strict=False):
        length = len(plain(token))
        box = FancyBboxPatch(
            (start + 0.06, middle - 0.36),
            length - 0.12,
            0.72,
            boxstyle="round,pad=0,rounding_size=0.18",
            facecolor=color,
            edgecolor=style.GRAY,
            linewidth=0.7,
        )
        axes.add_patch(box)
        for place, letter in enumerate(plain(token)):
            style.label(axes, start + place + 0.5, middle - 0.02, letter, size=10)
        start += length
