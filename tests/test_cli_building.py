"""`bpe-course build`: the files it writes and what it refuses."""

import json

import pytest
from exercise_notebooks import code, notebook, prose
from typer.testing import CliRunner

from bpe_course.cli import app
from bpe_course.editions.browser import find_browser
from bpe_course.editions.cells import read_notebook, write_notebook

MADE_UP = notebook(
    prose("title", "# Last"),
    code("answer", "def last(ids):\n    return ids[-1]", "solution"),
    code("check", "check.last(last)", "check"),
)


@pytest.fixture
def source(tmp_path):
    """A notebook to build editions of."""
    path = tmp_path / "made_up.ipynb"
    write_notebook(MADE_UP, path)
    return path


def build(*arguments):
    """Run the command."""
    return CliRunner().invoke(app, ["build", *map(str, arguments)])


def test_student_and_instructor(source, tmp_path):
    """The student's has a stub; the instructor's is the source, byte for byte."""
    for edition in ("student", "instructor"):
        ran = build(edition, "-o", tmp_path / edition, source)
        assert ran.exit_code == 0, ran.output
    built = read_notebook(tmp_path / "student" / source.name)
    assert built["cells"][1]["source"].endswith("raise NotImplementedError")
    assert (tmp_path / "instructor" / source.name).read_bytes() == source.read_bytes()


def test_handout(source, tmp_path):
    """A page, and with a browser a PDF; without one, a note says why there is none."""
    ran = build("handout", "-o", tmp_path / "out", source)
    assert ran.exit_code == 0, ran.output
    assert (tmp_path / "out" / "made_up.html").exists()
    assert (tmp_path / "out" / "made_up.pdf").exists() == (find_browser() is not None)
    assert ("no PDF" in ran.stderr) == (find_browser() is None)


def test_slides(tmp_path):
    """A page of slides and its PDF, as of a hand-out; a notebook without slides is refused."""
    slide = {"slideshow": {"slide_type": "slide"}}
    write_notebook(notebook({**prose("title", "# Last"), "metadata": slide}), tmp_path / "a.ipynb")
    ran = build("slides", "-o", tmp_path / "out", tmp_path / "a.ipynb")
    assert ran.exit_code == 0, ran.output
    assert '<section class="title">' in (tmp_path / "out" / "a.html").read_text(encoding="utf-8")
    assert (tmp_path / "out" / "a.pdf").exists() == (find_browser() is not None)
    assert ("no PDF" in ran.stderr) == (find_browser() is None)


def test_a_notebook_without_slides(source, tmp_path):
    """It is named, and what is missing."""
    ran = build("slides", "-o", tmp_path / "out", source)
    assert ran.exit_code == 2
    assert "made_up.ipynb: no slides" in ran.stderr


def test_nbgrader(source, tmp_path):
    """Asked for, nbgrader's metadata is there; a hand-out has none to be asked for."""
    assert build("student", "--nbgrader", "-o", tmp_path / "a", source).exit_code == 0
    written = json.loads((tmp_path / "a" / source.name).read_text(encoding="utf-8"))
    assert written["cells"][1]["metadata"]["nbgrader"]["solution"] is True
    ran = build("handout", "--nbgrader", "-o", tmp_path / "a", source)
    assert ran.exit_code == 2
    assert "no edition for nbgrader 'handout'" in ran.stderr


def test_the_source_is_never_overwritten(source, tmp_path):
    """An edition beside its source would take its place."""
    before = source.read_bytes()
    ran = build("student", "-o", tmp_path, source)
    assert ran.exit_code == 2
    assert "give another folder" in ran.stderr
    assert source.read_bytes() == before


def test_what_is_no_notebook_is_refused(tmp_path):
    """The message names the file, and there is no traceback."""
    (tmp_path / "a.ipynb").write_text("", encoding="utf-8")
    ran = build("student", "-o", tmp_path / "out", tmp_path / "a.ipynb")
    assert ran.exit_code == 2
    assert "a.ipynb" in ran.stderr
    assert "the file is empty" in ran.stderr


def test_the_courses_notebooks_by_default(tmp_path, monkeypatch):
    """Without a notebook, all of ./notebooks are built."""
    (tmp_path / "notebooks").mkdir()
    write_notebook(MADE_UP, tmp_path / "notebooks" / "one.ipynb")
    monkeypatch.chdir(tmp_path)
    assert build("student", "-o", "out").exit_code == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["one.ipynb"]
