"""How every figure looks: fonts, sizes, and colors that survive color blindness.

The colors are those of Okabe and Ito, "Color Universal Design" (2008).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
SKY, RED, YELLOW, BLACK = "#56B4E9", "#D55E00", "#F0E442", "#222222"
CYCLE = (BLUE, ORANGE, GREEN, PURPLE, SKY, RED, BLACK)
PALE_BLUE, PALE_ORANGE, PALE_GRAY = "#cfe8fc", "#fde3b3", "#f2f2f2"
GRAY = "#777777"

WIDTH = 7.5  # inches, at 96 pixels an inch
FONT = "DejaVu Sans"  # comes with matplotlib, so every machine draws the same letters
MONOSPACE = "DejaVu Sans Mono"


def new_figure(title: str, height: float = 4.0, width: float = WIDTH) -> "tuple[Figure, Axes]":
    """Return a figure with one pair of axes, under a title that states the message."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    axes = figure.add_subplot()
    set_title(axes, title)
    calm(axes)
    return figure, axes


def set_title(axes: "Axes", title: str) -> None:
    """Write the message above the axes, aligned left."""
    axes.set_title(title, loc="left", fontsize=12, fontweight="bold", fontfamily=FONT, pad=10)


def calm(axes: "Axes") -> None:
    """Take away what carries no data: the box, and all lines but a faint grid."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, color="#e6e6e6", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=10)


def bare(axes: "Axes") -> None:
    """Leave only what is drawn: no axis, no grid, no ticks."""
    axes.set_axis_off()


def label(axes: "Axes", x: float, y: float, text: str, size: float = 11) -> None:
    """Write text in fixed-width letters, centered on a point."""
    axes.text(x, y, text, ha="center", va="center", fontsize=size, family=MONOSPACE, color=BLACK)
