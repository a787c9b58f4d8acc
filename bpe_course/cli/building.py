"""`bpe-course build`: editions of the notebooks for students, for lecturers, for paper."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from bpe_course.cli.errors import readable_errors
from bpe_course.editions.browser import find_browser
from bpe_course.editions.building import build as build_edition
from bpe_course.editions.building import find_notebooks

Edition = Literal["student", "instructor", "handout", "slides"]


@readable_errors
def build(
    edition: Annotated[
        Edition,
        typer.Argument(
            help="student: stubs for solutions, no outputs. instructor: as committed. handout: a "
            "page to print, with room to write. slides: the lecture, for a browser and on paper."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.")],
    notebooks: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[NOTEBOOK]...", help="Those of the course, if none is given."),
    ] = None,
    nbgrader: Annotated[
        bool, typer.Option("--nbgrader", help="Mark answers and checks for nbgrader.")
    ] = False,
) -> None:
    """Make an edition of the notebooks: from the one source, so that none can fall behind.

    The student's edition keeps every cell's id, so that a filled-in notebook can be graded with
    `bpe-course grade`.
    """
    output.mkdir(parents=True, exist_ok=True)
    for notebook in notebooks or find_notebooks():
        for written in build_edition(edition, notebook, output, nbgrader=nbgrader):
            typer.echo(written)
    if edition in {"handout", "slides"} and find_browser() is None:
        typer.echo("note: no Chromium, Chrome or Edge was found: HTML only, no PDF", err=True)
