"""Figures of notebook 01: how numbers are cut, and what languages and formats cost."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bpe_course.plots import style
from bpe_course.plots.picture import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOUR_DIGITS = range(1000, 10_000)
# From common to rare: light for the many, strong for the few.
CUT_COLORS = (style.SKY, style.ORANGE, style.BLUE, style.BLACK, style.PURPLE)

# Shape and size as well as color tell the tokenizers apart: equal values lie one on another.
TOKENIZER_MARKS = {"o": 9, "s": 6.5, "D": 4.5}  # sizes in points
TOKENIZER_COLORS = (style.SKY, style.ORANGE, style.BLACK)
ROWS = 24  # languages in one column; more stand in two
# No format has a tokenizer's color.
FORMAT_COLORS = (style.PURPLE, style.GREEN, style.BLUE)


def plot_number_cuts(cuts: Mapping[int, str], tokenizer: str) -> Picture:
    """Draw into which tokens every number of four digits is cut, in a grid of 90 times 100.

    The numbers are bare: texts of four digits, with no space before them. `cuts` names
    for each number from 1000 to 9999 the lengths of its tokens, such as "1+3". Raises `ValueError`
    if one is missing, or if there are more kinds than colors.
    """
    missing = next((number for number in FOUR_DIGITS if number not in cuts), None)
    if missing is not None:
        raise ValueError(f"no cut is given for {missing}: pass one for each of 1000 to 9999")
    counts = Counter(cuts[number] for number in FOUR_DIGITS)
    if len(counts) > len(CUT_COLORS):
        raise ValueError(f"{len(counts)} ways to cut, and colors for {len(CUT_COLORS)} only")
    ways = f"{len(counts)} different ways" if len(counts) > 1 else "one way"
    title = f"{tokenizer} cuts bare numbers of four digits in {ways}"
    figure, axes = style.new_figure(title, height=5.6)
    _draw_grid(axes, cuts, counts)
    axes.set_xlabel("last two digits")
    axes.set_ylabel("first two digits")
    words = ", ".join(f"{count:,} as {cut}" for cut, count in counts.most_common())
    return Picture(
        figure,
        f"{title}. A grid with a square for each number from 1000 to 9999, colored by the lengths "
        f"of its tokens: {words}.",
    )


def _draw_grid(axes: "Axes", cuts: Mapping[int, str], counts: Counter[str]) -> None:
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    kinds = [cut for cut, _ in counts.most_common()]
    colors = CUT_COLORS[: len(kinds)]
    rows = [[kinds.index(cuts[100 * row + last]) for last in range(100)] for row in range(10, 100)]
    axes.imshow(
        rows,
        cmap=ListedColormap(colors),
        vmin=-0.5,
        vmax=len(kinds) - 0.5,
        extent=(-0.5, 99.5, 99.5, 9.5),
        interpolation="nearest",
        aspect="auto",
    )
    axes.grid(visible=False)
    axes.set_yticks(range(10, 100, 10))
    axes.legend(
        handles=[
            Patch(facecolor=color, edgecolor=style.GRAY, label=f"{kind}: {counts[kind]:,}")
            for kind, color in zip(kinds, colors, strict=True)
        ],
        title="digits in each token",
        frameon=False,
        loc="upper left",
        bbox_to_anchor=(1.01, 1),
    )


def plot_language_costs(
    tokens: Mapping[str, Sequence[int]], tokenizers: Sequence[str], base: str = "English"
) -> Picture:
    """Draw how many tokens a text takes in each language, as a multiple of those in one language.

    Each tokenizer is compared with itself: its own count for `base` is 1. `tokens` holds for
    each language one number a tokenizer, all for texts of the same meaning. Raises `ValueError`
    if `base` is not among the languages.
    """
    if base not in tokens:
        raise ValueError(f"there is no {base!r} to compare with, only {', '.join(tokens)}")
    ratios = {
        language: [count / of_base for count, of_base in zip(counts, tokens[base], strict=True)]
        for language, counts in tokens.items()
    }
    dearest = sorted(ratios, key=lambda language: ratios[language][0], reverse=True)
    first, last = (max(ratio[column] for ratio in ratios.values()) for column in (0, -1))
    title = (
        f"Up to {round(first, 1):g} times the tokens of {base} in {tokenizers[0]}, "
        f"up to {round(last, 1):g} in {tokenizers[-1]}"
    )
    half = -(-len(dearest) // 2)
    columns = [dearest] if len(dearest) <= ROWS else [dearest[:half], dearest[half:]]
    figure, axes = style.new_figure(title, height=1.5 + 0.16 * len(columns[0]), width=9)
    parts = [{language: ratios[language] for language in column} for column in columns]
    _draw_columns(axes, parts, tokenizers)
    axes.set_xlabel(f"tokens of the same paragraph; the same tokenizer's {base} = 1")
    axes.legend(frameon=False, loc="lower right")
    words = "; ".join(
        f"{language} {', '.join(f'{ratio:.1f}' for ratio in ratios[language])}"
        for language in dearest
    )
    return Picture(figure, f"{title}. A dot each for {', '.join(tokenizers)}. {words}.")


def _draw_columns(
    first: "Axes", columns: Sequence[Mapping[str, Sequence[float]]], tokenizers: Sequence[str]
) -> None:
    """Draw the columns side by side, the first on these axes, a unit equally wide in each."""
    ends = [max(max(row) for row in column.values()) for column in columns]
    grid = first.figure.add_gridspec(1, len(columns), width_ratios=ends)
    first.set_subplotspec(grid[0])
    for place, (column, end) in enumerate(zip(columns, ends, strict=True)):
        axes = first if place == 0 else first.figure.add_subplot(grid[place])
        style.calm(axes)
        _draw_dots(axes, column, tokenizers)
        axes.set_xlim(0.5, 0.5 + end)
        axes.set_ylim(len(columns[0]) - 0.3, -0.7)


def _draw_dots(
    axes: "Axes", ratios: Mapping[str, Sequence[float]], tokenizers: Sequence[str]
) -> None:
    """Draw a row of dots for each language, from the top, and a line at what they compare with."""
    places, rows = range(len(ratios)), list(ratios.values())
    axes.hlines(places, [min(row) for row in rows], [max(row) for row in rows], color=style.GRAY)
    styles = zip(tokenizers, TOKENIZER_MARKS.items(), TOKENIZER_COLORS, strict=False)
    for column, (name, (mark, size), color) in enumerate(styles):
        values = [row[column] for row in rows]
        axes.plot(values, places, mark, color=color, markersize=size, label=name)
    axes.axvline(1, color=style.GRAY, linewidth=1)
    axes.set_yticks(places, list(ratios), fontsize=9)


def plot_format_costs(tokens: Mapping[str, Sequence[int]], tokenizers: Sequence[str]) -> Picture:
    """Draw how many tokens the same data takes in each format, a group of bars a tokenizer.

    `tokens` holds for each format one number a tokenizer.
    """
    by_cost = sorted(tokens, key=lambda name: sum(tokens[name]))
    title = f"The same data: {by_cost[-1]} costs the most, {by_cost[0]} the least"
    figure, axes = style.new_figure(title, height=3.4)
    height = 0.8 / len(tokens)
    for place, (name, color) in enumerate(zip(tokens, FORMAT_COLORS, strict=False)):
        centers = [row + (place - (len(tokens) - 1) / 2) * height for row in range(len(tokenizers))]
        bars = axes.barh(centers, tokens[name], height=height * 0.92, color=color, label=name)
        axes.bar_label(bars, fmt="{:,.0f}", padding=3, fontsize=9)
    axes.set_yticks(range(len(tokenizers)), tokenizers)
    axes.invert_yaxis()
    axes.margins(x=0.1)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("tokens")
    axes.legend(frameon=False, loc="lower right")
    words = "; ".join(f"{name}: {', '.join(map(str, counts))}" for name, counts in tokens.items())
    return Picture(figure, f"{title}. Bars of tokens for {', '.join(tokenizers)}. {words}.")
