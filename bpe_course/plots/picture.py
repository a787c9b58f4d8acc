"""A figure as an image that says what it shows.

JupyterLab gives an `image/png` output no alternative text, so a picture is an HTML image that
carries it. The text form of a picture is its alternative text.
"""

import base64
import io
import struct
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CSS_PIXELS_PER_INCH = 96
SHARPNESS = 2  # image pixels for one CSS pixel


@dataclass(frozen=True)
class Picture:
    """A drawn figure: the PNG, its alternative text, and the figure for whoever wants to look in.

    Raises `ValueError` if the alternative text is empty.
    """

    figure: "Figure"
    alt: str

    def __post_init__(self) -> None:
        if not self.alt.strip():
            raise ValueError("a picture needs an alternative text: say in words what it shows")

    def png(self) -> bytes:
        """Return the image, the same bytes each time."""
        buffer = io.BytesIO()
        # Without its version, matplotlib writes nothing into the file that changes with time.
        self.figure.savefig(
            buffer, format="png", dpi=CSS_PIXELS_PER_INCH * SHARPNESS, metadata={"Software": None}
        )
        return buffer.getvalue()

    def _repr_html_(self) -> str:
        png = self.png()
        width, _ = size_of(png)
        data = base64.b64encode(png).decode("ascii")
        style = "max-width:100%;height:auto;background:white"
        return (
            f'<img alt="{escape(self.alt)}" width="{width // SHARPNESS}" style="{style}" '
            f'src="data:image/png;base64,{data}">'
        )

    def __repr__(self) -> str:
        return self.alt


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG in its own pixels.

    Source: the PNG specification, section 11.2.2, "IHDR Image header".
    """
    width, height = struct.unpack(">II", png[16:24])
    return width, height
