"""The figure of notebook 00: where tokenization stands between a text and a model's answer."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bpe_course.plots import style
from bpe_course.plots.picture import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Stage(NamedTuple):
    """One stage of the way: its name, an example of what it holds, what leads to the next."""

    name: str
    example: str
    step: str


# Where the seven stages stand: three on top from left to right, the model's two at the right, and
# two below from right to left.
PLACES = ((0, 0), (1, 0), (2, 0), (3, 0), (3, -1), (2, -1), (1, -1))


def plot_pipeline(
    stages: Sequence[tuple[str, str, str]], *, ours: Collection[str], model: Collection[str]
) -> Picture:
    """Draw the stages and the steps between them.

    The steps named in `ours` are set apart in color; a frame stands around the stages of `model`.
    The last id but one goes back to the ids, since a model is asked again for every token.
    """
    way = [Stage(*stage) for stage in stages]
    title = "Encode and decode stand on either side of a language model"
    figure, axes = style.new_figure(title, height=4.2, width=8.5)
    style.bare(axes)
    for stage, place in zip(way, PLACES, strict=True):
        _draw_stage(axes, place, stage, framed=stage.name in model)
    for stage, start, end in zip(way, PLACES, PLACES[1:], strict=False):
        _draw_step(axes, start, end, stage.step, colored=stage.step in ours)
    _draw_step(axes, PLACES[5], PLACES[2], "append, repeat", colored=False)
    axes.text(3.0, 0.43, "the model", ha="center", fontsize=12, color=style.BLUE)
    axes.set_xlim(-0.36, 3.42)
    axes.set_ylim(-1.32, 0.54)
    words = "; ".join(f"{stage.name} ({stage.example})" for stage in way).replace("\n", " ")
    return Picture(figure, f"Boxes joined by arrows, in this order: {words}.")


def _draw_stage(axes: "Axes", center: tuple[float, float], stage: Stage, *, framed: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    x, y = center
    box = FancyBboxPatch(
        (x - 0.34, y - 0.28),
        0.68,
        0.56,
        boxstyle="round,pad=0,rounding_size=0.05",
        facecolor=style.PALE_BLUE if framed else style.PALE_GRAY,
        edgecolor=style.BLACK,
        linewidth=1,
    )
    axes.add_patch(box)
    axes.text(x, y + 0.15, stage.name, ha="center", va="center", fontsize=12, fontweight="bold")
    style.label(axes, x, y - 0.08, stage.example, size=10.5)


def _draw_step(
    axes: "Axes",
    start: tuple[float, float],
    end: tuple[float, float],
    step: str,
    *,
    colored: bool,
) -> None:
    """Draw an arrow from the edge of one box to the edge of the next, and what happens there."""
    across, down = end[0] - start[0], end[1] - start[1]
    edge = (0.36 * across, 0.3 * down)
    color = style.RED if colored else style.GRAY
    axes.annotate(
        "",
        (end[0] - edge[0], end[1] - edge[1]),
        (start[0] + edge[0], start[1] + edge[1]),
        arrowprops={"arrowstyle": "-|>", "color": color, "linewidth": 2.2 if colored else 1.3},
    )
    axes.text(
        (start[0] + end[0]) / 2 + (0 if across else 0.04),
        (start[1] + end[1]) / 2 + (0.09 if across else 0),
        step,
        ha="center" if across else "left",
        va="center",
        fontsize=11,
        color=color,
        fontweight="bold" if colored else "normal",
    )
