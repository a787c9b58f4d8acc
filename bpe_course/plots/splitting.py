"""Figures of notebook 05: what splitting does to a vocabulary, and a pattern to languages."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, get_args

import regex

from bpe_course.plots import style
from bpe_course.plots.picture import Picture
from bpe_course.show.visible import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EntryKind = Literal["inside a word", "word with punctuation", "into the next word", "no letters"]
ENTRY_KINDS: tuple[EntryKind, ...] = get_args(EntryKind)
KIND_COLORS = (style.SKY, style.ORANGE, style.RED, "#cccccc")

# Circle, square and diamond, so that no color is needed to tell the patterns apart.
MARKERS = (("o", style.BLUE), ("s", style.ORANGE), ("D", style.GREEN))

WITHOUT, SPLIT = "no splitting", "split"


def plot_word_entries(
    without: Mapping[bytes, int], split: Mapping[bytes, int], word: str
) -> Picture:
    """Draw how often each entry that holds `word` is used: without splitting, and with it."""
    entries = "1 entry" if len(without) == 1 else f"{len(without)} entries"
    title = f"“{word}” has {entries} without splitting, and {len(split)} with it"
    figure, axes = style.new_figure(title, height=1.6 + 0.27 * (len(without) + len(split) + 1))
    gap = len(without) + 1
    ticks = {
        **_draw_uses(axes, without, 0, WITHOUT, style.ORANGE),
        **_draw_uses(axes, split, gap, SPLIT, style.BLUE),
    }
    axes.set_yticks(list(ticks), list(ticks.values()), family=style.MONOSPACE)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("how often the entry is used to encode the text (· is a space)")
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 0.3))
    words = "; ".join(
        f"{name}: " + ", ".join(f"{plain(token)} {count}" for token, count in _ordered(uses))
        for name, uses in ((WITHOUT, without), (SPLIT, split))
    )
    return Picture(figure, f"{title}. Bars of uses for each entry. {words}.")


def _ordered(uses: Mapping[bytes, int]) -> list[tuple[bytes, int]]:
    return sorted(uses.items(), key=lambda item: -item[1])


def _draw_uses(
    axes: "Axes", uses: Mapping[bytes, int], top: int, name: str, color: str
) -> dict[int, str]:
    """Draw one group of bars, the longest at `top`; return each bar's place and token."""
    ordered = _ordered(uses)
    places = range(top, top + len(ordered))
    bars = axes.barh(list(places), [count for _, count in ordered], color=color, label=name)
    axes.bar_label(bars, padding=3, fontsize=9)
    return dict(zip(places, (plain(token) for token, _ in ordered), strict=True))


def entry_kind(token: bytes) -> EntryKind:
    r"""Say what an entry of a vocabulary holds; bytes that are not text count as nothing.

    A combining mark belongs to its word, and so does white space at the word's beginning or end.

    >>> entry_kind(b" dogs"), entry_kind(b"dog. ")
    ('inside a word', 'word with punctuation')
    >>> entry_kind(b". The"), entry_kind(b" 12")
    ('into the next word', 'no letters')
    """
    text = token.decode("utf-8", errors="ignore")
    if not regex.search(r"\p{L}", text):
        return "no letters"
    if regex.search(r"\S\s+\S", text):
        return "into the next word"
    return "word with punctuation" if regex.search(r"[^\s\p{L}\p{M}]", text) else "inside a word"


