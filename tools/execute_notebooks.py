"""Run the notebooks again and store their outputs, normalized.

`python -m tools.execute_notebooks notebooks/*.ipynb` runs each in a fresh kernel, top to bottom,
and writes it back in one form: nothing of the clock, of this machine or of chance remains, so that
a second run changes no byte. It does not compare outputs (nbval does) and does not judge the
lesson (tests/notebook_guards.py does).
"""

import hashlib
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parent.parent
CELL_TIMEOUT = 300  # seconds

# What a kernel's outputs may depend on, held still; also in force when nbval compares.
KERNEL_ENVIRONMENT = {
    "COLUMNS": "80",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "PYTHONHASHSEED": "0",
}

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}
# What a cell's metadata may hold; the rest (timing, folding in one browser) is nobody's business.
CELL_METADATA = ("editable", "jupyter", "slideshow", "tags")
# A widget's view names a model by a random id; without a running kernel it shows an error.
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

ANSI_COLOR = re.compile(r"\x1b\[[\d;]*m")

Notebook = dict[str, Any]


def main(paths: list[str]) -> int:
    """Execute and normalize each notebook; stop at the first that fails."""
    if not paths:
        print("No notebooks given: python -m tools.execute_notebooks notebooks/*.ipynb")
        return 2
    for path in map(Path, paths):
        print(f"{path} ...", flush=True)
        try:
            refresh(path)
        except (CellExecutionError, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 1
    return 0


def refresh(path: Path) -> None:
    """Execute one notebook and write it back, normalized; on an error the file stays as it was."""
    notebook = with_ids(json.loads(path.read_text(encoding="utf-8")))
    text = dumps(normalize(execute(notebook, path.parent)))
    path.write_text(text, encoding="utf-8", newline="\n")


def with_ids(notebook: Notebook) -> Notebook:
    """The notebook in format 4.5, each cell with an id: its own, or one made from its place.

    Raises ValueError if the notebook is of another major format or two cells share an id.
    """
    if notebook.get("nbformat") != 4:
        raise ValueError(f"expected notebook format 4, found {notebook.get('nbformat')!r}")
    cells = [{"id": cell_id(n, cell), **cell} for n, cell in enumerate(notebook["cells"])]
    ids = [cell["id"] for cell in cells]
    repeated = sorted({each for each in ids if ids.count(each) > 1})
    if repeated:
        raise ValueError(f"cells share an id: {', '.join(repeated)}; give each its own")
    return {**notebook, "nbformat_minor": 5, "cells": cells}


def cell_id(position: int, cell: Notebook) -> str:
    """An id for a cell that has none, the same on every run.

    >>> cell_id(0, {"source": "x"})
    'dbcdd525'
    """
    return hashlib.sha256(f"{position}:{''.join(cell['source'])}".encode()).hexdigest()[:8]


def execute(notebook: Notebook, folder: Path) -> Notebook:
    """The notebook with new outputs, run by a fresh kernel in this folder.

    Raises CellExecutionError if a cell not tagged `raises-exception` raises.
    """
    node = nbformat.reads(json.dumps(notebook), as_version=4)  # type: ignore[no-untyped-call]
    with tempfile.TemporaryDirectory() as profile:
        os.environ.update(KERNEL_ENVIRONMENT, IPYTHONDIR=profile)  # not the user's own profile
        NotebookClient(
            node,
            timeout=CELL_TIMEOUT,
            kernel_name="python3",
            record_timing=False,
            resources={"metadata": {"path": str(folder)}},
        ).execute()
    executed: Notebook = node
    return executed


def normalize(notebook: Notebook) -> Notebook:
    """The executed notebook without what another run or another machine would write differently."""
    return {
        "cells": [normalize_cell(cell) for cell in notebook["cells"]],
        "metadata": METADATA,
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def normalize_cell(cell: Notebook) -> Notebook:
    """The cell with only lasting metadata and its outputs normalized.

    >>> normalize_cell({"cell_type": "markdown", "metadata": {"tags": ["hint"], "scrolled": True}})
    {'cell_type': 'markdown', 'metadata': {'tags': ['hint']}}
    """
    metadata = {key: cell["metadata"][key] for key in CELL_METADATA if key in cell["metadata"]}
    kept = {**cell, "metadata": metadata}
    if "outputs" in cell:
        kept["outputs"] = [normalize_output(output) for output in joined_streams(cell["outputs"])]
    return kept


def joined_streams(outputs: list[Notebook]) -> list[Notebook]:
    """The outputs, neighbors of the same stream joined: where a stream is cut is chance.

    >>> joined_streams([{"name": "stdout", "text": "a"}, {"name": "stdout", "text": "b"}])
    [{'name': 'stdout', 'text': 'ab'}]
    """
    joined: list[Notebook] = []
    for output in outputs:
        if joined and "name" in output and joined[-1].get("name") == output["name"]:
            joined[-1] = {**output, "text": joined[-1]["text"] + output["text"]}
        else:
            joined.append(output)
    return joined


def normalize_output(output: Notebook) -> Notebook:
    """One output without widget views; of a traceback, the cell's frames and the course's own."""
    kept = dict(output)
    if "data" in output:
        kept["data"] = {kind: data for kind, data in output["data"].items() if kind != WIDGET_VIEW}
    if "traceback" in output:
        frames = [normalize_frame(frame) for frame in output["traceback"]]
        kept["traceback"] = [frame for frame in frames if frame]
    return kept


def normalize_frame(frame: str) -> str:
    """One entry of a traceback, its file named from the clone's root; empty for other files.

    Entries that name no file (the cell's frame, the message) come back as they are.

    >>> normalize_frame(f"File {ROOT}/bpe_course/vocab.py:7, in merge")
    'File bpe_course/vocab.py:7, in merge'
    >>> normalize_frame("File /usr/lib/python3/json/decoder.py:344, in decode")
    ''
    """
    named = re.match(r"File (\S+?):\d+", ANSI_COLOR.sub("", frame))
    if not named:
        return frame
    path = ROOT / Path(named[1]).expanduser()  # a frame that was normalized before is relative
    if not path.is_relative_to(ROOT) or path.is_relative_to(ROOT / ".venv"):
        return ""
    return frame.replace(named[1], path.relative_to(ROOT).as_posix())


def dumps(notebook: Notebook) -> str:
    """The notebook as text: valid, keys sorted, one newline at the end.

    Raises ValueError if it is not a valid notebook or names a folder of this machine.
    """
    node = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    nbformat.validate(node)
    found = sorted({path for text in strings(notebook) for path in machine_paths(text)})
    if found:
        raise ValueError(f"names folders of this machine: {', '.join(found)}; show a name instead")
    written = nbformat.writes(node, version=4)  # type: ignore[no-untyped-call]
    return str(written).rstrip("\n") + "\n"


def strings(value: object) -> Iterator[str]:
    """Every string inside nested lists and dictionaries.

    >>> list(strings({"a": ["b", {"c": "d"}]}))
    ['b', 'd']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


def machine_paths(text: str) -> list[str]:
    """The folders of this machine that the text names, each with what follows it."""
    folders = {str(ROOT), str(Path.home()), sys.base_prefix, tempfile.gettempdir()} - {"/", "/usr"}
    either = "|".join(re.escape(folder) for folder in sorted(folders, key=len, reverse=True))
    return sorted(set(re.findall(rf"(?<![\w.+/-])(?:{either})(?:/[\w./-]*)?\b", text)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
