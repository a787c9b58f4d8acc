"""A strip as a picture shows every letter of every token, and says the same in words."""

from bpe_course.plots.strips import plot_strips

STRIPS = {"letters": [b"h", b"i"], "one": [b" hi"]}


def test_every_letter_is_drawn():
    """White space as its mark, and each strip under its name with its count."""
    texts = [text.get_text() for text in plot_strips(STRIPS, "Two").figure.axes[0].texts]
    assert texts == ["letters", "h", "i", "2 tokens", "one", "·", "h", "i", "1 token"]


def test_the_words_tell_where_tokens_end():
    """In the alternative text, a bar stands between two tokens."""
    assert plot_strips(STRIPS, "Two").alt.endswith("letters, 2 tokens: h | i; one, 1 token: ·hi.")


def test_every_token_has_a_box():
    """Three tokens in all."""
    assert len(plot_strips(STRIPS, "Two").figure.axes[0].patches) == 3
