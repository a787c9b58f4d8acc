"""The contenders: our engines and the libraries they are measured against, one function each.

To add one, write a function that takes a job and its texts and returns a `Run`, and put
`@contender(...)` above it. It is then part of every job it can do.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from bench.jobs import Job, Task
from bpe_course import fast
from bpe_course.bytelevel import bytes_to_unicode, unicode_to_bytes
from bpe_course.counting import count_chunks
from bpe_course.engines import LearnedMerge, learn_merges
from bpe_course.pairs import Pair
from bpe_course.pretokenize import GPT2
from bpe_course.reference import encode_chunk
from bpe_course.text import to_utf8
from bpe_course.vocab import build_tokens

Output = list[int] | list[bytes]


@dataclass(frozen=True)
class Run:
    """Work to be timed, and how its result becomes what contenders are compared by.

    That is the learned tokens in order after training, and the ids after encoding.
    """

    work: Callable[[], Any]
    output: Callable[[Any], Output] = list


Prepare = Callable[[Job, list[str]], Run]


@dataclass(frozen=True)
class Contender:
    """Who can do a task: how it prepares, under which tie rules, up to what size, with what."""

    name: str
    task: Task
    prepare: Prepare
    rules: frozenset[str]
    largest: float
    needs: str | None

    def can_do(self, job: Job) -> bool:
        """Return whether this contender can do the job in reasonable time, here."""
        return (
            self.task == job.task
            and job.size <= self.largest
            and (job.task == "encode" or job.rule in self.rules)
            and (self.needs is None or find_spec(self.needs) is not None)
        )


CONTENDERS: list[Contender] = []


def contender(
    task: Task,
    name: str,
    *,
    rules: Iterable[str] = (),
    largest: float = float("inf"),
    needs: str | None = None,
) -> Callable[[Prepare], Prepare]:
    """Add the function below to the table.

    `rules` are the tie rules it can train under, `largest` the most bytes it should be given, and
    `needs` the module that must be installed.
    """

    def add(prepare: Prepare) -> Prepare:
        CONTENDERS.append(Contender(name, task, prepare, frozenset(rules), largest, needs))
        return prepare

    return add


def contenders_for(job: Job) -> list[str]:
    """Return the names of those who can do a job, in the order of the table."""
    return [contender.name for contender in CONTENDERS if contender.can_do(job)]


def find_contender(task: Task, name: str) -> Contender:
    """Return one entry of the table; raise `ValueError` if it is not there."""
    for entry in CONTENDERS:
        if (entry.task, entry.name) == (task, name):
            return entry
    known = ", ".join(entry.name for entry in CONTENDERS if entry.task == task)
    raise ValueError(f"nobody called {name!r} can {task}: expected one of {known}")


# Training


@contender("train", "fast", rules=["first", "smallest", "largest", "huggingface"])
def train_fast(job: Job, texts: list[str]) -> Run:
    """Train with the pure Python engine."""
    return train_on_counts(fast.train_counted, job, texts)


@contender("train", "reference", rules=["first", "smallest", "largest"], largest=200_000)
def train_reference(job: Job, texts: list[str]) -> Run:
    """Train as taught."""
    rule: Any = job.rule

    def learn() -> dict[Pair, int]:
        # Its steps hold the ids of the whole text, so none is kept longer than needed.
        steps = learn_merges(texts, job.num_merges, tie_break=rule, engine="reference")
        return {step.pair: step.new_id for step in steps}

    return Run(learn, lambda merges: learned_tokens(merges, bytes(range(256))))


@contender("train", "rustbpe", rules=["smallest"], needs="rustbpe")
def train_rustbpe(job: Job, texts: list[str]) -> Run:
    """Train with rustbpe."""
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    size = 256 + job.num_merges
    return Run(
        lambda: tokenizer.train_from_iterator(iter(texts), size, pattern=GPT2),
        lambda _: [bytes(token) for token, _ in tokenizer.get_mergeable_ranks()][256:],
    )


@contender("train", "huggingface", rules=["huggingface"], needs="tokenizers")
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


def train_on_counts(
    train_counted: Callable[..., Iterable[LearnedMerge]], job: Job, texts: list[str]
) -> Run:
    """Train one of our engines on counted chunks, its bytes numbered as the tie rule wants."""
    hugging_face = job.rule == "huggingface"
    numbering = huggingface_numbering() if hugging_face else bytes(range(256))
    rule = "smallest" if hugging_face else job.rule

    def learn() -> dict[Pair, int]:
        counts = count_chunks(texts, "gpt2").items()
        numbered = {to_utf8(chunk).translate(numbering): count for chunk, count in counts}
        steps = train_counted(numbered, job.num_merges, tie_break=rule)
        return {step.pair: step.new_id for step in steps}

    return Run(learn, lambda merges: learned_tokens(merges, numbering))


def huggingface_numbering() -> bytes:
    """Return the id that Hugging Face gives each byte: its place among the sorted glyphs.

    >>> huggingface_numbering()[ord("!")], huggingface_numbering()[0]
    (0, 188)
    """
    places = {glyph: place for place, glyph in enumerate(sorted(bytes_to_unicode().values()))}
    return bytes(places[bytes_to_unicode()[value]] for value in range(256))


def learned_tokens(merges: Mapping[Pair, int], numbering: bytes) -> list[bytes]:
    """Return the bytes of each learned token, in the order in which they were learned.

    >>> learned_tokens({(104, 105): 256}, bytes(range(256)))
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


# Encoding


@contender("encode", "fast")
def encode_fast(job: Job, texts: list[str]) -> Run:
    """Encode with our tokenizer."""
    from bpe_course.tokenizer import Tokenizer

    tokenizer = Tokenizer.from_tiktoken(job.vocabulary)
    text = "".join(texts)
    return Run(lambda: tokenizer.encode_ordinary(text))


@contender("encode", "reference", largest=2_000)
def encode_reference(job: Job, texts: list[str]) -> Run:
    """Encode as taught, chunk by chunk."""
    from bpe_course import published
    from bpe_course.pretokenize import pretokenize

    found = published.load(job.vocabulary)
    byte_ids, merges = found.vocab.byte_ids, found.vocab.merges
    text = "".join(texts)
    return Run(
        lambda: [
            token_id
            for chunk in pretokenize(text, found.pattern)
            for token_id in encode_chunk([byte_ids[byte] for byte in to_utf8(chunk)], merges)
        ]
    )


@contender("encode", "tiktoken", needs="tiktoken")
def encode_tiktoken(job: Job, texts: list[str]) -> Run:
    """Encode with tiktoken."""
    from bpe_course import published

    encoding = published.get_encoding(job.vocabulary)
    text = "".join(texts)
    return Run(lambda: encoding.encode_ordinary(text))


@contender("encode", "huggingface", needs="tokenizers")
def encode_huggingface(job: Job, texts: list[str]) -> Run:
    """Encode with Hugging Face tokenizers, from the same vocabulary."""
    from bpe_course.tokenizer import Tokenizer

    tokenizer = Tokenizer.from_tiktoken(job.vocabulary).to_huggingface()
    text = "".join(texts)
    return Run(lambda: tokenizer.encode(text, add_special_tokens=False).ids)
