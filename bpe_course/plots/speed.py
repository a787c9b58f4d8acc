"""Figures of notebook 09: what each idea saves, in work counted and in time measured.

Times are of one machine and change with it, so they are read from `measured.json`, which the
benchmark writes; work is counted where the figure is drawn.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bpe_course.plots import style
from bpe_course.plots.picture import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MEASURED = Path(__file__).with_name("measured.json")
UNITS = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))
MARKERS = "osD^vP*X"
LINE_SPACING = 1.62  # of names one above the other, as a ratio of seconds
LEADER = {"arrowstyle": "-", "color": style.GRAY, "linewidth": 0.8, "relpos": (0, 0.5)}


@dataclass(frozen=True)
class Line:
    """One trainer: its seconds by the bytes it was given, and whether it is of this course."""

    label: str
    ours: bool
    seconds: dict[int, float]


@dataclass(frozen=True)
class Measured:
    """What the benchmark has measured on one machine.

    `counted_bytes` of text took `counting_seconds` to be split and counted by one process in pure
    Python.
    """

    machine: str
    num_merges: int
    counted_bytes: int
    counting_seconds: float
    lines: tuple[Line, ...]

    @property
    def sizes(self) -> list[int]:
        """Every size of text that anybody was given, in bytes, ascending."""
        return sorted({size for line in self.lines for size in line.seconds})

    def line(self, label: str) -> Line:
        """Return the line of this label; raise `ValueError` if there is none."""
        for line in self.lines:
            if line.label == label:
                return line
        known = ", ".join(line.label for line in self.lines)
        raise ValueError(f"nobody is called {label!r}: expected one of {known}")


def read_measured(path: Path = MEASURED) -> Measured:
    """Return what stands in the JSON file of the benchmark."""
    found = json.loads(path.read_text(encoding="utf-8"))
    seconds: dict[tuple[str, bool], dict[int, float]] = {}
    for row in found["rows"]:
        seconds.setdefault((row["label"], row["ours"]), {})[row["bytes"]] = row["seconds"]
    about = found["machine"]
    return Measured(
        f"{about['processor']}, {about['cores']} cores, Python {about['python']}",
        found["num_merges"],
        found["counting"]["bytes"],
        found["counting"]["seconds"],
        tuple(Line(label, ours, by_size) for (label, ours), by_size in seconds.items()),
    )


def plot_speed(measured: Measured) -> Picture:
    """Draw time against the size of the text, both on logarithmic axes, a line for each trainer."""
    fastest = quickest(measured)
    figure, axes = style.new_figure(f"With the most text, “{fastest}” is the lowest line", 4.9, 9.0)
    for number, (line, color) in enumerate(
        zip(measured.lines, colors_of(measured).values(), strict=True)
    ):
        draw_line(axes, line, color, MARKERS[number % len(MARKERS)])
    axes.set(xscale="log", yscale="log", ylabel=f"seconds for {measured.num_merges:,} merges")
    axes.set_xlabel("size of the text")
    axes.set_xticks(measured.sizes, map(name_size, measured.sizes))
    axes.set_xticks([], minor=True)
    axes.set_ylim(top=axes.get_ylim()[1] * 2)
    axes.set_xlim(min(measured.sizes) / 1.3, max(measured.sizes) * 20)
    name_lines(axes, measured, colors_of(measured))
    ends = "; ".join(
        f"{line.label}: {seconds_in_words(line.seconds[max(line.seconds)])} for "
        f"{name_size(max(line.seconds))}"
        for line in measured.lines
    )
    return Picture(
        figure,
        "Lines that rise from left to right: time to train against size of the text, both axes "
        f"logarithmic. The right end of each line is {ends}.",
    )


def draw_line(axes: "Axes", line: Line, color: str, marker: str) -> None:
    """Draw one trainer: the course's own in color and whole, the others gray and dashed."""
    sizes = sorted(line.seconds)
    axes.plot(
        sizes,
        [line.seconds[size] for size in sizes],
        label=line.label,
        color=color,
        marker=marker,
        markersize=5,
        linewidth=2.2 if line.ours else 1.2,
        linestyle="-" if line.ours else "--",
        zorder=3 if line.ours else 2,
    )


def colors_of(measured: Measured) -> dict[str, str]:
    """Return each trainer's color: one for each of the course's own, gray for the others."""
    colors = iter(style.CYCLE)
    return {line.label: next(colors) if line.ours else style.GRAY for line in measured.lines}


