"""The set-up says in one line why a Python will not do, and does nothing when nothing changed."""

import sys
from pathlib import Path

import pytest

from tools import set_up


def test_this_python_will_do() -> None:
    """The Python that runs the tests is suitable."""
    assert set_up.unsuitable() == ""


def test_an_old_python_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.10 is refused with its version, the version needed and the way to name another."""
    monkeypatch.setattr(sys, "version_info", (3, 10, 4, "final", 0))
    problem = set_up.unsuitable()
    assert problem.startswith("Python 3.10.4 is too old: the course needs 3.11 or newer.")
    assert "make test PYTHON=python3.12" in problem


def test_a_python_without_venv_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian's Python without python3-venv lacks ensurepip, and the message names the package."""
    found = {"venv": object(), "ensurepip": None}
    monkeypatch.setattr(set_up.importlib.util, "find_spec", found.get)
    assert "lacks ensurepip" in set_up.unsuitable()
    assert "apt install python3-venv" in set_up.unsuitable()


def test_nothing_is_done_when_nothing_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With a stamp that fits, no step is run; with another, the steps are run and it is renewed."""
    steps: list[str] = []
    monkeypatch.setattr(set_up, "STAMP", tmp_path / "set-up.txt")
    for step in ("make_environment", "install", "settle"):
        monkeypatch.setattr(set_up, step, lambda step=step: steps.append(step))
    set_up.STAMP.write_text(set_up.fingerprint())
    assert set_up.main() == 0
    assert steps == []
    set_up.STAMP.write_text("Python 2.7 and another lock\n")
    assert set_up.main() == 0
    assert steps == ["make_environment", "install", "settle"]


def test_an_environment_of_this_version_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only an environment of another Python's version, or none, is made anew."""
    made: list[list[str]] = []
    monkeypatch.setattr(set_up, "run", made.append)
    monkeypatch.setattr(set_up, "venv_python", lambda: Path(sys.executable))
    set_up.make_environment()
    assert made == []
    monkeypatch.setattr(set_up, "venv_python", lambda: tmp_path / "missing")
    set_up.make_environment()
    assert [command[1:3] for command in made] == [["-m", "venv"]]
