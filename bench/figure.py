"""The table and the figure of what was measured: `python -m bench.figure` remakes both."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from math import floor, log10
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.claims import claim_rows, growing
from bench.jobs import Job
from bench.report import (
    Measured,
    as_markdown,
    describe,
    from_json,
    growth_rows,
    label_of,
    notes_of,
    rows_of,
)
from bench.timing import Result
from bpe_course.plots.style import BLACK, BLUE, FONT, GRAY, ORANGE, SKY, calm

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RESULTS = Path(__file__).resolve().parent / "results"
JSON, TABLE, FIGURE = "results.json", "table.md", "figure.png"
HIDDEN = frozenset({"compiled-first", "fast-first", "auto"})  # the table has them
DOTS_PER_INCH = 150

Bar = tuple[str, float, str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the results; write the table and the figure beside them."""
    parser = argparse.ArgumentParser(prog="python -m bench.figure", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=RESULTS)
    folder = parser.parse_args(arguments).folder
    found = json.loads((folder / JSON).read_text(encoding="utf-8"))
    write(found, folder)
    return 0


def write(found: Mapping[str, Any], folder: Path) -> None:
    """Write the table and the figure of results as `report.as_json` gives them."""
    measured = from_json(found)
    (folder / TABLE).write_text(document(found["machine"], measured), encoding="utf-8")
    figure = draw(measured)
    if figure:
        figure.savefig(folder / FIGURE, dpi=DOTS_PER_INCH, metadata={"Software": None})


def document(about: Mapping[str, Any], measured: Sequence[Measured]) -> str:
    """Return everything as one page of Markdown: the claims first, then each job."""
    parts = ["# What was measured", describe(about).replace("\n", "\n\n")]
    checked = claim_rows(measured)
    if len(checked) > 1:
        parts += ["## What is claimed", as_markdown(checked)]
    grown = growing(measured)
    small = {job for _, group in grown for job, _ in group}
    for job, results in measured:
        if job not in small:
            parts += [f"## {job}", as_markdown(rows_of(job, results)), *noted(job, results)]
    for text, group in grown:
        parts += [f"## encode: {text}, growing", as_markdown(growth_rows(group))]
        parts += [part for job, results in group for part in noted(job, results)]
    return "\n\n".join(parts) + "\n"


def noted(job: Job, results: Sequence[Result]) -> list[str]:
    """Return the notes as one Markdown list, if there are any."""
    notes = notes_of(job, results)
    return ["\n".join(f"- {note}" for note in notes)] if notes else []


def draw(measured: Sequence[Measured]) -> "Figure | None":
    """Return a figure of the largest training and of encoding, or None if neither was measured."""
    from matplotlib.figure import Figure

    training = training_panel(measured)
    panels = [panel for panel in (training, encoding_panel(measured)) if panel]
    if not panels:
        return None
    height = 1.1 + sum(0.6 + 0.36 * len(bars) for _, _, bars in panels)
    figure = Figure(figsize=(7.5, height), layout="constrained", facecolor="white")
    ratios = [1 + len(bars) for _, _, bars in panels]
    axes = figure.subplots(len(panels), squeeze=False, gridspec_kw={"height_ratios": ratios})
    for place, (heading, unit, bars) in zip(axes[:, 0], panels, strict=True):
        draw_bars(place, heading, unit, bars)
    title = message(training[2] if training else ())
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold", fontfamily=FONT)
    return figure


def message(training: Sequence[Bar]) -> str:
    """Return what the figure shows, in one sentence that follows from the bars of training.

    >>> message([("bpe_course, compiled", 2.0, ""), ("gigatoken", 8.0, "")])
    'Compiled, the algorithm of the lesson trains the fastest'
    >>> message([("bpe_course, compiled, texts read from a file", 1.9, ""), ("gigatoken", 8.0, "")])
    'Compiled, the algorithm of the lesson trains the fastest'
    >>> message([("gigatoken", 8.0, ""), ("bpe_course, compiled", 9.0, "")])
    'The algorithm of the lesson beside the fastest libraries'
    """
    if training and is_compiled(training[0][0]):
        return "Compiled, the algorithm of the lesson trains the fastest"
    return "The algorithm of the lesson beside the fastest libraries"


