"""The slides of a lecture: which cells stand on which, and the one file that shows them."""

import re
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from exercise_notebooks import code, notebook, prose

from bpe_course.editions import slides_reveal
from bpe_course.editions.cells import read_notebook
from bpe_course.editions.slides import as_shown, slide_type, slides_of
from bpe_course.editions.slides_page import slides_page
from bpe_course.editions.slides_reveal import reveal_file, script_in_html

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
FEWEST, MOST = 15, 25  # slides of a lecture

each_lecture = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

# What makes a browser ask another host: a source, a style sheet, an address in a style.
REQUEST = re.compile(
    r"<(?:link|iframe)\b(?! rel=\"icon\" href=\"data:)|<script[^>]+src|<img[^>]+src=\"(?!data:)"
    r"|url\((?!['\"]?data:)|@import"
)


def typed(cell, kind):
    """The cell with this slide_type."""
    return {**cell, "metadata": {**cell["metadata"], "slideshow": {"slide_type": kind}}}


MADE_UP = notebook(
    typed(prose("title", "# Last & first"), "slide"),
    typed(prose("about", "Good *morning*."), "notes"),
    typed(prose("section", "## The end of a list"), "slide"),
    typed(code("lesson", "ids = [1, 2, 3]"), "-"),
    typed(code("later", "ids[-1]"), "fragment"),
    typed(prose("explained", "Minus one counts from behind."), "notes"),
    typed(code("answer", "secret = 1", "solution"), "skip"),
    typed(prose("asked", "> **Predict.** What is `ids[-3]`?"), "slide"),
    typed(prose("told", "It is $1$."), "notes"),
    prose("untyped", "Not in the lecture."),
)


def ids_of(cells):
    """The ids of cells."""
    return [cell["id"] for cell in cells]


def test_each_cell_goes_to_its_slide():
    """A slide begins a slide; what goes on, what comes late and the notes belong to it."""
    slides = slides_of(MADE_UP)
    assert [ids_of(slide.shown) for slide in slides] == [
        ["title"],
        ["section", "lesson", "later"],
        ["asked"],
    ]
    assert [slide.late for slide in slides] == [set(), {2}, set()]
    assert [ids_of(slide.notes) for slide in slides] == [["about"], ["explained"], ["told"]]


def test_a_slide_knows_its_kind_and_its_section():
    """The first heading makes a title; a quotation that begins bold is a question."""
    slides = slides_of(MADE_UP)
    assert [slide.kind() for slide in slides] == ["title", "page", "question"]
    assert [slide.section for slide in slides] == ["", "Last & first", "The end of a list"]


def test_a_section_counts_though_its_heading_is_skipped():
    """The small line above a slide names the section in which the notebook has it."""
    cells = [prose("a", "## Hidden\n\nText."), typed(code("b", "1"), "slide")]
    assert slides_of(notebook(*cells))[0].section == "Hidden"


@pytest.mark.parametrize("kind", ["-", "fragment", "notes"])
def test_what_goes_on_needs_a_beginning(kind):
    """The cell is named, and what to do."""
    with pytest.raises(ValueError, match=f"cell 'a' is '{kind}' of a slide, and none has begun"):
        slides_of(notebook(typed(prose("a", "Text."), kind)))


def test_a_notebook_without_slides():
    """It is refused: an empty lecture would look like one that is done."""
    with pytest.raises(ValueError, match="no slides: no cell has the slide_type 'slide'"):
        slides_of(notebook(prose("a", "Text.")))


@pytest.mark.parametrize("kind", ["subslide", "", None, 3])
def test_an_unknown_slide_type(kind):
    """Jupyter knows more types than a lecture of ours has."""
    with pytest.raises(ValueError, match=r"cell 'a' has the slide_type .*: expected one of slide"):
        slide_type(typed(prose("a", "Text."), kind))


@pytest.mark.parametrize("slideshow", [None, [], "slide"])
def test_metadata_of_another_shape_is_none(slideshow):
    """A file from elsewhere may hold anything."""
    assert slide_type({"metadata": {"slideshow": slideshow}}) == "skip"


