"""What a teacher reads: one table of all grades, and a page for each student.

What a student's code said is quoted: nothing in it becomes a formula of a spreadsheet or a part of
a page.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator

from bpe_course.grading.batch import Report
from bpe_course.grading.grades import Grade

COLUMNS = ("student", "notebook", "exercise", "state", "points", "misconception", "message", "file")
SIGNS = {
    "passed": "✓",
    "failed": "✗",
    "error": "✗",
    "not attempted": "–",
    "missing": "–",
    "not graded": "?",
}


def to_csv(reports: Iterable[Report]) -> str:
    """Return the table: a row for each exercise, or one for a submission without any grade."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    for report in reports:
        for row in rows(report):
            writer.writerow([plain(text) for text in row])
    return table.getvalue()


def rows(report: Report) -> Iterator[tuple[str, ...]]:
    """Yield the rows of one submission."""
    student, path = report.submission.student, str(report.submission.path)
    if report.problem:
        yield student, report.notebook, "", "not graded", "0", "", report.problem, path
    for grade in report.grades:
        points = str(int(grade.state == "passed"))
        said = grade.misconception, grade.message
        yield student, report.notebook, grade.exercise, grade.state, points, *said, path


def plain(text: str) -> str:
    r"""Return text that a spreadsheet takes for text, in one line.

    >>> plain("=1+1"), plain("one\ntwo")
    ("'=1+1", 'one two')
    """
    line = " ".join(text.split())
    return f"'{line}" if line[:1] in ("=", "+", "-", "@") else line


def to_markdown(student: str, reports: Iterable[Report]) -> str:
    """Return one student's page: for each notebook what passed, then what did not, and why."""
    parts = [f"# {inline(student)}"]
    for report in reports:
        parts.append(f"## {inline(report.notebook or report.submission.path.name)}")
        if report.problem:
            parts.append(f"Not graded: {inline(report.problem)}")
        else:
            parts.append(f"{report.passed} of {len(report.grades)} exercises passed.")
            parts.append(summary(report.grades))
            parts += [explained(grade) for grade in report.grades if grade.state != "passed"]
    return "\n\n".join(parts) + "\n"


def summary(grades: Iterable[Grade]) -> str:
    """Return a table of the exercises and their states."""
    lines = [f"| {SIGNS[each.state]} | `{each.exercise}` | {each.state} |" for each in grades]
    return "\n".join(["| | exercise | |", "|---|---|---|", *lines])


def explained(grade: Grade) -> str:
    """Return what is to be said of an exercise that did not pass, quoted."""
    title = f"### `{grade.exercise}`: {inline(grade.misconception or grade.state)}"
    widest = max((len(name) for name, _ in grade.details), default=0)
    found = "\n".join(f"{name:<{widest}}  {' '.join(text.split())}" for name, text in grade.details)
    said = inline(grade.message)
    return f"{title}\n\n{said}" + (f"\n\n{quoted(found)}" if found else "")


def inline(text: str) -> str:
    r"""Return text of which Markdown and HTML make nothing.

    >>> print(inline("a <b> *c*"))
    a &lt;b&gt; \*c\*
    """
    line = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|#~$])", r"\\\1", line)


def quoted(text: str) -> str:
    """Return text as a block of code, with a fence longer than any inside."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"
