"""Vocabularies that the property tests on file formats draw: trained, odd, with gaps."""

import random

from hypothesis import strategies as st
from strategies import chunk_lists

from bpe_course.fast import train
from bpe_course.vocab import Vocab

SPECIAL_NAMES = ["<|end|>", "<s>", "a b", "line\nbreak", '"quoted"', "\\\\", "é🙂", "\t", "{}", " "]


@st.composite
def byte_numberings(draw):
    """Ids for the 256 bytes: by value, or shuffled."""
    ids = list(range(256))
    if draw(st.booleans()):
        random.Random(draw(st.integers(0, 99))).shuffle(ids)
    return tuple(ids)


@st.composite
def trained_vocabs(draw):
    """What training gives, with the bytes numbered in any order."""
    byte_ids = draw(byte_numberings())
    merges = train(draw(chunk_lists()), draw(st.integers(0, 12)))
    number = [*byte_ids, *merges.values()]
    return Vocab(
        {(number[left], number[right]): new_id for (left, right), new_id in merges.items()},
        byte_ids,
    )


@st.composite
def vocabs(draw):
    """Any merges at all over a few letters, with gaps between ids and tokens that no merge makes.

    Merging need not lead to a token here: `abc` may be `a` and `bc`, while `ab` comes first.
    """
    byte_ids = draw(byte_numberings())
    tokens = {byte_ids[byte]: bytes([byte]) for byte in range(256)}
    parts = [byte_ids[byte] for byte in b"abc "]
    merges, unmerged, latest = {}, {}, 255
    for _ in range(draw(st.integers(0, 8))):
        pair = (draw(st.sampled_from(parts)), draw(st.sampled_from(parts)))
        token = tokens[pair[0]] + tokens[pair[1]]
        if token in tokens.values():
            continue
        latest += draw(st.integers(1, 2))
        tokens[latest] = token
        merges[pair] = latest
        parts.append(latest)
    for token in draw(st.lists(st.sampled_from([b"abcabc", b"\xff\x00", b"c c c"]), unique=True)):
        if token not in tokens.values():
            latest += 1
            unmerged[token] = latest
            tokens[latest] = token
    return Vocab(merges, byte_ids, unmerged)


@st.composite
def with_special_tokens(draw, vocabularies):
    """A vocabulary, and special tokens with any characters and with free ids."""
    vocab = draw(vocabularies)
    names = draw(st.lists(st.sampled_from(SPECIAL_NAMES), max_size=3, unique=True))
    free = [number for number in range(max(vocab.tokens) + 5) if number not in vocab.tokens]
    ids = draw(st.permutations(free[:5]))
    return vocab, dict(zip(names, ids, strict=False))
