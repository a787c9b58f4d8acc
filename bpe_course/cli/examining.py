"""`bpe-course doctor`: what is there, what is missing, and what to do about it."""

import typer

from bpe_course.cli.color import wants_color
from bpe_course.cli.errors import readable_errors
from bpe_course.doctor import Finding, examine

MARKS = {"ok": "ok", "optional": "--", "required": "!!"}
COLORS = {"ok": typer.colors.GREEN, "optional": typer.colors.YELLOW, "required": typer.colors.RED}


@readable_errors
def doctor() -> None:
    """Check this installation; exit code 1 if something required is missing."""
    findings = examine()
    for finding in findings:
        mark = typer.style(MARKS[finding.state], fg=COLORS[finding.state])
        typer.echo(f"{mark}  {describe(finding)}", color=wants_color())
    typer.echo(f"\n{conclude(findings)}")
    if any(finding.state == "required" for finding in findings):
        raise typer.Exit(1)


def describe(finding: Finding) -> str:
    """Return a finding as text: what was looked at, what was found, and the remedy below it.

    >>> print(describe(Finding("Python", "required", "3.9.1", "Install Python 3.11 or newer.")))
    Python: 3.9.1
        Install Python 3.11 or newer.
    """
    remedy = "".join(f"\n      {line}" for line in finding.remedy.splitlines())
    return f"{finding.topic}: {finding.found}{remedy}"


def conclude(findings: list[Finding]) -> str:
    """Return the verdict in one line.

    >>> conclude([Finding("Python", "ok", "3.11.7")])
    'Everything is there.'
    """
    required = sum(finding.state == "required" for finding in findings)
    optional = sum(finding.state == "optional" for finding in findings)
    if not required + optional:
        return "Everything is there."
    if not required:
        return f"All that is required is there; {optional} optional, marked --, missing."
    return f"{required} required, marked !!, and {optional} optional, marked --, missing."
