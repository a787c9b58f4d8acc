"""The figures of notebook 01 show the numbers they are given, and say so in words."""

import io

import pytest
from PIL import Image

from bpe_course.plots import issues

# One number of each rare kind; all others are cut in halves.
CUTS = dict.fromkeys(range(1000, 10_000), "2+2") | {1000: "4", 9999: "1+3", 1234: "1+3"}
LANGUAGES = {"English": [10, 10], "Thai": [70, 20], "Swedish": [20, 25]}
FORMATS = {"indented JSON": [30, 20], "YAML": [15, 12], "compact JSON": [10, 11]}

PICTURES = {
    "numbers": lambda: issues.plot_number_cuts(CUTS, "GPT-2"),
    "languages": lambda: issues.plot_language_costs(LANGUAGES, ["GPT-2", "GPT-4o"]),
    "formats": lambda: issues.plot_format_costs(FORMATS, ["GPT-2", "GPT-4"]),
}


def axes_of(picture):
    """Return the only axes of a picture."""
    (axes,) = picture.figure.axes
    return axes


def title_of(picture):
    """Return the message above a picture."""
    return axes_of(picture).get_title(loc="left")


def bar_lengths(picture):
    """Return the lengths of each group of bars, by its name in the legend."""
    return {
        group.get_label(): [float(bar.get_width()) for bar in group]
        for group in axes_of(picture).containers
    }


def dots(picture):
    """Return where the dots of each tokenizer stand, by its name in the legend."""
    legend = axes_of(picture).get_legend_handles_labels()
    return {name: [float(x) for x in line.get_xdata()] for line, name in zip(*legend, strict=True)}


def tick_names(picture):
    """Return what is written along the vertical axis."""
    return [text.get_text() for text in axes_of(picture).get_yticklabels()]


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_has_a_title_and_words(name):
    """The alternative text begins with the title and goes on with what is drawn."""
    picture = PICTURES[name]()
    assert title_of(picture)
    assert picture.alt.startswith(title_of(picture))
    assert len(picture.alt) > len(title_of(picture)) + 20


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_can_be_drawn(name):
    """There is something in it, and no glyph is missing, which would be a warning."""
    image = Image.open(io.BytesIO(PICTURES[name]().png())).convert("RGB")
    assert image.getcolors(maxcolors=1) is None


@pytest.mark.parametrize("name", PICTURES)
def test_no_title_runs_out_of_the_picture(name):
    """The title ends before the right edge."""
    picture = PICTURES[name]()
    picture.figure.draw_without_rendering()
    # The axes' own title is the centered one; the message stands in the left one.
    title = next(
        artist
        for artist in axes_of(picture).get_children()
        if getattr(artist, "get_text", str)() == title_of(picture)
    )
    assert title.get_window_extent().x1 <= picture.figure.bbox.x1


def test_every_number_has_its_square():
    """A row for the first two digits, a column for the last two, a color for each kind of cut."""
    picture = PICTURES["numbers"]()
    (image,) = axes_of(picture).images
    grid = image.get_array()
    assert grid.shape == (90, 100)
    assert (grid[0, 0], grid[89, 99], grid[2, 34], grid[2, 35]) == (2, 1, 1, 0)
    assert image.get_extent() == [-0.5, 99.5, 99.5, 9.5]


def test_the_legend_counts_the_kinds_of_cut():
    """The most common one first."""
    picture = PICTURES["numbers"]()
    texts = [text.get_text() for text in axes_of(picture).get_legend().get_texts()]
    assert texts == ["2+2: 8,997", "1+3: 2", "4: 1"]
    assert title_of(picture) == "GPT-2 cuts bare numbers of four digits in 3 different ways"
    assert "8,997 as 2+2, 2 as 1+3, 1 as 4." in picture.alt


def test_one_way_to_cut_is_not_called_ways():
    """A tokenizer that always cuts alike has one color and a title in the singular."""
    picture = issues.plot_number_cuts(dict.fromkeys(issues.FOUR_DIGITS, "3+1"), "GPT-4")
    assert title_of(picture).endswith("in one way")


def test_a_missing_number_is_named():
    """The error says which number has no cut."""
    with pytest.raises(ValueError, match="for 9999: pass one for each of 1000 to 9999"):
        issues.plot_number_cuts(dict.fromkeys(range(1000, 9999), "4"), "GPT-2")


def test_more_kinds_than_colors_are_refused():
    """Two kinds in one color could not be told apart."""
    with pytest.raises(ValueError, match="9000 ways to cut, and colors for 5 only"):
        issues.plot_number_cuts({number: str(number) for number in issues.FOUR_DIGITS}, "odd")


def test_languages_are_compared_with_english():
    """Each dot is a multiple of its tokenizer's English; the costliest language is on top."""
    picture = PICTURES["languages"]()
    assert tick_names(picture) == ["Thai", "Swedish", "English"]
    assert axes_of(picture).yaxis_inverted()
    assert dots(picture) == {"GPT-2": [7, 2, 1], "GPT-4o": [2, 2.5, 1]}
    assert title_of(picture) == "Up to 7 times the tokens of English in GPT-2, up to 2.5 in GPT-4o"
    assert "Thai 7.0, 2.0; Swedish 2.0, 2.5; English 1.0, 1.0" in picture.alt


def test_a_line_joins_the_dots_of_a_language():
    """From the cheapest tokenizer to the dearest."""
    (lines,) = axes_of(PICTURES["languages"]()).collections
    ends = [[float(x) for x, _ in segment] for segment in lines.get_segments()]
    assert ends == [[2, 7], [2, 2.5], [1, 1]]


def test_many_languages_stand_in_two_columns():
    """The dearer half is on the left; a unit is as wide, and a row as high, on either side."""
    many = {f"language {cost:02}": [cost] for cost in range(1, 40)}
    picture = issues.plot_language_costs(many, ["GPT-2"], base="language 01")
    picture.figure.draw_without_rendering()
    columns = picture.figure.axes
    names = [[text.get_text() for text in axes.get_yticklabels()] for axes in columns]
    assert names == [sorted(many)[:18:-1], sorted(many)[18::-1]]
    units = [axes.transData.transform([(1, 1), (2, 2)]) for axes in columns]
    (wide, high), (other_wide, other_high) = (two - one for one, two in units)
    assert wide == pytest.approx(other_wide, rel=0.02)
    assert high == pytest.approx(other_high, rel=0.02)


def test_formats_and_tokenizers_share_no_color():
    """Two figures of one lesson do not use a color for two things."""
    assert not set(issues.FORMAT_COLORS) & set(issues.TOKENIZER_COLORS)


def test_nothing_to_compare_with_is_an_error():
    """The error names what is there."""
    with pytest.raises(ValueError, match="no 'Latin' to compare with, only English, Thai, Swedish"):
        issues.plot_language_costs(LANGUAGES, ["GPT-2"], base="Latin")


def test_formats_stand_in_groups():
    """A group a tokenizer, from the top, and in it a bar a format, in the order given."""
    picture = PICTURES["formats"]()
    assert bar_lengths(picture) == {
        "indented JSON": [30, 20],
        "YAML": [15, 12],
        "compact JSON": [10, 11],
    }
    assert tick_names(picture) == ["GPT-2", "GPT-4"]
    first = [group[0].get_y() for group in axes_of(picture).containers]
    assert first == sorted(first)
    assert axes_of(picture).yaxis_inverted()


def test_the_formats_title_names_the_dearest_and_the_cheapest():
    """By the sum over the tokenizers."""
    assert title_of(PICTURES["formats"]()) == (
        "The same data: indented JSON costs the most, compact JSON the least"
    )
