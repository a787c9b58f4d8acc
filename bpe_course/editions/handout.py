"""The hand-out: one printable page a notebook, with room to write and without solutions.

Everything is in the one file: pictures as data, mathematics drawn, no script, no request to any
host. Exercises stand as their stubs; what the lesson's own cells showed stays.
"""

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from bpe_course.editions.cells import Cell, Notebook, has_tag, is_code
from bpe_course.editions.mathematics import draw_mathematics
from bpe_course.editions.student import stub_of

if TYPE_CHECKING:
    from nbconvert import HTMLExporter

LINES_FOR_A_PREDICTION = 2
LINES_FOR_A_FUNCTION = 10
PREDICTION = re.compile(r"^>[ \t]*\*\*Predict.*(?:\n>.*)*", re.MULTILINE)
STYLE = Path(__file__).with_name("handout.css")


def handout(notebook: Notebook, name: str) -> str:
    """Return the notebook's hand-out as one HTML page; `name` is its title if it has no heading.

    Raises `ImportError` if nbconvert, which comes with JupyterLab, is not installed.
    """
    cells = [handout_cell(cell) for cell in notebook["cells"] if is_printed(cell)]
    body = to_html({**notebook, "cells": cells})
    style = STYLE.read_text(encoding="utf-8") + highlighting()
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title(notebook, name))}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def title(notebook: Notebook, name: str) -> str:
    """Return the text of the first heading.

    >>> title({"cells": [{"cell_type": "markdown", "source": "# 3 · Training"}]}, "03")
    '3 · Training'
    """
    for cell in notebook["cells"]:
        found = re.search(r"^#\s+(.+)$", cell["source"], re.MULTILINE)
        if cell["cell_type"] == "markdown" and found:
            return found[1].strip()
    return name


def is_printed(cell: Cell) -> bool:
    """Tell whether a cell belongs on paper: no hints, no prose of solutions, no call of a check."""
    if any(has_tag(cell, tag) for tag in ("hint", "check", "progress")):
        return False
    return is_code(cell) or not has_tag(cell, "solution")


def handout_cell(cell: Cell) -> Cell:
    """Return a cell as it is printed: stubs for solutions, room to write, mathematics drawn."""
    if is_code(cell, "solution"):
        return {**cell, "source": stub_of(cell), "outputs": [], "execution_count": None}
    if is_code(cell):
        return cell
    return {**cell, "source": with_room(draw_mathematics(cell["source"]))}


def with_room(markdown: str) -> str:
    r"""Return the Markdown with ruled lines after each prediction that it asks for.

    >>> print(with_room("> **Predict.** How many?\n\nTwo.").replace(room(2), "____"))
    > **Predict.** How many?
    <BLANKLINE>
    ____
    <BLANKLINE>
    Two.
    """
    return PREDICTION.sub(rf"\g<0>\n\n{room(LINES_FOR_A_PREDICTION)}\n", markdown)


def room(lines: int) -> str:
    """Return this many ruled lines to write on, as HTML."""
    return f'<div class="room">{"<hr>" * lines}</div>'


def to_html(notebook: Notebook) -> str:
    """Return the cells as HTML, one below the other; below a stub there is room to write."""
    pieces = []
    for cell in notebook["cells"]:
        below = room(LINES_FOR_A_FUNCTION) if is_code(cell, "solution") else ""
        pieces.append(cell_to_html(cell, notebook) + below)
    return "\n".join(pieces)


def cell_to_html(cell: Cell, notebook: Notebook) -> str:
    """Return one cell, its outputs included, as a piece of HTML without style or script."""
    import nbformat

    text = json.dumps({**notebook, "cells": [cell]})
    node = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    body, _ = exporter().from_notebook_node(node)
    return str(body)


@cache
def exporter() -> "HTMLExporter":
    """Return what turns cells into HTML: nbconvert's plainest template, pictures embedded."""
    from nbconvert import HTMLExporter

    return HTMLExporter(template_name="basic", embed_images=True)  # type: ignore[no-untyped-call]


def highlighting() -> str:
    """Return the colors of code, for paper and screen."""
    from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]

    return str(HtmlFormatter(style="default").get_style_defs(".highlight")) + "\n"
