"""The figures on published tokenizers show the numbers they are given, and say so in words."""

import io
from collections import Counter

import pytest
from matplotlib.collections import PathCollection
from matplotlib.patches import Rectangle
from PIL import Image

from bpe_course import Tokenizer
from bpe_course.bytelevel import bytes_to_unicode
from bpe_course.plots import published, style

TEXT = "hi hi<|end|>a b."
TOKENIZER = Tokenizer.train("hi hi", 258, special_tokens=["<|end|>"])
KINDS = {
    "old": Counter({"words in Latin letters": 3, "numbers": 1}),
    "new": Counter({"words in Latin letters": 1, "words in other scripts": 3}),
}
SCRIPTS = {
    "old": Counter({"Greek": 0, "Thai": 7}),
    "middle": Counter({"Greek": 5, "Thai": 7}),
    "new": Counter({"Greek": 2000, "Thai": 7}),
}

PICTURES = {
    "alphabet": lambda: published.plot_alphabet(bytes_to_unicode()),
    "path": lambda: published.plot_path(TEXT, TOKENIZER),
    "kinds": lambda: published.plot_kinds(KINDS),
    "scripts": lambda: published.plot_scripts(SCRIPTS),
}


def axes_of(picture):
    """Return the only axes of a picture."""
    (axes,) = picture.figure.axes
    return axes


def boxes_in(axes, *, top=None, color=None):
    """Return left end and width of each box, of one row or one color, in the order drawn."""
    boxes = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    wanted = [
        box
        for box in boxes
        if (top is None or round(box.get_y()) == top)
        and (color is None or box.get_facecolor() == _rgba(color))
    ]
    return [(round(box.get_x()), round(box.get_width())) for box in wanted]


def _rgba(color):
    return Rectangle((0, 0), 1, 1, facecolor=color).get_facecolor()


def texts_in(axes):
    """Return everything that is written inside the axes."""
    return [text.get_text() for text in axes.texts]


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


def test_the_alphabet_has_a_cell_for_each_byte():
    """256 cells with 256 signs; 68 of them, those of invisible bytes, are orange."""
    axes = axes_of(PICTURES["alphabet"]())
    assert len(boxes_in(axes)) == len(set(texts_in(axes))) == 256
    substituted = boxes_in(axes, color=style.PALE_ORANGE)
    assert len(substituted) == 68
    assert (0, 1) in substituted
    assert axes.get_title(loc="left").startswith("68 of the 256 bytes")


def test_a_sign_stands_at_its_byte():
    """The space, 0x20, is at column 0 of row 2, written as U+0120."""
    axes = axes_of(PICTURES["alphabet"]())
    (space,) = (text for text in axes.texts if text.get_text() == "\u0120")
    assert space.get_position() == (0.5, 2.5)


def test_a_special_token_is_cut_out_and_comes_back():
    """Rows of text, parts, chunks and tokens; the special token is missing among the chunks."""
    axes = axes_of(PICTURES["path"]())
    assert boxes_in(axes, top=0) == [(0, 16)]
    assert boxes_in(axes, top=1) == [(0, 5), (5, 7), (12, 4)]
    assert boxes_in(axes, top=2) == [(0, 2), (2, 3), (12, 1), (13, 2), (15, 1)]
    assert boxes_in(axes, top=3, color=style.PALE_ORANGE) == [(5, 7)]


def test_each_token_has_its_id():
    """The ids are written below the tokens, in their order."""
    axes = axes_of(PICTURES["path"]())
    ids = [text for text in texts_in(axes) if text.isdigit()]
    assert ids == [str(span.token_id) for span in TOKENIZER.token_spans(TEXT)]


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        (" dog", "words in Latin letters"),
        ("e\u0301te\u0301", "words in Latin letters"),
        ("été", "words in Latin letters"),
        (" мир", "words in other scripts"),
        ("हिन्दी", "words in other scripts"),
        ("ー", "words in other scripts"),
        ("亚洲AV", "words in other scripts"),
        (".get", "words with punctuation"),
        ("'s", "words with punctuation"),
        ("\tif", "words with punctuation"),
        ("=>\n", "punctuation alone"),
        (" --", "punctuation alone"),
        (" 12", "numbers"),
        ("½", "numbers"),
        (" ", "white space"),
        ("\n\n", "white space"),
    ],
)
def test_kinds_of_entries(token, kind):
    """What a token holds decides its kind; a space in front of a word or number does not."""
    assert published.kind_of(token.encode()) == kind


@pytest.mark.parametrize("token", [bytes([0xE4, 0xBD]), b" " + bytes([0xC3]), bytes([0x80])])
def test_parts_of_characters(token):
    """Bytes that are no UTF-8 are of a kind of their own."""
    assert published.kind_of(token) == "parts of characters"


def test_kinds_are_stacked_as_shares():
    """For each kind the bars are the percentages; those of a vocabulary end at a hundred."""
    axes = axes_of(PICTURES["kinds"]())
    widths = {group.get_label(): [bar.get_width() for bar in group] for group in axes.containers}
    assert widths["words in Latin letters"] == [75, 25]
    assert widths["words in other scripts"] == [0, 75]
    assert widths["numbers"] == [25, 0]
    ends = [bar.get_x() + bar.get_width() for bar in axes.containers[-1]]
    assert ends == [100, 100]
    assert axes.get_title(loc="left").endswith("0.0 % of old's entries, 75 % of new's")


def test_scripts_are_ordered_by_the_last_vocabulary():
    """A dot a vocabulary and script, the richest script of the last one on top."""
    axes = axes_of(PICTURES["scripts"]())
    assert [text.get_text() for text in axes.get_yticklabels()] == ["Thai", "Greek"]
    groups = [each for each in axes.collections if isinstance(each, PathCollection)]
    dots = {
        group.get_label(): [(float(x), round(float(y), 1)) for x, y in group.get_offsets()]
        for group in groups
    }
    assert dots == {
        "old": [(7, 0.2), (0, 1.2)],
        "middle": [(7, 0), (5, 1)],
        "new": [(7, -0.2), (2000, 0.8)],
    }


def test_the_title_counts_the_scripts_with_many_entries():
    """One script of the new vocabulary has over 1,000 entries, none of the one before."""
    title = axes_of(PICTURES["scripts"]()).get_title(loc="left")
    assert title == "Over 1,000 entries: in new 1 script besides Latin, in middle none"
