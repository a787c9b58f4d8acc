"""A replay of merges: the tokens after every step, one row a step."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from bpe_course.reference import TrainingStep
from bpe_course.show.html import HIGHLIGHT, box, caption, table, token_html
from bpe_course.show.visible import bracketed, plain
from bpe_course.vocab import build_tokens

GROUND, NEW = "#f2f2f2", HIGHLIGHT


@dataclass(frozen=True)
class Row:
    """The tokens after one step; `new` is the token just made, `note` says how.

    `places` are the positions at which it stands, `starts` those at which a chunk begins.
    """

    tokens: tuple[bytes, ...]
    new: bytes | None = None
    note: str = "start"
    places: frozenset[int] = frozenset()
    starts: frozenset[int] = frozenset([0])


@dataclass(frozen=True)
class MergeReplay:
    """Rows of tokens, the one just made set apart by a frame and a color.

    A gap stands between two chunks: no merge reaches across it.
    """

    rows: tuple[Row, ...]

    def __repr__(self) -> str:
        width = max(len(row.note) for row in self.rows)
        return "\n".join(
            f"{row.note:<{width}}  {len(row.tokens):>4}  "
            + "".join(
                " " * (place in row.starts and place > 0) + bracketed(token)
                for place, token in enumerate(row.tokens)
            )
            for row in self.rows
        )

    def _repr_html_(self) -> str:
        return table(
            [
                [caption(row.note), caption(f"{len(row.tokens):,}"), self._boxes(row)]
                for row in self.rows
            ]
        )

    @staticmethod
    def _boxes(row: Row) -> str:
        return "".join(
            box(
                token_html(token),
                NEW if place in row.places else GROUND,
                bold=place in row.places,
                apart=place in row.starts and place > 0,
            )
            for place, token in enumerate(row.tokens)
        )


def show_merges(
    steps: Iterable[TrainingStep | Sequence[int]],
    tokens: Mapping[int, bytes] | None = None,
) -> MergeReplay:
    """Show training steps, or the steps of an encoding, one row each.

    `steps` are those of `reference.train_steps` or of `reference.encode_steps`. `tokens` (id to
    bytes) is needed for an encoding, whose ids do not say of what they are made.

    >>> from bpe_course.reference import train_steps
    >>> show_merges(train_steps([b"abab"], 2))
    start                      4  [a][b][a][b]
    [a][b], seen 2 times       2  [ab][ab]
    [ab][ab], seen 1 time      1  [abab]
    """
    rows = list(steps)
    if not rows:
        raise ValueError("there is no step to show: was the list of steps used up before?")
    training = [step for step in rows if isinstance(step, TrainingStep)]
    if training:
        return MergeReplay(tuple(_training_rows(training)))
    if tokens is None:
        raise ValueError("the steps of an encoding are bare ids: pass `tokens`, id to bytes")
    encoding = [step for step in rows if not isinstance(step, TrainingStep)]
    return MergeReplay(tuple(_encoding_rows(encoding, tokens)))


def _training_rows(steps: Sequence[TrainingStep]) -> list[Row]:
    tokens = build_tokens({step.pair: step.new_id for step in steps})
    chunks = [b"".join(tokens[token_id] for token_id in chunk) for chunk in steps[0].chunks]
    start = tuple(bytes([byte]) for chunk in chunks for byte in chunk)
    rows = [Row(start, starts=_starts(chunks))]
    for step in steps:
        pair = "".join(bracketed(tokens[token_id]) for token_id in step.pair)
        times = "1 time" if step.count == 1 else f"{step.count} times"
        shown = tuple(tokens[token_id] for token_id in step.ids)
        note = f"{pair}, seen {times}"
        places = _places(step.ids, step.new_id)
        rows.append(Row(shown, tokens[step.new_id], note, places, _starts(step.chunks)))
    return rows


def _encoding_rows(steps: Sequence[Sequence[int]], tokens: Mapping[int, bytes]) -> list[Row]:
    names = {byte: bytes([byte]) for byte in range(256)} | dict(tokens)
    rows = [Row(tuple(names[token_id] for token_id in steps[0]))]
    for before, after in pairwise(steps):
        new_id = next(iter(set(after) - set(before)), None)
        new = None if new_id is None else names[new_id]
        note = "" if new is None else f"{plain(new)} is id {new_id}"
        shown = tuple(names[token_id] for token_id in after)
        rows.append(Row(shown, new, note, _places(after, new_id)))
    return rows


def _places(ids: Sequence[int], new_id: int | None) -> frozenset[int]:
    """The positions at which the new id stands; two ids may well have the same bytes."""
    return frozenset(place for place, token_id in enumerate(ids) if token_id == new_id)


def _starts(chunks: Iterable[Sequence[int]]) -> frozenset[int]:
    """The positions at which the chunks begin when they stand in one row."""
    return frozenset(accumulate(map(len, chunks), initial=0))
