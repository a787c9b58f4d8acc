"""The pipeline shows every stage in order, ours set apart."""

from matplotlib.colors import to_hex

from bpe_course.plots import style
from bpe_course.plots.welcome import plot_pipeline

STAGES = [("text", "'hi'", "encode"), ("ids", "[256]", "look up"), ("vectors", "rows", "")]


def test_every_stage_is_named_in_the_figure_and_in_its_text():
    """With its example."""
    picture = plot_pipeline(STAGES, ours=["ids"])
    drawn = {text.get_text() for text in picture.figure.axes[0].texts}
    for name, example, _ in STAGES:
        assert {name, example} <= drawn
        assert f"{name} ({example})" in picture.alt


def test_only_our_stages_are_colored():
    """One of the three boxes."""
    boxes = plot_pipeline(STAGES, ours=["ids"]).figure.axes[0].patches
    colors = [to_hex(box.get_facecolor()) for box in boxes[: len(STAGES)]]
    assert colors == [style.PALE_GRAY, style.PALE_ORANGE, style.PALE_GRAY]


def test_there_is_an_arrow_between_any_two_stages():
    """Each with its label."""
    drawn = {text.get_text() for text in plot_pipeline(STAGES, ours=[]).figure.axes[0].texts}
    assert {"encode", "look up"} <= drawn
