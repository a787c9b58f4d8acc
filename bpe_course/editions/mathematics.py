"""Mathematics in prose as pictures, so that a page needs no script and no other host to show it."""

import base64
import io
import re
from html import escape

# Code comes first: a dollar sign inside it is a dollar sign.
PIECES = re.compile(
    r"(?P<code>^(?:```|~~~).*?^(?:```|~~~)|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|\$\$(?P<display>.+?)\$\$"
    r"|(?<![\\$\w])\$(?P<inline>[^\s$](?:[^$\n]*[^\s$\\])?)\$(?![\d$])",
    re.MULTILINE | re.DOTALL,
)
METADATA = re.compile(rb"<metadata>.*?</metadata>", re.DOTALL)  # the date among it
POINTS = 11  # the size of the letters


def draw_mathematics(markdown: str) -> str:
    """Return the Markdown with each formula replaced by its picture; code is left alone.

    >>> draw_mathematics("It costs `$5` or `$6`.")
    'It costs `$5` or `$6`.'
    >>> draw_mathematics("So $n + 1$ it is.").startswith('So <img alt="n + 1" class="math"')
    True
    """
    return PIECES.sub(drawn_piece, markdown)


def drawn_piece(found: re.Match[str]) -> str:
    """Return what stands for one match: code as it is, a formula as its picture."""
    if found["code"]:
        return found["code"]
    formula = " ".join((found["display"] or found["inline"]).split())
    image = picture(formula)
    return f'<div class="display">{image}</div>' if found["display"] else image


def picture(formula: str) -> str:
    r"""Return an HTML image of a TeX formula whose alternative text is the formula.

    A formula that Matplotlib cannot set comes back as code: readable, if less pretty.

    >>> picture(r"\nonsense{")
    '<code>\\nonsense{</code>'
    """
    import matplotlib as mpl
    from matplotlib.mathtext import math_to_image

    drawn = io.BytesIO()
    try:
        # The salt makes the same file each time; outlines of letters need no font to be there.
        with mpl.rc_context({"svg.hashsalt": formula, "svg.fonttype": "path", "font.size": POINTS}):
            depth = math_to_image(f"${formula}$", drawn, format="svg")
    except ValueError:
        return f"<code>{escape(formula)}</code>"
    undated = METADATA.sub(b"", drawn.getvalue())
    data = base64.b64encode(undated).decode("ascii")
    return (
        f'<img alt="{escape(formula)}" class="math" style="vertical-align:-{depth:.1f}pt" '
        f'src="data:image/svg+xml;base64,{data}">'
    )
