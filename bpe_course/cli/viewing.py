"""`bpe-course show` and `compare`: tokens in color, and several tokenizers side by side."""

from collections.abc import Mapping
from typing import Annotated

import typer

from bpe_course.cli.color import wants_color
from bpe_course.cli.errors import readable_errors
from bpe_course.cli.naming import HELP, PatternOption, find_tokenizer
from bpe_course.cli.reading import read_text
from bpe_course.cli.using import FileOption, TextArgument
from bpe_course.pretokenize import PATTERNS
from bpe_course.show import show_tokens
from bpe_course.tokenizer import Tokenizer

ColorOption = Annotated[
    bool | None,
    typer.Option("--color/--no-color", help="Default: color on a terminal, unless NO_COLOR is set"),
]
HEADINGS = ("tokenizer", "tokens", "bytes per token")


@readable_errors
def show(
    text: TextArgument = None,
    tokenizer: Annotated[
        str, typer.Option("--tokenizer", "-t", metavar="NAME|FILE", help=HELP)
    ] = "gpt2",
    file: FileOption = None,
    pattern: PatternOption = None,
    color: ColorOption = None,
) -> None:
    """Show where the tokens of a text begin and end."""
    found = find_tokenizer(tokenizer, pattern)
    print_strip(read_text(text, file), found, tokenizer, color)


@readable_errors
def compare(
    text: TextArgument = None,
    tokenizers: Annotated[
        list[str] | None,
        typer.Option("--tokenizer", "-t", metavar="NAME|FILE", help="One of them; repeat. " + HELP),
    ] = None,
    file: FileOption = None,
    color: ColorOption = None,
) -> None:
    """Compare tokenizers on one text: how many tokens, how many bytes each, and where they end."""
    whole = read_text(text, file)
    found = {name: find_tokenizer(name) for name in tokenizers or PATTERNS}
    typer.echo(count_table(whole, found))
    for name, tokenizer in found.items():
        typer.echo()
        print_strip(whole, tokenizer, name, color)


def count_table(text: str, tokenizers: Mapping[str, Tokenizer]) -> str:
    """Return how many tokens the text has under each tokenizer, the fewest first."""
    num_bytes = len(text.encode("utf-8"))
    counts = {name: len(tokenizer.token_spans(text)) for name, tokenizer in tokenizers.items()}
    rows = [
        (name, f"{count:,}", f"{num_bytes / count:.3f}" if count else "-")
        for name, count in sorted(counts.items(), key=lambda item: item[1])
    ]
    width = max(len(cells[0]) for cells in [HEADINGS, *rows])
    return "\n".join(
        f"{name:<{width}}  {count:>9}  {rate:>15}" for name, count, rate in [HEADINGS, *rows]
    )


def print_strip(text: str, tokenizer: Tokenizer, name: str, color: bool | None) -> None:
    """Print the tokens of a text under one tokenizer."""
    color = wants_color() if color is None else color
    typer.echo(show_tokens(text, tokenizer, name).to_terminal(color=color), color=color)
