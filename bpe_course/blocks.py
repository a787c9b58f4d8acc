"""Dividing files into blocks that can be counted apart, wherever each of them is read.

A block ends where a chunk ends whatever follows, so the counts of the blocks add up to those of the
whole files. To find such a place only a small window of the file has to be read.
"""

import codecs
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from itertools import pairwise
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any

from bpe_course.counting import count_chunks, ordinary_parts
from bpe_course.pretokenize import compile_pattern
from bpe_course.reading import decode
from bpe_course.special import check_special_tokens
from bpe_course.streaming import cut_stream, find_border, find_cut

WINDOW = 1 << 16


@dataclass(frozen=True)
class Block:
    """The part of a file from byte `start` to byte `stop`."""

    address: str
    start: int
    stop: int

    @property
    def size(self) -> int:
        """The number of bytes."""
        return self.stop - self.start


@dataclass(frozen=True)
class Rules:
    """How text is split: what a worker has to know, and the release of `regex` it has to have."""

    pattern: str | None
    special_tokens: tuple[str, ...]
    regex_release: str


def check_rules(pattern: str | None, special_tokens: Iterable[str]) -> Rules:
    """Raise, before any worker is asked, for a pattern or special token that is not valid.

    >>> check_rules("gpt2", ["<|end|>"]).special_tokens
    ('<|end|>',)
    """
    if pattern is not None:
        compile_pattern(pattern)
    if not isinstance(special_tokens, str):
        special_tokens = list(special_tokens)
    check_special_tokens(special_tokens)
    return Rules(pattern, tuple(special_tokens), version("regex"))


def check_block(block: int) -> None:
    """Raise `TypeError` or `ValueError` unless blocks can be of this many bytes.

    >>> check_block(1 << 20)
    """
    if not isinstance(block, int):
        raise TypeError(f"block must be a number of bytes, an int, not {type(block).__name__}")
    if block < 1:
        raise ValueError(f"block is {block} bytes: expected 1 or more")


def find_file(source: str | PathLike[str]) -> Block:
    """Return all of a file.

    Raises `FileNotFoundError`, `IsADirectoryError`, `ValueError` for an address of a kind that is
    not known, and `ImportError` for one whose package is not installed.
    """
    name = fspath(source)
    # The workers may stand in other folders.
    address = name if "://" in name else str(Path(name).absolute())
    system, path = find_system(address)
    try:
        found: Mapping[str, Any] = system.info(path)
    except FileNotFoundError:
        raise FileNotFoundError(f"{name} does not exist: check the name or address") from None
    if found["type"] == "directory":
        raise IsADirectoryError(f"{name} is a folder: give the files in it")
    if found["size"] is None:
        raise OSError(f"how long {name} is cannot be told, so it cannot be divided: copy it first")
    return Block(address, 0, found["size"])


def find_system(address: str) -> tuple[Any, str]:
    """Return the file system that an address is on, and the path there."""
    import fsspec

    try:
        found: tuple[Any, str] = fsspec.url_to_fs(address)
    except ValueError as error:
        raise ValueError(
            f"{address} is not an address that fsspec knows ({error}): expected the path of a "
            "file, or an address such as s3://bucket/text.txt"
        ) from error
    except ImportError as error:
        raise ImportError(
            f"{address} cannot be read, since a package for such addresses is missing ({error}): "
            "install it on this machine and on each worker, or copy the file to a disk they share"
        ) from error
    return found


def after_first(file: Block, block: int) -> list[Block]:
    """Return the blocks that a file has after its first one, before any border is looked for.

    >>> [(part.start, part.stop) for part in after_first(Block("a.txt", 0, 10), 4)]
    [(4, 8), (8, 10)]
    """
    starts = range(block, file.stop, block)
    return [Block(file.address, start, min(start + block, file.stop)) for start in starts]


def split_at(file: Block, cuts: Iterable[int]) -> list[Block]:
    """Return the parts of a file that has something in it.

    >>> [(part.start, part.stop) for part in split_at(Block("a.txt", 0, 10), [7, 3])]
    [(0, 3), (3, 7), (7, 10)]
    """
    edges = sorted({file.start, *cuts, file.stop})
    return [Block(file.address, start, stop) for start, stop in pairwise(edges)]


def first_cut(part: Block, rules: Rules) -> int | None:
    """Return a byte near the beginning of a part where the file may be cut, or None.

    Windows of the part are looked at in turn. A window has enough around it to see every special
    token that touches it; the first characters of what is read are only looked at, since the
    window may begin inside a character.
    """
    border = find_border(rules.pattern, rules.special_tokens)
    assert border is not None, "there is nothing to look for"
    longest = max(map(len, rules.special_tokens), default=1)
    around = 4 * (2 * longest + 4)
    window = min(WINDOW, part.size)
    with open_file(part.address) as file:
        for at in range(part.start, part.stop, window):
            first = max(0, at - around)
            file.seek(first)
            text = decode_loosely(file.read(at - first + window + around))
            known = longest + 3 if first else 0
            cut = find_cut(text, len(text), list(rules.special_tokens), border, known)
            if cut:
                return first + len(text[:cut].encode("utf-8", "surrogateescape"))
    return None


def decode_loosely(data: bytes) -> str:
    r"""Decode what may begin and end inside a character; encoded again, each byte is the same.

    >>> decode_loosely("é, é".encode()[1:-1])
    '\udca9, '
    """
    return codecs.getincrementaldecoder("utf-8")("surrogateescape").decode(data)


def open_file(address: str) -> IO[bytes]:
    """Open a file on a worker; raise `FileNotFoundError` if it is not there for this one."""
    import fsspec

    try:
        file: IO[bytes] = fsspec.open(address, "rb").open()
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{address} does not exist for a worker: each has to see it under this address. Put "
            "it on a disk they share, or where fsspec can read it, such as s3://"
        ) from None
    return file


def count_block(block: Block, rules: Rules) -> dict[str, int]:
    """Count the chunks of one block; on the way, memory is bounded as in `reading.read_texts`."""
    if version("regex") != rules.regex_release:
        raise ValueError(
            f"a worker has regex {version('regex')}, and this machine {rules.regex_release}: "
            "they would split some texts differently. Install the same release on all."
        )
    special = rules.special_tokens
    with open_file(block.address) as file:
        texts = decode(file, block.address, block.start, block.stop)
        pieces = cut_stream(texts, rules.pattern, special, at_special=True)
        return count_chunks(ordinary_parts(pieces, special), rules.pattern)
