"""The texts of the course: found, checked against their sha256, and read.

Each text stands in the folder `data`, and `data/manifest.toml` says what it is. Files are read as
bytes and decoded as UTF-8, so that no newline is translated and every reader counts the same
tokens. For megabytes of real text there are the sources of Python's own standard library.
"""

import hashlib
import sysconfig
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MANIFEST = "manifest.toml"

# What stands before the language in the title of each parallel text.
PARALLEL_TITLE = "Why people write things down, in "

# Installed packages and tests differ from one machine to the next more than the library does.
SKIPPED_FOLDERS = frozenset({"__pycache__", "dist-packages", "site-packages", "test", "tests"})


@dataclass(frozen=True)
class Entry:
    """What the manifest says of one text: `bytes` is its size, `path` is relative to `data`."""

    path: str
    title: str
    language: str
    license: str
    provenance: str
    sha256: str
    bytes: int
    script: str | None = None


def names() -> list[str]:
    """Return the name of every text, in the order of the manifest.

    >>> [name for name in names() if name.startswith("samples/people")]
    ['samples/people.compact.json', 'samples/people.json', 'samples/people.yaml']
    """
    return list(manifest())


def load(name: str, folder: Path | None = None) -> str:
    r"""Return the text called `name`, checked against the sha256 in the manifest.

    `folder` is another folder to read from than the course's own. Raises ValueError if no text
    has this name or if the file has changed, FileNotFoundError if it is missing.

    >>> load("samples/arithmetic").splitlines()[:2]
    [' 3221 + 2334 = 5555', '3221+2334=5555']
    >>> load("parallel/en")[:24]
    'People write things down'
    """
    folder = data_folder() if folder is None else folder
    entries = manifest(folder)
    if name not in entries:
        raise ValueError(f"no text is called {name!r}; there are: {', '.join(entries)}")
    return _read(name, entries[name], folder)


def parallel(folder: Path | None = None) -> dict[str, str]:
    """Return one paragraph of the same meaning in each language, by BCP 47 code.

    >>> paragraphs = parallel()
    >>> paragraphs["de"][:26], paragraphs["ja"][:12]
    ('Menschen schreiben Dinge a', '人が物事を書き留めるのは')
    """
    folder = data_folder() if folder is None else folder
    return {
        name.removeprefix("parallel/"): _read(name, entry, folder)
        for name, entry in manifest(folder).items()
        if name.startswith("parallel/")
    }


def parallel_by_language(folder: Path | None = None) -> dict[str, str]:
    """Return the paragraphs of `parallel` by the English names of their languages.

    >>> parallel_by_language()["German"][:26]
    'Menschen schreiben Dinge a'
    """
    entries = manifest(folder)
    return {
        entries[f"parallel/{code}"].title.removeprefix(PARALLEL_TITLE): text
        for code, text in parallel(folder).items()
    }


def manifest(folder: Path | None = None) -> dict[str, Entry]:
    """Return the manifest's entries by the name of the text.

    >>> manifest()["parallel/ka"].script
    'Geor'
    """
    folder = data_folder() if folder is None else folder
    tables = tomllib.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    return {name: Entry(**table) for name, table in tables.items()}


def sha256(data: bytes) -> str:
    """Return the SHA-256 of `data` as 64 hexadecimal digits (FIPS 180-4).

    >>> sha256(b"abc")[:16]
    'ba7816bf8f01cfea'
    """
    return hashlib.sha256(data).hexdigest()


def data_folder(package: Path = Path(__file__).parent) -> Path:
    """Return the folder of the texts: inside an installed `package`, beside it in a clone.

    Raises FileNotFoundError, naming the folders looked at, if neither has a manifest.
    """
    # The inner folder first: beside an installed package is site-packages, and a folder
    # called `data` there belongs to somebody else.
    candidates = [package / "data", package.parent / "data"]
    for folder in candidates:
        if (folder / MANIFEST).is_file():
            return folder
    raise FileNotFoundError(
        f"the texts of the course are missing: no {MANIFEST} in {candidates[0]} nor in "
        f"{candidates[1]}. Install bpe-course again, or run from a complete clone."
    )


def standard_library(max_bytes: int | None = None) -> Iterator[str]:
    """Return the sources of the running Python's standard library, one text a file.

    `max_bytes` limits the sum of the UTF-8 lengths: the last text is cut, between characters,
    where the limit is reached. The order is that of `standard_library_files`. The same release
    of Python gives the same texts, another release others. Raises ValueError if the limit is
    negative.

    >>> sum(len(text.encode("utf-8")) for text in standard_library(max_bytes=1000))
    1000
    """
    if max_bytes is not None and max_bytes < 0:
        raise ValueError(f"max_bytes is {max_bytes}; expected 0 or more, or None for everything")
    return _texts(standard_library_files(), max_bytes)


def standard_library_files(folder: Path | None = None) -> list[Path]:
    """Return the paths of the standard library's sources, sorted by their path below `folder`.

    Left out: installed packages, caches, tests, and `_sysconfigdata…`, which the build of Python
    writes and which is different on each machine.
    """
    root = Path(sysconfig.get_path("stdlib")) if folder is None else folder
    paths = (path for path in root.rglob("*.py") if _is_source(path.relative_to(root)))
    return sorted(paths, key=lambda path: path.relative_to(root).parts)


def _is_source(path: Path) -> bool:
    """Return whether a path below the standard library's folder is one of its own sources."""
    return SKIPPED_FOLDERS.isdisjoint(path.parts) and not path.name.startswith("_sysconfigdata")


def _texts(paths: list[Path], max_bytes: int | None) -> Iterator[str]:
    """Yield the texts of the files that are UTF-8, `max_bytes` of them in all."""
    left = max_bytes
    for path in paths:
        if left == 0:
            return
        data = path.read_bytes()
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            continue
        if left is not None:
            if len(data) > left:
                yield data[:left].decode("utf-8", errors="ignore")
                return
            left -= len(data)
        yield text


def _read(name: str, entry: Entry, folder: Path) -> str:
    """Return the text of one entry, or raise if its file is missing or has changed."""
    path = folder / entry.path
    if not path.is_file():
        raise FileNotFoundError(f"the text {name!r} is missing: no file {path}. {_remedy(entry)}")
    data = path.read_bytes()
    _check(name, entry, data)
    return data.decode("utf-8")


def _check(name: str, entry: Entry, data: bytes) -> None:
    """Raise ValueError if `data` is not the text that the manifest describes."""
    found = sha256(data)
    if found != entry.sha256:
        raise ValueError(
            f"the text {name!r} has changed: {len(data)} bytes with sha256 {found}, expected "
            f"{entry.bytes} bytes with sha256 {entry.sha256}. {_remedy(entry)}"
        )


def _remedy(entry: Entry) -> str:
    """Return what to do about a missing or changed file."""
    return (
        f"In a clone, `git checkout -- data/{entry.path}` brings the file back, or, if the change "
        "is meant, `python tools/refresh_data.py` records it; else install bpe-course again."
    )
