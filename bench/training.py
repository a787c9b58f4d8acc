"""Who trains. All split with GPT-2's pattern, but for sentencepiece, which has a way of its own."""

import io
import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING

from bench.entries import Run, contender
from bench.jobs import Job
from bpe_course import fast
from bpe_course.bytelevel import bytes_to_unicode, unicode_to_bytes
from bpe_course.counting import count_chunks
from bpe_course.engines import Engine, LearnedMerge, learn_merges
from bpe_course.pairs import Pair, TieBreak
from bpe_course.pretokenize import GPT2
from bpe_course.text import to_utf8
from bpe_course.vocab import build_tokens

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

COMPILED = "numba"
LARGE = 50_000_000
MIDDLE = 25_000_000
IDENTITY = bytes(range(256))

# Between documents, for those who read one long text. No text of people has it.
SEPARATOR = b"\x00\x1e\x00"


@contender("train", "compiled", "bpe_course, compiled", rule="smallest", needs=COMPILED)
def train_compiled(job: Job, texts: list[str]) -> Run:
    """Train with the compiled engine, under the tie rule that most peers have."""
    return train_ours(job, texts, "compiled", "smallest")


@contender(
    "train",
    "compiled-stream",
    "bpe_course, compiled, texts read from a file",
    rule="smallest",
    needs=COMPILED,
)
def train_compiled_from_file(job: Job, texts: list[str]) -> Run:
    """Train with the compiled engine while reading the texts, so that no two are held at once."""
    return train_ours(job, moved_to_file(texts), "compiled", "smallest")


