"""Finding the tokenizer that a name or a file stands for."""

import json
from pathlib import Path
from typing import Annotated

import typer

from bpe_course.formats.files import read_text
from bpe_course.formats.tiktoken_file import read_tiktoken
from bpe_course.pretokenize import PATTERNS
from bpe_course.tokenizer import Tokenizer
from bpe_course.vocab import Vocab

NO_PATTERN = "none"
HELP = (
    f"{', '.join(PATTERNS)}; or a file: one that `train` wrote, a tokenizer.json of Hugging Face, "
    "or a .tiktoken file with --pattern."
)

PatternOption = Annotated[
    str | None,
    typer.Option(
        "--pattern",
        metavar="NAME|REGEX",
        help=f"How a .tiktoken file's text is split: {', '.join(PATTERNS)}, {NO_PATTERN}, or a "
        "regular expression.",
    ),
]


def find_tokenizer(name: str, pattern: str | None = None) -> Tokenizer:
    """Return the tokenizer that `name` stands for; what a file is, its content tells.

    Raises `ValueError` if there is none, or if a pattern is missing or not needed.
    """
    path = Path(name)
    if name.endswith(".tiktoken") and path.exists():
        return read_ranks(name, pattern)
    if pattern is not None:
        raise ValueError(f"--pattern is for .tiktoken files: {name} has its own; leave it out")
    if name in PATTERNS:
        return Tokenizer.from_tiktoken(name)
    if not path.exists():
        raise ValueError(
            f"there is no tokenizer {name!r}: expected {', '.join(PATTERNS)}, or the path of a "
            "file, and there is no such file"
        )
    return Tokenizer.from_huggingface(path) if is_huggingface(path) else Tokenizer.load(path)


def read_ranks(name: str, pattern: str | None) -> Tokenizer:
    """Read a `.tiktoken` file, which does not say how text is split."""
    if pattern is None:
        raise ValueError(
            f"{name} holds tokens and ranks, but not how text is split: give --pattern "
            f"({', '.join(PATTERNS)}, {NO_PATTERN}, or a regular expression)"
        )
    return Tokenizer(Vocab.from_ranks(read_tiktoken(name)), pattern=resolve(pattern))


def resolve(pattern: str) -> str | None:
    """Return the pattern an option stands for: `none` is no splitting at all.

    >>> resolve("gpt2"), resolve("none")
    ('gpt2', None)
    """
    return None if pattern == NO_PATTERN else pattern


def is_huggingface(path: Path) -> bool:
    """Tell whether a file is a `tokenizer.json`: JSON that has a model, and is not ours."""
    try:
        fields = json.loads(read_text(path))
    except json.JSONDecodeError:
        return False
    return isinstance(fields, dict) and "model" in fields and "format" not in fields
