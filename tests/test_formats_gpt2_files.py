"""GPT-2's two files: merges in `vocab.bpe`, ids in `encoder.json`."""

import hashlib
import json

import pytest
from hypothesis import given
from vocabularies import trained_vocabs, with_special_tokens

from bpe_course import published
from bpe_course.bytelevel import bytes_to_unicode
from bpe_course.formats.gpt2_files import (
    combine,
    format_encoder_json,
    format_vocab_bpe,
    parse_encoder_json,
    parse_vocab_bpe,
    read_encoder_json,
    read_gpt2,
    read_vocab_bpe,
    write_gpt2,
)
from bpe_course.published.files import ENCODER_JSON, VOCAB_BPE
from bpe_course.vocab import Vocab, recover_merges

SMALL = Vocab({(104, 105): 256, (256, 33): 257})
BYTES = {character: byte for byte, character in bytes_to_unicode().items()}


@pytest.fixture(scope="module")
def gpt2_files(tmp_path_factory):
    """The files of GPT-2 in a folder, under their own names."""
    folder = tmp_path_factory.mktemp("gpt2")
    for file in (VOCAB_BPE, ENCODER_JSON):
        (folder / file.name).write_bytes(published.read(file))
    return folder / VOCAB_BPE.name, folder / ENCODER_JSON.name


@given(with_special_tokens(trained_vocabs()))
def test_a_vocabulary_comes_back(vocab_and_special):
    """With its special tokens, whatever characters they hold."""
    vocab, special = vocab_and_special
    merges = parse_vocab_bpe(format_vocab_bpe(vocab))
    assert combine(merges, parse_encoder_json(format_encoder_json(vocab, special))) == (
        vocab,
        special,
    )


def test_files_come_back(tmp_path):
    """Written, then read."""
    paths = tmp_path / "vocab.bpe", tmp_path / "encoder.json"
    write_gpt2(*paths, SMALL, {"<|end|>": 258})
    assert paths[0].read_text("utf-8") == "#version: 0.2\nh i\nhi !\n"
    assert read_gpt2(*paths) == (SMALL, {"<|end|>": 258})


def test_gpt2_has_50257_entries_and_50000_merges(gpt2_files):
    """256 bytes, 50,000 merges, one special token; the first merge is of a space and a t."""
    merges, ids = read_vocab_bpe(gpt2_files[0]), read_encoder_json(gpt2_files[1])
    assert len(merges) == 50_000
    assert len(ids) == 50_257
    assert merges[:3] == [(b" ", b"t"), (b" ", b"a"), (b"h", b"e")]
    assert gpt2_files[0].read_text("utf-8").split("\n")[:2] == ["#version: 0.2", "Ġ t"]
    assert (ids["!"], ids["Ġt"], ids["Ġgazed"], ids["<|endoftext|>"]) == (0, 256, 50255, 50256)


def test_merges_recovered_from_gpt2s_ranks_are_those_of_its_file(gpt2_files):
    """All 50,000, in order, though the ranks alone say nothing of pairs."""
    vocab, special = read_gpt2(*gpt2_files)
    assert special == {"<|endoftext|>": 50256}
    recovered = recover_merges(vocab.ids)
    pairs = [(vocab.tokens[left], vocab.tokens[right]) for left, right in recovered]
    assert pairs == read_vocab_bpe(gpt2_files[0])
    assert list(recovered.items()) == list(vocab.merges.items())


def test_gpt2s_files_are_written_byte_for_byte(gpt2_files):
    """Read and written again, both files have the hashes that tiktoken pins."""
    vocab, special = read_gpt2(*gpt2_files)
    texts = format_vocab_bpe(vocab), format_encoder_json(vocab, special)
    hashes = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert hashes == [VOCAB_BPE.sha256, ENCODER_JSON.sha256]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#version: 0.2\nh\n", "f, line 2: expected two tokens and one space.*: 'h'"),
        ("h i j\n", "f, line 1: expected two tokens"),
        ("h  i\n", "f, line 1: expected two tokens"),
        ("h i\n\nh i\n", "f, line 3: 'h i' stands in line 1 too"),
        ("h \u20ac\n", "f, line 1: '€' holds '€', which is not in GPT-2's alphabet"),
    ],
)
def test_a_bad_line_is_quoted_with_its_number(text, message):
    """Too few parts, too many, a merge given twice, a character that stands for no byte."""
    with pytest.raises(ValueError, match=message):
        parse_vocab_bpe(text, "f")


def test_line_ends_of_windows_are_read():
    """An editor or a version-control system may have put them there."""
    assert parse_vocab_bpe("#version: 0.2\r\nh i\r\n") == [(b"h", b"i")]


def test_files_that_do_not_belong_together_are_refused():
    """A token without id, a byte without id, ids in another order than the merges."""
    with pytest.raises(ValueError, match=r"the token 'hi' .* is missing from encoder.json"):
        combine([(b"h", b"i")], BYTES)
    with pytest.raises(ValueError, match=r"the token 'a' .* is missing"):
        combine([], {text: token_id for text, token_id in BYTES.items() if text != "a"})
    with pytest.raises(ValueError, match="'ab' has id 256 and stands after id 257"):
        combine([(b"h", b"i"), (b"a", b"b")], {**BYTES, "ab": 256, "hi": 257})


@pytest.mark.parametrize("length", [0, 1, 5, 100, -1])
def test_an_encoder_cut_short_is_refused(length):
    """It is JSON, and JSON that ends early is none."""
    text = json.dumps(BYTES)
    with pytest.raises(ValueError, match="f is not valid JSON"):
        parse_encoder_json(text[:length], "f")


def test_what_the_files_cannot_hold_is_refused():
    """A token that no merge makes; a special token that reads like ordinary bytes."""
    with pytest.raises(ValueError, match=r"token b'xyz' .id 300. is made by no merge"):
        format_vocab_bpe(Vocab({}, unmerged={b"xyz": 300}))
    with pytest.raises(ValueError, match="the special token 'hi' reads like the token b'hi'"):
        format_encoder_json(SMALL, {"hi": 300})
    with pytest.raises(ValueError, match="the special token '<s>' has id 256, which is taken"):
        format_encoder_json(SMALL, {"<s>": 256})
