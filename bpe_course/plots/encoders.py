"""Figures of notebook 04: where tokens begin and end, and who decides it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from bpe_course.plots import style
from bpe_course.plots.picture import Picture
from bpe_course.show.visible import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Ids = Sequence[int]

BOX_HEIGHT = 0.8
GAP = 0.06
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class Box:
    """A rectangle in a row: how many bytes wide it is, what it says and its color."""

    width: int
    label: str
    color: str


def plot_token_borders(text: str, tokens: Sequence[bytes]) -> Picture:
    """Draw a text as characters, as bytes and as tokens, tokens that are no text set apart."""
    broken = [token for token in tokens if not is_text(token)]
    title = f"{len(broken)} of these {len(tokens)} tokens (orange) are no text by themselves"
    figure, axes = new_rows(title, rows=3, width=len(text.encode()))
    rows = [
        ("characters", [Box(len(c.encode()), name_character(c), style.PALE_GRAY) for c in text]),
        ("bytes", [Box(1, f"{byte:02X}", "white") for byte in text.encode()]),
        ("tokens", [token_box(token, highlighted=not is_text(token)) for token in tokens]),
    ]
    for place, (name, boxes) in enumerate(rows):
        draw_row(axes, place, boxes, name)
    names = " ".join(map(name_character, text))
    cuts = " | ".join(map(name_token, tokens))
    return Picture(
        figure,
        f"Three rows of boxes over one another: the characters {names}, their UTF-8 bytes, and the "
        f"tokens {cuts}. {len(broken)} of the {len(tokens)} tokens end inside a character or begin "
        "inside one.",
    )


def plot_ways(ways: Mapping[str, Sequence[bytes]]) -> Picture:
    """Draw how each encoder cuts the same word; those that do as `rank` does have one color."""
    distinct = len({tuple(way) for way in ways.values()})
    title = f"One word, one vocabulary, {spell(distinct)} ways to cut it"
    word = b"".join(ways["rank"])
    figure, axes = new_rows(title, rows=len(ways), width=len(word) + 1.2)
    for place, (name, way) in enumerate(ways.items()):
        boxes = [token_box(token, highlighted=way != ways["rank"]) for token in way]
        draw_row(axes, place, boxes, name)
        write(axes, len(word) + 0.15, -place, tokens_in_words(len(way)), ha="left")
    shown = "; ".join(f"{name}: {' | '.join(map(name_token, way))}" for name, way in ways.items())
    return Picture(
        figure, f"Rows of boxes, one an encoder, for the word {plain(word)}. {shown}. {title}."
    )


def plot_zoo(needed: Mapping[str, int], otherwise: Mapping[str, int], total: int) -> Picture:
    """Draw the share of words that each encoder cuts otherwise than `rank`.

    `needed` holds each encoder's tokens for the whole text; `otherwise`, how many of its `total`
    words it cuts otherwise.
    """
    shares = {name: 100 * otherwise[name] / total for name in needed}
    title = name_worst(shares)
    figure, axes = style.new_figure(title, height=2.8)
    bars = axes.barh(list(shares), list(shares.values()), color=style.ORANGE)
    notes = {name: f"{share:.1f} %, {needed[name]:,} tokens" for name, share in shares.items()}
    axes.bar_label(bars, list(notes.values()), padding=4, fontsize=10)
    axes.set_xlim(0, 1.5 * max(shares.values()) + 1)
    axes.set_xlabel("words cut otherwise than by rank, in percent of all words")
    axes.invert_yaxis()
    axes.grid(visible=False)
    shown = "; ".join(f"{name}: {note}" for name, note in notes.items())
    return Picture(
        figure,
        f"Bars: the share of {total:,} words that each encoder cuts otherwise than byte pair "
        f"encoding by rank, and the tokens it needs for all of them. {shown}.",
    )


def plot_growing_text(rows: Sequence[Sequence[bytes]]) -> Picture:
    """Draw the tokens of a text that grows, one row a step, the tokens new in each set apart."""
    title = "One more letter can change the tokens before it (orange: new)"
    figure, axes = new_rows(title, rows=len(rows), width=len(b"".join(rows[-1])), row_height=0.32)
    for place, row in enumerate(rows):
        new = new_tokens(rows[place - 1] if place else [], row)
        boxes = [
            Box(len(token), name_token(token), style.PALE_ORANGE if is_new else style.PALE_GRAY)
            for token, is_new in zip(row, new, strict=True)
        ]
        draw_row(axes, place, boxes, tokens_in_words(len(row)))
    shown = "; ".join(" | ".join(map(name_token, row)) for row in rows)
    return Picture(figure, f"One row of tokens for each letter that is added. {shown}.")


def plot_round_trip(ways: Sequence[Ids], chosen: Ids, tokens: Mapping[int, bytes]) -> Picture:
    """Draw lists of ids that decode to one text, and the one list that encoding gives back."""
    text = b"".join(tokens[token_id] for token_id in chosen)
    width, middle = len(text), (len(ways) - 1) / 2
    title = f"{spell(len(ways)).capitalize()} lists of ids have one text; encode gives one of them"
    figure, axes = new_rows(title, rows=len(ways), width=3 * width + 3, row_height=0.6)
    in_middle, at_right = width + 1.5, 2 * width + 3
    fan = 0.6 * BOX_HEIGHT / max(len(ways) - 1, 1)
    for place, way in enumerate(ways):
        draw_row(axes, place, id_boxes(way, tokens, highlighted=list(way) != list(chosen)))
        draw_arrow(axes, (width, -place), (in_middle, -middle - fan * (place - middle)))
    draw_row(axes, middle, [Box(width, plain(text), style.PALE_GRAY)], start=in_middle)
    draw_arrow(axes, (in_middle + width, -middle), (at_right, -middle))
    draw_row(axes, middle, id_boxes(chosen, tokens, highlighted=False), start=at_right)
    write(axes, width + 0.95, 0.15, "decode", ha="center", style="italic")
    write(axes, in_middle + width + 0.7, -middle + 0.25, "encode", ha="center", style="italic")
    shown = "; ".join(str(list(way)) for way in ways)
    return Picture(
        figure,
        f"Arrows lead from each of these lists of ids to the text {plain(text)}: {shown}. One "
        f"arrow leads on, to {list(chosen)}.",
    )


def name_worst(shares: Mapping[str, float]) -> str:
    """Say which encoder has the largest share, and what the others have at most.

    >>> name_worst({"rank": 0.0, "left to right": 55.2, "longest match": 2.2})
    'Left to right differs in 55 % of words, others in at most 2.2 %'
    """
    *_, second, worst = sorted(shares, key=shares.__getitem__)
    return (
        f"{worst.capitalize()} differs in {shares[worst]:.0f} % of words, "
        f"others in at most {shares[second]:.1f} %"
    )


def new_tokens(before: Sequence[bytes], after: Sequence[bytes]) -> list[bool]:
    """Say of each token of `after` whether it stood at another place before, or not at all.

    >>> new_tokens([b"The", b" tok"], [b"The", b" to", b"ke"])
    [False, True, True]
    """
    return [place >= len(before) or before[place] != token for place, token in enumerate(after)]


def is_text(token: bytes) -> bool:
    """Return whether the bytes are UTF-8 by themselves.

    >>> is_text("é".encode()), is_text("é".encode()[:1])
    (True, False)
    """
    try:
        token.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def name_token(token: bytes) -> str:
    """Return a label that every font has: visible ASCII, else the bytes in hexadecimal.

    >>> name_token(b" hi"), name_token("é".encode())
    ('·hi', 'C3 A9')
    """
    return plain(token) if token.isascii() else token.hex(" ").upper()


def name_character(character: str) -> str:
    """Return a label that every font has: the character if it is ASCII, else its code point.

    >>> name_character("H"), name_character("你")
    ('H', 'U+4F60')
    """
    return plain(character.encode()) if character.isascii() else f"U+{ord(character):04X}"


def tokens_in_words(number: int) -> str:
    """Return how many tokens there are.

    >>> tokens_in_words(1), tokens_in_words(2)
    ('1 token', '2 tokens')
    """
    return f"{number} token{'' if number == 1 else 's'}"


def spell(number: int) -> str:
    """Return a small number as a word.

    >>> spell(4), spell(11)
    ('four', '11')
    """
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def token_box(token: bytes, *, highlighted: bool) -> Box:
    """Return a token's box: orange if it is highlighted, else blue."""
    color = style.PALE_ORANGE if highlighted else style.PALE_BLUE
    return Box(len(token), name_token(token), color)


