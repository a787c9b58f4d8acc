"""Record the texts in `data` anew: sizes and sha256 in the manifest, and the README's table.

Run `python tools/refresh_data.py` after a text was changed on purpose. For a new text, first add
a table to `data/manifest.toml` with its path, title, language, license and provenance.
"""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from bpe_course.corpora import MANIFEST, sha256

README = "README.md"
START = "<!-- The table below is written by tools/refresh_data.py. -->\n"
HEADING = "| name | text | bytes | sha256 |\n| :--- | :--- | ---: | :--- |\n"

Tables = dict[str, dict[str, Any]]


def refresh(folder: Path) -> None:
    """Write the manifest and the README's table of `folder` from its files.

    Raises ValueError if a file has no table in the manifest or a table no file.
    """
    manifest = folder / MANIFEST
    tables = tomllib.loads(manifest.read_text(encoding="utf-8"))
    _check_complete(folder, tables)
    measured = {name: measure(folder, table) for name, table in sorted(tables.items())}
    _write(manifest, to_toml(measured))
    readme = folder / README
    before, _, _ = readme.read_text(encoding="utf-8").partition(START)
    _write(readme, before + START + "\n" + to_markdown(measured))


def measure(folder: Path, table: dict[str, Any]) -> dict[str, Any]:
    """Return a text's table with the sha256 and the size that its file has now."""
    data = (folder / table["path"]).read_bytes()
    data.decode("utf-8")
    return {**table, "sha256": sha256(data), "bytes": len(data)}


def to_toml(tables: Tables) -> str:
    """Return the tables as TOML, whose strings are written as JSON's are."""
    return "\n".join(
        "".join([f'["{name}"]\n', *(f"{key} = {_value(table[key])}\n" for key in table)])
        for name, table in tables.items()
    )


def to_markdown(tables: Tables) -> str:
    """Return the README's table: a row for each text, with its whole sha256."""
    rows = (
        f"| `{name}` | {table['title']} | {table['bytes']} | `{table['sha256']}` |\n"
        for name, table in tables.items()
    )
    return HEADING + "".join(rows)


def _value(value: str | int) -> str:
    return json.dumps(value, ensure_ascii=False)


def _check_complete(folder: Path, tables: Tables) -> None:
    """Raise ValueError unless the files and the tables are the same."""
    described = {table["path"] for table in tables.values()}
    own = {MANIFEST, README}
    paths = (path for path in folder.rglob("*") if path.is_file())
    found = {path.relative_to(folder).as_posix() for path in paths} - own
    if found != described:
        raise ValueError(
            f"files without a table in {MANIFEST}: {sorted(found - described)}; tables without a "
            f"file: {sorted(described - found)}. Add or remove tables until both lists are empty."
        )


def _write(path: Path, text: str) -> None:
    """Write UTF-8 with newlines as they are, on every system."""
    path.write_bytes(text.encode("utf-8"))


if __name__ == "__main__":
    refresh(Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).parents[1] / "data")
