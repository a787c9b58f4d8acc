"""What the README shows is true."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bpe_course import Tokenizer
from bpe_course.cli import app
from bpe_course.corpora import load
from bpe_course.editions.building import find_notebooks
from bpe_course.editions.cells import read_notebook, write_notebook
from bpe_course.editions.student import student_edition

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
COMMANDS = [
    line for _, block in BLOCKS for line in block.splitlines() if line.startswith("bpe-course")
]


@pytest.fixture(autouse=True)
def in_a_folder_with_a_text(tmp_path, monkeypatch):
    """The README's reader has a text of their own, and a notebook that was handed in."""
    monkeypatch.chdir(tmp_path)
    Path("my_text.txt").write_text(load("english"), encoding="utf-8")
    Path("handed_in").mkdir()
    welcome = student_edition(read_notebook(find_notebooks()[0]))
    write_notebook(welcome, Path("handed_in", "ada.ipynb"))


def test_the_package_in_five_lines_runs(capsys):
    """As it stands there, and what it saves can be loaded."""
    code, _ = (block for language, block in BLOCKS if language == "python")
    names = {}
    exec(code, names)
    assert len([line for line in code.splitlines() if line]) == 5
    assert capsys.readouterr().out == "hello world\n"
    assert Tokenizer.load("mine.json") == names["mine"]


def test_the_compiled_engine_runs_as_shown():
    """And gives the ids that the engine in pure Python gives."""
    _, code = (block for language, block in BLOCKS if language == "python")
    names = {}
    exec(code, names)
    plain = names["mine"].with_engine("fast")
    assert names["ids"].tolist() == plain.encode(names["text"])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command):
    """With exit code 0, from the folder in which the text is."""
    Tokenizer.train(load("english"), 300).save("mine.json")
    arguments = [*shlex.split(command)[1:], *(["--force"] if " train " in command else [])]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output


def test_there_are_commands_to_try():
    """So that the test above is not about nothing."""
    assert len(COMMANDS) >= 4
