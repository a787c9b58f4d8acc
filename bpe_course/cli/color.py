"""Whether to print in color."""

import os
import sys


def wants_color() -> bool:
    """Return whether to color by default: on a terminal, unless NO_COLOR is set to anything.

    The convention is that of no-color.org.
    """
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
