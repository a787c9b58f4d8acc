"""What must hold of every notebook and nbval does not see.

A guard takes a notebook and yields complaints, each naming its cell. It reads the stored notebook
only: nothing is executed here.
"""

import base64
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from statistics import median

from notebook_reading import (
    Notebook,
    alternative_texts,
    cells,
    lines,
    markdown,
    outputs,
    prose,
    prose_with_images,
    shown,
    tags,
    texts,
    words,
)
from PIL import Image, UnidentifiedImageError

MOST_LINES = 20  # of one code cell, blank lines not counted
MEDIAN_LINES = 3  # of a notebook's code cells, blank lines not counted
PROSE_PER_CODE = 2  # words

# Folders of somebody's machine. What stands before tells them from addresses and base64.
MACHINE_PATH = re.compile(
    r"(?<![\w.:/+~-])(?:~?/(?:home|root|Users|tmp|work|private/var)/[\w.-]+|[A-Z]:\\+Users\\+\w+)"
)
QUOTED = re.compile(r"“[^”]*”|‘[^’]*’(?!\w)|\"[^\"\n]*\"")
MARKDOWN_IMAGE = re.compile(r"!\[([^\]]*)\]")
STRIPPED_BY_JUPYTERLAB = re.compile(r"<\s*(style|script|svg)\b", re.IGNORECASE)
INLINE_IMAGE = re.compile(r"data:image/(?:png|jpeg);base64,([A-Za-z0-9+/=]*)")
BARE_OBJECT = re.compile(r"<[^<>]* object(?: at 0x[0-9a-f]+)?>")
ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")
CELL_COMMENT = re.compile(r"<!--\s*id=")
NBVAL_COMMENT = re.compile(r"^\s*#\s*(?:NBVAL|PYTEST_VALIDATE)_\w+", re.MULTILINE)

Guard = Callable[[Notebook], Iterable[str]]


# Execution


def executed_in_order(notebook: Notebook) -> Iterator[str]:
    """Every code cell was executed, the first as 1, each next one higher."""
    for count, (where, cell) in enumerate(cells(notebook, "code"), start=1):
        if not cell["source"].strip():
            yield f"{where} is empty"
        elif cell["execution_count"] != count:
            yield f"{where} has execution count {cell['execution_count']}, expected {count}"


def errors_are_announced(notebook: Notebook) -> Iterator[str]:
    """A cell ends in an error if, and only if, it is tagged `raises-exception`."""
    for where, cell in cells(notebook, "code"):
        raised = [output["ename"] for output in cell["outputs"] if output["output_type"] == "error"]
        tagged = "raises-exception" in tags(cell)
        if raised and not tagged:
            yield f"{where} ends in {raised[0]} without the tag raises-exception"
        if tagged and not raised:
            yield f"{where} is tagged raises-exception and raised nothing"


def nothing_hides_from_nbval(notebook: Notebook) -> Iterator[str]:
    """No cell is skipped, and ignoring an output is said by a tag, never by a comment."""
    for where, cell in cells(notebook, "code"):
        if "nbval-skip" in tags(cell):
            yield f"{where} is tagged nbval-skip: a lesson's cell is always run"
        if NBVAL_COMMENT.search(cell["source"]):
            yield f"{where} speaks to nbval in a comment the reader sees; use a tag"


def no_addresses(notebook: Notebook) -> Iterator[str]:
    """No output shows a memory address, which is another on the next run."""
    for where, output in outputs(notebook):
        if any(ADDRESS.search(text) for text in texts(output)):
            yield f"{where} shows a memory address; give the object a __repr__"


# Images and rich outputs


def images_have_content(notebook: Notebook) -> Iterator[str]:
    """Images decode, and show more than one color."""
    for where, data in images(notebook):
        try:
            image = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGBA")
        except (UnidentifiedImageError, OSError, ValueError) as error:
            yield f"{where} shows an image that does not decode: {error}"
            continue
        if image.getcolors(maxcolors=1):
            yield f"{where} shows a blank image"


def images(notebook: Notebook) -> Iterator[tuple[str, str]]:
    """Every image in an output, in base64: by itself, or inside HTML."""
    for kind in ("image/png", "image/jpeg"):
        yield from shown(notebook, kind)
    for where, source in shown(notebook, "text/html"):
        for data in INLINE_IMAGE.findall(source):
            yield where, data


def images_have_alternative_text(notebook: Notebook) -> Iterator[str]:
    """Every image says in words what it shows."""
    for where, output in outputs(notebook):
        for kind in ("image/png", "image/jpeg"):
            alt = output.get("metadata", {}).get(kind, {}).get("alt", "")
            if kind in output.get("data", {}) and not alt.strip():
                yield f"{where} shows an image without metadata {{'{kind}': {{'alt': ...}}}}"
    for where, source in [*shown(notebook, "text/html"), *markdown(notebook)]:
        if any(not alt.strip() for alt in alternative_texts(source)):
            yield f"{where} holds an <img> without alternative text"
    for where, source in markdown(notebook):
        if any(not alt.strip() for alt in MARKDOWN_IMAGE.findall(prose_with_images(source))):
            yield f"{where} holds a Markdown image without alternative text"


def shown_untrusted(notebook: Notebook) -> Iterator[str]:
    """Nothing is shown in a way that JupyterLab drops from a notebook it does not trust."""
    for where, source in shown(notebook, "text/html"):
        for tag in sorted({found.lower() for found in STRIPPED_BY_JUPYTERLAB.findall(source)}):
            yield f"{where} shows a <{tag}>, which JupyterLab strips from an untrusted notebook"
    for where, output in outputs(notebook):
        data = output.get("data", {})
        if "application/javascript" in data:
            yield f"{where} shows JavaScript, which JupyterLab does not run untrusted"
        if "image/svg+xml" in data and "image/png" not in data:
            yield f"{where} shows an SVG image alone; JupyterLab needs a PNG when untrusted"


