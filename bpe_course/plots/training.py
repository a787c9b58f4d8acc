"""Figures of notebook 03: what training does to a text and to one word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bpe_course.pairs import Pair, merge_pair
from bpe_course.plots import style
from bpe_course.plots.picture import Picture
from bpe_course.reference import encode_steps
from bpe_course.show.visible import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_compression(num_merges: Sequence[int], bytes_per_token: Sequence[float]) -> Picture:
    """Draw bytes per token against the number of merges."""
    figure, axes = style.new_figure("More merges, smaller gains")
    axes.plot(num_merges, bytes_per_token, color=style.BLUE, marker="o", linewidth=2)
    for merges, ratio in zip(num_merges, bytes_per_token, strict=True):
        axes.annotate(
            f"{ratio:.2f}", (merges, ratio), (6, -11), textcoords="offset points", fontsize=9
        )
    axes.set_xlabel("merges learned")
    axes.set_ylabel("bytes per token, training text")
    axes.set_ylim(0, max(bytes_per_token) * 1.1)
    shown = ", ".join(
        f"{ratio:.2f} at {merges}"
        for merges, ratio in zip(num_merges, bytes_per_token, strict=True)
    )
    return Picture(
        figure,
        "A line that rises steeply and then ever more slowly: bytes per token against merges "
        f"learned. {shown}.",
    )


@dataclass(frozen=True)
class Node:
    """A token in a merge tree: where its bytes begin and end, and how many merges are below it."""

    token: bytes
    token_id: int
    start: int
    end: int
    height: int


def merge_tree(
    token_id: int, merges: Mapping[Pair, int], tokens: Mapping[int, bytes]
) -> list[Node]:
    """Return the nodes of a token's merge tree, parts before wholes.

    >>> merge_tree(
    ...     257,
    ...     {(97, 98): 256, (256, 99): 257},
    ...     {97: b"a", 98: b"b", 99: b"c", 256: b"ab", 257: b"abc"},
    ... )[-1]
    Node(token=b'abc', token_id=257, start=0, end=3, height=2)
    """
    parts = {new_id: pair for pair, new_id in merges.items()}

    def grow(token_id: int, start: int) -> list[Node]:
        end = start + len(tokens[token_id])
        if token_id not in parts:
            return [Node(tokens[token_id], token_id, start, end, 0)]
        left, right = parts[token_id]
        below_left, below_right = grow(left, start), grow(right, start + len(tokens[left]))
        height = 1 + max(below_left[-1].height, below_right[-1].height)
        return [*below_left, *below_right, Node(tokens[token_id], token_id, start, end, height)]

    return grow(token_id, 0)


def plot_merge_tree(
    token_id: int, merges: Mapping[Pair, int], tokens: Mapping[int, bytes]
) -> Picture:
    """Draw the tree of merges that makes one token, bytes at the bottom."""
    nodes = merge_tree(token_id, merges, tokens)
    top = nodes[-1]
    count = sum(node.height > 0 for node in nodes)
    title = f"{count} merges make the token “{plain(top.token)}”"
    figure, axes = style.new_figure(title, height=0.6 + 0.55 * (top.height + 1))
    style.bare(axes)
    for node in nodes:
        _draw_node(axes, node)
    axes.set_xlim(-0.1, len(top.token) + 0.1)
    axes.set_ylim(-0.1, top.height + 1)
    steps = "; ".join(f"{plain(node.token)} is id {node.token_id}" for node in nodes if node.height)
    return Picture(figure, f"A tree over the bytes of {plain(top.token)}, bottom to top: {steps}.")


def _draw_node(axes: "Axes", node: Node) -> None:
    from matplotlib.patches import FancyBboxPatch

    box = FancyBboxPatch(
        (node.start + 0.05, node.height + 0.1),
        node.end - node.start - 0.1,
        0.75,
        boxstyle="round,pad=0,rounding_size=0.06",
        facecolor=style.PALE_ORANGE if node.height else style.PALE_GRAY,
        edgecolor=style.BLACK,
        linewidth=0.8,
    )
    axes.add_patch(box)
    middle = (node.start + node.end) / 2
    style.label(axes, middle, node.height + 0.6, plain(node.token))
    style.label(axes, middle, node.height + 0.26, str(node.token_id), size=7.5)


def replay_steps(chunk: Sequence[int], merges: Mapping[Pair, int]) -> list[list[int]]:
    """Return the ids before the first merge and after each one that changed them, in order learned.

    >>> replay_steps(b"abab", {(120, 121): 256, (97, 98): 257})
    [[97, 98, 97, 98], [257, 257]]
    """
    steps = [list(chunk)]
    for pair, new_id in merges.items():
        ids = merge_pair(steps[-1], pair, new_id)
        if ids != steps[-1]:
            steps.append(ids)
    return steps


def plot_two_orders(
    chunk: bytes, merges: Mapping[Pair, int], tokens: Mapping[int, bytes]
) -> Picture:
    """Draw two ways to encode a word, side by side: all merges in order, earliest present first."""
    in_order = replay_steps(chunk, merges)
    by_rank = list(encode_steps(chunk, merges))
    same = in_order == by_rank
    title = "Two ways to apply the merges, the same steps" if same else "Two ways, other steps"
    figure, axes = style.new_figure(title, height=0.9 + 0.42 * max(len(in_order), len(by_rank)))
    style.bare(axes)
    width = len(chunk) + 6.5
    _draw_column(axes, 0, f"all {len(merges):,} merges, in order", in_order, tokens)
    _draw_column(axes, width, f"{len(by_rank)} looks at what is present", by_rank, tokens)
    axes.set_xlim(-0.2, 2 * width - 1)
    axes.set_ylim(-max(len(in_order), len(by_rank)) + 0.2, 1.9)
    shown = "; ".join(" ".join(plain(tokens[token_id]) for token_id in ids) for ids in by_rank)
    return Picture(
        figure,
        f"Two columns of rows for the word {plain(chunk)}, one row per merge. The columns are "
        f"{'equal' if same else 'not equal'}: {shown}.",
    )


def _draw_column(
    axes: "Axes",
    left: float,
    head: str,
    steps: Sequence[Sequence[int]],
    tokens: Mapping[int, bytes],
) -> None:
    """Draw one row of boxes for each step, and beside it the number of the merge that made it."""
    axes.text(left, 1.3, head, fontsize=10, color=style.BLACK)
    length = sum(len(tokens[token_id]) for token_id in steps[0])
    for row, (before, ids) in enumerate(zip([steps[0], *steps], steps, strict=False)):
        _draw_row(axes, left, -row, [tokens[token_id] for token_id in ids])
        made = set(ids) - set(before)
        note = f"merge {max(made) - 255:,}" if made else "bytes"
        axes.text(left + length + 0.4, 0.25 - row, note, fontsize=9, color=style.GRAY)


def _draw_row(axes: "Axes", left: float, bottom: float, row: Sequence[bytes]) -> None:
    from matplotlib.patches import Rectangle

    start = left
    for token in row:
        box = Rectangle(
            (start + 0.04, bottom),
            len(token) - 0.08,
            0.8,
            facecolor=style.PALE_ORANGE if len(token) > 1 else style.PALE_GRAY,
            edgecolor=style.BLACK,
            linewidth=0.6,
        )
        axes.add_patch(box)
        style.label(axes, start + len(token) / 2, bottom + 0.38, plain(token), size=10)
        start += len(token)
