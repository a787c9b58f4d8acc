"""Building an edition: which there are, and what files each writes for a notebook."""

from collections.abc import Callable, Iterator
from pathlib import Path

from bpe_course.editions.browser import find_browser, print_to_pdf
from bpe_course.editions.cells import Notebook, read_notebook, write_notebook
from bpe_course.editions.handout import handout
from bpe_course.editions.nbgrader import for_nbgrader
from bpe_course.editions.slides_page import slides_page
from bpe_course.editions.student import student_edition

Build = Callable[[Notebook, Path], Iterator[Path]]


def build_student(notebook: Notebook, target: Path) -> Iterator[Path]:
    """Write the student's edition; yield the file."""
    yield written(student_edition(notebook), target)


def build_instructor(notebook: Notebook, target: Path) -> Iterator[Path]:
    """Write the notebook as it is committed; yield the file."""
    yield written(notebook, target)


def build_student_for_nbgrader(notebook: Notebook, target: Path) -> Iterator[Path]:
    """Write the student's edition with nbgrader's metadata; yield the file."""
    yield written(for_nbgrader(student_edition(notebook), stubs=True), target)


def build_instructor_for_nbgrader(notebook: Notebook, target: Path) -> Iterator[Path]:
    """Write what nbgrader takes as the source of an assignment; yield the file."""
    yield written(for_nbgrader(notebook), target)


def build_handout(notebook: Notebook, target: Path) -> Iterator[Path]:
    """Write the hand-out as HTML, and as PDF if a browser can print it; yield the files."""
    yield from page_and_pdf(handout(notebook, target.stem), target)


def build_slides(notebook: Notebook, target: Path) -> Iterator[Path]:
    """Write the lecture as HTML, and as PDF if a browser can print it; yield the files."""
    yield from page_and_pdf(slides_page(notebook, target.stem), target, query="print-pdf")


def page_and_pdf(html: str, target: Path, query: str = "") -> Iterator[Path]:
    """Write a page, and print it if there is a browser; yield the files."""
    page, pdf = target.with_suffix(".html"), target.with_suffix(".pdf")
    page.write_text(html, encoding="utf-8", newline="\n")
    yield page
    browser = find_browser()
    if browser:
        print_to_pdf(page, pdf, browser, query)
        yield pdf


def written(notebook: Notebook, target: Path) -> Path:
    """Write a notebook; return where."""
    write_notebook(notebook, target)
    return target


EDITIONS: dict[str, Build] = {
    "student": build_student,
    "instructor": build_instructor,
    "handout": build_handout,
    "slides": build_slides,
}
NBGRADER_EDITIONS: dict[str, Build] = {
    "student": build_student_for_nbgrader,
    "instructor": build_instructor_for_nbgrader,
}


def build(edition: str, notebook: Path, folder: Path, *, nbgrader: bool = False) -> Iterator[Path]:
    """Build an edition of one notebook in a folder; yield each file when it is written.

    Raises `ValueError` if there is no such edition, if the notebook cannot have it, or if the
    edition would take the place of its source.
    """
    builders = NBGRADER_EDITIONS if nbgrader else EDITIONS
    if edition not in builders:
        kind = "edition for nbgrader" if nbgrader else "edition"
        raise ValueError(f"there is no {kind} {edition!r}: expected {', '.join(builders)}")
    target = folder / notebook.name
    if target.resolve() == notebook.resolve():
        raise ValueError(f"{notebook} is the source itself: give another folder for the edition")
    try:
        yield from builders[edition](read_notebook(notebook), target)
    except ValueError as error:
        raise ValueError(f"{notebook.name}: {error}") from error


def find_notebooks(folder: Path | None = None) -> list[Path]:
    """Return the course's notebooks: of this folder, or of ./notebooks, or of the clone.

    Raises `FileNotFoundError` if there are none.
    """
    clone = Path(__file__).parents[2] / "notebooks"
    for place in [folder] if folder else [Path("notebooks"), clone]:
        found = sorted(place.glob("*.ipynb"))
        if found:
            return found
    raise FileNotFoundError(
        f"no notebooks in {folder or 'notebooks'}: give their paths, or run this in a clone of the "
        "course"
    )
