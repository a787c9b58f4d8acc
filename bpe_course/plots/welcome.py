"""The figure of notebook 00: where tokenization stands between a text and a model's answer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bpe_course.plots import style
from bpe_course.plots.picture import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Each stage: what it is called, an example of what it holds, and what leads to the next.
Stage = tuple[str, str, str]


def plot_pipeline(stages: Sequence[Stage], *, ours: Sequence[str]) -> Picture:
    """Draw stages from left to right in two rows; those named in `ours` are set apart by color."""
    title = "A tokenizer stands at both ends of a language model"
    figure, axes = style.new_figure(title, height=4.4)
    style.bare(axes)
    columns = (len(stages) + 1) // 2
    for place, (name, example, step) in enumerate(stages):
        row, column = divmod(place, columns)
        left = column if row == 0 else columns - 1 - column
        _draw_stage(axes, (left, -row), name, example, colored=name in ours)
        if place + 1 < len(stages):
            turn = column == columns - 1 and row == 0
            _draw_arrow(axes, (left, -row), step, direction="down" if turn else "lr"[row])
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(-1.45, 0.45)
    words = "; ".join(f"{name} ({example.replace(chr(10), ' ')})" for name, example, _ in stages)
    return Picture(figure, f"Boxes joined by arrows, in this order: {words}.")


def _draw_stage(
    axes: "Axes", center: tuple[float, float], name: str, example: str, *, colored: bool
) -> None:
    from matplotlib.patches import FancyBboxPatch

    x, y = center
    box = FancyBboxPatch(
        (x - 0.36, y - 0.28),
        0.72,
        0.56,
        boxstyle="round,pad=0,rounding_size=0.05",
        facecolor=style.PALE_ORANGE if colored else style.PALE_GRAY,
        edgecolor=style.BLACK,
        linewidth=1,
    )
    axes.add_patch(box)
    axes.text(x, y + 0.16, name, ha="center", va="center", fontsize=10.5, fontweight="bold")
    style.label(axes, x, y - 0.08, example, size=8.5)


ARROWS = {"l": (0.37, 0, 0.63, 0), "r": (-0.37, 0, -0.63, 0), "down": (0, -0.29, 0, -0.71)}


def _draw_arrow(axes: "Axes", center: tuple[float, float], step: str, *, direction: str) -> None:
    x, y = center
    from_x, from_y, to_x, to_y = ARROWS[direction]
    axes.annotate(
        "",
        (x + to_x, y + to_y),
        (x + from_x, y + from_y),
        arrowprops={"arrowstyle": "-|>", "color": style.BLACK, "linewidth": 1.4},
    )
    middle = (x + (from_x + to_x) / 2, y + (from_y + to_y) / 2)
    above = (middle[0], middle[1] + 0.09) if direction != "down" else (middle[0] + 0.04, middle[1])
    axes.text(
        *above,
        step,
        ha="center" if direction != "down" else "left",
        va="center",
        fontsize=8.5,
        color=style.BLUE,
    )