def training_panel(measured: Sequence[Measured]) -> tuple[str, str, list[Bar]] | None:
    """Return the bars of the largest training job: seconds, the shortest first."""
    jobs = [(job, found) for job, found in measured if job.task == "train" and drawable(found)]
    if not jobs:
        return None
    job, results = max(jobs, key=lambda entry: (entry[0].size, entry[0].num_merges))
    shown = sorted(drawable(results), key=lambda result: result.median)
    bars = [(label_of(job, one.name), one.median, f"{amount(one.median)} s") for one in shown]
    size = f"{job.size / 1e6:,.0f} MB" if job.size >= 1_000_000 else f"{job.size / 1e3:,.0f} kB"
    return f"Training {job.num_merges + 256:,} entries on {size}", "seconds", bars


def encoding_panel(measured: Sequence[Measured]) -> tuple[str, str, list[Bar]] | None:
    """Return the bars of encoding one long text with GPT-2's vocabulary: cold MB/s."""
    jobs = [
        (job, found)
        for job, found in measured
        if (job.task, job.shape, job.vocabulary, job.passes) == ("encode", "text", "gpt2", 2)
        and drawable(found)
    ]
    if not jobs:
        return None
    speeds: dict[str, float] = {}
    for job, results in jobs:
        for result in drawable(results):
            speed = job.size / 1e6 / median(result.seconds)
            name = label_of(job, result.name)
            speeds[name] = max(speed, speeds.get(name, 0.0))
    ordered = sorted(speeds.items(), key=lambda entry: -entry[1])
    bars = [(name, speed, f"{amount(speed)} MB/s") for name, speed in ordered]
    return "Encoding one long text with GPT-2's vocabulary, first pass", "megabytes a second", bars


def amount(value: float) -> str:
    """Return a positive number for people: two figures, or all that stand before the point.

    >>> amount(0.0042), amount(0.066), amount(2.64), amount(14.3), amount(109)
    ('0.0042', '0.066', '2.6', '14', '109')
    """
    return f"{value:,.{max(0, 1 - floor(log10(value)))}f}"


def drawable(results: Sequence[Result]) -> list[Result]:
    """Return the results that belong in the figure: sound, and no witness of somebody's output."""
    hidden = HIDDEN | {result.name for result in results if result.name.endswith("-huggingface")}
    return [result for result in results if result.sound and result.name not in hidden]


def draw_bars(axes: "Axes", heading: str, unit: str, bars: Sequence[Bar]) -> None:
    """Draw one panel: a bar each, ours in colors of their own, its value beside it."""
    names = [name for name, _, _ in bars]
    values = [value for _, value, _ in bars]
    axes.barh(names, values, color=[color_of(name) for name in names], height=0.7)
    axes.set_xlim(0, max(values) * 1.2)
    axes.invert_yaxis()
    calm(axes)
    axes.set_title(heading, loc="left", fontsize=10, fontfamily=FONT)
    axes.set_xlabel(unit, fontsize=9, color=GRAY)
    for place, (_, value, text) in enumerate(bars):
        axes.text(
            value + max(values) / 100,
            place,
            text,
            va="center",
            fontsize=9,
            family=FONT,
            color=BLACK,
        )


def color_of(name: str) -> str:
    """Return the color of a bar: ours stand out, compiled and pure Python apart."""
    if is_compiled(name):
        return BLUE
    return ORANGE if name.startswith("bpe_course") else SKY


def is_compiled(name: str) -> bool:
    """Return whether a bar is the compiled engine's, however it came by its texts."""
    return name.startswith("bpe_course, compiled")


if __name__ == "__main__":
    sys.exit(main())
