"""Errors as a reader wants them: one message, exit code 2, no traceback."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import NoReturn, ParamSpec

import typer

P = ParamSpec("P")


def readable_errors(command: Callable[P, None]) -> Callable[P, None]:
    """Show what the package refuses as a message; end quietly when nobody reads the output."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except BrokenPipeError:
            discard_output()
            raise typer.Exit(1) from None
        except (ValueError, TypeError, OSError, ImportError) as error:
            fail(str(error))

    return run


def fail(message: str) -> NoReturn:
    """Print an error and end with exit code 2."""
    typer.echo(f"bpe-course: {message}", err=True)
    raise typer.Exit(2)


def discard_output() -> None:
    """Send what is still to be written nowhere, so that closing the output raises nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
