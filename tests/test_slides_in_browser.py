"""Every slide of every lecture, opened in a real browser: it fits, it can be read, it asks nobody.

Without an installed Chromium, Chrome or Edge these tests skip and say so.
"""

import base64
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from exercise_notebooks import code, notebook, prose
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from bpe_course.editions.browser import find_browser, print_to_pdf, sandbox_flags
from bpe_course.editions.cells import read_notebook
from bpe_course.editions.slides_page import slides_page

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
SMALLEST_CODE = 22  # pixels, of 720 that a slide is high
FLAGS = ["--disable-gpu", "--disable-background-networking", *sandbox_flags()]

each_lecture = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
one_lecture = pytest.mark.parametrize("path", NOTEBOOKS[:1], ids=lambda path: path.stem)

# Goes through all slides with every fragment shown; returns a complaint for whatever leaves its
# slide, covers the heading or is cut off, for small code, and for a slide without notes.
FAULTS = """() => {
  const faults = [];
  const scale = Reveal.getScale();
  const inside = (inner, outer) => inner.left > outer.left - 1 && inner.right < outer.right + 1
    && inner.top > outer.top - 1 && inner.bottom < outer.bottom + 1;
  Reveal.getSlides().forEach((slide, number) => {
    const name = (element) => (element.textContent || element.tagName).trim().slice(0, 50);
    const say = (what, element) => faults.push(`slide ${number + 1} ${what}: ${name(element)}`);
    Reveal.slide(number);
    slide.querySelectorAll(".fragment").forEach((each) => each.classList.add("visible"));
    const frame = slide.getBoundingClientRect();
    const window = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
    const head = slide.querySelector("header").getBoundingClientRect();
    if (!inside(frame, window)) say("leaves the window", slide);
    for (const box of [slide, slide.querySelector(".body")]) {
      if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1) {
        say("overflows", box);
      }
    }
    for (const element of slide.querySelectorAll("header *, .body *")) {
      const box = element.getBoundingClientRect();
      if (!box.width || !box.height) continue;
      if (!inside(box, frame)) say("leaves the slide", element);
      if (element.closest(".body") && box.top < head.bottom - 1) say("covers the heading", element);
      if (element.tagName === "PRE") {
        if (element.scrollWidth > element.clientWidth + 1) say("is cut off", element);
        if (parseFloat(getComputedStyle(element).fontSize) < SMALLEST) say("is small", element);
      }
      if (element.tagName === "IMG" && !element.naturalWidth) say("shows no picture", element);
    }
    if (!slide.querySelector("aside.notes")?.textContent.trim()) say("has no notes", slide);
  });
  return faults;
}""".replace("SMALLEST", str(SMALLEST_CODE))

# Goes through all slides; returns a complaint for text whose color is too near to its ground:
# 4.5 is demanded, and 3, as of large letters, where an output brings its own colors.
FAINT = r"""() => {
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = numbers(color).map((n) => n / 255)
      .map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = getComputedStyle(each).backgroundColor;
      if ((numbers(color)[3] ?? 1) === 1) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const faint = [];
  Reveal.getSlides().forEach((slide, number) => {
    Reveal.slide(number);
    slide.querySelectorAll(".fragment").forEach((each) => each.classList.add("visible"));
    const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement, text = texts.currentNode.data.trim();
      if (!text || element.closest("aside, .prompt, .anchor-link")) continue;
      const lights = [light(getComputedStyle(element).color), light(ground(element))];
      const contrast = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
      if (contrast < (element.closest(".output_html [style]") ? 3 : 4.5)) {
        faint.push(`slide ${number + 1}: ${contrast.toFixed(1)}: ${text.slice(0, 40)}`);
      }
    }
  });
  return faint;
}"""


@dataclass
class Opened:
    """A lecture in the browser, with what it asked for and what it complained of."""

    page: Page
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def strangers(self) -> list[str]:
        """What it asked for that lies outside its file."""
        own = ("file:", "data:", "about:", "blob:")
        return [address for address in self.asked if not address.startswith(own)]


