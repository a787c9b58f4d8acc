"""Who encodes. Special tokens are plain text to all of them."""

import base64
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench.entries import BORDER, Run, contender
from bench.jobs import Job
from bpe_course import published
from bpe_course.engines import Engine
from bpe_course.pretokenize import pretokenize
from bpe_course.reference import encode_chunk
from bpe_course.text import to_utf8
from bpe_course.tokenizer import Tokenizer

if TYPE_CHECKING:
    import gigatoken

COMPILED = "numba"
PATIENCE = 2_000_000

# Encoded before the clock runs, for some do part of their loading when they are first used.
FIRST_LINE = "low, lower, lowest"

ONE_BY_ONE = frozenset({"text", "documents", "strings", "list"})
MANY = frozenset({"documents", "list"})
GIGATOKEN_NAMES = {"gpt2": "gpt2", "cl100k_base": "gpt4", "o200k_base": "o200k"}


def each(encode: Callable[[str], Iterable[int]], texts: Sequence[str]) -> Run:
    """Encode the texts one after another, with a function that takes one."""
    encode(FIRST_LINE)
    return Run(lambda: [encode(text) for text in texts], with_borders)


def together(
    encode: Callable[[Sequence[str]], Iterable[Iterable[int]]], texts: Sequence[str]
) -> Run:
    """Encode the texts with a function that takes them all."""
    encode([FIRST_LINE, FIRST_LINE])
    return Run(lambda: encode(texts), with_borders)


def with_borders(documents: Iterable[Iterable[int]]) -> Iterator[int]:
    """Yield the ids of each document, and `BORDER` after them.

    >>> list(with_borders([[1, 2], [3]])) == [1, 2, BORDER, 3, BORDER]
    True
    """
    for ids in documents:
        yield from ids.tolist() if hasattr(ids, "tolist") else ids
        yield BORDER


def plain_tokenizer(name: str, engine: Engine) -> Tokenizer:
    """Return our tokenizer for a published vocabulary, without its special tokens."""
    found = published.load(name)
    return Tokenizer(found.vocab, pattern=found.pattern, engine=engine)


@contender("encode", "compiled", "bpe_course, compiled", needs=COMPILED)
def encode_compiled(job: Job, texts: list[str]) -> Run:
    """Encode with the compiled engine."""
    tokenizer = plain_tokenizer(job.vocabulary, "compiled")
    if job.output == "numpy":
        return each(tokenizer.encode_to_numpy, texts)
    return each(tokenizer.encode_ordinary, texts)


@contender(
    "encode",
    "compiled-2",
    "bpe_course, compiled, two threads",
    takes={"text", "documents", "list", "numpy"},
    threads=2,
    needs=COMPILED,
)
def encode_compiled_on_two(job: Job, texts: list[str]) -> Run:
    """Encode with the compiled engine on two threads: the texts divided, or each of them."""
    tokenizer = plain_tokenizer(job.vocabulary, "compiled")
    # Long enough for both threads to make the table that each of them has.
    tokenizer.encode_to_numpy(20_000 * f"{FIRST_LINE} ", threads=2)
    if job.shape == "documents":
        return together(lambda texts: tokenizer.encode_batch(texts, threads=2), texts)
    if job.output == "numpy":
        return each(lambda text: tokenizer.encode_to_numpy(text, threads=2), texts)
    return each(lambda text: tokenizer.encode_to_numpy(text, threads=2).tolist(), texts)


@contender("encode", "fast", "bpe_course, pure Python", takes={"text", "strings", "list"})
def encode_fast(job: Job, texts: list[str]) -> Run:
    """Encode in pure Python."""
    return each(plain_tokenizer(job.vocabulary, "fast").encode_ordinary, texts)


@contender("encode", "auto", "bpe_course, as it chooses", takes={"strings", "list"})
def encode_auto(job: Job, texts: list[str]) -> Run:
    """Encode with the engine that the tokenizer chooses."""
    return each(plain_tokenizer(job.vocabulary, "auto").encode_ordinary, texts)


@contender("encode", "reference", "bpe_course, as taught", takes=ONE_BY_ONE, largest=2_000)
def encode_reference(job: Job, texts: list[str]) -> Run:
    """Encode as taught, chunk by chunk."""
    found = published.load(job.vocabulary)
    byte_ids, merges = found.vocab.byte_ids, found.vocab.merges

    def encode(text: str) -> list[int]:
        return [
            token_id
            for chunk in pretokenize(text, found.pattern)
            for token_id in encode_chunk([byte_ids[byte] for byte in to_utf8(chunk)], merges)
        ]

    return each(encode, texts)


