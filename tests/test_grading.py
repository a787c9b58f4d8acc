"""Grading: hostile submissions in one batch, and what counts of a submission."""

import csv
import json
from pathlib import Path

import pytest
from exercise_notebooks import code, notebook, prose
from typer.testing import CliRunner

from bpe_course.cli import app
from bpe_course.editions.cells import write_notebook
from bpe_course.editions.student import student_edition
from bpe_course.grading.sandbox import bubblewrap

COUNT = """def my_count(ids):
    counts = {}
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    return counts"""
MERGE = """def my_merge(ids, pair, new_id):
    merged = []
    for token_id in ids:
        merged.append(token_id)
        if tuple(merged[-2:]) == pair:
            merged[-2:] = [new_id]
    return merged"""
TRUSTED = notebook(
    prose("title", "# Two exercises"),
    code("lesson", "from bpe_course import check\nsize = 2"),
    code("count", COUNT, "exercise", "solution"),
    code("check-count", "check.count_pairs(my_count)", "check"),
    code("merge", MERGE, "exercise", "solution"),
    code("check-merge", "check.merge_pair(my_merge)", "check"),
)

sandboxes = pytest.mark.parametrize("sandbox", ["none", "bubblewrap"])


def answered(count=COUNT, merge=MERGE, **others):
    """The student's edition filled in, with other cells changed by their ids."""
    sources = {"count": count, "merge": merge} | others
    made = student_edition(TRUSTED)
    cells = [{**cell, "source": sources.get(cell["id"], cell["source"])} for cell in made["cells"]]
    return {**made, "cells": cells}


def grade(folder, submissions, sandbox="none", *options):
    """Grade submissions, by student; return each student's states, by exercise."""
    if sandbox == "bubblewrap" and bubblewrap() is None:
        pytest.skip("bubblewrap is not installed or may not build a sandbox here")
    handed_in, source = folder / "in", folder / "course"
    for place in (handed_in, source):
        place.mkdir()
    write_notebook(TRUSTED, source / "made_up.ipynb")
    for student, content in submissions.items():
        path = handed_in / f"{student}.ipynb"
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            write_notebook(content, path)
    arguments = ["grade", str(handed_in), "-o", str(folder / "out"), "--notebooks", str(source)]
    arguments += ["--sandbox", sandbox, "--jobs", "2", *options]
    ran = CliRunner().invoke(app, arguments)
    assert ran.exit_code == 0, ran.output
    return states(folder / "out" / "grades.csv")


def states(path):
    """The states in a table of grades, by student and exercise."""
    found = {}
    for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
        found.setdefault(row["student"], {})[row["exercise"]] = row["state"]
    return found


