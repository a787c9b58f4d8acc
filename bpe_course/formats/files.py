"""Reading a file whole, and writing one so that a crash never leaves half of it.

Nothing here knows what the bytes mean; that is the business of the modules beside it.
"""

import hashlib
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path


def read_bytes(path: str | PathLike[str], sha256: str | None = None) -> bytes:
    """Return what the file holds; with `sha256`, only if it is exactly the expected file.

    Raises `IsADirectoryError`, `FileNotFoundError`, or `ValueError` if the hash is another.
    """
    path = Path(path)
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder: give the path of a file in it")
    if not path.exists():
        raise FileNotFoundError(f"{path} does not exist: check the path (now in {Path.cwd()})")
    data = path.read_bytes()
    if sha256 is not None:
        check_sha256(data, sha256, str(path))
    return data


def read_text(path: str | PathLike[str]) -> str:
    """Return the text of a UTF-8 file; raise `ValueError` if it is not UTF-8.

    Raises `IsADirectoryError` and `FileNotFoundError` as `read_bytes` does.
    """
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path} is not UTF-8 text (byte {error.object[error.start]:#04x} at position "
            f"{error.start}): it is damaged, compressed, or another kind of file"
        ) from error


def check_sha256(data: bytes, expected: str, source: str) -> None:
    """Raise `ValueError` unless `data` has the SHA-256 that is expected of `source`.

    >>> check_sha256(b"", hashlib.sha256(b"").hexdigest(), "nothing")
    """
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        raise ValueError(
            f"{source} is not the file it should be: expected sha256 {expected}, found {found} "
            f"({len(data):,} bytes). It is damaged or of another version; get it anew."
        )


def write_atomically(path: str | PathLike[str], data: bytes) -> None:
    """Write a file so that at any moment the old file stands there or the new one, whole.

    The bytes go to a temporary file in the same folder, reach the disk, and then take the name.
    Raises `IsADirectoryError` if `path` is a folder, `FileNotFoundError` if its folder is missing,
    and `OSError` if it is a device or a pipe, whose place a file must not take, or if nothing can
    be written in its folder.
    """
    target = _find_target(path)
    with _temporary_beside(target) as temporary:
        _write_to_disk(temporary, data)
        if target.exists():
            temporary.chmod(target.stat().st_mode)
        os.replace(temporary, target)  # noqa: PTH105 - a test makes this very call fail


def check_writable(path: str | PathLike[str]) -> None:
    """Raise what `write_atomically` would raise for this path; write nothing that stays."""
    with _temporary_beside(_find_target(path)):
        pass


def _find_target(path: str | PathLike[str]) -> Path:
    # Before links are followed: those to pipes, such as /dev/stdout, lead to no path.
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(f"{path} is a folder: give the path of a file to write in it")
    if target.exists() and not target.is_file():
        raise OSError(f"{path} is a device or a pipe: give the path of a file to write")
    target = target.resolve()
    if not target.parent.is_dir():
        raise FileNotFoundError(f"the folder {target.parent} does not exist: make it first")
    return target


@contextmanager
def _temporary_beside(target: Path) -> Iterator[Path]:
    temporary = target.with_name(f".{uuid.uuid4().hex}.tmp")
    try:
        temporary.touch(exist_ok=False)
    except OSError as error:
        # The error itself names a file that the caller has never heard of.
        message = f"cannot write in the folder {target.parent}: {error.strerror}"
        raise type(error)(message) from error
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _write_to_disk(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
