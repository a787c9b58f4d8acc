"""The figures on encodings show the numbers they are given, and say so in words."""

import io

import pytest
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from PIL import Image

from bpe_course.plots import encodings, style
from bpe_course.utf8 import byte_role

CENSUS = [
    {"characters": 30_000, "private use": 6_400},
    {"characters": 0, "private use": 0},
    {"characters": 0, "private use": 65_534},
]
COSTS = {"Hant": {"zh-Hant": 2.9}, "Latn": {"en": 1.0, "vi": 1.3}}
SINGLE = {"bytes": (256, 1_000), "characters": (170_000, 950)}
TRAINED = [(256, 1_000), (512, 500)]
PUBLISHED = {"GPT-2": (50_257, 250)}


def axes_of(picture):
    """Return the only axes of a picture."""
    (axes,) = picture.figure.axes
    return axes


def title_of(picture):
    """Return the sentence above the axes."""
    return axes_of(picture).get_title(loc="left")


def legend_of(picture):
    """Return the texts of the legend, the axes' own or the figure's."""
    legend = axes_of(picture).get_legend() or picture.figure.legends[0]
    return [text.get_text() for text in legend.get_texts()]


def bits_in(axes):
    """Return the bits written in the boxes of each row, from left to right."""
    rows = {}
    for text in axes.texts:
        if text.get_text() in ("0", "1"):
            x, y = text.get_position()
            rows.setdefault(y, []).append((x, text.get_text()))
    return ["".join(bit for _, bit in sorted(rows[y])) for y in sorted(rows)]


def dots_in(axes):
    """Return the coordinates of each group of dots."""
    groups = [each for each in axes.collections if isinstance(each, PathCollection)]
    return [[tuple(map(float, dot)) for dot in group.get_offsets()] for group in groups]


