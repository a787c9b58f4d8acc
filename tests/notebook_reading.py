"""Reading a stored notebook: its cells, outputs, prose and images, each with its cell's name."""

import html.parser
import re
from collections.abc import Iterator
from typing import Any

CODE_FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
# Not prose: code, math, HTML, an image's mark, the bracket of a callout.
NOT_PROSE = re.compile(
    r"(`+)(?!`).+?(?<!`)\1(?!`)|\$\$.+?\$\$|\$[^$\n]+\$|<!--.*?-->|<[a-zA-Z/][^>]*>|!(?=\[)|\[!\w+\]",
    re.DOTALL,
)

Notebook = dict[str, Any]
Cell = dict[str, Any]


def name(number: int, cell: Cell) -> str:
    """How a complaint names a cell: its place, its id, its first words."""
    first = cell["source"].strip().split("\n")[0][:50]
    return f"cell {number} ({cell['cell_type']}, id {cell.get('id')}, {first!r})"


def cells(notebook: Notebook, *kinds: str) -> Iterator[tuple[str, Cell]]:
    """The cells of these kinds (all if none is given), each with its name."""
    for number, cell in enumerate(notebook["cells"], start=1):
        if not kinds or cell["cell_type"] in kinds:
            yield name(number, cell), cell


def tags(cell: Cell) -> list[str]:
    """The cell's tags."""
    return list(cell["metadata"].get("tags", []))


def outputs(notebook: Notebook) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every output, with its cell's name."""
    for where, cell in cells(notebook, "code"):
        for output in cell["outputs"]:
            yield where, output


def shown(notebook: Notebook, kind: str) -> Iterator[tuple[str, str]]:
    """The data of one MIME type in the outputs, with its cell's name."""
    for where, output in outputs(notebook):
        if kind in output.get("data", {}):
            yield where, output["data"][kind]


def texts(output: dict[str, Any]) -> Iterator[str]:
    """What of an output is text: streams, messages, tracebacks, all data but images."""
    yield from (output[key] for key in ("text", "evalue") if key in output)
    yield from output.get("traceback", [])
    for kind, data in output.get("data", {}).items():
        if isinstance(data, str) and kind not in ("image/png", "image/jpeg"):
            yield data


def lines(cell: Cell) -> int:
    """The cell's lines, blank ones not counted."""
    return sum(1 for line in cell["source"].splitlines() if line.strip())


def prose(markdown: str) -> str:
    """Markdown without its code, math, HTML and image marks.

    >>> prose("Run `a!` now: $n!$ ways.")
    'Run   now:   ways.'
    """
    return NOT_PROSE.sub(" ", CODE_FENCE.sub(" ", markdown))


def words(text: str) -> int:
    """How many pieces between white space hold a letter or a digit.

    >>> words("count_pairs(ids) == {}  # three")
    2
    """
    return sum(1 for piece in text.split() if re.search(r"\w", piece))


def markdown(notebook: Notebook) -> Iterator[tuple[str, str]]:
    """The sources of Markdown cells, fenced code removed, with their names."""
    for where, cell in cells(notebook, "markdown"):
        yield where, CODE_FENCE.sub("", cell["source"])


def prose_with_images(source: str) -> str:
    """Markdown without inline code, in which an image's mark is only talked about."""
    return re.sub(r"`[^`]*`", "", source)


class ImageTags(html.parser.HTMLParser):
    """Collects the alternative text of every `<img>`; empty where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an image."""
        if tag == "img":
            self.found.append(dict(attrs).get("alt") or "")


def alternative_texts(source: str) -> list[str]:
    """The alternative text of every `<img>` in the HTML.

    >>> alternative_texts('<img src="a" alt="A tree"><img src="b">')
    ['A tree', '']
    """
    parser = ImageTags()
    parser.feed(source)
    return parser.found