def name_lines(axes: "Axes", measured: Measured, colors: Mapping[str, str]) -> None:
    """Write each trainer's name at the end of its line, names that would collide apart.

    A thin line leads to the name of each that was given the most text. The others' names stand
    above the end, and to the left if another line that ends early needs the space on the right.
    """
    lowest = 0.0
    ends = [max(line.seconds) for line in measured.lines]
    last_early = max((end for end in ends if end < measured.sizes[-1]), default=0)
    for line in sorted(measured.lines, key=lambda line: line.seconds[max(line.seconds)]):
        end = max(line.seconds)
        at_the_right = end == measured.sizes[-1]
        height = max(line.seconds[end], lowest) if at_the_right else line.seconds[end] * 1.25
        lowest = height * LINE_SPACING if at_the_right else lowest
        axes.annotate(
            line.label,
            (end, line.seconds[end]),
            (end * (1.35 if at_the_right else 1.25 if end < last_early else 0.8), height),
            arrowprops=LEADER if at_the_right else None,
            fontsize=11,
            ha="right" if end < last_early else "left",
            va="center" if at_the_right else "bottom",
            color=colors[line.label],
            fontweight="bold" if line.ours else "normal",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8},
        )


def quickest(measured: Measured) -> str:
    """Return the label of whoever took the least time for the largest text."""
    largest = measured.sizes[-1]
    present = [line for line in measured.lines if largest in line.seconds]
    return min(present, key=lambda line: line.seconds[largest]).label


def ratio_rows(measured: Measured, base: str) -> list[tuple[str, ...]]:
    """Return how many times as long as `base` each trainer took: a heading, then a row for each.

    A size that was too large for a trainer is an empty cell.
    """
    basis = measured.line(base).seconds
    sizes = [size for size in measured.sizes if size in basis]
    rows = [
        (line.label, *(as_ratio(line.seconds.get(size), basis[size]) for size in sizes))
        for line in measured.lines
    ]
    return [("", *map(name_size, sizes)), *rows]


def as_ratio(seconds: float | None, base: float) -> str:
    """Return a ratio with the figures that count, or nothing.

    >>> as_ratio(3.0, 2.0), as_ratio(1234.4, 1.0), as_ratio(None, 1.0)
    ('1.5', '1,234', '')
    """
    if seconds is None:
        return ""
    return f"{seconds / base:,.{1 if seconds < 100 * base else 0}f}"


def name_size(size: int) -> str:
    """Return a number of bytes in the unit that suits it.

    >>> name_size(10_000), name_size(100_000_000), name_size(12)
    ('10 kB', '100 MB', '12 B')
    """
    return next((f"{size / unit:g} {name}" for unit, name in UNITS if size >= unit), f"{size} B")


def seconds_in_words(seconds: float) -> str:
    """Return a time as one would say it.

    >>> seconds_in_words(0.0123), seconds_in_words(12.34)
    ('12 ms', '12.3 s')
    """
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.0f} ms"


def plot_work(work: Mapping[str, Sequence[int]], kinds: Sequence[str]) -> Picture:
    """Draw how much work of each kind the steps do, on a logarithmic axis.

    `work` has a row of numbers for each step, one number for each of `kinds`.
    """
    figure, axes = style.new_figure("Each idea leaves less work to do", 1.3 + 0.62 * len(work))
    height = 0.8 / len(kinds)
    for place, (numbers, color) in enumerate(
        zip(zip(*work.values(), strict=True), style.CYCLE, strict=False)
    ):
        rows = [row + place * height for row in range(len(work))]
        bars = axes.barh(rows, numbers, height * 0.9, color=color, label=kinds[place])
        axes.bar_label(bars, [f"{number:,}" for number in numbers], padding=4, fontsize=9)
    axes.set_yticks([row + height * (len(kinds) - 1) / 2 for row in range(len(work))], list(work))
    axes.set_xscale("log")
    axes.set_xlim(1, axes.get_xlim()[1] * 6)
    axes.invert_yaxis()
    figure.legend(loc="outside lower right", ncols=len(kinds), fontsize=9, frameon=False)
    shown = "; ".join(
        f"{name}: " + ", ".join(f"{n:,} {kind}" for n, kind in zip(numbers, kinds, strict=True))
        for name, numbers in work.items()
    )
    return Picture(figure, f"Bars, on a logarithmic axis, for each step of the road: {shown}.")
