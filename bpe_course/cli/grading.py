"""`bpe-course grade`: a class's notebooks, each exercise checked apart from the rest."""

import os
import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal

import typer

from bpe_course.cli.errors import readable_errors
from bpe_course.editions.building import find_notebooks
from bpe_course.editions.cells import read_notebook
from bpe_course.grading.batch import Grader, Report
from bpe_course.grading.grades import Limits
from bpe_course.grading.reports import to_csv, to_markdown
from bpe_course.grading.sandbox import bubblewrap
from bpe_course.grading.submissions import find_submissions

Sandbox = Literal["auto", "bubblewrap", "none"]

UNGUARDED = (
    "note: graded without bubblewrap. Time, memory and output are limited, and the usual ways to "
    "write elsewhere, to use the network or to start programs are refused; but code that sets out "
    "to get around this can read, write and send what you can. Install bubblewrap (Linux), or "
    "grade in a virtual machine, if you do not trust the submissions."
)


@readable_errors
def grade(
    submissions: Annotated[
        list[Path],
        typer.Argument(metavar="SUBMISSION...", help="Notebooks, or folders with one a student."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.")],
    notebooks: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The course's notebooks, if not ./notebooks."),
    ] = None,
    seconds: Annotated[int, typer.Option(min=1, help="For each exercise, at most.")] = 60,
    memory: Annotated[int, typer.Option(min=256, help="Megabytes for each exercise.")] = 1024,
    jobs: Annotated[int, typer.Option(min=1, help="How many at once.")] = os.cpu_count() or 1,
    sandbox: Annotated[
        Sandbox, typer.Option(help="auto: inside bubblewrap if it is installed and works.")
    ] = "auto",
) -> None:
    """Grade notebooks that were handed in: grades.csv, and a page for each student.

    Each exercise runs in processes of its own, with limits on time, memory and output. The checks
    and lessons are the course's; from a submission come only the answers and cells that were added.

    Inside bubblewrap there is no network, and nothing can be written. Without it, time, memory and
    output are limited all the same, but code that sets out to harm can read and write what you can.
    """
    wrapped = choose_sandbox(sandbox)
    found = find_submissions(submissions)
    trusted = {path.stem: read_notebook(path) for path in find_notebooks(notebooks)}
    output.mkdir(parents=True, exist_ok=True)
    grader = Grader(trusted, Limits(seconds, memory), wrapped, jobs)
    reports = []
    for report in grader.grade_all(found):
        typer.echo(line(report))
        reports.append(report)
    write_reports(reports, output)
    typer.echo(f"\n{output / 'grades.csv'}, and a page for each student in {output}")


def choose_sandbox(sandbox: Sandbox) -> bool:
    """Return whether to use bubblewrap; say so if nothing guards against malice.

    Raises `OSError` if it is asked for and does not work, or if this system has no limits at all.
    """
    if os.name != "posix":
        raise OSError("grading needs the limits of Linux or macOS: on Windows, use WSL")
    works = sandbox != "none" and bubblewrap() is not None
    if sandbox == "bubblewrap" and not works:
        raise OSError(
            "bubblewrap (the command bwrap) is not installed or may not build a sandbox here: "
            "install it, or grade with --sandbox none"
        )
    if not works:
        typer.echo(UNGUARDED, err=True)
    return works


def line(report: Report) -> str:
    """Return one submission's result in a line."""
    name = f"{report.submission.student}  {report.notebook or report.submission.path.name}"
    if report.problem:
        return f"{name}: not graded: {report.problem}"
    ungraded = sum(grade.state == "not graded" for grade in report.grades)
    note = f" ({ungraded} not graded)" if ungraded else ""
    return f"{name}: {report.passed} of {len(report.grades)}{note}"


def write_reports(reports: Iterable[Report], folder: Path) -> None:
    """Write the table and the pages."""
    ordered = sorted(reports, key=lambda report: report.submission.student)
    write(folder / "grades.csv", to_csv(ordered))
    used: set[str] = set()
    for student, theirs in groupby(ordered, key=lambda report: report.submission.student):
        write(folder / f"{page_name(student, used)}.md", to_markdown(student, list(theirs)))


def write(path: Path, text: str) -> None:
    """Write UTF-8; half a character that a student's code printed is escaped."""
    path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")


def page_name(student: str, used: set[str]) -> str:
    """Return a student's name as the name of a file, unlike any that is `used`; note it there.

    >>> page_name("Zoë/1", set()), page_name("a", {"a"})
    ('Zoë-1', 'a-2')
    """
    base = re.sub(r"[^\w. -]", "-", student).strip(". ") or "student"
    numbers = (base if number == 1 else f"{base}-{number}" for number in range(1, len(used) + 2))
    name = next(each for each in numbers if each.casefold() not in used)
    used.add(name.casefold())
    return name
