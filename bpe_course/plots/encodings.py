"""Figures of notebook 02: planes of code points, the bits of UTF-8, and what text costs."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from bpe_course.plots import style
from bpe_course.plots.picture import Picture
from bpe_course.utf8 import ROLES, ByteBits, Role, bit_layout, byte_role

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

PLANE_SIZE = 0x10000

VOCABULARY_TICKS = (256, 1_024, 4_096, 16_384, 65_536, 262_144)

LIGHT_GRAY = "#dddddd"
KIND_COLORS = (style.BLUE, style.SKY, style.YELLOW, style.RED)

ROLE_COLORS: dict[Role, str] = {
    "ASCII": style.SKY,
    "continuation": LIGHT_GRAY,
    "leads 2": style.YELLOW,
    "leads 3": style.ORANGE,
    "leads 4": style.GREEN,
    "never": style.BLACK,
}

ROLE_LABELS: dict[Role, str] = {
    "ASCII": "a character by itself (ASCII)",
    "continuation": "a later byte of a character",
    "leads 2": "the first byte of two",
    "leads 3": "the first byte of three",
    "leads 4": "the first byte of four",
    "never": "in no text",
}

# English names of the ISO 15924 codes of the course's texts.
SCRIPT_NAMES = {
    "Arab": "Arabic",
    "Armn": "Armenian",
    "Beng": "Bengali",
    "Cyrl": "Cyrillic",
    "Deva": "Devanagari",
    "Ethi": "Ethiopic",
    "Geor": "Georgian",
    "Grek": "Greek",
    "Hans": "Han, simplified",
    "Hant": "Han, traditional",
    "Hebr": "Hebrew",
    "Jpan": "Han and kana",
    "Kore": "Hangul",
    "Latn": "Latin",
    "Mymr": "Myanmar",
    "Taml": "Tamil",
    "Telu": "Telugu",
    "Thai": "Thai",
}


def plot_planes(census: Sequence[Mapping[str, int]]) -> Picture:
    """Draw each plane as a bar of 65,536 places; what the kinds leave over is unassigned.

    `census` has one mapping a plane: how many of its code points are of each kind, four at most.
    """
    rest = [PLANE_SIZE - sum(plane.values()) for plane in census]
    share = sum(rest) / (PLANE_SIZE * len(census))
    title = f"{share:.0%} of the places in Unicode's {len(census)} planes are unassigned"
    figure, axes = style.new_figure(title, height=4.8)
    columns = {kind: [plane[kind] for plane in census] for kind in census[0]}
    colors = (*KIND_COLORS[: len(columns)], LIGHT_GRAY)
    left = [0] * len(census)
    for (kind, sizes), color in zip({**columns, "unassigned": rest}.items(), colors, strict=True):
        axes.barh(range(len(census)), sizes, left=left, color=color, label=kind)
        left = [start + size for start, size in zip(left, sizes, strict=True)]
    axes.set(xlabel="number of code points (by kind, not by place)", ylabel="plane")
    axes.set_xlim(0, PLANE_SIZE)
    axes.set_yticks(range(len(census)))
    axes.invert_yaxis()
    axes.grid(visible=False)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=10)
    return Picture(figure, f"{title}. {describe_planes(census)}")


def describe_planes(census: Sequence[Mapping[str, int]]) -> str:
    """Say which planes hold anything, and how much.

    >>> describe_planes([{"characters": 9, "private use": 0}, {"characters": 0, "private use": 0}])
    'A bar for each of 2 planes. Plane 0: 9 characters. All other places are unassigned.'
    """
    used = [
        f"Plane {number}: " + ", ".join(f"{size:,} {kind}" for kind, size in plane.items() if size)
        for number, plane in enumerate(census)
        if any(plane.values())
    ]
    return ". ".join(
        [f"A bar for each of {len(census)} planes", *used, "All other places are unassigned."]
    )


def plot_bit_layout(code_points: Iterable[int]) -> Picture:
    """Draw the UTF-8 bits of each code point, fixed bits and those of the number in two colors."""
    layouts = {code_point: bit_layout(code_point) for code_point in code_points}
    title = "The first byte says how many there are; each later one begins with 10"
    figure, axes = style.new_figure(title, height=1.1 + 0.75 * len(layouts))
    style.bare(axes)
    for row, (code_point, layout) in enumerate(layouts.items()):
        label = f"U+{code_point:04X}\n{name_of(code_point)}"
        axes.text(-0.6, row, label, ha="right", va="center", fontsize=9, linespacing=1.4)
        for place, byte in enumerate(layout):
            _draw_byte(axes, 8.8 * place, row, byte)
    axes.set(xlim=(-13.5, 34.5), ylim=(len(layouts) - 0.6, -0.6))
    colors = {"fixed: what the byte is": style.ORANGE, "bits of the code point": style.SKY}
    axes.legend(handles=_patches(colors), loc="upper right", frameon=False, fontsize=10)
    rows = [describe_layout(each, layout) for each, layout in layouts.items()]
    return Picture(figure, f"{title}. A bar stands after the fixed bits. " + "; ".join(rows) + ".")


def _draw_byte(axes: "Axes", left: float, row: float, byte: ByteBits) -> None:
    from matplotlib.patches import Rectangle

    bits = byte.marker + byte.payload
    for place, bit in enumerate(bits):
        color = style.ORANGE if place < len(byte.marker) else style.SKY
        axes.add_patch(
            Rectangle((left + place, row - 0.22), 1, 0.5, facecolor=color, edgecolor="white")
        )
        axes.text(
            *(left + place + 0.5, row + 0.03),
            bit,
            ha="center",
            va="center",
            fontsize=10,
            family=style.MONOSPACE,
        )
    axes.text(left + 4, row - 0.36, f"{int(bits, 2):02X}", ha="center", va="center", fontsize=9)


def _patches(colors: Mapping[str, str]) -> "list[Patch]":
    """Return what a legend needs: a colored box for each label."""
    from matplotlib.patches import Patch

    return [Patch(facecolor=color, label=label) for label, color in colors.items()]


def name_of(code_point: int) -> str:
    """Return Unicode's name of a code point in small letters, or a dash if it has none.

    >>> name_of(0x3042)
    'hiragana letter a'
    """
    return unicodedata.name(chr(code_point), "—").lower()


def describe_layout(code_point: int, layout: Sequence[ByteBits]) -> str:
    """Write a code point's bytes, a bar between fixed bits and those of the number.

    >>> describe_layout(0xE9, bit_layout(0xE9))
    'U+00E9: 110|00011 10|101001'
    """
    return f"U+{code_point:04X}: " + " ".join(f"{part.marker}|{part.payload}" for part in layout)


def plot_byte_roles() -> Picture:
    """Draw the 256 byte values as a square, colored by what each may be in UTF-8."""
    from matplotlib.patches import Rectangle

    roles = [byte_role(byte) for byte in range(256)]
    counts = Counter(roles)
    title = f"{256 - counts['never']} of the 256 byte values occur in UTF-8, each in one role"
    figure, axes = style.new_figure(title, height=4.6)
    axes.grid(visible=False)
    for byte, role in enumerate(roles):
        corner = (byte % 16 - 0.5, byte // 16 - 0.5)
        axes.add_patch(Rectangle(corner, 1, 1, facecolor=ROLE_COLORS[role], edgecolor="white"))
    axes.set(xlim=(-0.5, 15.5), ylim=(15.5, -0.5), aspect="equal", anchor="W")
    axes.set_xticks(range(16), [f"{digit:X}" for digit in range(16)], family=style.MONOSPACE)
    axes.set_yticks(range(16), [f"{digit:X}" for digit in range(16)], family=style.MONOSPACE)
    axes.set(xlabel="second hexadecimal digit", ylabel="first hexadecimal digit")
    colors = {f"{counts[role]}  {ROLE_LABELS[role]}": ROLE_COLORS[role] for role in ROLES}
    axes.legend(handles=_patches(colors), loc=(1.04, 0.3), frameon=False, fontsize=10)
    shown = "; ".join(f"{counts[role]}: {ROLE_LABELS[role]}" for role in ROLES)
    return Picture(figure, f"{title}. A square of 16 by 16 byte values in six colors. {shown}.")


def plot_bytes_per_character(
    costs: Mapping[str, Mapping[str, float]], named: Mapping[str, str] = MappingProxyType({})
) -> Picture:
    """Draw bytes per character in UTF-8, a row for each script and a dot for each language.

    `costs` goes from a script's ISO 15924 code to its languages and their bytes per character;
    `named` gives the names of the languages whose dots are to be labeled. The lines for UTF-16 and
    UTF-32 are those of texts in plane 0, as all everyday text but emoji is.
    """
    scripts = sorted(costs, key=lambda script: max(costs[script].values()))
    values = [cost for languages in costs.values() for cost in languages.values()]
    span = f"{min(values):.1f} to {max(values):.1f}"
    title = f"A character costs {span} bytes in UTF-8, by script"
    figure, axes = style.new_figure(title, height=5.2)
    axes.grid(visible=False, axis="y")
    for row, script in enumerate(scripts):
        languages = list(costs[script].values())
        axes.hlines(row, 0, max(languages), color=LIGHT_GRAY, linewidth=2)
        axes.scatter(languages, [row] * len(languages), color=style.BLUE, zorder=3)
        for language, cost in costs[script].items():
            if language in named:
                axes.text(cost + 0.08, row, named[language], va="center", fontsize=9)
    for cost, name in ((2, "UTF-16"), (4, "UTF-32")):
        axes.axvline(cost, color=style.RED, linestyle="--", linewidth=1)
        axes.text(cost + 0.04, 0, name, color=style.RED, va="center", fontsize=10)
    axes.set_yticks(range(len(scripts)), [SCRIPT_NAMES.get(each, each) for each in scripts])
    axes.set(xlabel="bytes per character (in UTF-8: a dot for each language)", xlim=(0, 4.5))
    axes.invert_yaxis()
    rows = "; ".join(describe_costs(script, costs[script]) for script in scripts)
    return Picture(figure, f"{title}. Dots for languages, a row for each script. {rows}.")


def describe_costs(script: str, costs: Mapping[str, float]) -> str:
    """Give the span of a script's bytes per character.

    >>> describe_costs("Latn", {"en": 1.0, "vi": 1.344})
    'Latin 1.00 to 1.34'
    """
    low, high = min(costs.values()), max(costs.values())
    span = f"{low:.2f}" if low == high else f"{low:.2f} to {high:.2f}"
    return f"{SCRIPT_NAMES.get(script, script)} {span}"


def plot_length_against_vocabulary(
    single: Mapping[str, tuple[int, int]],
    trained: Sequence[tuple[int, int]],
    published: Mapping[str, tuple[int, int]],
) -> Picture:
    """Draw how many ids an English text has against how many entries the vocabulary has.

    Each point is (entries, ids): `single` for one id a byte or a character, `trained` for a
    tokenizer of the course at several sizes, `published` for those of others.
    """
    title = "Merges shorten an English text; characters as ids hardly do"
    figure, axes = style.new_figure(title, height=4.4)
    axes.plot(*zip(*trained, strict=True), color=style.BLUE, marker="o", label="trained here")
    for points, marker, color, label in (
        (published, "s", style.GREEN, "published"),
        (single, "D", style.RED, "no merges"),
    ):
        sizes, lengths = zip(*points.values(), strict=True)
        axes.scatter(sizes, lengths, color=color, marker=marker, label=label, zorder=3)
        for name, point in points.items():
            axes.annotate(name, point, (0, 8), textcoords="offset points", ha="center", fontsize=10)
    axes.set(xscale="log", xlabel="entries in the vocabulary (log scale)")
    axes.set_ylabel("ids for the English text")
    axes.set_xticks(VOCABULARY_TICKS)
    axes.minorticks_off()
    axes.margins(x=0.12)
    axes.set_ylim(0, 1.15 * max(ids for _, ids in single.values()))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter("{x:,.0f}")
    axes.legend(frameon=False, fontsize=10, loc="lower left")
    here = {f"trained with {size:,}": (size, ids) for size, ids in trained}
    return Picture(figure, f"{title}. {describe_lengths({**single, **here, **published})}")


def describe_lengths(points: Mapping[str, tuple[int, int]]) -> str:
    """List entries and ids of each vocabulary.

    >>> describe_lengths({"bytes": (256, 1_000)})
    'Ids for the text against vocabulary entries, on a log axis. bytes: 256, 1,000 ids.'
    """
    shown = "; ".join(
        f"{name}: {entries:,}, {ids:,} ids" for name, (entries, ids) in points.items()
    )
    return f"Ids for the text against vocabulary entries, on a log axis. {shown}."