def snapshot(folder):
    """Every file below a folder, with its content and time."""
    return {
        path: (path.is_file() and path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(Path(folder).rglob("*"))
    }


def hostile(outside):
    """Submissions that do harm; `outside` is a folder they try to change."""
    target = str(outside / "precious.txt")
    shadow = "import sys, types\nfake = types.ModuleType('bpe_course.check')\n"
    return {
        "empty": b"",
        "no-notebook": b"print('hello')",
        "random": bytes(range(256)),
        "loops-in-cell": answered(count=f"while True:\n    pass\n{COUNT}"),
        "loops-in-function": answered(count="def my_count(ids):\n    while True:\n        pass"),
        "catches-all": answered(
            count="def my_count(ids):\n    while True:\n        try:\n            1 / 0\n"
            "        except BaseException:\n            pass"
        ),
        "memory": answered(count="def my_count(ids):\n    return [0] * 10**10"),
        "memory-in-cell": answered(
            count=f"big = []\nwhile True:\n    big.append('a' * 10**7)\n{COUNT}"
        ),
        "kills-itself": answered(
            count="import os\ndef my_count(ids):\n    os.kill(os.getpid(), 9)\n    return {}"
        ),
        "kills-parent": answered(
            count="import os\nos.kill(os.getppid(), 9)\ndef my_count(ids):\n    return {}"
        ),
        "prints": answered(count=f"while True:\n    print('x' * 1000)\n{COUNT}"),
        "deletes-cells": notebook(code("merge", MERGE)),
        "writes": answered(
            count=f"import os, shutil\nopen('here.txt', 'w').write('fine')\n"
            f"for harm in (lambda: open({target!r}, 'w'), lambda: os.remove({target!r}),\n"
            f"             lambda: shutil.rmtree({str(outside)!r})):\n"
            f"    try:\n        harm()\n    except OSError:\n        pass\n{COUNT}"
        ),
        "shadows": answered(
            count=f"open('bpe_course.py', 'w').write('1 / 0')\n{shadow}"
            "sys.modules['bpe_course.check'] = sys.modules['bpe_course'] = fake\n"
            "my_count = lambda ids: {}"
        ),
        "patches": answered(
            count="from bpe_course.check import judging, equality\n"
            "judging.is_right = equality.same = lambda *_: True\nmy_count = lambda ids: {}"
        ),
        "exits": answered(count=f"import os\nos._exit(0)\n{COUNT}"),
        "exits-politely": answered(count="def my_count(ids):\n    exit()"),
        "forges": answered(
            count="import os\ndef my_count(ids):\n    for file in range(3, 20):\n"
            "        try:\n            os.write(file, b'\\x00\\x00\\x00\\x02{}')\n"
            "        except OSError:\n            pass\n    return {}"
        ),
        "starts-programs": answered(
            count="import subprocess\nsubprocess.run(['sleep', '60'])\nmy_count = len"
        ),
        "deep": answered(count="def my_count(ids):\n    a = []\n    a.append(a)\n    return a"),
    }


NOTHING_THERE = {"": "not graded"}
FIRST = {  # what becomes of the first exercise; the second is right in every notebook
    "catches-all": "failed",
    "deep": "failed",
    "deletes-cells": "missing",
    "exits": "error",
    "exits-politely": "failed",
    "forges": "failed",
    "kills-itself": "failed",
    "kills-parent": "error",
    "loops-in-cell": "error",
    "loops-in-function": "failed",
    "memory": "failed",
    "memory-in-cell": "error",
    "patches": "failed",
    "prints": "error",
    "shadows": "failed",
    "starts-programs": "error",
    "writes": "passed",
}


@sandboxes
def test_hostile_submissions(tmp_path, monkeypatch, sandbox):
    """Each is graded as far as it goes, none stops the batch, and nothing outside changes."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious.txt").write_text("precious", encoding="utf-8")
    monkeypatch.setenv("HOME", str(outside))
    before = snapshot(outside), sorted(Path.cwd().iterdir())
    submissions = hostile(outside)
    found = grade(tmp_path, submissions, sandbox, "--seconds", "4", "--memory", "512")
    assert (snapshot(outside), sorted(Path.cwd().iterdir())) == before
    expected = {
        name: {"count_pairs": state, "merge_pair": "passed"} for name, state in FIRST.items()
    }
    unread = dict.fromkeys(["empty", "no-notebook", "random"], NOTHING_THERE)
    assert found == expected | unread
    assert {path.stem for path in (tmp_path / "out").glob("*.md")} == set(submissions)


def test_bubblewrap_holds_what_gets_around_the_fence(tmp_path):
    """A program started behind Python's back finds no file of the teacher's, and writes none."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious.txt").write_text("precious", encoding="utf-8")
    around = (
        "import ctypes\nsystem = ctypes.CDLL(None).system\n"
        f"seen = system(b'test -e {outside}/precious.txt') == 0\n"
        f"system(b'mkdir -p {outside}; echo harm > {outside}/precious.txt')\n"
        f"if seen: raise RuntimeError('seen')\n{COUNT}"
    )
    before = snapshot(outside)
    found = grade(tmp_path, {"around": answered(count=around)}, "bubblewrap")
    assert snapshot(outside) == before
    assert found["around"] == {"count_pairs": "passed", "merge_pair": "passed"}


@sandboxes
def test_each_state(tmp_path, sandbox):
    """Right, wrong, untouched and broken answers get the states that a class expects."""
    wrong = COUNT.replace("zip(ids, ids[1:])", "zip(ids[::2], ids[1::2])")
    found = grade(
        tmp_path,
        {
            "right": answered(),
            "untouched": student_edition(TRUSTED),
            "wrong": answered(count=wrong),
            "broken": answered(count="def my_count(ids:"),
            "other": notebook(code("elsewhere", "1")),
        },
        sandbox,
    )
    assert found == {
        "right": {"count_pairs": "passed", "merge_pair": "passed"},
        "untouched": {"count_pairs": "not attempted", "merge_pair": "not attempted"},
        "wrong": {"count_pairs": "failed", "merge_pair": "passed"},
        "broken": {"count_pairs": "error", "merge_pair": "passed"},
        "other": {"": "not graded"},
    }
    page = (tmp_path / "out" / "wrong.md").read_text(encoding="utf-8")
    assert "### `count_pairs`: steps of two" in page
    assert "1 of 2 exercises passed." in page
    broken = (tmp_path / "out" / "broken.md").read_text(encoding="utf-8")
    assert "SyntaxError" in broken