@pytest.fixture(scope="module")
def browser():
    """One browser for all of these tests."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium, Chrome or Edge is installed to open the slides in")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield started
        started.close()


@cache
def html(path: Path) -> str:
    """The page of a lecture."""
    return slides_page(read_notebook(path), path.stem)


@pytest.fixture
def open_page(browser, tmp_path):
    """Opens a lecture from a file, in a window of some size and in light or dark."""

    @contextmanager
    def opening(
        page: str, width: int = 1280, height: int = 720, theme: str = "light"
    ) -> Iterator[Opened]:
        file = tmp_path / "lecture.html"
        file.write_text(page, encoding="utf-8")
        window = {"width": width, "height": height}
        with browser.new_context(viewport=window, color_scheme=theme) as context:
            lecture = Opened(context.new_page())
            context.on("request", lambda request: lecture.asked.append(request.url))
            context.on("console", lambda message: lecture.complaints.append(message.text))
            context.on("weberror", lambda error: lecture.complaints.append(str(error.error)))
            lecture.page.goto(file.as_uri())
            lecture.page.wait_for_function("Reveal.isReady()")
            yield lecture

    return opening


@pytest.fixture
def opened(open_page, path):
    """Opens a lecture of the course, and holds it to silence: no error, no other host."""

    @contextmanager
    def opening(**window) -> Iterator[Opened]:
        with open_page(html(path), **window) as lecture:
            yield lecture
            assert lecture.complaints == []
            assert lecture.strangers() == []

    return opening


@each_lecture
def test_every_slide_fits(opened):
    """All of a slide is inside it and legible, in a window of either size, fragments included."""
    with opened(width=1920, height=1080) as lecture:
        assert lecture.page.evaluate("Reveal.getScale()") == 1.5
        assert lecture.page.evaluate(FAULTS) == []
        lecture.page.set_viewport_size({"width": 1280, "height": 720})
        lecture.page.wait_for_function("Reveal.getScale() === 1")
        assert lecture.page.evaluate(FAULTS) == []


@each_lecture
def test_the_colors_can_be_told_apart(opened):
    """Text stands out from its ground in the light and in the dark, which D changes between."""
    with opened(theme="dark") as lecture:
        for theme in ("dark", "light"):
            assert lecture.page.evaluate("document.documentElement.dataset.theme") == theme
            assert lecture.page.evaluate(FAINT) == []
            lecture.page.keyboard.press("d")
        assert lecture.page.evaluate("document.documentElement.dataset.theme") == "dark"


@each_lecture
def test_the_keyboard_turns_every_page(opened):
    """The space bar leads through all fragments and slides to the last; Home leads back."""
    with opened() as lecture:
        steps = lecture.page.evaluate(
            "Reveal.getTotalSlides() - 1 + document.querySelectorAll('.fragment').length"
        )
        for _ in range(steps - 1):
            lecture.page.keyboard.press("Space")
        assert not lecture.page.evaluate("Reveal.getProgress() === 1")
        lecture.page.keyboard.press("Space")
        assert lecture.page.evaluate("Reveal.isLastSlide() && Reveal.getProgress() === 1")
        lecture.page.keyboard.press("Home")
        assert lecture.page.evaluate("Reveal.isFirstSlide()")


@one_lecture
def test_the_speakers_view(opened):
    """S opens a window with the notes of the slide, and it follows when the slide is turned."""
    with opened() as lecture:
        page = lecture.page
        with page.expect_popup() as popup:
            page.keyboard.press("s")
        for slide in (0, 1):
            page.evaluate("number => Reveal.slide(number)", slide)
            notes = page.evaluate("Reveal.getSlideNotes()")
            words = re.sub(r"<[^>]+>|&\w+;", " ", notes).split()[:3]
            popup.value.wait_for_function(
                "word => document.querySelector('.speaker-controls-notes .value')"
                "?.textContent.includes(word)",
                arg=" ".join(words),
            )
        popup.value.close()


@one_lecture
def test_on_paper(path, tmp_path):
    """The PDF has a page for each slide, and the fragments are on it."""
    program = find_browser()
    if program is None:
        pytest.skip("no Chromium, Chrome or Edge is installed to print with")
    file = tmp_path / "lecture.html"
    file.write_text(html(path), encoding="utf-8")
    print_to_pdf(file, tmp_path / "lecture.pdf", program, "print-pdf")
    pdf = (tmp_path / "lecture.pdf").read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == html(path).count("<section class=")


def typed(cell, kind):
    """The cell with this slide_type."""
    return {**cell, "metadata": {**cell["metadata"], "slideshow": {"slide_type": kind}}}


def slide(cell):
    """The cell as the beginning of a slide."""
    return typed(cell, "slide")


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        (prose("a", "# Title"), "has no notes"),
        (prose("a", "Line  \n" * 30), "overflows"),
        (prose("a", "Line  \n" * 30), "leaves the slide"),
        (prose("a", '<div style="width:1300px">wide</div>'), "leaves the slide"),
        (prose("a", '<pre style="font-size:21px">small</pre>'), "is small"),
        (prose("a", '<pre style="white-space:pre">' + "m" * 200 + "</pre>"), "is cut off"),
        (prose("a", '<img alt="none" src="data:image/png;base64,AAAA" width="9">'), "no picture"),
        (prose("a", '<p style="margin-top:-300px">up</p>'), "covers the heading"),
    ],
)
def test_a_fault_is_found(open_page, cell, fault):
    """Each kind of fault that a slide may have is one that the browser tells."""
    page = slides_page(notebook(prose("b", "## Before"), slide(cell)), "made_up")
    with open_page(page) as lecture:
        assert [told for told in lecture.page.evaluate(FAULTS) if fault in told]


def html_output(markup):
    """A code cell that put out HTML."""
    output = {"output_type": "display_data", "metadata": {}, "data": {"text/html": markup}}
    return {**code("output", "show()", "slide-output"), "outputs": [output]}


def figure(color, size):
    """A code cell that drew a picture of one color."""
    file = io.BytesIO()
    Image.new("RGB", size, color).save(file, "PNG")
    data = base64.b64encode(file.getvalue()).decode("ascii")
    return html_output(f'<img alt="a figure" src="data:image/png;base64,{data}">')


def test_code_in_a_sentence_keeps_its_spaces(open_page):
    """Those at its beginning and those side by side, on the slide and in the speaker's view."""
    spaced, bare = "`    a  b`", "`ab`"
    cells = [slide(prose("a", f"{spaced} {bare}")), typed(prose("b", f"{spaced} {bare}"), "notes")]
    with open_page(slides_page(notebook(*cells), "made_up")) as lecture:
        wide, narrow = lecture.page.evaluate(
            "[...document.querySelectorAll('.body code')].map((code) => code.offsetWidth)"
        )
        assert wide > 3 * narrow
        with lecture.page.expect_popup() as popup:
            lecture.page.keyboard.press("s")
        popup.value.wait_for_selector(".speaker-controls-notes code")
        wide, narrow = popup.value.evaluate(
            "[...document.querySelectorAll('.speaker-controls-notes code')]"
            ".map((code) => code.offsetWidth)"
        )
        assert wide > 3 * narrow


