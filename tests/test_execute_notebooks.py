"""Notebooks are run again and stored in one form, or left as they were and the reason told."""

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tools.execute_notebooks import ROOT, WIDGET_VIEW, dumps, main, normalize, refresh, with_ids


def notebook(*cells: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A notebook as an editor may leave it: format 4.4, no ids, its own metadata."""
    return {
        "cells": list(cells),
        "metadata": {"language_info": {"name": "python", "version": "3.9.1"}, "widgets": {}},
        "nbformat": 4,
        "nbformat_minor": 4,
        **more,
    }


def code(source: str, *outputs: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    """A code cell without an id."""
    return {
        "cell_type": "code",
        "execution_count": 7,
        "metadata": metadata,
        "outputs": list(outputs),
        "source": source,
    }


def written(path: Path, *cells: dict[str, Any]) -> Path:
    """A notebook file of these cells."""
    path.write_text(json.dumps(notebook(*cells)), encoding="utf-8")
    return path


def test_a_second_run_changes_no_byte(tmp_path: Path) -> None:
    """Printing, a set of strings and an announced error come out the same twice."""
    path = written(
        tmp_path / "a.ipynb",
        code("import sys\nprint('out')\nprint('err', file=sys.stderr)\n{'a', 'b', 'c', 'd'}"),
        code("import json\njson.loads('{')", tags=["raises-exception"]),
    )
    refresh(path)
    first = path.read_bytes()
    refresh(path)
    assert path.read_bytes() == first
    stored = json.loads(first)
    assert [cell["execution_count"] for cell in stored["cells"]] == [1, 2]
    assert stored["cells"][1]["outputs"][0]["ename"] == "JSONDecodeError"
    assert "version" not in stored["metadata"]["language_info"]


def test_a_cell_that_fails_leaves_the_file_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error nobody announced stops the run, names the error and writes nothing."""
    path = written(tmp_path / "a.ipynb", code("1 / 0"))
    before = path.read_bytes()
    assert main([str(path)]) == 1
    assert path.read_bytes() == before
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_no_notebooks_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Called without a file, the tool says how it is called."""
    assert main([]) == 2
    assert "notebooks/*.ipynb" in capsys.readouterr().out


def test_ids_are_kept_and_missing_ones_made_from_the_place() -> None:
    """A cell's own id stays; a cell without one gets the same id each time."""
    cells = [{**code("a"), "id": "mine"}, code("b"), code("b")]
    ids = [cell["id"] for cell in with_ids(notebook(*cells))["cells"]]
    assert ids[0] == "mine"
    assert len(set(ids)) == 3
    assert ids == [cell["id"] for cell in with_ids(notebook(*cells))["cells"]]


def test_repeated_ids_and_old_formats_are_refused() -> None:
    """Two cells with one id, and a notebook of format 3, are errors that say so."""
    twice = notebook({**code("a"), "id": "x"}, {**code("b"), "id": "x"})
    with pytest.raises(ValueError, match="cells share an id: x"):
        with_ids(twice)
    with pytest.raises(ValueError, match="expected notebook format 4, found 3"):
        with_ids(notebook(nbformat=3))


def test_only_lasting_metadata_stays() -> None:
    """Tags and slides stay; times, folding and dead widget views go; alternative text stays."""
    picture = {"image/png": "AAAA", WIDGET_VIEW: {"model_id": "f00"}}
    shown = {
        "output_type": "display_data",
        "data": picture,
        "metadata": {"image/png": {"alt": "x"}},
    }
    cell = code("f", shown, tags=["check"], execution={"idle": "now"}, scrolled=True)
    (kept,) = normalize(with_ids(notebook(cell)))["cells"]
    assert kept["metadata"] == {"tags": ["check"]}
    assert kept["outputs"][0]["data"] == {"image/png": "AAAA"}
    assert kept["outputs"][0]["metadata"] == {"image/png": {"alt": "x"}}


def test_tracebacks_keep_the_frames_of_the_course() -> None:
    """A frame of the course loses the clone's folder; other files' frames go."""
    frames = [
        "ValueError   Traceback (most recent call last)",
        "Cell In[1], line 1",
        f"File {ROOT}/bpe_course/vocab.py:7, in merge",
        f"File {ROOT}/.venv/lib/a.py:7, in f",
        "ValueError: no",
    ]
    error = {"output_type": "error", "ename": "E", "evalue": "no", "traceback": frames}
    once = normalize(with_ids(notebook(code("f", error))))
    (kept,) = once["cells"]
    expected = [frames[0], frames[1], "File bpe_course/vocab.py:7, in merge", frames[4]]
    assert kept["outputs"][0]["traceback"] == expected
    assert normalize(once) == once


@pytest.mark.parametrize("folder", [str(ROOT), "/srv/ada", tempfile.gettempdir()])
def test_a_folder_of_this_machine_is_refused(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An output that shows where the clone, the home or the temporary folder is, is an error."""
    monkeypatch.setattr(Path, "home", lambda: Path("/srv/ada"))
    printed = {"output_type": "stream", "name": "stdout", "text": f"saved\n{folder}/x.json\n"}
    normal = normalize(with_ids(notebook(code("f", printed))))
    with pytest.raises(ValueError, match=r"names folders of this machine: .*/x\.json"):
        dumps(normal)
