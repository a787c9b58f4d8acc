"""The playground shows what each tokenizer makes of the text, at every change and without a kernel.

Assigning to a widget's value does here what a key press or a click does in a browser.
"""

import builtins

import pytest

from bpe_course import Tokenizer
from bpe_course.playground import MOST_CHARACTERS, STATIC, playground
from bpe_course.show import show_tokens

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


class Refuses:
    """A tokenizer that always fails, as one may on some text."""

    def encode(self, text, **_):
        """Fail, in words that HTML would swallow."""
        raise ValueError(f"<no> {text}")


@pytest.fixture
def trained():
    """Three bytes in one token: `low`."""
    return Tokenizer.train("low low", 258, special_tokens=[])


@pytest.fixture
def bytewise():
    """No merges at all."""
    return Tokenizer.train("", 256)


@pytest.fixture
def live(trained, bytewise):
    """Two tokenizers over one short text."""
    return playground({"trained": trained, "bytes": bytewise}, "low")


def html_of(text, tokenizer, name, **options):
    """What `show` draws for one tokenizer."""
    return show_tokens(text, tokenizer, name, **options)._repr_html_()


def test_the_first_text_is_cut_at_once(live, trained, bytewise):
    """A strip for each tokenizer, one under another, in the order given."""
    assert live.text_field.value == "low"
    assert live.strips.value == html_of("low", trained, "trained") + html_of(
        "low", bytewise, "bytes"
    )


def test_the_strips_follow_every_key_press(live, trained, bytewise):
    """Letter by letter."""
    for text in ("l", "lo", "low", "low ", "low é", ""):
        live.text_field.value = text
        assert live.strips.value == html_of(text, trained, "trained") + html_of(
            text, bytewise, "bytes"
        )


def test_the_field_sends_every_key_press(live):
    """And not only when it is left."""
    assert live.text_field.continuous_update is True


def test_a_tokenizer_can_be_hidden_and_brought_back(live, trained, bytewise):
    """Its checkbox decides."""
    live.chosen["trained"].value = False
    assert live.strips.value == html_of("low", bytewise, "bytes")
    live.chosen["bytes"].value = False
    assert "No tokenizer is chosen." in live.strips.value
    live.chosen["trained"].value = True
    assert live.strips.value == html_of("low", trained, "trained")


def test_ids_can_be_shown(live, trained, bytewise):
    """Below each token."""
    live.with_ids.value = True
    assert live.strips.value == html_of("low", trained, "trained", ids=True) + html_of(
        "low", bytewise, "bytes", ids=True
    )
    assert ">257<" in live.strips.value


def test_a_tiktoken_encoding_is_shown_too():
    """Its special tokens are recognized."""
    tiktoken = pytest.importorskip("tiktoken", reason="needs the extra `vocabularies`")
    encoding = tiktoken.Encoding(
        "small",
        pat_str="[a-z]+",
        mergeable_ranks={bytes([byte]): byte for byte in range(256)} | {b"lo": 256},
        special_tokens={"<|end|>": 257},
    )
    live = playground({"small": encoding}, "low<|end|>")
    assert repr(live).startswith("small: 3 tokens")


def test_an_error_is_shown_as_text(bytewise):
    """In place of the strip, with the name of the tokenizer, the other strips beside it."""
    live = playground({"broken": Refuses(), "bytes": bytewise}, "hi")
    live.text_field.value = "ho"
    assert "broken cannot show this text. ValueError: &lt;no&gt; ho</div>" in live.strips.value
    assert live.strips.value.endswith(html_of("ho", bytewise, "bytes"))


def test_text_that_is_no_text_is_shown_as_an_error(live):
    """Half of a surrogate pair, which a browser can send."""
    live.text_field.value = "\ud83d"
    assert "trained cannot show this text. ValueError" in live.strips.value
    live.text_field.value = "low"
    assert "trained: 1 token," in live.strips.value


def test_markup_is_text(live):
    """Nothing that is typed becomes part of the page."""
    live.text_field.value = "<script>"
    assert "<script" not in live.strips.value
    assert "&lt;" in live.strips.value


def test_a_very_long_text_is_cut_off_and_says_so(live):
    """A whole book would stop the browser."""
    live.text_field.value = "x" * (MOST_CHARACTERS + 1)
    assert f"bytes: {MOST_CHARACTERS:,} tokens" in live.strips.value
    assert "Only the first 5,000 of 5,001 characters are cut." in live.strips.value
    live.text_field.value = "x" * MOST_CHARACTERS
    assert "Only the first" not in live.strips.value


def test_a_notebook_gets_the_widget_and_a_page_without_kernel_the_strips(live, trained):
    """The stored HTML and text show the first text, whatever was typed since."""
    live.text_field.value = "something else"
    shown = live._repr_mimebundle_(include=None, exclude=None)
    assert shown[WIDGET_VIEW]["model_id"] == live.box.model_id
    assert html_of("low", trained, "trained") in shown["text/html"]
    assert STATIC in shown["text/html"]
    assert shown["text/plain"] == repr(live)
    assert repr(live) == (
        "trained: 1 token, 3 characters, 3 bytes\n[low]\n"
        "bytes: 3 tokens, 3 characters, 3 bytes\n[l][o][w]\n" + STATIC
    )


def test_what_is_stored_has_no_random_name(live, trained, bytewise):
    """A second run stores the same: the widget's id stands in the widget's view alone."""
    again = playground({"trained": trained, "bytes": bytewise}, "low")
    first, second = (each._repr_mimebundle_() for each in (live, again))
    assert first.pop(WIDGET_VIEW) != second.pop(WIDGET_VIEW)
    assert first == second


def test_two_playgrounds_are_apart(live, trained):
    """Typing into one leaves the other alone."""
    other = playground({"trained": trained}, "low")
    live.text_field.value = "slow"
    assert other.text_field.value == "low"


def test_no_tokenizer_is_an_error():
    """That says what to pass."""
    with pytest.raises(ValueError, match="pass a mapping from names to tokenizers"):
        playground({})


def test_a_missing_ipywidgets_is_named(monkeypatch, trained):
    """With what to install, and what to use without it."""
    real = builtins.__import__

    def without(name, *rest, **named):
        if name == "ipywidgets":
            raise ModuleNotFoundError("No module named 'ipywidgets'", name=name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModuleNotFoundError, match="pip install 'bpe-course\\[course\\]'"):
        playground({"trained": trained})
