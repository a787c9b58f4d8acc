"""A lecture's slides, read from the metadata of its notebook's cells.

Each cell says in Jupyter's own `metadata.slideshow.slide_type` what it is in the lecture, so that
JupyterLab with jupyterlab-rise shows the same slides live:

- `slide` begins a slide;
- `-` goes on with it;
- `fragment` goes on with it, and appears at the next press of a key;
- `notes` is for the speaker: it stands in the speaker's view of the current slide;
- `skip` is no part of the lecture, and neither is a cell without a slide_type.

Two tags say what of a code cell is shown: `slide-output` its output alone, as for a figure, and
`slide-input` its code alone. A slide is meant to begin with a heading in a cell of its own, or with
a cell of one sentence, which then stands as its headline; prose belongs in the notes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bpe_course.editions.cells import Cell, Notebook, has_tag, is_code

SLIDE_TYPES = ("slide", "-", "fragment", "notes", "skip")
HEADING = re.compile(r"\s*(#{1,6})[ \t]+(\S[^\n]*?)\s*")
QUESTION = re.compile(r"\s*>[ \t]*\*\*")


@dataclass
class Slide:
    """One slide: the cells that are shown, those that appear later, and the speaker's notes."""

    section: str  # the last heading before it
    shown: list[Cell] = field(default_factory=list)
    late: set[int] = field(default_factory=set)  # places in `shown`
    notes: list[Cell] = field(default_factory=list)

    def kind(self) -> str:
        """Return `title`, `question` (for a show of hands) or `page`.

        >>> Slide("", [{"cell_type": "markdown", "source": "# 3 · Training"}]).kind()
        'title'
        >>> Slide("", [{"cell_type": "markdown", "source": "> **Predict.** Which?"}]).kind()
        'question'
        """
        first = self.shown[0]
        if is_code(first):
            return "page"
        if heading(first, "#"):
            return "title"
        return "question" if QUESTION.match(first["source"]) else "page"


def slides_of(notebook: Notebook) -> list[Slide]:
    """Return the slides of the lecture.

    Raises `ValueError` with the cell's id if a slide_type is unknown, or if a cell goes on with a
    slide where none has begun; and if no slide begins anywhere.
    """
    slides: list[Slide] = []
    section = ""
    for cell in notebook["cells"]:
        kind = slide_type(cell)
        if kind == "slide":
            slides.append(Slide(section))
        elif kind != "skip" and not slides:
            raise ValueError(
                f"cell {cell.get('id')!r} is {kind!r} of a slide, and none has begun: make it, or "
                "a cell before it, a 'slide'"
            )
        if kind != "skip":
            add(slides[-1], cell, kind)
        section = next(headings(cell), section)
    if not slides:
        raise ValueError("no slides: no cell has the slide_type 'slide' in metadata.slideshow")
    return slides


def slide_type(cell: Cell) -> str:
    """Return what a cell is in the lecture; `ValueError` with its id if nobody knows.

    >>> slide_type({"metadata": {"slideshow": {"slide_type": "notes"}}})
    'notes'
    >>> slide_type({"metadata": {}})
    'skip'
    """
    slideshow = cell["metadata"].get("slideshow")
    found = slideshow.get("slide_type", "skip") if isinstance(slideshow, dict) else "skip"
    if found not in SLIDE_TYPES:
        raise ValueError(
            f"cell {cell.get('id')!r} has the slide_type {found!r}: expected one of "
            f"{', '.join(SLIDE_TYPES)}"
        )
    return str(found)


def add(slide: Slide, cell: Cell, kind: str) -> None:
    """Put a cell where it belongs on a slide."""
    if kind == "notes":
        slide.notes.append(cell)
        return
    if kind == "fragment":
        slide.late.add(len(slide.shown))
    slide.shown.append(cell)


def heading(cell: Cell, level: str | None = None) -> str:
    """Return the heading if the cell is one and nothing else; of this level if one is given.

    >>> heading({"cell_type": "markdown", "source": "## By hand first"})
    'By hand first'
    >>> heading({"cell_type": "markdown", "source": "## By hand first", "id": "a"}, "#")
    ''
    """
    found = HEADING.fullmatch(cell["source"]) if not is_code(cell) else None
    return found[2] if found and level in {None, found[1]} else ""


def headings(cell: Cell) -> Iterator[str]:
    """Yield the section's heading, or the title, if the Markdown cell begins with one."""
    found = re.match(r"##?[ \t]+(\S.*)", cell["source"]) if not is_code(cell) else None
    if found:
        yield found[1].strip()


def as_shown(cell: Cell) -> Cell:
    """Return a cell with what its tags hide from the slide left out, an error in its last line."""
    if not is_code(cell):
        return cell
    if has_tag(cell, "slide-input"):
        return {**cell, "outputs": []}
    cell = {**cell, "outputs": [short_error(output) for output in cell.get("outputs", [])]}
    if has_tag(cell, "slide-output"):
        # nbconvert's own way to leave the code out
        return {**cell, "metadata": {**cell["metadata"], "transient": {"remove_source": True}}}
    return cell


def short_error(output: Cell) -> Cell:
    """Return an output as it is, an error without its traceback.

    >>> error = {"output_type": "error", "ename": "KeyError", "evalue": "258", "traceback": ["…"]}
    >>> short_error(error)["traceback"]
    ['KeyError: 258']
    """
    if output.get("output_type") != "error":
        return output
    return {**output, "traceback": [f"{output['ename']}: {output['evalue']}"]}
