"""The folder where tiktoken looks before it downloads: where it is, what it holds, filling it."""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from bpe_course.formats.files import write_atomically
from bpe_course.published.files import File

VARIABLES = ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR")

State = Literal["present", "missing", "damaged"]


def candidates() -> list[Path]:
    """Return the folders to look in, and to fill the first that can be written.

    They are the one that tiktoken's variables name, or else ours under the user's cache directory;
    then the one that tiktoken itself takes if no variable is set.
    """
    named = named_folder()
    default = Path(tempfile.gettempdir()) / "data-gym-cache"
    return [folder for folder in (named or user_folder(), default) if folder]


def named_folder() -> Path | None:
    """Return the folder that tiktoken is told to use, or `None` if it is told none.

    An empty variable tells tiktoken to keep nothing; offline there is then nothing to read, so it
    counts as none.
    """
    for variable in VARIABLES:
        if variable in os.environ:
            return Path(os.environ[variable]) if os.environ[variable] else None
    return None


def user_folder() -> Path | None:
    """Return our folder under the user's cache directory, or `None` if there is no home."""
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        base = Path(os.environ.get(variable, ""))
        if base.is_absolute():
            return base / "bpe_course"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    caches = home / "Library" / "Caches"
    base = caches if caches.is_dir() else home / ".cache"
    return base / "bpe_course" if home.is_absolute() else None


def state_of(folder: Path, file: File) -> State:
    """Tell whether the folder holds the file whole."""
    try:
        data = (folder / file.cached_name).read_bytes()
    except OSError:
        return "missing"
    return "present" if hashlib.sha256(data).hexdigest() == file.sha256 else "damaged"


def fill(contents: Mapping[File, bytes]) -> Path:
    """Write the files into the first folder that can be written, and have tiktoken use it.

    Raises `OSError` if not even a new temporary folder can be written.
    """
    for folder in candidates():
        if fill_folder(folder, contents):
            return use(folder)
    folder = Path(tempfile.mkdtemp(prefix="bpe_course-"))
    if not fill_folder(folder, contents):
        raise OSError(
            f"no folder can be written, not even {folder} (is the disk full?): set "
            "TIKTOKEN_CACHE_DIR to a folder that can be"
        )
    return use(folder)


def fill_folder(folder: Path, contents: Mapping[File, bytes]) -> bool:
    """Write what the folder does not hold whole; tell whether all is there now."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, data in contents.items():
            if state_of(folder, file) != "present":
                write_atomically(folder / file.cached_name, data)
    except OSError:
        return False
    return True


def use(folder: Path) -> Path:
    """Have tiktoken look into this folder, in this process and those that it starts."""
    if folder != named_folder():
        os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    return folder
