"""`bpe-course train`: files in, a tokenizer out, and what it does to the text it learned from."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from tqdm import tqdm

from bpe_course.cli.errors import readable_errors
from bpe_course.cli.naming import NO_PATTERN, resolve
from bpe_course.cli.reading import STDIN, Source, open_source
from bpe_course.distributed import BLOCK, LOCAL, count_chunks
from bpe_course.engines import Engine
from bpe_course.fast import encode_chunk
from bpe_course.formats.files import check_writable
from bpe_course.pairs import TieBreak
from bpe_course.pretokenize import PATTERNS
from bpe_course.streaming import cut_stream
from bpe_course.text import to_utf8
from bpe_course.tokenizer import Tokenizer
from bpe_course.training import StoppedEarly, count_merges, learn_vocab_from_counts

PATTERN_HELP = (
    f"How text is split: {', '.join(PATTERNS)}, {NO_PATTERN} (not at all), or a regular expression."
)


CLUSTER_HELP = (
    "Count on the Dask cluster of this scheduler, which may read any address of fsspec; "
    f"{LOCAL} starts one on this machine."
)
BLOCK_HELP = (
    f"On a cluster: about how many bytes a worker counts at a time ({BLOCK:,} by default); less "
    "needs less memory."
)


@dataclass(frozen=True)
class Wanted:
    """What is to be learned, as the options say."""

    vocab_size: int
    pattern: str | None
    special: list[str]
    tie_break: TieBreak
    engine: Engine


@readable_errors
def train(  # noqa: PLR0913 - each is an argument of the command
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="UTF-8 texts; - is stdin.")],
    *,
    vocab_size: Annotated[int, typer.Option(help="256 bytes, merges and special tokens together.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    pattern: Annotated[str, typer.Option(metavar="NAME|REGEX", help=PATTERN_HELP)] = "gpt2",
    special: Annotated[
        list[str] | None, typer.Option(metavar="TOKEN", help="A special token; may be repeated.")
    ] = None,
    tie_break: Annotated[TieBreak, typer.Option(help="Which of equally common pairs.")] = "first",
    engine: Annotated[Engine, typer.Option(help="Same result, other speed.")] = "auto",
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help=CLUSTER_HELP)] = None,
    block: Annotated[int | None, typer.Option(metavar="BYTES", help=BLOCK_HELP)] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the output.")] = False,
) -> None:
    """Learn a tokenizer from text files and save it."""
    check_output(output, files, force)
    wanted = Wanted(vocab_size, resolve(pattern), special or [], tie_break, engine)
    if cluster is not None:
        train_on_cluster(files, wanted, output, cluster, BLOCK if block is None else block)
    elif block is None:
        train_here(files, wanted, output)
    else:
        raise ValueError("--block is for the workers of a cluster: give --cluster, or leave it out")


def train_here(files: list[str], wanted: Wanted, output: Path) -> None:
    """Learn from files that this process reads."""
    with ExitStack() as stack:
        sources = [open_source(name, stack) for name in files]
        tokenizer = noting_early_stop(
            lambda: Tokenizer.train(
                read_pieces(sources, wanted.pattern, wanted.special),
                wanted.vocab_size,
                pattern=wanted.pattern,
                special_tokens=wanted.special,
                tie_break=wanted.tie_break,
                engine=wanted.engine,
                progress=True,
            )
        )
        tokenizer.save(output)
        num_bytes = sum(source.size for source in sources)
        typer.echo(summarize(tokenizer, num_bytes, count_tokens(tokenizer, sources), output))


def train_on_cluster(
    files: list[str], wanted: Wanted, output: Path, address: str, block: int
) -> None:
    """Learn from files that the workers of a cluster read; this process sees only the counts."""
    if STDIN in files:
        raise ValueError("a cluster cannot read standard input: save the text in a file first")
    # Before hours are spent on counting.
    count_merges(wanted.vocab_size, len(wanted.special))
    counts = count_chunks(
        files,
        wanted.pattern,
        special_tokens=wanted.special,
        client=address,
        block=block,
        progress=True,
    )
    tokenizer = noting_early_stop(lambda: learn_from_counts(counts, wanted))
    tokenizer.save(output)
    num_bytes = sum(count * len(to_utf8(chunk)) for chunk, count in counts.items())
    typer.echo(summarize(tokenizer, num_bytes, count_tokens_of(tokenizer, counts), output))
    if wanted.special:
        typer.echo("             (the special tokens in it are not counted)")


def learn_from_counts(counts: Mapping[str, int], wanted: Wanted) -> Tokenizer:
    """Learn from chunks that have been counted."""
    vocab, special = learn_vocab_from_counts(
        counts,
        wanted.vocab_size,
        special_tokens=wanted.special,
        tie_break=wanted.tie_break,
        engine=wanted.engine,
        progress=True,
    )
    return Tokenizer(vocab, pattern=wanted.pattern, special_tokens=special)


def check_output(output: Path, files: Iterable[str], force: bool) -> None:
    """Raise before any work is done if the output cannot be written, or would replace a text."""
    check_writable(output)
    if any(is_same_file(output, name) for name in files):
        raise ValueError(f"{output} is one of the texts to learn from: give another name")
    if output.exists() and not force:
        raise FileExistsError(f"{output} is there already: give another name, or --force")


def is_same_file(output: Path, name: str) -> bool:
    """Return whether a text is the very file that is to be written; an address of fsspec is not."""
    try:
        return output.samefile(name)
    except OSError:
        return False


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


def summarize(tokenizer: Tokenizer, num_bytes: int, num_tokens: int, output: Path) -> str:
    """Return what was learned, and how well the training text is compressed by it."""
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


def count_tokens_of(tokenizer: Tokenizer, counts: Mapping[str, int]) -> int:
    """Return how many tokens the chunks become that were counted."""
    merges = tokenizer.merges
    return sum(count * len(encode_chunk(to_utf8(chunk), merges)) for chunk, count in counts.items())


def progress_bar(what: str, sources: list[Source]) -> "tqdm[NoReturn]":
    """Return a bar that counts bytes; it is silent unless standard error is a terminal."""
    total = sum(source.size for source in sources)
    return tqdm(desc=what, total=total, unit="B", unit_scale=True, disable=None)


def watch(blocks: Iterable[str], bar: "tqdm[NoReturn]") -> Iterator[str]:
    """Pass the blocks on, and show how many bytes have gone by."""
    for block in blocks:
        yield block
        bar.update(len(block.encode("utf-8")))