def moved_to_file(texts: list[str]) -> Iterator[str]:
    """Write the texts to a file and empty the list; return what reads them one by one."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed when it has been read
    for text in texts:
        pickle.dump(text, file)
    file.seek(0)
    number = len(texts)
    texts.clear()
    return read_texts_back(file, number)


def read_texts_back(file: IO[bytes], number: int) -> Iterator[str]:
    """Yield the texts of a file, and close it."""
    with file:
        for _ in range(number):
            yield pickle.load(file)


@contender(
    "train", "compiled-first", "bpe_course, compiled, first seen", rule="first", needs=COMPILED
)
def train_compiled_first(job: Job, texts: list[str]) -> Run:
    """Train with the compiled engine, under the rule of the lesson."""
    return train_ours(job, texts, "compiled", "first")


@contender("train", "fast", "bpe_course, pure Python", rule="smallest", largest=MIDDLE)
def train_fast(job: Job, texts: list[str]) -> Run:
    """Train with the pure Python engine, under the tie rule that most peers have."""
    return train_ours(job, texts, "fast", "smallest")


@contender(
    "train",
    "fast-first",
    "bpe_course, pure Python, first seen",
    rule="first",
    largest=MIDDLE,
    rounds=1,
    patience=2_000_000,
)
def train_fast_first(job: Job, texts: list[str]) -> Run:
    """Train with the pure Python engine, under the rule of the lesson."""
    return train_ours(job, texts, "fast", "first")


@contender(
    "train",
    "reference",
    "bpe_course, as taught",
    rule="first",
    largest=200_000,
    rounds=2,
    patience=20_000,
)
def train_reference(job: Job, texts: list[str]) -> Run:
    """Train as taught."""
    return train_ours(job, texts, "reference", "first")


def train_ours(job: Job, texts: Iterable[str], engine: Engine, rule: TieBreak) -> Run:
    """Train with one of our engines; Numba loads what it compiled before the clock runs."""
    learn(["low low lower"], 2, engine, rule)
    return Run(lambda: learn(texts, job.num_merges, engine, rule), learned_tokens)


def learn(texts: Iterable[str], num_merges: int, engine: Engine, rule: TieBreak) -> dict[Pair, int]:
    """Learn merges with one of our engines."""
    return merges_of(learn_merges(texts, num_merges, tie_break=rule, engine=engine))


def merges_of(steps: Iterable[LearnedMerge]) -> dict[Pair, int]:
    """Return the merges alone: the steps of the reference hold the ids of the whole text."""
    return {step.pair: step.new_id for step in steps}


@contender(
    "train",
    "compiled-huggingface",
    "bpe_course, compiled, Hugging Face's ties",
    rule="huggingface",
    rounds=1,
    needs=COMPILED,
)
def train_compiled_huggingface(job: Job, texts: list[str]) -> Run:
    """Train with the compiled engine, the bytes numbered as Hugging Face numbers them."""
    import numpy as np

    from bpe_course.compiled.chunks import ChunkTable
    from bpe_course.compiled.counting import count_chunks
    from bpe_course.compiled.training import train_counted

    numbering = huggingface_numbering()

    def learn(texts: Iterable[str], num_merges: int) -> dict[Pair, int]:
        data, offsets, counts = count_chunks(texts)
        table = ChunkTable(np.frombuffer(numbering, np.uint8)[data], offsets, counts)
        return merges_of(train_counted(table, num_merges, tie_break="smallest"))

    learn(["low low lower"], 2)
    return Run(
        lambda: learn(texts, job.num_merges), lambda merges: learned_tokens(merges, numbering)
    )


@contender(
    "train",
    "fast-huggingface",
    "bpe_course, pure Python, Hugging Face's ties",
    rule="huggingface",
    largest=2_000_000,
    rounds=1,
)
def train_fast_huggingface(job: Job, texts: list[str]) -> Run:
    """Train with the pure Python engine, the bytes numbered as Hugging Face numbers them."""
    numbering = huggingface_numbering()

    def learn() -> dict[Pair, int]:
        counts = count_chunks(texts, "gpt2").items()
        numbered = {to_utf8(chunk).translate(numbering): count for chunk, count in counts}
        return merges_of(fast.train_counted(numbered, job.num_merges, tie_break="smallest"))

    return Run(learn, lambda merges: learned_tokens(merges, numbering))


@contender("train", "gigatoken", "gigatoken", rule="smallest", needs="gigatoken")
def train_gigatoken(job: Job, texts: list[str]) -> Run:
    """Train with gigatoken, under the tie rule it shares with rustbpe."""
    return train_with_gigatoken(job, texts, "raw_token_ids")


@contender(
    "train",
    "gigatoken-huggingface",
    "gigatoken, Hugging Face's ties",
    rule="huggingface",
    rounds=1,
    needs="gigatoken",
)
def train_gigatoken_huggingface(job: Job, texts: list[str]) -> Run:
    """Train with gigatoken, under the tie rule it has when it is not told."""
    return train_with_gigatoken(job, texts, "huggingface")


def train_with_gigatoken(job: Job, texts: list[str], rule: str) -> Run:
    """Train with gigatoken on one text in memory, which is how it takes documents."""
    import gigatoken

    data = joined_by_separator(texts)
    size = 256 + job.num_merges
    return Run(
        lambda: gigatoken.train_bpe(data, size, [], tie_breaking=rule, separator=SEPARATOR),
        lambda result: [left + right for left, right in result[1]],
    )


def joined_by_separator(texts: list[str]) -> bytes:
    r"""Return the texts with the separator between them, and empty the list on the way.

    >>> joined_by_separator(["a", "b"])
    b'a\x00\x1e\x00b'
    """
    if any("\0\x1e\0" in text for text in texts):
        raise ValueError("a text holds the separator of documents: choose another one")
    data = SEPARATOR.join(map(to_utf8, texts))
    texts.clear()  # else this contender would hold the text twice
    return data


@contender("train", "rustbpe", "rustbpe", rule="smallest", needs="rustbpe")
def train_rustbpe(job: Job, texts: list[str]) -> Run:
    """Train with rustbpe."""
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    size = 256 + job.num_merges
    return Run(
        lambda: tokenizer.train_from_iterator(iter(texts), size, pattern=GPT2),
        lambda _: [bytes(token) for token, _ in tokenizer.get_mergeable_ranks()][256:],
    )


@contender("train", "bpeasy", "bpeasy", rule="smallest", rounds=1, patience=LARGE, needs="bpeasy")
def train_bpeasy(job: Job, texts: list[str]) -> Run:
    """Train with bpeasy."""
    import bpeasy

    size = 256 + job.num_merges
    return Run(
        lambda: bpeasy.train_bpe(iter(texts), GPT2, 1 << 30, size),
        lambda ranks: sorted(ranks, key=ranks.__getitem__)[256:],
    )


@contender(
    "train", "huggingface", "Hugging Face tokenizers", rule="huggingface", needs="tokenizers"
)
def train_huggingface(job: Job, texts: list[str]) -> Run:
    """Train with Hugging Face tokenizers."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=256 + job.num_merges,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    return Run(
        lambda: tokenizer.train_from_iterator(texts, trainer),
        lambda _: tokens_of_glyphs(tokenizer.get_vocab())[256:],
    )


