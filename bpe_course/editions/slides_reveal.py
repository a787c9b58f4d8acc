"""reveal.js, which turns the pages: read from the installed package that carries it.

The package is sphinx-revealjs. Nothing of it is imported; the files are found and written into each
lecture, so that a lecture is one file that asks no host for anything.
"""

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

PACKAGE = "sphinx-revealjs"
FOLDER = "sphinx_revealjs/_static/revealjs"
STYLE, LICENSE = "dist/reveal.css", "LICENSE"
SCRIPTS = ("dist/reveal.js", "plugin/notes/notes.js")

# Inside a <script>, HTML looks for these; in JavaScript they stand in strings and patterns only,
# where the escape means the same.
HTML_IN_SCRIPT = re.compile(r"<(?=!--|/?script)", re.IGNORECASE)


def reveal_file(name: str) -> str:
    """Return the text of one of reveal.js's files.

    Raises `ImportError` if the package is not installed or holds no such file.
    """
    try:
        path = Path(str(distribution(PACKAGE).locate_file(f"{FOLDER}/{name}")))
        return path.read_text(encoding="utf-8")
    except (PackageNotFoundError, FileNotFoundError):
        raise ImportError(
            f"slides need reveal.js ({name}), which the package {PACKAGE} carries: "
            "pip install 'bpe-course[slides]'"
        ) from None


def reveal_style() -> str:
    """Return reveal.js's style sheet, without a theme."""
    return reveal_file(STYLE)


def reveal_scripts() -> str:
    """Return reveal.js and the speaker's view as one script that may stand inside HTML."""
    return ";\n".join(script_in_html(reveal_file(name)) for name in SCRIPTS)


def script_in_html(script: str) -> str:
    r"""Return JavaScript that HTML does not take for the end of the script, or for a comment.

    >>> script_in_html('write("<script></script><!-- -->")')
    'write("\\x3Cscript>\\x3C/script>\\x3C!-- -->")'
    """
    return HTML_IN_SCRIPT.sub(r"\\x3C", script)


def reveal_license() -> str:
    """Return the license under which reveal.js is passed on, as an HTML comment."""
    return f"<!--\nreveal.js\n\n{reveal_file(LICENSE).strip()}\n-->"
