"""`.tiktoken` files: a token in base64 and its rank on each line."""

import base64

import pytest
from hypothesis import given
from tiktoken.load import load_tiktoken_bpe
from vocabularies import trained_vocabs

from bpe_course.formats.tiktoken_file import (
    format_tiktoken,
    parse_line,
    parse_tiktoken,
    read_tiktoken,
    write_tiktoken,
)
from bpe_course.vocab import Vocab

BYTES = {bytes([value]): value for value in range(256)}


@given(trained_vocabs())
def test_ranks_come_back(vocab):
    """What was formatted is parsed, and the merges recovered from it are those of the training."""
    parsed = parse_tiktoken(format_tiktoken(vocab.ids))
    assert parsed == vocab.ids
    assert Vocab.from_ranks(parsed) == vocab


def test_tiktoken_reads_what_is_written(tmp_path):
    """Its own loader gives the same ranks."""
    ranks = {**BYTES, b"hi": 256, b" \n": 257}
    write_tiktoken(tmp_path / "a.tiktoken", ranks)
    assert load_tiktoken_bpe(str(tmp_path / "a.tiktoken")) == ranks
    assert read_tiktoken(tmp_path / "a.tiktoken") == ranks


def test_the_file_is_in_order_of_rank():
    """However the dictionary is ordered, and with no blank at the end of a line."""
    lines = format_tiktoken(dict(reversed(BYTES.items()))).split(b"\n")
    assert lines[0] == b"AA== 0"
    assert lines[255:] == [b"/w== 255", b""]


@pytest.mark.parametrize(
    "line", [b"aGk=", b"aGk= 1 2", b"aGk= x", b"aGk= -1", b"aGk 1", b"a*k= 1", b"\xff\xfe 1", b" 1"]
)
def test_a_bad_line_is_quoted_with_its_number(line):
    """No token, no rank, one thing too many, or no base64."""
    with pytest.raises(
        ValueError, match=r"f, line 3: expected a token in base64.*but found b'"
    ) as e:
        parse_tiktoken(b"AA== 0\n\n" + line + b"\n", "f")
    assert repr(line) in str(e.value)
    assert parse_line(b"aGk= 7") == (b"hi", 7)


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        (b"YQ== 256\n", "f, line 257: token b'a' is there already, with rank 97"),
        (b"aGk= 97\n", "f: rank 97 is given twice"),
        (b"aGk= 257\n", "f: rank 256 is missing"),
    ],
)
def test_ranks_given_twice_or_missing_are_refused(extra, message):
    """A token has one rank, a rank one token, and there is no gap."""
    with pytest.raises(ValueError, match=message):
        parse_tiktoken(format_tiktoken(BYTES) + extra, "f")


def test_a_missing_byte_is_refused():
    """Text with this byte could not be encoded."""
    ranks = {token: rank for token, rank in BYTES.items() if rank != 255}
    lines = b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items())
    with pytest.raises(ValueError, match="byte 0xff has no rank"):
        parse_tiktoken(lines)


def test_a_file_cut_short_anywhere_in_the_bytes_is_refused():
    """A whole file is read; without its last line, or part of it, it is not."""
    data = format_tiktoken(BYTES)
    assert parse_tiktoken(data) == parse_tiktoken(data[:-1]) == BYTES
    for length in range(len(data) - 1):
        with pytest.raises(ValueError, match=r"the data(, line \d+)?: "):
            parse_tiktoken(data[:length])


def test_what_cannot_be_read_back_is_not_written(tmp_path):
    """The old file stays when the ranks are bad."""
    path = tmp_path / "a"
    write_tiktoken(path, BYTES)
    with pytest.raises(ValueError, match="rank 256 is missing"):
        write_tiktoken(path, {**BYTES, b"hi": 257})
    assert read_tiktoken(path) == BYTES


def test_the_hash_is_checked_before_a_line_is_read(tmp_path):
    """A file of another content is refused by name."""
    write_tiktoken(tmp_path / "a", BYTES)
    with pytest.raises(ValueError, match="a is not the file it should be: expected sha256 0"):
        read_tiktoken(tmp_path / "a", sha256="0" * 64)