@contender(
    "train", "sentencepiece", "sentencepiece", rule="own", smallest=500_000, needs="sentencepiece"
)
def train_sentencepiece(job: Job, texts: list[str]) -> Run:
    """Train with sentencepiece: on characters, bytes only for rare ones, split by its own rules."""
    from sentencepiece import SentencePieceProcessor, SentencePieceTrainer

    def learn() -> SentencePieceProcessor:
        model = io.BytesIO()
        SentencePieceTrainer.train(
            sentence_iterator=(line for text in texts for line in text.splitlines()),
            model_writer=model,
            model_type="bpe",
            vocab_size=256 + job.num_merges + 3,  # 256 bytes; three markers that are no text
            byte_fallback=True,
            normalization_rule_name="identity",
            remove_extra_whitespaces=False,
            add_dummy_prefix=False,
            allow_whitespace_only_pieces=True,
            max_sentence_length=1 << 24,
            hard_vocab_limit=False,
            num_threads=1,
            minloglevel=2,
        )
        return SentencePieceProcessor(model_proto=model.getvalue())

    return Run(learn, tokens_of_pieces, lambda model: lambda text: len(model.encode(text)))


def tokens_of_pieces(model: "SentencePieceProcessor") -> list[bytes]:
    """Return the bytes of sentencepiece's tokens but for its markers and the single bytes."""
    names = [model.id_to_piece(number) for number in range(259, model.get_piece_size())]
    return [name.replace("▁", " ").encode("utf-8") for name in names]


def huggingface_numbering() -> bytes:
    """Return the id that Hugging Face gives each byte: its place among the sorted glyphs.

    >>> huggingface_numbering()[ord("!")], huggingface_numbering()[0]
    (0, 188)
    """
    places = {glyph: place for place, glyph in enumerate(sorted(bytes_to_unicode().values()))}
    return bytes(places[bytes_to_unicode()[value]] for value in range(256))


def learned_tokens(merges: Mapping[Pair, int], numbering: Sequence[int] = IDENTITY) -> list[bytes]:
    """Return the bytes of each learned token, in the order in which they were learned.

    >>> learned_tokens({(104, 105): 256})
    [b'hi']
    """
    return list(build_tokens(merges, numbering).values())[256:]


def tokens_of_glyphs(ids: Mapping[str, int]) -> list[bytes]:
    """Return the bytes of tokens that are written in GPT-2's printable alphabet, by id.

    >>> tokens_of_glyphs({"Ġthe": 1, "a": 0})
    [b'a', b' the']
    """
    byte_of = unicode_to_bytes()
    return [bytes(byte_of[glyph] for glyph in token) for token in sorted(ids, key=ids.__getitem__)]


def bytes_per_token(count: Callable[[str], int], text: str) -> float:
    """Return how many bytes of a text a token stands for, on average.

    >>> bytes_per_token(len, "né")
    1.5
    """
    return len(to_utf8(text)) / count(text)


def count_by_ranks(tokens: Iterable[bytes]) -> Callable[[str], int]:
    """Return what counts the tokens that merging these, in this order, leaves of a text."""
    import tiktoken

    ranks = {token: rank for rank, token in enumerate([*map(bytes, zip(range(256))), *tokens])}
    encoding = tiktoken.Encoding("trained", pat_str=GPT2, mergeable_ranks=ranks, special_tokens={})
    return lambda text: len(encoding.encode_ordinary(text))
