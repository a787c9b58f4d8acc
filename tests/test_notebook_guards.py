"""Each guard passes a good notebook and names the cell of a bad one."""

import base64
import io
from typing import Any

import notebook_guards as guards
import pytest
from notebook_guards import GUARDS, Guard
from notebook_reading import Cell, Notebook, prose, words
from PIL import Image


def markdown_cell(source: str, cell_id: str = "m") -> Cell:
    """A Markdown cell."""
    return {"cell_type": "markdown", "id": cell_id, "metadata": {}, "source": source}


def code_cell(source: str = "f(x)", count: int = 1, *outputs: Any, **metadata: Any) -> Cell:
    """An executed code cell."""
    return {
        "cell_type": "code",
        "id": f"c{count}",
        "metadata": metadata,
        "execution_count": count,
        "source": source,
        "outputs": list(outputs),
    }


def shows(metadata: dict[str, Any] | None = None, **data: str) -> dict[str, Any]:
    """A display of data; `text_html` stands for `text/html`."""
    kinds = {kind.replace("_", "/", 1): value for kind, value in data.items()}
    return {"output_type": "display_data", "data": kinds, "metadata": metadata or {}}


def picture(*colors: str) -> str:
    """A PNG as notebooks store it, one pixel of each color in a row."""
    image = Image.new("RGB", (len(colors), 1))
    for x, color in enumerate(colors):
        image.paste(color, (x, 0, x + 1, 1))
    file = io.BytesIO()
    image.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


def prints(text: str) -> dict[str, Any]:
    """A printed line."""
    return {"output_type": "stream", "name": "stdout", "text": text}


def lesson(*cells: Cell) -> Notebook:
    """A notebook of these cells."""
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


OPENING = markdown_cell("# Pairs\n\nA pair is two tokens side by side. How many are in `aaa!`?")
RAISED = {"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": ["no"]}
DRAWING = {"image/png": {"alt": "Two pixels"}}

GOOD = lesson(
    OPENING,
    code_cell("count('aaa')", 1, prints("2")),
    code_cell("count(None)", 2, RAISED, tags=["raises-exception"]),
    code_cell("draw()", 3, shows(DRAWING, image_png=picture("red", "blue"))),
    code_cell("strip()", 4, shows(text_html="<b>lo</b>w", text_plain="lo|w")),
    markdown_cell('Say “wow!” or "ha!", $n!$ ways; see ![two pixels](a.png), `!=`.', "m2"),
)


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
def test_a_good_lesson_passes(guard: Guard) -> None:
    """No guard complains of a lesson that keeps the rules."""
    assert list(guard(GOOD)) == []