@contender("encode", "tiktoken", "tiktoken", needs="tiktoken")
def encode_tiktoken(job: Job, texts: list[str]) -> Run:
    """Encode with tiktoken."""
    encoding = published.get_encoding(job.vocabulary)
    if job.output == "numpy":
        return each(lambda text: encoding.encode_to_numpy(text, disallowed_special=()), texts)
    return each(encoding.encode_ordinary, texts)


@contender("encode", "tiktoken-2", "tiktoken, two threads", takes=MANY, threads=2, needs="tiktoken")
def encode_tiktoken_on_two(job: Job, texts: list[str]) -> Run:
    """Encode many documents with tiktoken on two threads."""
    encoding = published.get_encoding(job.vocabulary)
    return together(lambda texts: encoding.encode_ordinary_batch(list(texts), num_threads=2), texts)


@contender("encode", "gigatoken", "gigatoken", needs="gigatoken")
def encode_gigatoken(job: Job, texts: list[str]) -> Run:
    """Encode with gigatoken."""
    tokenizer = gigatoken_tokenizer(job.vocabulary)
    if job.shape == "documents":
        return together(lambda texts: tokenizer.encode_batch_list(texts, parallel=False), texts)
    if job.output == "numpy":
        return each(tokenizer.encode, texts)
    return each(lambda text: tokenizer.encode(text).tolist(), texts)


@contender(
    "encode", "gigatoken-2", "gigatoken, two threads", takes=MANY, threads=2, needs="gigatoken"
)
def encode_gigatoken_on_two(job: Job, texts: list[str]) -> Run:
    """Encode many documents with gigatoken on two threads."""
    tokenizer = gigatoken_tokenizer(job.vocabulary)
    return together(lambda texts: tokenizer.encode_batch_list(texts, parallel=True), texts)


def gigatoken_tokenizer(name: str) -> "gigatoken.Tokenizer":
    """Return gigatoken's tokenizer for a published vocabulary, without special tokens."""
    import gigatoken

    ranks = sorted(published.load(name).vocab.ids.items(), key=lambda entry: entry[1])
    lines = (base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "ranks.tiktoken")
        path.write_bytes(b"".join(lines))
        # Both must be given, or it takes <|endoftext|> for a special token.
        return gigatoken.Tokenizer.from_tiktoken(
            path, pretokenizer=GIGATOKEN_NAMES[name], special_tokens={}
        )


@contender(
    "encode",
    "bpe-openai",
    "bpe-openai",
    takes={"documents", "strings", "list"},
    vocabularies={"cl100k_base", "o200k_base"},
    needs="bpe_openai",
)
def encode_bpe_openai(job: Job, texts: list[str]) -> Run:
    """Encode with bpe-openai, which takes no text of a million characters."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it opens its data in an old way
        import bpe_openai  # type: ignore[import-untyped]

    return each(bpe_openai.get_encoding(job.vocabulary).encode_ordinary, texts)


@contender(
    "encode",
    "huggingface",
    "Hugging Face tokenizers",
    takes=ONE_BY_ONE,
    vocabularies={"gpt2"},
    rounds=2,
    patience=PATIENCE,
    needs="tokenizers",
)
def encode_huggingface(job: Job, texts: list[str]) -> Run:
    """Encode with Hugging Face tokenizers, from the same vocabulary."""
    tokenizer = plain_tokenizer(job.vocabulary, "fast").to_huggingface()
    return each(lambda text: tokenizer.encode(text, add_special_tokens=False).ids, texts)


@contender(
    "encode",
    "huggingface-2",
    "Hugging Face tokenizers, two threads",
    takes=MANY,
    vocabularies={"gpt2"},
    threads=2,
    rounds=2,
    patience=PATIENCE,
    needs="tokenizers",
)
def encode_huggingface_on_two(job: Job, texts: list[str]) -> Run:
    """Encode many documents with Hugging Face tokenizers on two threads."""
    tokenizer = plain_tokenizer(job.vocabulary, "fast").to_huggingface()

    def encode(texts: Sequence[str]) -> list[list[int]]:
        found = tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [encoding.ids for encoding in found]

    return together(encode, texts)
