"""The figures of notebook 04 show the numbers that they are given."""

import io

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from PIL import Image

from bpe_course.plots import encoders, style

WAYS = {
    "rank": [b"B", b"ene", b"ath"],
    "in order": [b"B", b"ene", b"ath"],
    "fewest tokens": [b"Be", b"neath"],
}
TOKENS = {1: b"a", 2: b"b", 3: b"ab"}

PICTURES = {
    "borders": encoders.plot_token_borders("a é", [b"a", b" \xc3", b"\xa9"]),
    "ways": encoders.plot_ways(WAYS),
    "zoo": encoders.plot_zoo(
        {"rank": 30, "left to right": 1700, "fewest tokens": 29},
        {"rank": 0, "left to right": 10, "fewest tokens": 1},
        20,
    ),
    "growing": encoders.plot_growing_text([[b"a"], [b"a", b" "], [b"a", b" b"]]),
    "round trip": encoders.plot_round_trip([[1, 2], [3]], [3], TOKENS),
}


def axes_of(name):
    """The axes of a picture."""
    (axes,) = PICTURES[name].figure.axes
    return axes


def labels(name):
    """What is written in a picture, except the title."""
    return [text.get_text() for text in axes_of(name).texts]


def boxes(name):
    """Each box of a picture: its row from the top, its width without the gap, its color."""
    return [
        (
            round(-patch.get_y() - encoders.BOX_HEIGHT / 2, 2) + 0.0,
            round(patch.get_width() + encoders.GAP, 2),
            to_hex(patch.get_facecolor()),
        )
        for patch in axes_of(name).patches
        if isinstance(patch, Rectangle)
    ]


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
    """Every label, and the title, lies inside the figure."""
    figure = PICTURES[name].figure
    figure.draw_without_rendering()
    axes = axes_of(name)
    for text in [*axes.texts, axes._left_title]:
        edges = text.get_window_extent()
        assert edges.x0 >= 0, text
        assert edges.x1 <= figure.bbox.width, text
        assert edges.y1 <= figure.bbox.height, text


def test_borders_count_the_tokens_that_are_no_text():
    """Of `a`, a space with half of `é`, and the other half, two are no text."""
    title = axes_of("borders").get_title(loc="left")
    assert title == "2 of these 3 tokens (orange) are no text by themselves"


def test_borders_are_drawn_in_bytes():
    """A character of two bytes is two wide, a byte one, and broken tokens are orange."""
    gray, blue, orange = style.PALE_GRAY, style.PALE_BLUE, style.PALE_ORANGE
    assert boxes("borders") == [
        *[(0, 1, gray), (0, 1, gray), (0, 2, gray)],
        *[(1, 1, "#ffffff")] * 4,
        *[(2, 1, blue), (2, 2, orange), (2, 1, orange)],
    ]
    assert labels("borders") == [
        *["a", "·", "U+00E9", "characters"],
        *["61", "20", "C3", "A9", "bytes"],
        *["a", "20 C3", "A9", "tokens"],
    ]


def test_ways_that_differ_from_rank_are_orange():
    """Each way has its row, its tokens and their number."""
    blue, orange = style.PALE_BLUE, style.PALE_ORANGE
    same = [(1, blue), (3, blue), (3, blue)]
    expected = [same, same, [(2, orange), (5, orange)]]
    rows = [(place, *box) for place, row in enumerate(expected) for box in row]
    assert boxes("ways") == rows
    assert [label for label in labels("ways") if label.endswith("tokens")] == [
        *["3 tokens", "3 tokens"],
        *["fewest tokens", "2 tokens"],
    ]
    assert "two ways" in axes_of("ways").get_title(loc="left")


def test_the_bars_of_the_zoo_are_shares_of_all_words():
    """Ten words of twenty are fifty percent, and the tokens needed stand beside the bar."""
    bars = {
        label.get_text(): bar.get_width()
        for label, bar in zip(axes_of("zoo").get_yticklabels(), axes_of("zoo").patches, strict=True)
    }
    assert bars == {"rank": 0, "left to right": 50, "fewest tokens": 5}
    assert labels("zoo") == ["0.0 %, 30 tokens", "50.0 %, 1,700 tokens", "5.0 %, 29 tokens"]
    title = "Left to right differs in 50 % of words, others in at most 5.0 %"
    assert axes_of("zoo").get_title(loc="left") == title


def test_tokens_that_are_new_in_a_row_are_orange():
    """A token that stood at the same place in the row above is gray."""
    gray, orange = style.PALE_GRAY, style.PALE_ORANGE
    assert boxes("growing") == [
        (0, 1, orange),
        *[(1, 1, gray), (1, 1, orange)],
        *[(2, 1, gray), (2, 2, orange)],
    ]


def test_the_round_trip_leads_to_the_list_that_encoding_gives():
    """The chosen list is blue, at the left and at the right; every list has an arrow."""
    gray, blue, orange = style.PALE_GRAY, style.PALE_BLUE, style.PALE_ORANGE
    assert boxes("round trip") == [
        *[(0, 1, orange), (0, 1, orange), (1, 2, blue)],
        *[(0.5, 2, gray), (0.5, 2, blue)],
    ]
    written = [label for label in labels("round trip") if label]
    assert written == ["a\n1", "b\n2", "ab\n3", "ab", "ab\n3", "decode", "encode"]
    arrows = [text for text in axes_of("round trip").texts if not text.get_text()]
    assert len(arrows) == len([[1, 2], [3]]) + 1


def test_arrows_of_the_round_trip_end_apart():
    """Each list's arrow ends at a height of its own, within the box of the text, in their order."""
    arrows = [text for text in axes_of("round trip").texts if not text.get_text()]
    heights = [arrow.xy[1] for arrow in arrows[:2]]
    half = encoders.BOX_HEIGHT / 2
    assert -0.5 + half > heights[0] > heights[1] > -0.5 - half
