"""What is read while the clock runs: real text, as much of it as a job wants, and the worst cases.

Real text is distinct: no file's content comes twice. The same environment gives the same texts.
"""

import hashlib
import os
import random
import string
import sysconfig
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from bpe_course import corpora

# What people write. Bundled JavaScript and source maps, which machines write, are left out.
SUFFIXES = frozenset(
    f".{suffix}"
    for suffix in (
        *("c", "cc", "cfg", "cpp", "css", "csv", "f90", "h", "hpp", "html", "ini", "json", "md"),
        *("po", "pxd", "pxi", "py", "pyi", "pyx", "rst", "sh", "svg", "tex", "toml", "ts", "txt"),
        *("xml", "yaml", "yml"),
    )
)
PACKAGE_FOLDERS = frozenset({"dist-packages", "site-packages"})


def installed_sources(size: int) -> list[str]:
    """Return the beginning of the sources of the standard library and the installed packages."""
    roots = [(Path(sysconfig.get_path(name)), name) for name in ("stdlib", "purelib")]
    paths = [
        (f"{name}/{path.relative_to(root).as_posix()}", path)
        for root, name in roots
        for path in source_files(root)
    ]
    # In the order of their names' hashes, so that any beginning is a mixture of everything.
    ordered = sorted(paths, key=lambda entry: hashlib.sha256(entry[0].encode()).digest())
    return first_bytes(distinct_texts(path for _, path in ordered), size)


def source_files(root: Path) -> Iterator[Path]:
    """Yield the text files below a folder, without those of packages installed below it."""
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in PACKAGE_FOLDERS | {"__pycache__"}]
        yield from (Path(folder, name) for name in files if Path(name).suffix in SUFFIXES)


def distinct_texts(paths: Iterable[Path]) -> Iterator[str]:
    """Yield each content once, leaving out what is not UTF-8 or newer than this Python's Unicode.

    On newer characters the contenders' tables differ, and so would their output.
    """
    seen: set[bytes] = set()
    for path in paths:
        data = path.read_bytes()
        digest = hashlib.sha256(data).digest()
        if digest not in seen and (text := settled_text(data)):
            seen.add(digest)
            yield text


def settled_text(data: bytes) -> str | None:
    r"""Return the text if it is UTF-8 and all its characters are assigned; else None.

    >>> settled_text(b"plain"), settled_text(b"\xff"), settled_text("\u0378".encode())
    ('plain', None, None)
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if text.isascii() or all(unicodedata.category(char) != "Cn" for char in set(text)):
        return text
    return None


def first_bytes(texts: Iterable[str], size: int) -> list[str]:
    """Return the first `size` bytes of the texts; the last one is cut, between characters.

    >>> first_bytes(["low", "lower", "lowest"], 5)
    ['low', 'lo']
    """
    taken: list[str] = []
    for text in texts:
        data = text.encode("utf-8")
        if len(data) >= size:
            taken.append(data[:size].decode("utf-8", errors="ignore"))
            break
        taken.append(text)
        size -= len(data)
    return taken


def file_text(path: str, size: int) -> list[str]:
    """Return the beginning of a file, as texts of whole lines of about 100,000 characters."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return first_bytes(iter(lambda: "".join(file.readlines(100_000)), ""), size)


def english(size: int) -> list[str]:
    """Return the beginning of the course's English text."""
    return first_bytes([corpora.load("english")], size)


def random_letters(size: int) -> list[str]:
    """Return one word of letters drawn evenly, the same on each call."""
    return ["".join(random.Random(0).choices(string.ascii_lowercase, k=size))]


def random_bytes(size: int) -> list[str]:
    """Return random bytes read as Latin-1: `size` bytes once they are UTF-8."""
    return first_bytes([random.Random(0).randbytes(size).decode("latin-1")], size)


TEXTS: dict[str, Callable[[int], list[str]]] = {
    "english": english,
    "standard library": lambda size: list(corpora.standard_library(size)),
    "installed sources": installed_sources,
    "one letter": lambda size: ["a" * size],
    "random letters": random_letters,
    "random bytes": random_bytes,
}


def bytes_in(text: str, limit: int) -> int:
    """Return how many bytes a text has, a name in `TEXTS` or the path of a file; at most `limit`.

    >>> bytes_in("one letter", 5), bytes_in(__file__, 5), bytes_in("random bytes", 5)
    (5, 5, 5)
    """
    if text not in TEXTS:
        return min(Path(text).stat().st_size, limit)
    # A text that goes on is cut before a character of which up to three bytes would fit.
    found = sum(len(part.encode("utf-8")) for part in TEXTS[text](limit + 3))
    return min(found, limit)


def pieces(texts: Iterable[str], length: int) -> Iterator[str]:
    """Cut each text into pieces of `length` characters; the last one may be shorter.

    >>> list(pieces(["lower", "low"], 3))
    ['low', 'er', 'low']
    """
    for text in texts:
        yield from (text[start : start + length] for start in range(0, len(text), length))
