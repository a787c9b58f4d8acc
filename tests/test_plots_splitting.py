"""The figures on splitting show the numbers they are given, and say so in words."""

import io

import pytest
from matplotlib.collections import PathCollection
from PIL import Image

from bpe_course.plots import splitting

WITHOUT = {b"dog. ": 3, b"dog": 5}
SPLIT = {b" dog": 8}
CHUNKS = {"Thai": [40, 30, 10], "English": [20, 19, 19], "Polish": [21, 20, 20]}

PICTURES = {
    "uses": lambda: splitting.plot_word_entries(WITHOUT, SPLIT, "dog"),
    "kinds": lambda: splitting.plot_entry_kinds([b"dog.", b". The", b"dog"], [b"dog", b" 1", b"a"]),
    "languages": lambda: splitting.plot_chunks_by_language(CHUNKS, ["old", "middle", "new"]),
}


def axes_of(picture):
    """Return the only axes of a picture."""
    (axes,) = picture.figure.axes
    return axes


def bar_lengths(axes):
    """Return the lengths of each group of bars."""
    return [[float(bar.get_width()) for bar in group] for group in axes.containers]


def dots_in(axes):
    """Return the coordinates of each group of dots, by its name in the legend."""
    groups = [each for each in axes.collections if isinstance(each, PathCollection)]
    return {
        group.get_label(): [tuple(map(float, dot)) for dot in group.get_offsets()]
        for group in groups
    }


def tick_names(axes):
    """Return what is written along the vertical axis."""
    return [text.get_text() for text in axes.get_yticklabels()]


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_has_a_title_and_words(name):
    """The alternative text begins with the title and goes on with what is drawn."""
    picture = PICTURES[name]()
    title = axes_of(picture).get_title(loc="left")
    assert title
    assert picture.alt.startswith(title)
    assert len(picture.alt) > len(title) + 20


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
    title = next(text for text in axes_of(picture).get_children() if text_is_title(text, picture))
    assert title.get_window_extent().x1 <= picture.figure.bbox.x1


def text_is_title(artist, picture):
    """Return whether an artist is the title at the left."""
    return getattr(artist, "get_text", str)() == axes_of(picture).get_title(loc="left")


def test_uses_are_drawn_longest_first_in_two_groups():
    """Each entry has a bar as long as its number of uses, and a space can be seen."""
    axes = axes_of(PICTURES["uses"]())
    assert bar_lengths(axes) == [[5, 3], [8]]
    assert tick_names(axes) == ["dog", "dog.·", "·dog"]
    assert axes.get_title(loc="left") == "“dog” has 2 entries without splitting, and 1 with it"


def test_one_entry_is_not_called_entries():
    """The title of one entry is in the singular."""
    picture = splitting.plot_word_entries({b"cat": 1}, {b"cat": 1}, "cat")
    assert picture.alt.startswith("“cat” has 1 entry without")


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        (" dog", "inside a word"),
        ("dog\n\n", "inside a word"),
        ("हिन्दी", "inside a word"),
        ("dog!", "word with punctuation"),
        ("'s", "word with punctuation"),
        ("GPT-2", "word with punctuation"),
        ("of the", "into the next word"),
        (", and ", "into the next word"),
        (". W", "into the next word"),
        (" 12", "no letters"),
        ("...\n", "no letters"),
    ],
)
def test_kinds_of_entries(token, kind):
    """White space at the ends and combining marks belong to a word; the rest does not."""
    assert splitting.entry_kind(token.encode()) == kind


def test_bytes_that_are_no_text_have_no_letters():
    """The first byte of a character is no letter."""
    assert splitting.entry_kind(b"\xe2\x80") == "no letters"


def test_kinds_are_stacked_and_counted():
    """For each kind, the lengths of both bars; together they are all entries."""
    axes = axes_of(PICTURES["kinds"]())
    assert bar_lengths(axes) == [[1, 2], [1, 0], [1, 0], [0, 1]]
    assert [sum(lengths) for lengths in zip(*bar_lengths(axes), strict=True)] == [3, 3]
    title = axes.get_title(loc="left")
    assert title == "2 of 3 entries reach over the edge of a word; with splitting, 0"


def test_languages_that_gain_are_shown_with_english():
    """Each language has a dot a pattern; those that gain little are left out, but not English."""
    axes = axes_of(PICTURES["languages"]())
    assert tick_names(axes) == ["English", "Thai"]
    assert dots_in(axes) == {
        "old": [(20, 0), (40, 1)],
        "middle": [(19, 0), (30, 1)],
        "new": [(19, 0), (10, 1)],
    }
    assert axes.get_title(loc="left") == "In 1 of 3 languages old cuts over twice as often as new"


def test_languages_left_out_are_counted():
    """Below the axis and in words: nobody has to guess which are missing, and why."""
    said = "Not drawn: 1 language in which old makes less than 10% more chunks than new."
    picture = PICTURES["languages"]()
    assert axes_of(picture).get_xlabel().endswith(said)
    assert picture.alt.endswith(said)
    everything = {"Thai": CHUNKS["Thai"], "English": CHUNKS["English"]}
    complete = splitting.plot_chunks_by_language(everything, ["old", "middle", "new"])
    assert "Not drawn" not in complete.alt


def test_the_legend_keeps_the_order_of_the_patterns():
    """Oldest first."""
    legend = axes_of(PICTURES["languages"]()).get_legend()
    assert [text.get_text() for text in legend.get_texts()] == ["old", "middle", "new"]