def plot_entry_kinds(without: Iterable[bytes], split: Iterable[bytes]) -> Picture:
    """Draw of which kinds the learned entries are: without splitting, and with it."""
    counts = {
        WITHOUT: Counter(map(entry_kind, without)),
        SPLIT: Counter(map(entry_kind, split)),
    }
    over = {
        name: count["word with punctuation"] + count["into the next word"]
        for name, count in counts.items()
    }
    learned = counts[WITHOUT].total()
    title = (
        f"{over[WITHOUT]:,} of {learned:,} entries reach over the edge of a word; "
        f"with splitting, {over[SPLIT]:,}"
    )
    figure, axes = style.new_figure(title, height=2.8)
    _draw_kinds(axes, counts)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("learned entries")
    figure.legend(loc="outside lower center", ncols=len(ENTRY_KINDS), frameon=False, fontsize=9)
    words = "; ".join(
        f"{name}: " + ", ".join(f"{count[kind]:,} {kind}" for kind in ENTRY_KINDS)
        for name, count in counts.items()
    )
    return Picture(figure, f"{title}. Two stacked bars. {words}.")


def _draw_kinds(axes: "Axes", counts: Mapping[str, Counter[EntryKind]]) -> None:
    narrow = max(count.total() for count in counts.values()) / 40
    starts = [0] * len(counts)
    for kind, color in zip(ENTRY_KINDS, KIND_COLORS, strict=True):
        widths = [count[kind] for count in counts.values()]
        bars = axes.barh(list(counts), widths, left=starts, color=color, label=kind, height=0.6)
        written = [f"{width:,}" if width > narrow else "" for width in widths]
        axes.bar_label(bars, written, label_type="center", fontsize=10, color=style.BLACK)
        starts = [start + width for start, width in zip(starts, widths, strict=True)]


def plot_chunks_by_language(
    counts: Mapping[str, Sequence[int]], patterns: Sequence[str], least_ratio: float = 1.1
) -> Picture:
    """Draw the chunks of one paragraph in many languages, under two or three patterns.

    `counts` holds for each language one number a pattern. Shown are English and the languages in
    which the first pattern makes at least `least_ratio` times as many chunks as the last; how
    many others there are is said below the axis.
    """
    ratios = {name: numbers[0] / numbers[-1] for name, numbers in counts.items()}
    doubled = sum(ratio > 2 for ratio in ratios.values())
    shown = sorted(
        (name for name in counts if ratios[name] >= least_ratio or name == "English"),
        key=lambda name: ratios[name],
    )
    where = f"In {doubled} of {len(counts)} languages"
    title = f"{where} {patterns[0]} cuts over twice as often as {patterns[-1]}"
    left_out = _say_left_out(len(counts) - len(shown), patterns, least_ratio)
    figure, axes = style.new_figure(title, height=1.9 + 0.33 * len(shown), width=8)
    _draw_dots(axes, [counts[name] for name in shown], patterns)
    axes.set_yticks(range(len(shown)), shown)
    axes.set_xlim(left=0)
    axes.set_xlabel(f"chunks of one paragraph, the least number of tokens it can have\n{left_out}")
    handles, names = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], names[::-1], frameon=False, loc="lower right")
    words = "; ".join(f"{name} {', '.join(map(str, counts[name]))}" for name in reversed(shown))
    return Picture(
        figure,
        f"{title}. Dots of chunks for {', '.join(patterns)}. {words}. {left_out}",
    )


def _say_left_out(number: int, patterns: Sequence[str], least_ratio: float) -> str:
    """Say how many languages are not drawn, and why; nothing if all are."""
    if not number:
        return ""
    languages = "language" if number == 1 else "languages"
    gain = f"less than {least_ratio - 1:.0%} more chunks than {patterns[-1]}"
    return f"Not drawn: {number} {languages} in which {patterns[0]} makes {gain}."


def _draw_dots(axes: "Axes", rows: Sequence[Sequence[int]], patterns: Sequence[str]) -> None:
    places = list(range(len(rows)))
    axes.hlines(places, list(map(min, rows)), list(map(max, rows)), color="#bbbbbb", linewidth=2)
    # The largest mark first, so that the smaller ones lie on top where numbers are equal.
    for column in reversed(range(len(patterns))):
        marker, color = MARKERS[column]
        numbers = [row[column] for row in rows]
        size = 30 + 35 * column
        name = patterns[column]
        axes.scatter(numbers, places, s=size, marker=marker, color=color, label=name, zorder=3)