def test_edited_checks_and_lessons_do_not_count(tmp_path):
    """A student's versions of check cells and lessons are not the ones that are executed."""
    cheat = {"lesson": "class check: count_pairs = print", "check-count": "'passed'"}
    found = grade(tmp_path, {"cheat": answered(count="my_count = lambda ids: {}", **cheat)})
    assert found["cheat"] == {"count_pairs": "failed", "merge_pair": "passed"}


def test_cells_that_were_added_count(tmp_path):
    """A function of the student's own, in a new cell with or without an id, is found."""
    made = answered(count="def my_count(ids):\n    return helper(ids)")
    added = code("new", COUNT.replace("my_count", "helper"))
    del added["id"]
    made["cells"].insert(2, added)
    made["cells"].insert(1, code("junk", "def ("))
    found = grade(tmp_path, {"added": made})
    assert found["added"] == {"count_pairs": "passed", "merge_pair": "passed"}


def test_an_answer_is_not_taken_from_the_lesson(tmp_path):
    """A deleted answer is missing, even if a lesson above gives its name another meaning."""
    cells = [code("early", "my_count = len"), *TRUSTED["cells"]]
    source = tmp_path / "course"
    source.mkdir()
    write_notebook(notebook(*cells), source / "made_up.ipynb")
    write_notebook(notebook(code("merge", MERGE)), tmp_path / "a.ipynb")
    arguments = ["grade", str(tmp_path / "a.ipynb"), "-o", str(tmp_path / "out")]
    ran = CliRunner().invoke(app, [*arguments, "--notebooks", str(source)])
    assert ran.exit_code == 0, ran.output
    assert states(tmp_path / "out" / "grades.csv")["a"]["count_pairs"] == "missing"


def test_without_bubblewrap_it_is_said_what_is_not_guarded(tmp_path):
    """The note goes to standard error; asking for bubblewrap where it is not there is an error."""
    write_notebook(student_edition(TRUSTED), tmp_path / "a.ipynb")
    write_notebook(TRUSTED, tmp_path / "made_up.ipynb")
    arguments = ["grade", str(tmp_path / "a.ipynb"), "-o", str(tmp_path / "out")]
    arguments += ["--notebooks", str(tmp_path), "--sandbox"]
    ran = CliRunner().invoke(app, [*arguments, "none"])
    assert "graded without bubblewrap" in ran.stderr
    bubblewrap.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shutil.which", lambda name: None)
        ran = CliRunner().invoke(app, [*arguments, "bubblewrap"])
    bubblewrap.cache_clear()
    assert ran.exit_code == 2
    assert "bubblewrap (the command bwrap) is not installed" in ran.stderr


def test_what_a_student_wrote_is_quoted(tmp_path):
    """Neither a spreadsheet nor a browser makes anything of it."""
    evil = "def my_count(ids):\n    raise ValueError('=1+1 <script>```')"
    grade(tmp_path, {"=evil": answered(count=evil)})
    table = (tmp_path / "out" / "grades.csv").read_text(encoding="utf-8")
    assert "\n'=evil," in table
    page = (tmp_path / "out" / "-evil.md").read_text(encoding="utf-8")
    assert "````text" in page


@pytest.mark.parametrize("missing", ["nowhere", "folder"])
def test_nothing_to_grade(tmp_path, missing):
    """A path that does not exist, or a folder without notebooks, is refused."""
    (tmp_path / "folder").mkdir()
    ran = CliRunner().invoke(app, ["grade", str(tmp_path / missing), "-o", str(tmp_path / "o")])
    assert ran.exit_code == 2
    assert "Traceback" not in ran.stderr


def test_notebooks_of_strange_content(tmp_path):
    """Cells that are no cells do not stop the batch."""
    strange = {"cells": [1, {}, {"cell_type": "code", "id": 3, "source": {}}], "nbformat": 4}
    found = grade(tmp_path, {"strange": json.dumps(strange).encode(), "right": answered()})
    assert found["strange"] == {"": "not graded"}
    assert found["right"] == {"count_pairs": "passed", "merge_pair": "passed"}