@pytest.mark.parametrize(
    ("words", "lines"),
    [("`encode(a + b)`", 1), ("*GPT-2*", 1), ("*UTF-8*", 1), ("*a word*", 2), ("*left-right*", 2)],
)
def test_a_name_is_not_broken(open_page, words, lines):
    """Short code and a name with a number stay on one line, however narrow; other words do not."""
    with open_page(slides_page(notebook(slide(prose("a", words))), "made_up")) as lecture:
        lecture.page.evaluate("document.querySelector('.body p').style.width = '1px'")
        pieces = "document.querySelector('.body p > *').getClientRects().length"
        assert lecture.page.evaluate(pieces) == lines


def test_a_figure_has_no_white_edge(open_page):
    """Its white is the ground of the slide, also where it appears later."""
    cells = [slide(prose("a", "## A figure")), typed(figure("white", (600, 300)), "fragment")]
    with open_page(slides_page(notebook(*cells), "made_up")) as lecture:
        lecture.page.keyboard.press("Space")
        shot = Image.open(io.BytesIO(lecture.page.screenshot())).convert("RGB")
        assert shot.getpixel((640, 400)) == shot.getpixel((5, 400))


def test_a_headline_above_a_figure_stays_below_the_heading(open_page):
    """A picture leaves no room, and letters of code are higher than their line."""
    headline = prose("b", "The word `strawberry` is *three* tokens. " * 2)
    cells = [prose("a", "## Before"), slide(headline), typed(figure("gray", (900, 900)), "-")]
    with open_page(slides_page(notebook(*cells), "made_up")) as lecture:
        assert [told for told in lecture.page.evaluate(FAULTS) if "notes" not in told] == []


def test_columns_of_an_output_stand_apart(open_page):
    """A table brings its own padding, in pixels, for a notebook's smaller letters."""
    row = '<td style="padding:0">290</td><td style="padding:0">4</td>'
    table = html_output(f'<table style="border-collapse:collapse"><tr>{row}</tr></table>')
    with open_page(slides_page(notebook(slide(table)), "made_up")) as lecture:
        padding = lecture.page.evaluate(
            "parseFloat(getComputedStyle(document.querySelector('td')).paddingRight)"
        )
        assert padding > 20


def test_faint_letters_are_found(open_page):
    """Gray on white, where the slide's own colors would be black on white."""
    page = slides_page(notebook(slide(prose("a", '<p style="color:#888">faint</p>'))), "made_up")
    with open_page(page) as lecture:
        assert len(lecture.page.evaluate(FAINT)) == 1


def test_a_request_and_an_error_are_found(open_page):
    """A picture on another host is asked for, and that it does not come is an error."""
    picture = prose("a", '<img alt="far" src="http://127.0.0.1:9/far.png">')
    with open_page(slides_page(notebook(slide(picture)), "made_up")) as lecture:
        assert lecture.strangers() == ["http://127.0.0.1:9/far.png"]
        assert len(lecture.complaints) == 1
