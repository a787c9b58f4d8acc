"""The figures of notebook 09 show the numbers that they are given."""

import io
import json

import numpy as np
import pytest
from PIL import Image

from bpe_course.plots import speed, style

LINES = (
    speed.Line("as taught", True, {1_000: 2.0, 10_000: 20.0}),
    speed.Line("compiled", True, {1_000: 0.5, 10_000: 0.5, 1_000_000: 1.5}),
    speed.Line("a peer", False, {10_000: 0.25, 1_000_000: 3.0}),
)
MEASURED = speed.Measured("a machine", 1_000, 2_000_000, 0.5, LINES)
WORK = {"as taught": [1_000_000, 900], "counts kept": [2_000, 900], "heap": [1_500, 20]}

PICTURES = {
    "speed": speed.plot_speed(MEASURED),
    "work": speed.plot_work(WORK, ["places looked at", "pairs compared"]),
}


def axes_of(name):
    """The axes of a picture."""
    (axes,) = PICTURES[name].figure.axes
    return axes


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_something_and_says_what(name):
    """The image is not of one color, has a title, and its text form is a sentence about it."""
    picture = PICTURES[name]
    pixels = np.asarray(Image.open(io.BytesIO(picture.png())).convert("RGB"))
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 2
    assert axes_of(name).get_title(loc="left")
    assert len(picture.alt.split()) > 10
    assert repr(picture) == picture.alt


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_is_written_past_the_edge(name):
    """Every label, the title and the legend lie inside the figure."""
    figure = PICTURES[name].figure
    figure.draw_without_rendering()
    for text in [*axes_of(name).texts, axes_of(name)._left_title, *figure.legends]:
        edges = text.get_window_extent()
        assert edges.x0 >= 0, text
        assert edges.x1 <= figure.bbox.width, text
        assert edges.y1 <= figure.bbox.height, text


def test_the_lines_pass_through_what_was_measured():
    """Sizes ascending, on logarithmic axes; ours are whole and colored, a peer dashed and gray."""
    drawn = axes_of("speed").get_lines()
    assert [line.get_label() for line in drawn] == ["as taught", "compiled", "a peer"]
    assert [list(line.get_xdata()) for line in drawn] == [list(line.seconds) for line in LINES]
    assert [list(line.get_ydata()) for line in drawn] == [
        list(line.seconds.values()) for line in LINES
    ]
    assert [line.get_linestyle() for line in drawn] == ["-", "-", "--"]
    assert drawn[2].get_color() == style.GRAY
    assert axes_of("speed").get_xscale() == axes_of("speed").get_yscale() == "log"


def test_a_line_leads_from_each_name_to_the_end_that_it_names():
    """Where names stand one above the other, for they would collide; the axis says the sizes."""
    led = {text.get_text(): text.xy for text in axes_of("speed").texts if text.arrow_patch}
    assert led == {"compiled": (1_000_000, 1.5), "a peer": (1_000_000, 3.0)}
    sizes = [label.get_text() for label in axes_of("speed").get_xticklabels()]
    assert sizes == ["1 kB", "10 kB", "1 MB"]


def test_the_title_names_whoever_is_lowest_at_the_right():
    """Not who was lowest on less text, nor who was not given the most."""
    assert speed.quickest(MEASURED) == "compiled"
    assert axes_of("speed").get_title(loc="left") == (
        "With the most text, “compiled” is the lowest line"
    )
    assert "as taught: 20.0 s for 10 kB" in PICTURES["speed"].alt


def test_ratios_are_to_the_base_and_empty_where_nothing_was_measured():
    """Twenty seconds are forty times half a second; a size spared is an empty cell."""
    assert speed.ratio_rows(MEASURED, "compiled") == [
        ("", "1 kB", "10 kB", "1 MB"),
        ("as taught", "4.0", "40.0", ""),
        ("compiled", "1.0", "1.0", "1.0"),
        ("a peer", "", "0.5", "2.0"),
    ]


def test_sizes_that_the_base_was_spared_have_no_column():
    """There is nothing to compare with."""
    assert speed.ratio_rows(MEASURED, "a peer")[0] == ("", "10 kB", "1 MB")


def test_an_unknown_base_is_named_with_the_known_ones():
    """The error lists the labels."""
    with pytest.raises(ValueError, match=r"'rust': expected one of as taught, compiled, a peer"):
        speed.ratio_rows(MEASURED, "rust")


def test_the_bars_are_as_long_as_the_work():
    """A bar for each step and kind, the number written beside it."""
    axes = axes_of("work")
    assert [[bar.get_width() for bar in bars] for bars in axes.containers] == [
        [1_000_000, 2_000, 1_500],
        [900, 900, 20],
    ]
    assert [label.get_text() for label in axes.get_yticklabels()] == list(WORK)
    assert [text.get_text() for text in axes.texts] == [
        *["1,000,000", "2,000", "1,500"],
        *["900", "900", "20"],
    ]
    assert "heap: 1,500 places looked at, 20 pairs compared" in PICTURES["work"].alt


def test_a_file_of_measurements_is_read(tmp_path):
    """Rows of one label make a line; the machine is described in a few words."""
    path = tmp_path / "measured.json"
    rows = [
        {"label": "compiled", "ours": True, "bytes": 10, "seconds": 0.5},
        {"label": "a peer", "ours": False, "bytes": 10, "seconds": 0.75},
        {"label": "compiled", "ours": True, "bytes": 100, "seconds": 1.5},
    ]
    found = {
        "machine": {"processor": "P", "cores": 2, "python": "3.12.1"},
        "num_merges": 7,
        "counting": {"bytes": 100, "seconds": 0.5},
        "rows": rows,
    }
    path.write_text(json.dumps(found), encoding="utf-8")
    assert speed.read_measured(path) == speed.Measured(
        "P, 2 cores, Python 3.12.1",
        7,
        100,
        0.5,
        (
            speed.Line("compiled", True, {10: 0.5, 100: 1.5}),
            speed.Line("a peer", False, {10: 0.75}),
        ),
    )


def test_the_file_of_the_course_has_what_the_notebook_needs():
    """Every step of the lesson, at two sizes or more, and the rate of counting."""
    measured = speed.read_measured()
    steps = [line for line in measured.lines if line.ours]
    assert steps[0].label == "as taught"
    assert steps[-1].label == "compiled"
    assert all(seconds > 0 for line in measured.lines for seconds in line.seconds.values())
    assert measured.counted_bytes > measured.counting_seconds > 0
    assert len(measured.line("compiled").seconds) >= 2
