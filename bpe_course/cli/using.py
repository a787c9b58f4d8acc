"""`bpe-course encode` and `decode`: from text to ids and back."""

import json
import sys
from collections.abc import Iterable
from typing import Annotated

import typer

from bpe_course.cli.errors import readable_errors
from bpe_course.cli.naming import HELP, PatternOption, find_tokenizer
from bpe_course.cli.reading import read_blocks, read_text

TokenizerOption = Annotated[str, typer.Option("--tokenizer", "-t", metavar="NAME|FILE", help=HELP)]
TextArgument = Annotated[str | None, typer.Argument(metavar="TEXT", help="The text.")]
FileOption = Annotated[
    str | None, typer.Option("--file", "-f", help="Read the text from this file; - is stdin.")
]


@readable_errors
def encode(
    tokenizer: TokenizerOption,
    text: TextArgument = None,
    file: FileOption = None,
    allowed_special: Annotated[
        list[str] | None,
        typer.Option(metavar="TOKEN", help="Recognize this special token, or all of them: all."),
    ] = None,
    plain_special: Annotated[
        bool, typer.Option("--plain-special", help="Other special tokens are plain text, no error.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
    pattern: PatternOption = None,
) -> None:
    """Turn text into ids: TEXT, a file, or what is piped in."""
    names = allowed_special or []
    ids = find_tokenizer(tokenizer, pattern).encode_iterable(
        read_blocks(text, file),
        allowed_special="all" if names == ["all"] else frozenset(names),
        disallowed_special=() if plain_special else "all",
    )
    typer.echo(json.dumps(list(ids)) if as_json else " ".join(map(str, ids)))


@readable_errors
def decode(
    tokenizer: TokenizerOption,
    ids: Annotated[list[str] | None, typer.Argument(metavar="IDS", help="The ids.")] = None,
    pattern: PatternOption = None,
) -> None:
    """Turn ids into text: IDS, or ids that are piped in, as `encode` prints them.

    A terminal gets text, with U+FFFD for bytes that are not UTF-8. A file or a pipe gets the
    bytes, no more and no less.
    """
    parsed = parse_ids(ids or [read_text(None, None)])
    found = find_tokenizer(tokenizer, pattern)
    if sys.stdout.isatty():
        typer.echo(found.decode(parsed))
    else:
        typer.echo(found.decode_bytes(parsed), nl=False)


def parse_ids(words: Iterable[str]) -> list[int]:
    """Read ids that are separated by white space or commas, in brackets or not.

    Raises `ValueError` at the first word that is not a whole number.

    >>> parse_ids(["[31373, 995]"]), parse_ids(["31373", "995"])
    ([31373, 995], [31373, 995])
    """
    separators = str.maketrans("[],", "   ")
    return [parse_id(word) for part in words for word in part.translate(separators).split()]


def parse_id(word: str) -> int:
    """Read one id.

    >>> parse_id("995")
    995
    """
    if not (word.isascii() and word.isdigit()):
        raise ValueError(f"{word!r} is not an id: expected whole numbers, such as 31373 995")
    return int(word)