def rich_outputs_have_words(notebook: Notebook) -> Iterator[str]:
    """What is shown as HTML reads as plain text too."""
    for where, output in outputs(notebook):
        data = output.get("data", {})
        if "text/html" not in data:
            continue
        plain = data.get("text/plain", "").strip()
        if not plain or BARE_OBJECT.fullmatch(plain):
            yield f"{where} shows HTML whose plain text is {plain!r}; give it a readable __repr__"


# The lesson's form


def code_cells_are_short(notebook: Notebook) -> Iterator[str]:
    """No code cell has more than twenty lines that are not blank."""
    for where, cell in cells(notebook, "code"):
        if lines(cell) > MOST_LINES:
            yield f"{where} has {lines(cell)} lines, at most {MOST_LINES} are allowed"


def most_code_cells_are_tiny(notebook: Notebook) -> Iterator[str]:
    """Half of the code cells have three lines or fewer, blank ones not counted."""
    sizes = [lines(cell) for _, cell in cells(notebook, "code")]
    if sizes and median(sizes) > MEDIAN_LINES:
        yield f"the median code cell has {median(sizes)} lines, at most {MEDIAN_LINES} are allowed"


def prose_comes_first(notebook: Notebook) -> Iterator[str]:
    """A notebook begins with Markdown."""
    first = next(cells(notebook), None)
    if first is None:
        yield "the notebook has no cells"
    elif first[1]["cell_type"] != "markdown":
        yield f"{first[0]} begins the notebook, which should open with Markdown"


def prose_outweighs_code(notebook: Notebook) -> Iterator[str]:
    """There are at least two words of prose to a word of code."""
    said = sum(words(prose(cell["source"])) for _, cell in cells(notebook, "markdown"))
    coded = sum(words(cell["source"]) for _, cell in cells(notebook, "code"))
    if said < PROSE_PER_CODE * coded:
        yield f"{said} words of prose for {coded} of code, at least {PROSE_PER_CODE} to 1 is asked"


def prose_is_calm(notebook: Notebook) -> Iterator[str]:
    """Prose holds no “simply” and no exclamation mark, except in quoted matter."""
    for where, cell in cells(notebook, "markdown"):
        text = QUOTED.sub(" ", prose(cell["source"]))
        if re.search(r"\bsimply\b", text, re.IGNORECASE):
            yield f"{where} says “simply”"
        for found in re.findall(r"\S*!(?!=)", text):
            yield f"{where} holds an exclamation mark: {found!r}"


def sources_are_clean(notebook: Notebook) -> Iterator[str]:
    """No line ends in white space, no cell begins or ends with an empty line."""
    for where, cell in cells(notebook):
        if re.search(r"[ \t]+$", cell["source"], re.MULTILINE):
            yield f"{where} has white space at the end of a line"
        if cell["source"] != cell["source"].strip("\n"):
            yield f"{where} begins or ends with an empty line"


def cells_are_cut_apart(notebook: Notebook) -> Iterator[str]:
    """No source holds a comment that names a cell: from there on, it is a cell of its own."""
    for where, cell in cells(notebook):
        if CELL_COMMENT.search(cell["source"]):
            yield f"{where} holds a comment with a cell's id; begin a new cell there"


def names_no_machine(notebook: Notebook) -> Iterator[str]:
    """Neither source nor output names a folder of somebody's machine."""
    for where, cell in cells(notebook):
        found = MACHINE_PATH.findall(cell["source"])
        for output in cell.get("outputs", []):
            found += [path for text in texts(output) for path in MACHINE_PATH.findall(text)]
        for path in sorted(set(found)):
            yield f"{where} names a folder of a machine: {path}"


# The file


def ids_are_unique(notebook: Notebook) -> Iterator[str]:
    """Every cell has an id of its own."""
    counts = Counter(cell.get("id") for cell in notebook["cells"])
    for where, cell in cells(notebook):
        if not cell.get("id"):
            yield f"{where} has no id"
        elif counts[cell["id"]] > 1:
            yield f"{where} shares its id with another cell"


def carries_no_state(notebook: Notebook) -> Iterator[str]:
    """No widget state, no execution times, no Python version: `make notebooks` removes them."""
    if "widgets" in notebook["metadata"]:
        yield "the notebook stores widget state; run make notebooks"
    if "version" in notebook["metadata"].get("language_info", {}):
        yield "the notebook names its Python's version; run make notebooks"
    for where, cell in cells(notebook):
        if "execution" in cell["metadata"]:
            yield f"{where} stores execution times; run make notebooks"
    for where, _ in shown(notebook, "application/vnd.jupyter.widget-view+json"):
        yield f"{where} stores a widget's view, dead without a kernel; run make notebooks"


GUARDS: tuple[Guard, ...] = (
    executed_in_order,
    errors_are_announced,
    nothing_hides_from_nbval,
    no_addresses,
    images_have_content,
    images_have_alternative_text,
    shown_untrusted,
    rich_outputs_have_words,
    code_cells_are_short,
    most_code_cells_are_tiny,
    prose_comes_first,
    prose_outweighs_code,
    prose_is_calm,
    sources_are_clean,
    cells_are_cut_apart,
    names_no_machine,
    ids_are_unique,
    carries_no_state,
)