def id_boxes(way: Ids, tokens: Mapping[int, bytes], *, highlighted: bool) -> list[Box]:
    """Return the boxes of several tokens, their ids below."""
    boxes = [(token_id, token_box(tokens[token_id], highlighted=highlighted)) for token_id in way]
    return [Box(box.width, f"{box.label}\n{token_id}", box.color) for token_id, box in boxes]


def new_rows(
    title: str, *, rows: int, width: float, row_height: float = 0.45
) -> "tuple[Figure, Axes]":
    """Return a figure with room for rows of boxes, the first at the top; a row is 1 high."""
    figure, axes = style.new_figure(title, height=rows * row_height + 0.55)
    style.bare(axes)
    axes.set(xlim=(-0.05, width + 0.05), ylim=(-rows + 0.5, 0.5))
    return figure, axes


def draw_row(
    axes: "Axes", place: float, boxes: Iterable[Box], name: str = "", start: float = 0
) -> None:
    """Draw boxes side by side, `place` rows below the first, with a name at their left."""
    from matplotlib.patches import Rectangle

    boxes = list(boxes)
    lefts = accumulate((box.width for box in boxes), initial=start)
    for left, box in zip(lefts, boxes, strict=False):
        corner = (left + GAP / 2, -place - BOX_HEIGHT / 2)
        axes.add_patch(
            Rectangle(
                corner,
                box.width - GAP,
                BOX_HEIGHT,
                facecolor=box.color,
                edgecolor=style.GRAY,
                linewidth=0.8,
            )
        )
        middle = left + box.width / 2
        write(axes, middle, -place, box.label, ha="center", family=style.MONOSPACE, fontsize=9)
    if name:
        write(axes, start - 0.15, -place, name, ha="right")


def write(axes: "Axes", x: float, y: float, text: str, **properties: object) -> None:
    """Write text, centered on its height."""
    chosen = {"va": "center", "color": style.BLACK, "fontsize": 10, **properties}
    axes.text(x, y, text, **chosen)  # type: ignore[arg-type]


def draw_arrow(axes: "Axes", start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw an arrow that begins a little after `start` and ends a little before `end`."""
    axes.annotate(
        "",
        xy=(end[0] - 0.08, end[1]),
        xytext=(start[0] + 0.08, start[1]),
        arrowprops={"arrowstyle": "-|>", "color": style.GRAY, "shrinkA": 0, "shrinkB": 0},
    )
