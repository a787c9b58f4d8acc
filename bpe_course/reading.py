"""Reading files of any size as text: UTF-8, byte for byte, in pieces that end where chunks end.

A piece is tokenized as the whole would be, so what is learned from the pieces is what is learned
from whole files, and memory is bounded by the pieces.
"""

import codecs
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import IO

from bpe_course.streaming import cut_stream

BLOCK = 1 << 20


def read_texts(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    pattern: str | None = "gpt2",
    special_tokens: Iterable[str] = (),
) -> Iterator[str]:
    """Yield the text of the files, or of one, in pieces to train on; each file begins anew.

    No piece goes over a file's end. Where `pattern` is not a published one, pieces end only before
    special tokens and at the ends of files. Raises `ValueError`, naming the file and the byte, for
    what is not UTF-8.
    """
    special_tokens = list(special_tokens)
    for path in [paths] if isinstance(paths, str | PathLike) else paths:
        with Path(path).open("rb") as file:
            yield from cut_stream(decode(file, str(path)), pattern, special_tokens, at_special=True)


def decode(
    file: IO[bytes], name: str, start: int = 0, stop: int | None = None, block: int = BLOCK
) -> Iterator[str]:
    """Yield the text from byte `start` to byte `stop`, or to the end, in blocks of bytes.

    Raises `ValueError` with the position of the first byte that is not UTF-8, and `OSError` if the
    file ends before `stop`.

    >>> from io import BytesIO
    >>> list(decode(BytesIO(b"to be or not"), "play.txt", 3, 8, block=4))
    ['be o', 'r']
    """
    file.seek(start)
    decoder = codecs.getincrementaldecoder("utf-8")()
    decoded = read = start
    try:
        while data := file.read(block if stop is None else min(block, stop - read)):
            text = decoder.decode(data)
            read += len(data)
            decoded = read - len(decoder.getstate()[0])
            yield text
        if stop is not None and read < stop:
            raise OSError(
                f"{name} ends at byte {read} and not {stop}: it was changed while being read"
            )
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise ValueError(describe_byte(name, error, decoded)) from error


def describe_byte(name: str, error: UnicodeDecodeError, offset: int) -> str:
    """Say where a file is not UTF-8 and what to do; `offset` is where the decoded block began.

    >>> try:
    ...     b"caf" + bytes([0xE9]).decode("utf-8")
    ... except UnicodeDecodeError as error:
    ...     describe_byte("menu.txt", error, offset=3)[:52]
    'menu.txt is not UTF-8: byte 0xe9 at position 3 (unex'
    """
    return (
        f"{name} is not UTF-8: byte {error.object[error.start]:#04x} at position "
        f"{offset + error.start} ({error.reason}). Convert it to UTF-8 first, for example with "
        "`iconv -f LATIN1 -t UTF-8`, or leave it out."
    )