HTML = "<p>a</p>"
BAD = {
    "not executed": (guards.executed_in_order, code_cell(count=0), "count 0, expected 1"),
    "executed out of order": (guards.executed_in_order, code_cell(count=2), "count 2, expected 1"),
    "empty code": (guards.executed_in_order, code_cell("\n"), "is empty"),
    "error without its tag": (
        guards.errors_are_announced,
        code_cell("1 / 0", 1, RAISED),
        "ends in ValueError without the tag",
    ),
    "tag without an error": (
        guards.errors_are_announced,
        code_cell(tags=["raises-exception"]),
        "raised nothing",
    ),
    "skipped by tag": (
        guards.nothing_hides_from_nbval,
        code_cell(tags=["nbval-skip"]),
        "always run",
    ),
    "ignored by comment": (
        guards.nothing_hides_from_nbval,
        code_cell("# NBVAL_IGNORE_OUTPUT\nf(x)"),
        "in a comment",
    ),
    "address in a value": (
        guards.no_addresses,
        code_cell("f", 1, shows(text_plain="<function f at 0x7f3a2c>")),
        "memory address",
    ),
    "address in print": (
        guards.no_addresses,
        code_cell("print(f)", 1, prints("<object at 0x7f3a2c>")),
        "memory address",
    ),
    "image cut short": (
        guards.images_have_content,
        code_cell("draw()", 1, shows(image_png=picture("red", "blue")[:40])),
        "does not decode",
    ),
    "not an image": (
        guards.images_have_content,
        code_cell("draw()", 1, shows(image_png="AAAA")),
        "does not decode",
    ),
    "blank image": (
        guards.images_have_content,
        code_cell("draw()", 1, shows(image_png=picture("white", "white"))),
        "blank image",
    ),
    "blank image inside HTML": (
        guards.images_have_content,
        code_cell(
            "f(x)", 1, shows(text_html=f"<img src='data:image/png;base64,{picture('white')}'>")
        ),
        "blank image",
    ),
    "image without words": (
        guards.images_have_alternative_text,
        code_cell("draw()", 1, shows(image_png=picture("red"))),
        "shows an image without",
    ),
    "image with empty words": (
        guards.images_have_alternative_text,
        code_cell("draw()", 1, shows({"image/png": {"alt": " "}}, image_png=picture("red"))),
        "shows an image without",
    ),
    "img without words in an output": (
        guards.images_have_alternative_text,
        code_cell("f(x)", 1, shows(text_html="<img src='a.png' alt=''>")),
        "<img> without",
    ),
    "img without words in prose": (
        guards.images_have_alternative_text,
        markdown_cell("See <img src='a.png'/>."),
        "<img> without",
    ),
    "Markdown image without words": (
        guards.images_have_alternative_text,
        markdown_cell("See ![ ](a.png)."),
        "Markdown image without",
    ),
    "style": (
        guards.shown_untrusted,
        code_cell("f(x)", 1, shows(text_html=f"<style>p {{}}</style>{HTML}")),
        "<style>, which JupyterLab strips",
    ),
    "script": (
        guards.shown_untrusted,
        code_cell("f(x)", 1, shows(text_html="<SCRIPT>1</SCRIPT>")),
        "<script>, which JupyterLab strips",
    ),
    "inline svg": (
        guards.shown_untrusted,
        code_cell("f(x)", 1, shows(text_html="<div><svg></svg></div>")),
        "<svg>, which JupyterLab strips",
    ),
    "svg image": (
        guards.shown_untrusted,
        code_cell("f(x)", 1, {**shows(), "data": {"image/svg+xml": "<svg/>"}}),
        "an SVG image alone",
    ),
    "JavaScript": (
        guards.shown_untrusted,
        code_cell("f(x)", 1, shows(application_javascript="1")),
        "does not run untrusted",
    ),
    "HTML without plain text": (
        guards.rich_outputs_have_words,
        code_cell("f(x)", 1, shows(text_html=HTML)),
        "plain text is ''",
    ),
    "HTML with a bare object": (
        guards.rich_outputs_have_words,
        code_cell("f(x)", 1, shows(text_html=HTML, text_plain="<a.Strip object at 0x7f3a2c>")),
        "readable __repr__",
    ),
    "HTML made by IPython": (
        guards.rich_outputs_have_words,
        code_cell(
            "f(x)", 1, shows(text_html=HTML, text_plain="<IPython.core.display.HTML object>")
        ),
        "readable __repr__",
    ),
    "long cell": (
        guards.code_cells_are_short,
        code_cell("f(x)\n\n" * 21),
        "has 21 lines, at most 20",
    ),
    "every cell long": (
        guards.most_code_cells_are_tiny,
        code_cell("f(x)\n" * 4),
        "median code cell has 4 lines",
    ),
    "more code than prose": (
        guards.prose_outweighs_code,
        code_cell("x " * 20),
        "for 20 of code",
    ),
    "simply": (guards.prose_is_calm, markdown_cell("It is Simply so."), "simply"),
    "exclamation": (guards.prose_is_calm, markdown_cell("It works!"), "'works!'"),
    "exclamation after code": (guards.prose_is_calm, markdown_cell("See `a`!"), "'!'"),
    "white space in code": (guards.sources_are_clean, code_cell("f(x) "), "end of a line"),
    "white space in prose": (guards.sources_are_clean, markdown_cell("One  \ntwo"), "end of a"),
    "empty last line": (guards.sources_are_clean, code_cell("f(x)\n"), "an empty line"),
    "two cells in one": (
        guards.cells_are_cut_apart,
        markdown_cell("The lesson.\n\n<!-- id=exercise-a tags=exercise -->\n### Exercise"),
        "a comment with a cell's id",
    ),
    "path in a source": (
        guards.names_no_machine,
        code_cell(f"open('{'/home'}/ada/text')"),
        "home/ada",
    ),
    "path in a traceback": (
        guards.names_no_machine,
        code_cell("f(x)", 1, {**RAISED, "traceback": [f"File {'/tmp'}/a.py"]}),
        "tmp/a.py",
    ),
    "path in prose": (
        guards.names_no_machine,
        markdown_cell(r"It is in C:\Users\ada."),
        r"C:\Users\ada",
    ),
    "id repeated": (guards.ids_are_unique, OPENING, "shares its id"),
    "id missing": (guards.ids_are_unique, {**code_cell(), "id": ""}, "has no id"),
    "times": (guards.carries_no_state, code_cell(execution={"idle": "now"}), "execution times"),
    "widget view": (
        guards.carries_no_state,
        code_cell("f(x)", 1, {**shows(), "data": {"application/vnd.jupyter.widget-view+json": {}}}),
        "widget's view",
    ),
}


