"""The `bpe-course` command: train and use tokenizers, look at tokens, prepare and grade a class.

Each command is a few lines that read, call the package and print; nothing is computed here. What
the package refuses is shown as one message, with exit code 2.
"""

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from bpe_course.cli import building, examining, grading, training, using, viewing

app = typer.Typer(
    name="bpe-course",
    help="Train, use and look at the tokenizers of GPT models.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("train")(training.train)
app.command("encode")(using.encode)
app.command("decode")(using.decode)
app.command("show")(viewing.show)
app.command("compare")(viewing.compare)
app.command("build")(building.build)
app.command("grade")(grading.grade)
app.command("doctor")(examining.doctor)


def main() -> None:
    """Run the command; text that the terminal has no character for is escaped, not an error."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    app()


def show_version(wanted: bool) -> None:
    """Print the versions of the package and of Python, and end."""
    if wanted:
        typer.echo(f"bpe-course {installed_version()} (Python {platform.python_version()})")
        raise typer.Exit


def installed_version() -> str:
    """Return the version of the package as it is installed."""
    try:
        return version("bpe-course")
    except PackageNotFoundError:
        return "from a folder, not installed"


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Train, use and look at the tokenizers of GPT models."""
