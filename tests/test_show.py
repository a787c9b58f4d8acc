"""What is shown of tokens is all of them, visible, in order, and safe as HTML."""

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import Tokenizer, reference, show
from bpe_course.show.html import FAINT, INK, PALETTE
from bpe_course.show.visible import bracketed, characters, plain

SENTENCE = "low low lower"


@pytest.fixture(scope="module")
def tokenizer():
    """A tokenizer of three merges."""
    return Tokenizer.train(SENTENCE, 259)


class Reader(HTMLParser):
    """Reads the text and the tags out of HTML."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        """Note a tag and the names of its attributes."""
        self.tags.append((tag, {name for name, _ in attrs}))

    def handle_data(self, data):
        """Note what a reader sees."""
        self.text += data


def every_view(text, tokenizer):
    """Return one view of each kind."""
    return [
        show.show_tokens(text, tokenizer, "ours", ids=True),
        show.compare_tokenizers(text, {"ours": tokenizer, "letters": [c.encode() for c in text]}),
        show.show_chunks(text),
        show.show_bytes(text),
        show.show_merges(reference.train_steps([text.encode() + b"aa"], 2)),
    ]


# Visible


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        (b" the", "·the"),
        (b"\n\t", "↵⇥"),
        ("é".encode(), "é"),
        ("é".encode()[:1], "⟨C3⟩"),
        (b"\x00", "⟨U+0000⟩"),
        ("\u200b".encode(), "⟨U+200B⟩"),
        (b"", ""),
    ],
)
def test_every_byte_of_a_token_is_visible(token, shown):
    """White space as a mark, what cannot be printed by its number."""
    assert plain(token) == shown


@given(st.binary(max_size=12))
def test_no_byte_of_a_token_is_lost(token):
    """Characters and bare bytes together are the token again."""
    parts = [
        bytes([part]) if isinstance(part, int) else part.encode() for part in characters(token)
    ]
    assert b"".join(parts) == token


# Every view


@given(text=strategies.texts())
def test_no_view_holds_what_jupyterlab_strips(tokenizer, text):
    """No style sheet, script, SVG or handler, whatever the text."""
    for view in every_view(text, tokenizer):
        for tag, attributes in Reader(view._repr_html_()).tags:
            assert tag in {"b", "br", "div", "small", "span", "table", "td", "tr"}
            assert attributes <= {"style", "title"}


def test_text_that_looks_like_html_stays_text(tokenizer):
    """A tag in the text is shown and not obeyed."""
    text = "<script>alert('x')</script> &amp;"
    for view in every_view(text, tokenizer)[1:3]:
        assert "<script" not in view._repr_html_()
        assert "script" in Reader(view._repr_html_()).text


def test_every_view_has_a_text_form(tokenizer):
    """For terminals, and for readers who do not see the boxes."""
    for view in every_view(SENTENCE, tokenizer):
        assert "object at" not in repr(view)
        assert "w" in repr(view)


# Each view


def test_a_strip_says_how_many(tokenizer):
    """Name, tokens, characters and bytes, then the tokens in brackets."""
    strip = show.show_tokens(SENTENCE, tokenizer, "ours")
    assert repr(strip) == "ours: 5 tokens, 13 characters, 13 bytes\n[low][·low][·low][e][r]"


def test_ids_stand_with_their_tokens(tokenizer):
    """Where they are asked for."""
    assert "[low 257]" in repr(show.show_tokens("low", tokenizer, ids=True))


@given(text=strategies.texts())
def test_a_strip_holds_the_text(tokenizer, text):
    """Its tokens join to the text, and all its marks appear in the HTML."""
    strip = show.show_tokens(text, tokenizer)
    assert b"".join(token for _, token in strip.tokens) == text.encode()
    shown = "".join(plain(token) for _, token in strip.tokens)
    assert Reader(strip.boxes()).text == shown


def test_tiktoken_is_shown_like_ours(tokenizer):
    """An encoding exported from a tokenizer gives the same strip."""
    encoding = tokenizer.to_tiktoken("ours")
    assert show.show_tokens(SENTENCE, encoding) == show.show_tokens(SENTENCE, tokenizer)


def test_a_terminal_gets_colors_or_brackets(tokenizer):
    """Colors where they are wanted; without them nothing but text."""
    strip = show.show_tokens(SENTENCE, tokenizer)
    colored = strip.to_terminal()
    assert re.sub(r"\x1b\[[\d;]*m", "", colored).endswith("low·low·lower")
    assert "\x1b" in colored
    assert strip.to_terminal(color=False) == repr(strip)


def test_chunks_carry_the_letter_of_their_alternative():
    """So that nobody has to tell colors apart."""
    strip = show.show_chunks("It's 5")
    assert repr(strip).endswith("B[It] A['s] C[·5]")
    assert strip.legend["numbers"] == "C"


def test_bytes_are_shown_with_their_prefix_set_apart():
    """One row a character: code point, bytes, bits and name."""
    assert show.show_bytes("é").rows() == [
        ["é", "U+00E9", "C3 A9", "110|00011 10|101001", "LATIN SMALL LETTER E WITH ACUTE"]
    ]


def test_a_replay_has_a_row_for_the_start_and_one_for_each_merge():
    """Of a training and of an encoding alike."""
    training = show.show_merges(reference.train_steps([b"abab"], 2))
    assert [row.tokens for row in training.rows] == [
        (b"a", b"b", b"a", b"b"),
        (b"ab", b"ab"),
        (b"abab",),
    ]
    merges = {(97, 98): 256, (256, 256): 257}
    encoding = show.show_merges(
        reference.encode_steps(b"abab", merges), tokens={256: b"ab", 257: b"abab"}
    )
    assert [row.tokens for row in encoding.rows] == [row.tokens for row in training.rows]
    assert [row.new for row in encoding.rows] == [None, b"ab", b"abab"]


def test_a_replay_needs_steps_and_tokens():
    """A used-up iterator has no steps; bare ids say nothing of their bytes."""
    with pytest.raises(ValueError, match="no step to show"):
        show.show_merges([])
    with pytest.raises(ValueError, match="pass `tokens`"):
        show.show_merges([[1, 2]])


def test_a_replay_marks_the_new_token_by_its_id():
    """Two merges can make the same bytes; only the one of this step is set apart."""
    aaa = [[97, 97, 97, 97, 97], [256, 256, 97], [256, 257]]
    tokens = {256: b"aa", 257: b"aaa"}
    assert [row.places for row in show.show_merges(aaa, tokens).rows] == [
        frozenset(),
        frozenset([0, 1]),
        frozenset([1]),
    ]


def test_a_replay_shows_where_a_chunk_begins():
    """No merge crosses the gap."""
    replay = show.show_merges(reference.train_steps([b"low", b" low"], 1))
    assert repr(replay).splitlines()[-1].endswith("[lo][w] [·][lo][w]")


@pytest.mark.parametrize(
    ("token", "shown"),
    [(b"a[0]", r"[a\[0\]]"), ("·".encode(), r"[\·]"), (b"\\", r"[\\]"), (b" ", "[·]")],
)
def test_a_character_that_looks_like_a_mark_is_escaped(token, shown):
    """In brackets, a backslash tells a character of the text from a mark of ours."""
    assert bracketed(token) == shown


@given(st.lists(st.text("[]\\·◌ \n\u0301a⟨⟩4E", min_size=1, max_size=3), max_size=3))
def test_two_cuts_never_look_alike(pieces):
    """Brackets, escapes and marks taken together, the text form can be read back."""
    marks = {"·": " ", "↵": "\n"}
    shown = "".join(bracketed(piece.encode()) for piece in pieces)
    read = [
        "".join(
            escaped or marks.get(mark, mark)
            for escaped, mark in re.findall(r"\\(.)|([^\\◌])", token, re.DOTALL)
        )
        for token in re.findall(r"\[((?:\\.|[^\]\\])*)\]", shown, re.DOTALL)
    ]
    assert read == pieces


def test_an_accent_alone_stands_on_a_circle():
    """It would be drawn on whatever stands before the token."""
    assert plain("\u0301".encode()) == "◌\u0301"
    assert plain("e\u0301".encode()) == "e\u0301"


def test_a_control_character_has_a_name():
    """Unicode itself has only aliases for it."""
    assert show.show_bytes("\n").rows()[0][-1] == "LINE FEED"


def test_neighboring_colors_differ_in_lightness():
    """Where hues cannot be told apart, light and less light can; the cycle closes so too."""
    levels = [lightness(color) for color in PALETTE]
    assert min(abs(a - b) for a, b in pairwise([*levels, levels[0]])) > 4
    assert all(contrast(INK, color) > 7 and contrast(FAINT, color) > 3 for color in PALETTE)


def luminance(color):
    """Relative luminance of a color like #fff3cf, as WCAG 2.2 defines it."""
    levels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in levels]
    return sum(part * v for part, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def lightness(color):
    """L* of CIELAB: 0 is black, 100 white, and one step is about what an eye can tell."""
    return 116 * luminance(color) ** (1 / 3) - 16


def contrast(one, other):
    """Contrast as WCAG 2.2 defines it: 1 is none, 21 is black on white."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)