PICTURES = {
    "planes": lambda: encodings.plot_planes(CENSUS),
    "bits": lambda: encodings.plot_bit_layout([0x68, 0x1F44B]),
    "roles": encodings.plot_byte_roles,
    "costs": lambda: encodings.plot_bytes_per_character(COSTS),
    "lengths": lambda: encodings.plot_length_against_vocabulary(SINGLE, TRAINED, PUBLISHED),
}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_has_a_title_and_words(name):
    """The alternative text begins with the title and goes on with what is drawn."""
    picture = PICTURES[name]()
    title = title_of(picture)
    assert title
    assert picture.alt.startswith(title)
    assert len(picture.alt) > len(title) + 20


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_drawn_whole(name):
    """No glyph is missing (that would be a warning), and title and labels lie inside the figure."""
    picture = PICTURES[name]()
    picture.figure.draw_without_rendering()
    texts = [each for each in axes_of(picture).get_children() if isinstance(each, Text)]
    boxes = [each.get_window_extent() for each in texts if each.get_text()]
    assert min(min(box.x0, box.y0) for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= picture.figure.bbox.x1
    assert max(box.y1 for box in boxes) <= picture.figure.bbox.y1


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_has_ink(name):
    """The image is dark somewhere and light elsewhere."""
    image = Image.open(io.BytesIO(PICTURES[name]().png())).convert("L")
    darkest, lightest = image.getextrema()
    assert darkest < 64
    assert lightest == 255


def test_a_plane_is_a_bar_of_65536_places():
    """The kinds stand one after another, and what they leave over is unassigned."""
    picture = encodings.plot_planes(CENSUS)
    axes = axes_of(picture)
    widths = [[bar.get_width() for bar in container] for container in axes.containers]
    assert widths == [[30_000, 0, 0], [6_400, 0, 65_534], [29_136, 65_536, 2]]
    assert [bar.get_x() for bar in axes.containers[1]] == [30_000, 0, 0]
    assert legend_of(picture) == ["characters", "private use", "unassigned"]
    assert axes.get_xlabel() == "number of code points (by kind, not by place)"


def test_the_title_says_how_much_is_unassigned():
    """94,674 of three times 65,536 places are 48 %."""
    title = title_of(encodings.plot_planes(CENSUS))
    assert title == "48% of the places in Unicode's 3 planes are unassigned"


def test_the_words_name_the_planes_that_hold_anything():
    """An empty plane is not listed, nor an empty kind."""
    alt = encodings.describe_planes(CENSUS)
    assert "Plane 0: 30,000 characters, 6,400 private use. Plane 2: 65,534 private use." in alt
    assert "Plane 1" not in alt


def test_the_bits_are_those_of_the_bytes():
    """Each row shows the bits of one code point's UTF-8 form, and the bytes in hexadecimal."""
    axes = axes_of(encodings.plot_bit_layout([0x68, 0x1F44B]))
    assert bits_in(axes) == [
        "".join(format(byte, "08b") for byte in text.encode()) for text in ("h", "👋")
    ]
    written = [text.get_text() for text in axes.texts]
    assert [each for each in written if len(each) == 2] == ["68", "F0", "9F", "91", "8B"]


def test_fixed_bits_have_a_color_of_their_own():
    """Of the two bytes of U+00E9, three bits and two bits are fixed."""
    axes = axes_of(encodings.plot_bit_layout([0xE9]))
    boxes = sorted((patch.get_x(), to_hex(patch.get_facecolor())) for patch in axes.patches)
    fixed = "".join("x" if color == to_hex(style.ORANGE) else "." for _, color in boxes)
    assert fixed == "xxx.....xx......"


def test_a_code_point_without_a_name_gets_a_dash():
    """Control codes have no name in Unicode's table."""
    assert encodings.name_of(0x0A) == "—"


def test_every_byte_value_is_a_box_in_the_color_of_its_role():
    """Row and column are the two hexadecimal digits."""
    axes = axes_of(encodings.plot_byte_roles())
    boxes = {
        (round(patch.get_y() + 0.5), round(patch.get_x() + 0.5)): to_hex(patch.get_facecolor())
        for patch in axes.patches
        if isinstance(patch, Rectangle) and patch.get_width() == 1
    }
    assert len(boxes) == 256
    for byte in range(256):
        assert boxes[divmod(byte, 16)] == encodings.ROLE_COLORS[byte_role(byte)].lower()


def test_the_legend_counts_the_roles():
    """The numbers in the legend add up to 256."""
    labels = legend_of(encodings.plot_byte_roles())
    assert [int(label.split()[0]) for label in labels] == [128, 64, 30, 16, 5, 13]


def test_scripts_stand_in_order_of_their_cost():
    """The cheapest script stands on top, with a dot for each of its languages."""
    axes = axes_of(encodings.plot_bytes_per_character(COSTS))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Latin", "Han, traditional"]
    assert dots_in(axes) == [[(1.0, 0.0), (1.3, 0.0)], [(2.9, 1.0)]]
    assert axes.yaxis_inverted()


def test_a_language_that_is_named_has_its_name_beside_its_dot():
    """Only the languages asked for are labeled, in the row of their script."""
    axes = axes_of(encodings.plot_bytes_per_character(COSTS, {"vi": "Vietnamese"}))
    (label,) = (each for each in axes.texts if each.get_text() not in ("UTF-16", "UTF-32"))
    x, y = label.get_position()
    assert (label.get_text(), y) == ("Vietnamese", 0)
    assert 1.3 < x < 1.5


def test_the_cost_of_a_script_is_a_span():
    """One language gives one number, several give the lowest and the highest."""
    assert encodings.describe_costs("Hant", COSTS["Hant"]) == "Han, traditional 2.90"
    assert encodings.describe_costs("Latn", COSTS["Latn"]) == "Latin 1.00 to 1.30"


def test_every_script_of_the_course_has_a_name():
    """No code of four letters is shown to a reader."""
    from bpe_course import corpora

    entries = corpora.manifest().items()
    scripts = {entry.script for name, entry in entries if name.startswith("parallel/")}
    assert scripts == set(encodings.SCRIPT_NAMES)


def test_lengths_stand_over_vocabularies():
    """The curve holds the trained sizes, the dots the published ones and the single symbols."""
    picture = encodings.plot_length_against_vocabulary(SINGLE, TRAINED, PUBLISHED)
    axes = axes_of(picture)
    (curve,) = axes.lines
    assert [tuple(map(int, point)) for point in curve.get_xydata()] == TRAINED
    assert dots_in(axes) == [list(PUBLISHED.values()), list(SINGLE.values())]
    assert axes.get_xscale() == "log"
    assert list(axes.get_xticks()) == [4**power for power in range(4, 10)]
    assert "English" in title_of(picture)
    assert "English" in axes.get_ylabel()
    assert [text.get_text() for text in axes.texts] == ["GPT-2", "bytes", "characters"]
