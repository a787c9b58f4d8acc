"""`.tiktoken` files: one token a line, its bytes in base64, a space, its rank.

There are no merges in such a file: `Vocab.from_ranks` recovers them. The split pattern and the
special tokens are not in it either.
"""

import base64
import binascii
from collections.abc import Mapping
from os import PathLike

from bpe_course.formats.files import read_bytes, write_atomically
from bpe_course.vocab import check_ranks


def read_tiktoken(path: str | PathLike[str], sha256: str | None = None) -> dict[bytes, int]:
    """Read tokens and ranks from a file; with `sha256`, only if it is exactly the expected file.

    Raises `ValueError` as `parse_tiktoken` does, or if the hash is another; `FileNotFoundError`
    or `IsADirectoryError` if there is no such file.
    """
    return parse_tiktoken(read_bytes(path, sha256), str(path))


def write_tiktoken(path: str | PathLike[str], ranks: Mapping[bytes, int]) -> None:
    """Write tokens and ranks, in order of rank; the file is replaced whole or not at all."""
    write_atomically(path, format_tiktoken(ranks))


def parse_tiktoken(data: bytes, source: str = "the data") -> dict[bytes, int]:
    """Return tokens and ranks from the bytes of a `.tiktoken` file.

    Raises `ValueError` for a line that is not a token and a rank, a token or rank that occurs
    twice, a missing rank or a missing byte; `source` names the file in the error.

    >>> ranks = parse_tiktoken(format_tiktoken({bytes([byte]): byte for byte in range(256)}))
    >>> ranks[b"a"]
    97
    """
    ranks: dict[bytes, int] = {}
    for number, line in enumerate(data.splitlines(), start=1):
        if not line:
            continue
        token, rank = parse_line(line, number, source)
        if token in ranks:
            raise ValueError(
                f"{source}, line {number}: token {token!r} is there already, with rank "
                f"{ranks[token]}: each token must have one rank, in {line!r}"
            )
        ranks[token] = rank
    try:
        check_ranks(ranks)
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from error
    return ranks


def parse_line(line: bytes, number: int = 1, source: str = "the data") -> tuple[bytes, int]:
    """Return the token and the rank of one line.

    >>> parse_line(b"aGk= 256")
    (b'hi', 256)
    """
    try:
        encoded, rank = line.split()
        if not rank.isdigit():
            raise ValueError("the rank is not a number")
        return base64.b64decode(encoded, validate=True), int(rank)
    except (ValueError, binascii.Error) as error:
        raise ValueError(
            f"{source}, line {number}: expected a token in base64, a space and a rank, "
            f"such as b'aGk= 256', but found {line!r}: the file is damaged or not a .tiktoken file"
        ) from error


def format_tiktoken(ranks: Mapping[bytes, int]) -> bytes:
    r"""Return the bytes of a `.tiktoken` file, in order of rank.

    Raises `ValueError` if a rank is missing or given twice, or a byte is missing.

    >>> format_tiktoken({bytes([byte]): byte for byte in range(256)})[:14]
    b'AA== 0\nAQ== 1\n'
    """
    check_ranks(ranks)
    by_rank = sorted(ranks.items(), key=lambda item: item[1])
    return b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in by_rank)