def test_the_page_shows_what_it_should():
    """Headings, code and questions are on slides, prose in the notes, the rest nowhere."""
    page = slides_page(MADE_UP, "made_up")
    _, title, section, question = page.split('<section class="')
    assert title.startswith("title")
    assert "<title>Last &amp; first</title>" in page
    assert "<em>morning</em>" in title.split('<aside class="notes">')[1]
    text = re.sub(r"<[^>]+>", "", section)
    assert "ids = [1, 2, 3]" in text
    assert text.index("The end of a list") < text.index("ids = ") < text.index("Minus one")
    assert section.count('class="step') == 2
    assert section.count("fragment") == 1
    assert question.startswith("question")
    assert '<p class="where">The end of a list</p>' in question
    assert 'alt="1" class="math"' in question
    assert "secret" not in page
    assert "Not in the lecture" not in page


def test_tags_hide_code_or_output():
    """A figure stands without the code that draws it, a program without what it printed."""
    shown = {}
    for tag in ("slide-output", "slide-input"):
        cell = typed(code("a", "ids = 4", tag), "slide")
        page = slides_page(notebook(cell), "made_up").split("<section")[1]
        shown[tag] = re.sub(r"<[^>]+>", "", page.split("</section>")[0])
    assert "shown" in shown["slide-output"]
    assert "ids" not in shown["slide-output"]
    assert "ids = 4" in shown["slide-input"]
    assert "shown" not in shown["slide-input"]


def test_an_error_is_its_last_line():
    """A traceback fills a slide and says nothing that the speaker does not."""
    error = {"output_type": "error", "ename": "KeyError", "evalue": "258", "traceback": ["a", "b"]}
    cell = {**code("a", "fail()"), "outputs": [error]}
    assert as_shown(cell)["outputs"][0]["traceback"] == ["KeyError: 258"]
    assert cell["outputs"][0]["traceback"] == ["a", "b"]


def test_a_picture_has_a_step_of_its_own_kind():
    """It is marked, so that it gets the room that is left."""
    output = {"output_type": "display_data", "metadata": {}, "data": {"text/html": '<img alt="a">'}}
    cell = typed({**code("a", "plot()"), "outputs": [output]}, "slide")
    assert '<div class="step code figure">' in slides_page(notebook(cell), "made_up")


def test_a_script_inside_html_stays_a_script():
    """Nothing in it ends the element or begins a comment."""
    page = slides_page(MADE_UP, "made_up")
    script = page.split("<script>\n")[1]
    assert script.count("</script>") == 1
    assert "<!--" not in script
    assert script_in_html("a < b && c </ d") == "a < b && c </ d"


def test_reveal_is_named_with_its_license():
    """Who passes the file on passes on under what terms its program stands."""
    page = slides_page(MADE_UP, "made_up")
    assert "Permission is hereby granted, free of charge" in page
    assert "Hakim El Hattab" in page


def test_without_the_package(monkeypatch):
    """The error says what to install."""

    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(slides_reveal, "distribution", missing)
    with pytest.raises(ImportError, match=r"pip install 'bpe-course\[slides\]'"):
        slides_page(MADE_UP, "made_up")


def test_a_file_that_moved():
    """A package that no longer holds the file is told like one that is absent."""
    with pytest.raises(ImportError, match=r"slides need reveal\.js \(dist/nothing\.js\)"):
        reveal_file("dist/nothing.js")


def test_it_asks_no_other_host():
    """No script, no style sheet and no picture of a lecture lies outside it."""
    page = re.sub(r"<script>.*?</script>", "", slides_page(MADE_UP, "made_up"), flags=re.DOTALL)
    assert [page[at.start() : at.end() + 60] for at in REQUEST.finditer(page)] == []


@each_lecture
def test_every_cell_of_a_lecture_is_marked(path):
    """None is left out by forgetting it."""
    cells = read_notebook(path)["cells"]
    assert [cell["id"] for cell in cells if "slideshow" not in cell["metadata"]] == []


@each_lecture
def test_a_lecture_has_its_length(path):
    """Neither a sketch nor a marathon."""
    assert FEWEST <= len(slides_of(read_notebook(path))) <= MOST


@each_lecture
def test_every_slide_has_notes(path):
    """The speaker is never left alone with a slide."""
    slides = slides_of(read_notebook(path))
    assert [ids_of(slide.shown) for slide in slides if not slide.notes] == []
