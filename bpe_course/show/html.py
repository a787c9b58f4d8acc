"""HTML for the token views: spans with inline styles only.

A notebook fresh from a clone is not trusted, and JupyterLab then strips style sheets, scripts and
SVG from its outputs. Inline styles stay. Every box sets its own text color, so that it can be read
on a dark page too.
"""

from collections.abc import Mapping
from html import escape

from bpe_course.show.visible import visible

# Five pale colors, light and less light in turn, so that neighbors stay apart without their hue.
PALETTE = ("#fff3cf", "#b7dcf5", "#fbe0d3", "#b5ddc0", "#e9e0f7")
INK, FAINT, WARNING = "#1b1b1b", "#6e6e6e", "#9c3b00"
HIGHLIGHT = "#ffdc8a"
MONOSPACE = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

BOX = {
    "display": "inline-block",
    "padding": "1px 2px",
    "margin": "2px 1px",
    "border": "1px solid rgba(0,0,0,.22)",
    "border-radius": "4px",
    "color": INK,
    "font-family": MONOSPACE,
    "line-height": "1.45",
    "white-space": "pre-wrap",
    "word-break": "break-all",
    "max-width": "99%",
    "vertical-align": "top",
    "text-align": "center",
}


def element(tag: str, content: str, style: Mapping[str, str] | None = None, **names: str) -> str:
    """Return one HTML element; `content` is HTML already, attribute values are escaped here.

    >>> element("b", "hi", {"color": "red"}, title='"')
    '<b style="color:red" title="&quot;">hi</b>'
    """
    attributes = dict(names)
    if style:
        attributes = {"style": ";".join(f"{key}:{value}" for key, value in style.items()), **names}
    shown = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f"<{tag}{shown}>{content}</{tag}>"


def token_html(token: bytes) -> str:
    """Return a token's text as HTML, white space and bare bytes set apart.

    >>> "·" in token_html(b" hi"), "&lt;" in token_html(b"<")
    (True, True)
    """
    styles = {"space": {"color": FAINT}, "byte": {"color": WARNING, "font-size": "80%"}}
    return "".join(
        element("span", escape(shown), styles[kind]) if kind in styles else escape(shown)
        for shown, kind in visible(token)
    )


def box(
    content: str,
    color: str,
    *,
    title: str = "",
    below: str = "",
    bold: bool = False,
    apart: bool = False,
) -> str:
    """Return a colored box around `content`, with a small line below it if one is given.

    `apart` leaves a gap before it.
    """
    style = {**BOX, "background": color} | ({"margin": "2px 1px 2px 12px"} if apart else {})
    if bold:
        style |= {"border": f"2px solid {INK}", "font-weight": "bold"}
    if below:
        content += "<br>" + element("span", escape(below), {"font-size": "70%", "color": "#555"})
    return element("span", content, style, **({"title": title} if title else {}))


def caption(text: str) -> str:
    """Return a line of small text above a view."""
    return element("div", escape(text), {"font-size": "90%", "margin": "6px 0 2px 0"})


def table(rows: list[list[str]]) -> str:
    """Return rows of HTML cells as a table without lines, aligned left."""
    cell = {"text-align": "left", "vertical-align": "top", "padding": "2px 8px 2px 0"}
    body = "".join(
        element("tr", "".join(element("td", content, cell) for content in row)) for row in rows
    )
    return element("table", body, {"border-collapse": "collapse", "border": "none"})