@pytest.mark.parametrize(("guard", "cell", "complaint"), BAD.values(), ids=BAD.keys())
def test_a_bad_cell_is_named(guard: Guard, cell: Cell, complaint: str) -> None:
    """The guard complains, and says which cell and what of it."""
    complaints = list(guard(lesson(OPENING, cell)))
    assert complaints, f"{guard.__name__} passed {cell}"
    assert complaint in complaints[-1]
    if guard not in (guards.most_code_cells_are_tiny, guards.prose_outweighs_code):
        assert complaints[-1].startswith(f"cell 2 ({cell['cell_type']}, id {cell['id']}")


@pytest.mark.parametrize(
    ("notebook", "complaint"),
    [
        (lesson(), "has no cells"),
        (lesson(code_cell(), OPENING), "cell 1 (code, id c1, 'f(x)') begins the notebook"),
    ],
    ids=["empty", "code first"],
)
def test_a_notebook_that_does_not_open_with_prose_is_named(
    notebook: Notebook, complaint: str
) -> None:
    """A notebook without cells and one that opens with code are complained of."""
    assert any(complaint in said for said in guards.prose_comes_first(notebook))


def test_state_of_the_whole_notebook_is_named() -> None:
    """Widget state and the Python version are found in the notebook's metadata."""
    stateful = {"widgets": {}, "language_info": {"version": "3.11.7"}}
    complaints = list(guards.carries_no_state({**lesson(OPENING), "metadata": stateful}))
    assert [said.partition(";")[0] for said in complaints] == [
        "the notebook stores widget state",
        "the notebook names its Python's version",
    ]


def test_every_guard_is_shown_to_fail() -> None:
    """No guard is listed that has not failed a bad notebook here."""
    failed = {guard for guard, _, _ in BAD.values()} | {guards.prose_comes_first}
    assert failed == set(GUARDS)


def test_addresses_of_sites_and_base64_are_not_machine_paths() -> None:
    """A web address and the text of an image may hold what looks like a folder."""
    plain = markdown_cell("See https://example.org/home/ada and a/tmp/b and QUJD/root/RA==.", "m2")
    assert list(guards.names_no_machine(lesson(OPENING, plain))) == []


def test_prose_leaves_out_code_in_fences() -> None:
    """Fenced code counts neither as prose nor as exclamation."""
    assert words(prose("Two words\n```python\nthree more! words\n```\n")) == 2
