"""Reading text for the commands: UTF-8, in blocks, byte for byte, from files or standard input."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfileobj
from typing import IO

from bpe_course.reading import BLOCK, decode

STDIN = "-"


@dataclass(frozen=True)
class Source:
    """A file that is open and can be read more than once; `size` is in bytes."""

    name: str
    file: IO[bytes]
    size: int

    def blocks(self, block: int = BLOCK) -> Iterator[str]:
        """Return the text from its beginning, about `block` bytes at a time.

        Raises `ValueError` with the position of the first byte that is not UTF-8.
        """
        return decode(self.file, self.name, block=block)


def open_source(name: str, stack: ExitStack) -> Source:
    """Open a file, or standard input for `-`, until `stack` is closed.

    What cannot be read twice, such as a pipe, is copied to a temporary file first. Raises
    `IsADirectoryError` or `FileNotFoundError`.
    """
    if name == STDIN:
        return spool("standard input", sys.stdin.buffer, stack)
    path = Path(name)
    if path.is_dir():
        raise IsADirectoryError(f"{name} is a folder: give the files in it, as in {path / '*.txt'}")
    if not path.exists():
        raise FileNotFoundError(f"{name} does not exist: check the name (`-` is standard input)")
    file = stack.enter_context(path.open("rb"))
    return Source(name, file, path.stat().st_size) if path.is_file() else spool(name, file, stack)


def spool(name: str, file: IO[bytes], stack: ExitStack) -> Source:
    """Copy all of `file` to where it can be read again."""
    copy = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
    copyfileobj(file, copy)
    return Source(name, copy, copy.tell())


def read_blocks(text: str | None, file: str | None) -> Iterator[str]:
    """Yield the text a command was given: its argument, a file, or standard input.

    Raises `ValueError` if there are two of them, or none.
    """
    if text is not None and file is not None:
        raise ValueError("there are two texts, TEXT and --file: give one of them")
    if text is not None:
        yield text
        return
    if file is None and sys.stdin.isatty():
        raise ValueError("there is no text: give TEXT, or --file FILE, or pipe text in")
    with ExitStack() as stack:
        yield from open_source(file or STDIN, stack).blocks()


def read_text(text: str | None, file: str | None) -> str:
    """Return all of the text a command was given, as `read_blocks` does."""
    return "".join(read_blocks(text, file))
