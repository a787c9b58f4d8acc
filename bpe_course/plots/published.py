"""Figures of notebook 06: GPT-2's alphabet, the way of a text, what vocabularies are spent on."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, get_args

import regex

from bpe_course.bytelevel import is_printable_in_latin1
from bpe_course.plots import style
from bpe_course.plots.picture import Picture
from bpe_course.pretokenize import pretokenize
from bpe_course.show.visible import plain
from bpe_course.special import split_special
from bpe_course.tokenizer import Tokenizer

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Kind = Literal[
    "words in Latin letters",
    "words in other scripts",
    "words with punctuation",
    "punctuation alone",
    "numbers",
    "white space",
    "parts of characters",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
KIND_COLORS = ("#dddddd", style.ORANGE, style.SKY, style.GREEN, style.YELLOW, "white", style.BLACK)

# Tried in this order on the whole token; the last one takes whatever is left.
FINDERS: tuple[tuple[Kind, regex.Pattern[str]], ...] = (
    (
        "words in Latin letters",
        regex.compile(
            r" ?(?=\P{Latin}*\p{Latin})(?:(?=[\p{L}\p{M}])[\p{Latin}\p{Common}\p{Inherited}])+"
        ),
    ),
    ("words in other scripts", regex.compile(r" ?[\p{L}\p{M}]+")),
    ("numbers", regex.compile(r" ?\p{N}+")),
    ("white space", regex.compile(r"\s+")),
    ("punctuation alone", regex.compile(r"[^\p{L}\p{M}\p{N}]+")),
    ("words with punctuation", regex.compile(r"(?s).+")),
)

# What Unicode calls scripts; several languages may share one.
SCRIPTS = (
    *("Arabic", "Armenian", "Bengali", "Cyrillic", "Devanagari", "Ethiopic", "Georgian", "Greek"),
    *("Gujarati", "Gurmukhi", "Han", "Hangul", "Hebrew", "Hiragana", "Kannada", "Katakana"),
    *("Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thai"),
)

# Circle, square and diamond, so that no color is needed to tell the vocabularies apart.
MARKERS = (("o", style.BLUE), ("s", style.ORANGE), ("D", style.GREEN))

BOX_HEIGHT = 0.64  # of a row of height 1
GAP = 0.06
SHIFT = 0.2  # of a row, between the dots of two vocabularies, so that none hides another


def plot_alphabet(table: Mapping[int, str]) -> Picture:
    """Draw the sign of each byte in a square of 16 by 16, the substituted ones set apart."""
    substituted = {byte for byte in table if not is_printable_in_latin1(byte)}
    title = f"{len(substituted)} of the {len(table)} bytes (orange) are written with another sign"
    figure, axes = style.new_figure(title, height=6.2)
    for byte, sign in table.items():
        color = style.PALE_ORANGE if byte in substituted else style.PALE_GRAY
        _draw_box(axes, byte % 16, byte // 16, 1, 1, color)
        style.label(axes, byte % 16 + 0.5, byte // 16 + 0.5, sign, size=12)
    _name_sixteen(axes)
    return Picture(
        figure,
        f"{title}. A square of 16 rows and 16 columns, a cell a byte, in the order of the bytes. "
        f"The space, 20, is written {table[0x20]}; the line break, 0A, {table[0x0A]}; the letter "
        f"A, 41, {table[0x41]}.",
    )


def _name_sixteen(axes: "Axes") -> None:
    """Write the first hexadecimal digit beside each row, the second below each column."""
    middles = [value + 0.5 for value in range(16)]
    axes.set_xticks(middles, [f"_{value:X}" for value in range(16)], family=style.MONOSPACE)
    axes.set_yticks(middles, [f"{value:X}_" for value in range(16)], family=style.MONOSPACE)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.set_xlim(0, 16)
    axes.set_ylim(16, 0)


def plot_path(text: str, tokenizer: Tokenizer) -> Picture:
    """Draw what becomes of a text of ASCII characters: parts, chunks, tokens with their ids."""
    parts = split_special(text, tokenizer.special_tokens)
    tokens = tokenizer.token_spans(text)
    special_ids = set(tokenizer.special_tokens.values())
    title = "A special token goes around the pattern and the merges"
    figure, axes = style.new_figure(title, height=3.7, width=8.5)
    _name_rows(axes, ["the text", "special tokens cut out", "split into chunks", "tokens and ids"])
    _draw_row(axes, 0, [(text, False)])
    _draw_row(axes, 1, parts)
    _draw_chunks(axes, 2, parts, tokenizer.pattern)
    _draw_row(axes, 3, [(plain(span.token), span.token_id in special_ids) for span in tokens])
    for span in tokens:
        style.label(axes, (span.start + span.end) / 2, 3.83, str(span.token_id), size=8.5)
    axes.set_xlim(-0.2, len(text) + 0.2)
    axes.set_ylim(4, -0.4)
    ids = ", ".join(f"{plain(span.token)} {span.token_id}" for span in tokens)
    cut_out = ", ".join(part for part, is_special in parts if is_special)
    return Picture(
        figure,
        f"{title}. Four rows of boxes: the text {plain(text.encode())}; the same with {cut_out} "
        f"cut out; the chunks of the rest; the tokens with their ids: {ids}. An arrow leads "
        f"{cut_out} from the second row to the last, past the chunks.",
    )


def _name_rows(axes: "Axes", names: Sequence[str]) -> None:
    style.bare(axes)
    for row, name in enumerate(names):
        axes.text(0, row - 0.05, name, fontsize=9.5, color=style.GRAY, ha="left", va="bottom")


def _draw_row(axes: "Axes", row: float, boxes: Iterable[tuple[str, bool]]) -> None:
    """Draw boxes as wide as their texts have characters, from left to right."""
    start = 0
    for text, is_special in boxes:
        color = style.PALE_ORANGE if is_special else style.PALE_GRAY
        _draw_labeled(axes, start, row, text, color)
        start += len(text)


def _draw_chunks(
    axes: "Axes", row: float, parts: Sequence[tuple[str, bool]], pattern: str | None
) -> None:
    """Draw the chunks of the plain parts; past a special one goes an arrow."""
    start = 0
    for part, is_special in parts:
        if is_special:
            middle = start + len(part) / 2
            arrow = {"arrowstyle": "->", "color": style.RED, "linewidth": 2}
            axes.annotate("", xy=(middle, 3), xytext=(middle, row - 0.2), arrowprops=arrow)
        place = start
        for chunk in [] if is_special else pretokenize(part, pattern):
            _draw_labeled(axes, place, row, chunk, style.PALE_BLUE)
            place += len(chunk)
        start += len(part)


def _draw_labeled(axes: "Axes", left: float, top: float, text: str, color: str) -> None:
    _draw_box(axes, left, top, len(text), BOX_HEIGHT, color)
    style.label(axes, left + len(text) / 2, top + BOX_HEIGHT / 2, plain(text.encode()), size=9.5)


def _draw_box(
    axes: "Axes", left: float, top: float, width: float, height: float, color: str
) -> None:
    from matplotlib.patches import Rectangle

    corner = (left + GAP / 2, top + GAP / 2)
    box = Rectangle(corner, width - GAP, height - GAP, facecolor=color, edgecolor=style.BLACK)
    box.set_linewidth(0.7)
    axes.add_patch(box)


def kind_of(token: bytes) -> Kind:
    """Say on what a vocabulary spends this entry; a space in front does not count.

    A word may hold marks (accents, vowel signs) and is in Latin letters if no letter of it is in
    another script.

    >>> kind_of(b" dog"), kind_of(b".get"), kind_of(b" 12")
    ('words in Latin letters', 'words with punctuation', 'numbers')
    >>> kind_of("犬".encode()), kind_of("犬".encode()[:2]), kind_of(b"    ")
    ('words in other scripts', 'parts of characters', 'white space')
    """
    try:
        text = token.decode("utf-8")
    except UnicodeDecodeError:
        return "parts of characters"
    return next(kind for kind, finder in FINDERS if finder.fullmatch(text))


def plot_kinds(counts: Mapping[str, Counter[Kind]]) -> Picture:
    """Draw what share of its entries each vocabulary spends on each kind."""
    first, *_, last = counts
    other = {name: percent(count, "words in other scripts") for name, count in counts.items()}
    title = (
        f"Scripts other than Latin: {other[first]:.1f} % of {first}'s entries, "
        f"{other[last]:.0f} % of {last}'s"
    )
    figure, axes = style.new_figure(title, height=3.4)
    _stack_kinds(axes, counts)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlim(0, 100)
    axes.set_xlabel("percent of the entries")
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    words = "; ".join(
        f"{name}: " + ", ".join(f"{kind} {percent(count, kind):.1f} %" for kind in KINDS)
        for name, count in counts.items()
    )
    return Picture(figure, f"{title}. Stacked bars. {words}.")


def percent(counts: Counter[Kind], kind: Kind) -> float:
    """Return the share of one kind.

    >>> percent(Counter({"numbers": 1, "punctuation alone": 3}), "numbers")
    25.0
    """
    return 100 * counts[kind] / counts.total()


def _stack_kinds(axes: "Axes", counts: Mapping[str, Counter[Kind]]) -> None:
    starts = [0.0] * len(counts)
    for kind, color in zip(KINDS, KIND_COLORS, strict=True):
        shares = [percent(count, kind) for count in counts.values()]
        bars = axes.barh(
            *(list(counts), shares),
            left=starts,
            color=color,
            edgecolor=style.BLACK,
            linewidth=0.6,
            height=0.6,
            label=kind,
        )
        written = [f"{share:.0f} %" if share >= 4 else "" for share in shares]
        axes.bar_label(bars, written, label_type="center", fontsize=10, color=style.BLACK)
        starts = [start + share for start, share in zip(starts, shares, strict=True)]


def count_scripts(tokens: Iterable[bytes], scripts: Iterable[str] = SCRIPTS) -> Counter[str]:
    """Count for each script the tokens that hold a character of it.

    >>> count_scripts(["犬".encode(), " δ犬".encode(), b"dog"], ["Greek", "Han", "Thai"])
    Counter({'Han': 2, 'Greek': 1, 'Thai': 0})
    """
    finders = {script: regex.compile(rf"\p{{Script={script}}}") for script in scripts}
    counts = Counter(dict.fromkeys(finders, 0))
    # Tokens of ASCII alone, most of them, hold no character of these scripts.
    texts = [t.decode("utf-8", errors="ignore") for t in tokens if not t.isascii()]
    for script, finder in finders.items():
        counts[script] = sum(finder.search(text) is not None for text in texts)
    return counts


def plot_scripts(counts: Mapping[str, Mapping[str, int]], many: int = 1000) -> Picture:
    """Draw how many entries with a character of each script each vocabulary has."""
    *_, before, last = counts
    rich = {name: sum(n > many for n in count.values()) for name, count in counts.items()}
    noun = "script" if rich[last] == 1 else "scripts"
    scripts = sorted(counts[last], key=lambda script: counts[last][script])
    title = (
        f"Over {many:,} entries: in {last} {rich[last]} {noun} besides Latin, "
        f"in {before} {rich[before] or 'none'}"
    )
    figure, axes = style.new_figure(title, height=7.6)
    _draw_dots(axes, scripts, counts)
    axes.set_xscale("symlog", linthresh=1, linscale=0.5)
    axes.set_xticks([0, 1, 10, 100, 1000, 10000], ["0", "1", "10", "100", "1,000", "10,000"])
    axes.set_xlim(-0.3, 30_000)
    axes.set_xlabel(
        "entries that hold a character of the script (from 1 on, each step is ten times more)"
    )
    handles, names = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], names[::-1], frameon=False, loc="lower right")
    words = "; ".join(
        f"{script} {', '.join(f'{count[script]:,}' for count in counts.values())}"
        for script in reversed(scripts)
    )
    return Picture(figure, f"{title}. Dots of entries for {', '.join(counts)}. {words}.")


def _draw_dots(
    axes: "Axes", scripts: Sequence[str], counts: Mapping[str, Mapping[str, int]]
) -> None:
    places = list(range(len(scripts)))
    # The largest mark first, so that the smaller ones lie on top where numbers are close.
    for column, (name, count) in reversed(list(enumerate(counts.items()))):
        marker, color = MARKERS[column]
        numbers = [count[script] for script in scripts]
        rows = [place + SHIFT * (1 - column) for place in places]
        size = 24 + 10 * column
        axes.scatter(numbers, rows, s=size, marker=marker, color=color, label=name, zorder=3)
    axes.set_yticks(places, scripts)
    axes.set_ylim(-0.7, len(scripts) - 0.3)
