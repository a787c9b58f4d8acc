"""The hand-out: whole in one file, without solutions, with room to write; and its PDF."""

import re
from pathlib import Path

import pytest
from exercise_notebooks import code, notebook, prose

from bpe_course.editions.browser import find_browser, print_to_pdf
from bpe_course.editions.cells import read_notebook
from bpe_course.editions.handout import LINES_FOR_A_FUNCTION, handout, with_room
from bpe_course.editions.mathematics import draw_mathematics

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
# What makes a browser ask another host: a source, a style sheet, an address in a style.
REQUEST = re.compile(r"<(?:script|link|iframe)\b|\bsrc=[\"'](?!data:)|url\((?!['\"]?data:)|@import")

MADE_UP = notebook(
    prose("title", "# Last & first\n\n> **Predict.** Which\n> one?\n\nThis one: $n - 1$."),
    code("lesson", "ids = [1, 2, 3]"),
    prose("hint", "Count from the end.", "hint"),
    code("answer", "def last(ids):\n    return ids[-1]", "solution"),
    code("check", "check.last(last)", "check"),
    prose("told", "It is minus one.", "solution"),
)


def test_it_holds_the_lesson_and_no_solution():
    """The lesson's code and output stand there; solutions, hints and calls of checks do not."""
    page = handout(MADE_UP, "made_up")
    text = re.sub(r"<[^>]+>", "", page)
    assert "ids = [1, 2, 3]" in text
    assert "shown" in text
    assert "def last(ids):" in text
    for gone in ("ids[-1]", "minus one", "from the end", "check.last"):
        assert gone not in text


def test_there_is_room_to_write():
    """Ruled lines follow a prediction at once, and a stub."""
    page = handout(MADE_UP, "made_up")
    prediction, answer = page.split('<div class="room">')[1:]
    assert prediction.split("</div>")[0].count("<hr") == 2
    assert answer.split("</div>")[0].count("<hr") == LINES_FOR_A_FUNCTION
    assert page.index("Predict.") < page.index('<div class="room">') < page.index("This one")


def test_only_predictions_get_room():
    """Another quotation stays as it is."""
    assert with_room("> A remark.") == "> A remark."


def test_the_title_is_the_first_heading():
    """It is escaped for HTML."""
    assert "<title>Last &amp; first</title>" in handout(MADE_UP, "made_up")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_asks_no_other_host(path):
    """No script, no style sheet and no picture of a page lies outside it."""
    page = handout(read_notebook(path), path.stem)
    assert [page[at.start() : at.end() + 60] for at in REQUEST.finditer(page)] == []
    assert all('alt="' in image for image in re.findall(r"<img[^>]*>", page))


@pytest.mark.parametrize(
    "markdown", ["`$a$`", "```\n$a$\n```", "It costs $5 or $6.", r"\$a\$", "`` ` $a$ ``", "US$ 3"]
)
def test_no_mathematics(markdown):
    """Dollar signs in code, escaped ones and prices are left alone."""
    assert draw_mathematics(markdown) == markdown


def test_mathematics_is_drawn():
    """A formula in a line of its own is centered; its text is the alternative text."""
    drawn = draw_mathematics("$$a \\times b$$ and $\\frac{1}{2}$")
    assert drawn.startswith('<div class="display"><img alt="a \\times b" class="math"')
    assert 'alt="\\frac{1}{2}"' in drawn
    assert drawn == draw_mathematics("$$a \\times b$$ and $\\frac{1}{2}$")


def test_printing(tmp_path):
    """The page becomes a PDF."""
    browser = find_browser()
    if browser is None:
        pytest.skip("no Chromium, Chrome or Edge is installed to print with")
    page = tmp_path / "made up.html"
    page.write_text(handout(MADE_UP, "made_up"), encoding="utf-8")
    print_to_pdf(page, tmp_path / "made up.pdf", browser)
    assert (tmp_path / "made up.pdf").read_bytes().startswith(b"%PDF")


def test_a_browser_that_fails(tmp_path):
    """Its failure is an error that names it."""
    page = tmp_path / "a.html"
    page.write_text("a", encoding="utf-8")
    with pytest.raises(RuntimeError, match=r"false wrote no PDF of a\.html"):
        print_to_pdf(page, tmp_path / "a.pdf", "false")
