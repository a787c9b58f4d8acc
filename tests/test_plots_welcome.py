"""The pipeline shows every stage in order, and the two steps that are ours in color."""

import pytest
from matplotlib.colors import to_hex

from bpe_course.plots import style
from bpe_course.plots.welcome import plot_pipeline

STAGES = [(f"stage {number}", f"example {number}", f"step {number}") for number in range(7)]


@pytest.fixture
def picture():
    """Seven stages; the first step is ours, the fourth and fifth stage are the model."""
    return plot_pipeline(STAGES, ours=["step 0"], model=["stage 3", "stage 4"])


def test_every_stage_and_step_is_named(picture):
    """In the figure; the stages in its words too. Nothing comes after the last stage."""
    drawn = {text.get_text() for text in picture.figure.axes[0].texts}
    for name, example, step in STAGES:
        assert {name, example} <= drawn
        assert f"{name} ({example})" in picture.alt
        assert (step in drawn) == (name != "stage 6")


def test_only_our_steps_are_colored(picture):
    """In bold, too, for whoever does not see the color."""
    labels = {text.get_text(): text for text in picture.figure.axes[0].texts}
    assert (labels["step 0"].get_color(), labels["step 0"].get_fontweight()) == (style.RED, "bold")
    assert (labels["step 1"].get_color(), labels["step 1"].get_fontweight()) == (
        style.GRAY,
        "normal",
    )


def test_the_model_is_set_apart(picture):
    """Its two boxes have another ground."""
    boxes = picture.figure.axes[0].patches[: len(STAGES)]
    grounds = [to_hex(box.get_facecolor()) for box in boxes]
    assert [number for number, ground in enumerate(grounds) if ground == style.PALE_BLUE] == [3, 4]


def test_fourteen_letters_fit_into_a_box():
    """The letters are as large as the longest words of the lesson allow."""
    stages = [(f"stage {number}", "numbers per id", "encode") for number in range(7)]
    stages[4] = ("probabilities", "token there is", "decode")
    picture = plot_pipeline(stages, ours=["encode"], model=[])
    picture.figure.draw_without_rendering()
    axes = picture.figure.axes[0]
    boxes = [box.get_window_extent() for box in axes.patches[: len(stages)]]
    inside = {"stage", "numbers", "token", "probabilities"}
    for text in axes.texts:
        words = text.get_window_extent()
        is_inside = text.get_text().split(" ")[0] in inside
        touched = [box for box in boxes if box.overlaps(words)]
        assert len(touched) == is_inside, text.get_text()
        assert all(box.x0 < words.x0 and words.x1 < box.x1 for box in touched)
