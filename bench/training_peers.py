"""The libraries that train with GPT-2's pattern, and sentencepiece, which has a way of its own."""

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bench.entries import Run, contender
from bench.jobs import Job
from bpe_course.bytelevel import unicode_to_bytes
from bpe_course.pretokenize import GPT2
from bpe_course.text import to_utf8

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

LARGE = 50_000_000

# Between documents, for those who read one long text. No text of people has it.
SEPARATOR = b"\x00\x1e\x00"


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


def tokens_of_glyphs(ids: Mapping[str, int]) -> list[bytes]:
    """Return the bytes of tokens that are written in GPT-2's printable alphabet, by id.

    >>> tokens_of_glyphs({"Ġthe": 1, "a": 0})
    [b'a', b' the']
    """
    byte_of = unicode_to_bytes()
    return [bytes(byte_of[glyph] for glyph in token) for token in sorted(ids, key=ids.__getitem__)]
