"""A live view of tokens: type a text and see at every key press how each tokenizer cuts it.

The view lives in a notebook and needs its kernel. A stored notebook, which has none, shows the
strips of the text that the view began with.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from bpe_course.show.html import caption
from bpe_course.show.strips import AnyTokenizer, TokenStrip, show_tokens

if TYPE_CHECKING:
    import ipywidgets

# A page with more boxes than this makes a browser slow, and each key press draws them anew.
MOST_CHARACTERS = 5_000

TEXT = "Type here: the strips below follow. 1234567, strawberry, 你好, 🦄"
STATIC = "Run this cell: with a running kernel, a text field for your own text appears here."


@dataclass(frozen=True)
class Notice:
    """A line of text where a strip would stand."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return caption(self.text)


class Playground:
    """A text field, a choice of tokenizers, and a strip of tokens for each one chosen.

    `text_field`, `chosen` (by tokenizer) and `with_ids` are widgets; assigning to their `value`
    does what a reader's hand does. `strips` is the widget that shows the result as HTML.
    """

    def __init__(self, tokenizers: Mapping[str, AnyTokenizer], text: str) -> None:
        widgets = import_ipywidgets()
        self._tokenizers = dict(tokenizers)
        self._text = text
        self.text_field = widgets.Textarea(
            value=text,
            placeholder="Type a text",
            tooltip="Text to cut into tokens",
            layout=widgets.Layout(width="100%", height="6em"),
        )
        self.chosen = {name: checkbox(widgets, name, value=True) for name in self._tokenizers}
        self.with_ids = checkbox(widgets, "show ids", value=False)
        self.strips = widgets.HTML()
        choice = widgets.HBox([*self.chosen.values(), self.with_ids])
        choice.layout.flex_flow = "row wrap"
        self.box = widgets.VBox([self.text_field, choice, self.strips])
        for control in (self.text_field, *self.chosen.values(), self.with_ids):
            control.observe(self._refresh, names="value")
        self._refresh()

    def _refresh(self, _change: object = None) -> None:
        chosen = {
            name: tokenizer
            for name, tokenizer in self._tokenizers.items()
            if self.chosen[name].value
        }
        views = cut_by_each(self.text_field.value, chosen, ids=self.with_ids.value)
        self.strips.value = as_html(views)

    def _views_at_first(self) -> list[TokenStrip | Notice]:
        return [*cut_by_each(self._text, self._tokenizers), Notice(STATIC)]

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._views_at_first()))

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        view: dict[str, Any] = self.box._repr_mimebundle_()
        # A page that knows no widgets, or has no kernel, takes the HTML.
        return {**view, "text/html": as_html(self._views_at_first()), "text/plain": repr(self)}


def playground(tokenizers: Mapping[str, AnyTokenizer], text: str = TEXT) -> Playground:
    """Show a text field in a notebook, and below it how the named tokenizers cut what is typed.

    `tokenizers` maps a name to ours or to a `tiktoken.Encoding`. Special tokens in the text are
    recognized. An error of a tokenizer is shown in place of its strip. Raises `ValueError` if there
    is no tokenizer, `ModuleNotFoundError` if ipywidgets is not installed.

    >>> from bpe_course.tokenizer import Tokenizer
    >>> live = playground({"mine": Tokenizer.train("low low", 257)}, "low")
    >>> live.text_field.value = "slow"
    >>> "3 tokens" in live.strips.value
    True
    """
    if not tokenizers:
        raise ValueError(
            "there is no tokenizer to show: pass a mapping from names to tokenizers, such as "
            "{'GPT-2': Tokenizer.from_tiktoken('gpt2')}"
        )
    return Playground(tokenizers, text)


def cut_by_each(
    text: str, tokenizers: Mapping[str, AnyTokenizer], *, ids: bool = False
) -> list[TokenStrip | Notice]:
    """Return a strip a tokenizer, or a notice that says why there is none.

    >>> from bpe_course.tokenizer import Tokenizer
    >>> cut_by_each("low", {"mine": Tokenizer.train("low low", 257)})
    [mine: 2 tokens, 3 characters, 3 bytes
    [lo][w]]
    >>> cut_by_each("low", {})
    [No tokenizer is chosen.]
    """
    if not tokenizers:
        return [Notice("No tokenizer is chosen.")]
    head = text[:MOST_CHARACTERS]
    views = [strip_or_error(head, tokenizer, name, ids) for name, tokenizer in tokenizers.items()]
    if len(head) < len(text):
        views.append(Notice(f"Only the first {len(head):,} of {len(text):,} characters are cut."))
    return views


def strip_or_error(text: str, tokenizer: AnyTokenizer, name: str, ids: bool) -> TokenStrip | Notice:
    """Return the strip of one tokenizer, or its error as a notice.

    >>> strip_or_error("low", 5, "five", ids=False)
    five cannot show this text. AttributeError: 'int' object has no attribute 'encode'
    """
    try:
        return show_tokens(text, tokenizer, name, ids=ids)
    except Exception as error:
        # Raised inside a widget's callback, it would end in a log that nobody reads.
        return Notice(f"{name} cannot show this text. {type(error).__name__}: {error}")


def as_html(views: Iterable[TokenStrip | Notice]) -> str:
    """Join the views, one under another."""
    return "".join(view._repr_html_() for view in views)


def checkbox(widgets: ModuleType, name: str, *, value: bool) -> "ipywidgets.Checkbox":
    """Return a checkbox as narrow as its name."""
    layout = widgets.Layout(width="auto", margin="2px 12px 2px 2px")
    return widgets.Checkbox(value=value, description=name, indent=False, layout=layout)


def import_ipywidgets() -> ModuleType:
    """Return ipywidgets, which is an optional part of the course."""
    try:
        import ipywidgets
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "ipywidgets is not installed: pip install 'bpe-course[course]'. "
            "`show.compare_tokenizers` shows the same strips without it."
        ) from error
    module: ModuleType = ipywidgets
    return module
