"""A lecture as one HTML page that turns its own slides, offline, with a view for the speaker.

Space and the arrow keys turn the slides, S opens the speaker's view, D changes between light and
dark, Esc shows all slides at once.
"""

from html import escape
from pathlib import Path

from bpe_course.editions.cells import Cell, Notebook, is_code
from bpe_course.editions.handout import cell_to_html, title
from bpe_course.editions.mathematics import draw_mathematics
from bpe_course.editions.slides import Slide, as_shown, heading, slides_of
from bpe_course.editions.slides_reveal import reveal_license, reveal_scripts, reveal_style

HERE = Path(__file__).parent


def slides_page(notebook: Notebook, name: str) -> str:
    """Return the notebook's lecture as one HTML page; `name` is its title if it has no heading.

    Raises `ValueError` if the cells' slide types make no lecture, `ImportError` if nbconvert or the
    package with reveal.js is not installed.
    """
    sections = "\n".join(section(slide, notebook) for slide in slides_of(notebook))
    style = reveal_style() + own("slides.css")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{reveal_license()}\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape(title(notebook, name))}</title>\n<style>\n{style}</style>\n</head>\n"
        f'<body>\n<div class="reveal"><div class="slides">\n{sections}\n</div></div>\n'
        f"<script>\n{reveal_scripts()}\n{own('slides.js')}</script>\n</body>\n</html>\n"
    )


def own(file: str) -> str:
    """Return the text of a file that lies beside this one."""
    return (HERE / file).read_text(encoding="utf-8")


def section(slide: Slide, notebook: Notebook) -> str:
    """Return one slide as reveal.js wants it: what is shown, and the notes beside it."""
    has_heading = bool(heading(slide.shown[0])) and 0 not in slide.late
    head = rendered(slide.shown[0], notebook) if has_heading else where(slide)
    steps = [
        step(cell, notebook, late=place in slide.late)
        for place, cell in enumerate(slide.shown)
        if place or not has_heading
    ]
    notes = "\n".join(rendered(cell, notebook) for cell in slide.notes)
    return (
        f'<section class="{slide.kind()}">\n<header>{head}</header>\n'
        f'<div class="body">\n{"".join(steps)}</div>\n<aside class="notes">{notes}</aside>\n'
        "</section>"
    )


def where(slide: Slide) -> str:
    """Return the section's heading in small letters, for a slide that has no heading itself."""
    return f'<p class="where">{escape(slide.section)}</p>' if slide.section else ""


def step(cell: Cell, notebook: Notebook, *, late: bool) -> str:
    """Return one cell of a slide; a picture gets all the room that is left."""
    html = rendered(as_shown(cell), notebook)
    kinds = ["step", "code" if is_code(cell) else "prose"]
    if is_code(cell) and "<img" in html:
        kinds.append("figure")
    if late:
        kinds.append("fragment")
    return f'<div class="{" ".join(kinds)}">{html}</div>\n'


def rendered(cell: Cell, notebook: Notebook) -> str:
    """Return a cell as HTML, mathematics drawn."""
    if not is_code(cell):
        cell = {**cell, "source": draw_mathematics(cell["source"])}
    return cell_to_html(cell, notebook)
