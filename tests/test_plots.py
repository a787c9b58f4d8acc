"""A picture is the same each time, is not blank, and says in words what it shows."""

import io

import pytest
from PIL import Image

from bpe_course import fast
from bpe_course.plots import style
from bpe_course.plots.picture import Picture, size_of
from bpe_course.plots.training import (
    merge_tree,
    plot_compression,
    plot_merge_tree,
    plot_two_orders,
    replay_steps,
)
from bpe_course.reference import encode_steps
from bpe_course.vocab import build_tokens

MERGES = fast.train([b"low lower lowest slow"], 6)
TOKENS = build_tokens(MERGES)


@pytest.fixture
def picture():
    """A figure with one line."""
    figure, axes = style.new_figure("A line goes up")
    axes.plot([0, 1], [0, 1])
    return Picture(figure, "A line from bottom left to top right.")


@pytest.mark.parametrize("alt", ["", "  \n"])
def test_a_picture_without_alternative_text_is_refused(picture, alt):
    """The error says what to write."""
    with pytest.raises(ValueError, match="say in words what it shows"):
        Picture(picture.figure, alt)


def test_a_picture_is_its_alternative_text(picture):
    """In a terminal, and to whoever cannot see the image."""
    assert repr(picture) == picture.alt
    assert f'alt="{picture.alt}"' in picture._repr_html_()


def test_a_picture_is_the_same_each_time(picture):
    """Byte for byte, so that a notebook run again does not change."""
    assert picture.png() == picture.png()
    assert b"matplotlib" not in picture.png()


def test_a_picture_is_sharp(picture):
    """Two image pixels for each pixel of the page."""
    width, height = size_of(picture.png())
    assert Image.open(io.BytesIO(picture.png())).size == (width, height)
    assert f'width="{width // 2}"' in picture._repr_html_()
    assert width == int(style.WIDTH * 96 * 2)


def test_alternative_text_is_escaped():
    """A quotation mark in it does not end the attribute."""
    figure, _ = style.new_figure("Empty")
    assert 'alt="a &quot;b&quot; &lt;c&gt;"' in Picture(figure, 'a "b" <c>')._repr_html_()


def test_compression_draws_the_numbers_it_was_given():
    """The line passes through each of them, and the text names each."""
    picture = plot_compression([0, 10, 20], [1.0, 1.5, 1.75])
    (line,) = picture.figure.axes[0].get_lines()
    assert list(line.get_xdata()) == [0, 10, 20]
    assert list(line.get_ydata()) == [1.0, 1.5, 1.75]
    assert "1.75 at 20" in picture.alt


def test_a_merge_tree_stands_on_the_bytes_of_its_token():
    """Leaves are single bytes side by side; every other node spans its two parts."""
    nodes = merge_tree(256 + 5, MERGES, TOKENS)
    leaves = [node for node in nodes if node.height == 0]
    assert b"".join(node.token for node in leaves) == nodes[-1].token == TOKENS[261]
    assert all(node.end - node.start == len(node.token) for node in nodes)


def test_a_merge_tree_names_its_merges():
    """The title counts them and the alternative text lists them."""
    picture = plot_merge_tree(
        257, {(97, 98): 256, (256, 99): 257}, build_tokens({(97, 98): 256, (256, 99): 257})
    )
    assert picture.figure.axes[0].get_title(loc="left") == "2 merges make the token “abc”"
    assert "ab is id 256; abc is id 257" in picture.alt


def test_two_orders_shows_both_and_says_whether_they_agree():
    """For learned merges they do."""
    assert replay_steps(b"lowest", MERGES) == list(encode_steps(b"lowest", MERGES))
    picture = plot_two_orders(b"lowest", MERGES, TOKENS)
    assert "The columns are equal" in picture.alt
    assert picture.figure.axes[0].get_title(loc="left").endswith("the same steps")


@pytest.mark.parametrize(
    "picture",
    [
        plot_compression([0, 10], [1.0, 1.5]),
        plot_merge_tree(258, MERGES, TOKENS),
        plot_two_orders(b"lowest", MERGES, TOKENS),
    ],
    ids=["compression", "merge tree", "two orders"],
)
def test_no_picture_is_blank(picture):
    """There is more than one color in each."""
    assert len(Image.open(io.BytesIO(picture.png())).convert("RGB").getcolors(1 << 24)) > 3
