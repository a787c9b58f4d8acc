"""`bpe-course train`: files in, a tokenizer out, and what it does to the text it learned from."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from tqdm import tqdm

from bpe_course.cli.errors import readable_errors
from bpe_course.cli.naming import NO_PATTERN, resolve
from bpe_course.cli.reading import Source, open_source
from bpe_course.engines import Engine
from bpe_course.pairs import TieBreak
from bpe_course.pretokenize import PATTERNS
from bpe_course.streaming import cut_stream
from bpe_course.tokenizer import Tokenizer
from bpe_course.training import StoppedEarly

PATTERN_HELP = (
    f"How text is split: {', '.join(PATTERNS)}, {NO_PATTERN} (not at all), or a regular expression."
)


@readable_errors
def train(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="UTF-8 texts; - is stdin.")],
    vocab_size: Annotated[int, typer.Option(help="256 bytes, merges and special tokens together.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    pattern: Annotated[str, typer.Option(metavar="NAME|REGEX", help=PATTERN_HELP)] = "gpt2",
    special: Annotated[
        list[str] | None, typer.Option(metavar="TOKEN", help="A special token; may be repeated.")
    ] = None,
    tie_break: Annotated[TieBreak, typer.Option(help="Which of equally common pairs.")] = "first",
    engine: Annotated[Engine, typer.Option(help="Same result, other speed.")] = "auto",
    force: Annotated[bool, typer.Option("--force", help="Overwrite the output.")] = False,
) -> None:
    """Learn a tokenizer from text files and save it."""
    check_output(output, force)
    with ExitStack() as stack:
        sources = [open_source(name, stack) for name in files]
        tokenizer = noting_early_stop(
            lambda: Tokenizer.train(
                read_pieces(sources, resolve(pattern), special or []),
                vocab_size,
                pattern=resolve(pattern),
                special_tokens=special or [],
                tie_break=tie_break,
                engine=engine,
                progress=True,
            )
        )
        tokenizer.save(output)
        typer.echo(summarize(tokenizer, sources, output))


def check_output(output: Path, force: bool) -> None:
    """Raise before any work is done if the output could not be written."""
    if output.is_dir():
        raise IsADirectoryError(f"{output} is a folder: give the path of a file to write in it")
    if not output.parent.is_dir():
        raise FileNotFoundError(f"the folder {output.parent} does not exist: make it first")
    if output.exists() and not force:
        raise FileExistsError(f"{output} is there already: give another name, or --force")


def noting_early_stop(learn: Callable[[], Tokenizer]) -> Tokenizer:
    """Train; if no pair was left to merge, say so on standard error."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", StoppedEarly)
        tokenizer = learn()
    for warning in caught:
        typer.echo(f"note: {warning.message}", err=True)
    return tokenizer


def read_pieces(sources: list[Source], pattern: str | None, special: list[str]) -> Iterator[str]:
    """Yield the text of the files in pieces that end where chunks end; each file begins anew."""
    with progress_bar("reading", sources) as bar:
        for source in sources:
            blocks = watch(source.blocks(), bar)
            yield from cut_stream(blocks, pattern, special, at_special=True)


def summarize(tokenizer: Tokenizer, sources: list[Source], output: Path) -> str:
    """Return what was learned, and how well the training text is compressed by it."""
    num_bytes = sum(source.size for source in sources)
    num_tokens = count_tokens(tokenizer, sources)
    rate = f"{num_bytes / num_tokens:.3f} bytes per token" if num_tokens else "no tokens"
    return (
        f"entries      {len(tokenizer):,} (256 bytes, {len(tokenizer.merges):,} merges, "
        f"{len(tokenizer.special_tokens):,} special tokens)\n"
        f"training     {num_bytes:,} bytes become {num_tokens:,} tokens: {rate}\n"
        f"saved        {output}"
    )


def count_tokens(tokenizer: Tokenizer, sources: list[Source]) -> int:
    """Return how many tokens the files become."""
    with progress_bar("encoding", sources) as bar:
        return sum(
            1
            for source in sources
            for _ in tokenizer.encode_iterable(watch(source.blocks(), bar), allowed_special="all")
        )


def progress_bar(what: str, sources: list[Source]) -> "tqdm[NoReturn]":
    """Return a bar that counts bytes; it is silent unless standard error is a terminal."""
    total = sum(source.size for source in sources)
    return tqdm(desc=what, total=total, unit="B", unit_scale=True, disable=None)


def watch(blocks: Iterable[str], bar: "tqdm[NoReturn]") -> Iterator[str]:
    """Pass the blocks on, and show how many bytes have gone by."""
    for block in blocks:
        yield block
        bar.update(len(block.encode("utf-8")))
