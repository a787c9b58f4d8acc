"""Training a vocabulary from texts: special tokens cut out, chunks counted, merges learned."""

import warnings
from collections.abc import Collection, Iterable, Mapping

from tqdm import tqdm

from bpe_course.counting import ordinary_parts
from bpe_course.engines import Engine, LearnedMerge, learn_merges, learn_merges_from_counts
from bpe_course.pairs import TieBreak
from bpe_course.special import check_special_tokens
from bpe_course.vocab import Vocab


class StoppedEarly(UserWarning):
    """Training ended before the vocabulary had the size asked for: no pair was left to merge."""


def learn_vocab(
    texts: Iterable[str],
    vocab_size: int,
    *,
    pattern: str | None = "gpt2",
    special_tokens: Collection[str] = (),
    tie_break: TieBreak = "first",
    engine: Engine = "auto",
    progress: bool = False,
) -> tuple[Vocab, dict[str, int]]:
    """Return the vocabulary learned from `texts`, and the ids of the special tokens.

    `vocab_size` counts the 256 bytes, the merges and the special tokens, which get the last ids. If
    no pair is left to merge, training ends with a `StoppedEarly` warning.

    >>> vocab, special_tokens = learn_vocab(["hi hi"], 258, special_tokens=["<|end|>"])
    >>> vocab.merges, special_tokens
    ({(104, 105): 256}, {'<|end|>': 257})
    """
    check_special_tokens(special_tokens)
    num_merges = count_merges(vocab_size, len(special_tokens))
    steps = learn_merges(
        ordinary_parts(texts, special_tokens),
        num_merges,
        pattern=pattern,
        tie_break=tie_break,
        engine=engine,
    )
    return assemble(steps, vocab_size, special_tokens, progress)


def learn_vocab_from_counts(
    counts: Mapping[str, int],
    vocab_size: int,
    *,
    special_tokens: Collection[str] = (),
    tie_break: TieBreak = "first",
    engine: Engine = "auto",
    progress: bool = False,
) -> tuple[Vocab, dict[str, int]]:
    """Return what `learn_vocab` learns from texts whose chunks have been counted.

    The special tokens have been cut out of the texts before, and the chunk seen first stands
    first, as `counting.count_chunks` and `distributed.count_chunks` leave them.

    >>> vocab, special_tokens = learn_vocab_from_counts({"hi": 1, " hi": 1}, 257)
    >>> vocab.merges, special_tokens
    ({(104, 105): 256}, {})
    """
    check_special_tokens(special_tokens)
    num_merges = count_merges(vocab_size, len(special_tokens))
    steps = learn_merges_from_counts(counts, num_merges, tie_break=tie_break, engine=engine)
    return assemble(steps, vocab_size, special_tokens, progress)


def assemble(
    steps: Iterable[LearnedMerge], vocab_size: int, special_tokens: Collection[str], progress: bool
) -> tuple[Vocab, dict[str, int]]:
    """Collect the merges as they are learned, and give the special tokens the ids after them."""
    num_merges = count_merges(vocab_size, len(special_tokens))
    shown = tqdm(steps, "training", num_merges, unit="merge", disable=None if progress else True)
    merges = {step.pair: step.new_id for step in shown}
    if len(merges) < num_merges:
        warn_stopped_early(len(merges), num_merges, vocab_size)
    first_special = 256 + len(merges)
    return Vocab(merges), {
        token: first_special + place for place, token in enumerate(special_tokens)
    }


def count_merges(vocab_size: int, num_special: int) -> int:
    """Return how many merges a vocabulary of this size has room for.

    >>> count_merges(258, num_special=1)
    1
    """
    if not isinstance(vocab_size, int):
        raise TypeError(f"vocab_size must be an int, not {type(vocab_size).__name__}")
    smallest = 256 + num_special
    if vocab_size < smallest:
        raise ValueError(
            f"vocab_size {vocab_size} is too small: 256 bytes and {num_special} special tokens "
            f"need {smallest} entries, and every merge one more"
        )
    return vocab_size - smallest


def warn_stopped_early(made: int, wanted: int, vocab_size: int) -> None:
    """Say that training ended before the vocabulary was full, and what came of it."""
    warnings.warn(
        f"training stopped after {made} of {wanted} merges: no pair is left to merge, so the "
        f"vocabulary has {vocab_size - wanted + made} entries and not {vocab_size}. "
        "Give more text, or ask for a smaller vocabulary.",
        StoppedEarly,
        stacklevel=5,
    )
