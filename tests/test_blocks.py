"""Files are divided where a chunk surely ends, so that their blocks can be counted apart."""

from dataclasses import replace

import pytest
import strategies
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe_course import blocks
from bpe_course.blocks import (
    Block,
    after_first,
    check_rules,
    count_block,
    find_file,
    first_cut,
    split_at,
)
from bpe_course.counting import add_counts, count_chunks, ordinary_parts
from bpe_course.pretokenize import PATTERNS

SPLITTERS = [*PATTERNS, r"\s+|\S+", None]


def divided(path, rules, size):
    """Divide a file as a cluster does, in this process."""
    file = find_file(path)
    cuts = [first_cut(part, rules) for part in after_first(file, size)]
    return split_at(file, [cut for cut in cuts if cut is not None])


def counted(path, rules, size):
    """Count block by block, and return the chunks with their counts in order."""
    parts = [count_block(block, rules) for block in divided(path, rules, size)]
    return list(add_counts(parts).items())


def expected(text, rules):
    """Count the whole text at once."""
    parts = ordinary_parts([text], rules.special_tokens)
    return list(count_chunks(parts, rules.pattern).items())


@pytest.fixture
def path(tmp_path):
    """A file to write to."""
    return tmp_path / "text.txt"


@pytest.mark.parametrize("pattern", SPLITTERS)
@pytest.mark.parametrize("window", [1, 5, 1 << 16])
def test_blocks_of_every_size_give_the_counts_of_the_whole(path, monkeypatch, pattern, window):
    """Special tokens and characters of two to four bytes lie across the borders of some size."""
    text = (
        "été à 日本語 \U0001f44b\U0001f3fd, you'd<|end|> été<|end|><|end|>\u3000 \r\n x 12 345!! "
    )
    path.write_bytes(text.encode("utf-8"))
    monkeypatch.setattr(blocks, "WINDOW", window)
    rules = check_rules(pattern, ["<|end|>", "<|end|>\u3000"])
    for size in range(1, 80):
        assert counted(path, rules, size) == expected(text, rules)


@given(strategies.texts_with_special_tokens(), st.integers(1, 9), st.integers(1, 9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_divided_rightly(path, monkeypatch, text, size, window):
    """Counts and order of first sight are those of the whole for each pattern."""
    path.write_bytes(text.encode("utf-8"))
    monkeypatch.setattr(blocks, "WINDOW", window)
    for pattern in SPLITTERS:
        rules = check_rules(pattern, strategies.SPECIAL_TOKENS)
        assert counted(path, rules, size) == expected(text, rules)


def test_blocks_are_as_large_as_asked_for_where_the_text_allows(path):
    """A text of words is divided near each multiple of the size."""
    path.write_bytes(b"A sentence of words. " * 50_000)
    sizes = [block.size for block in divided(path, check_rules("gpt2", []), 200_000)]
    assert len(sizes) == 6
    assert max(sizes) < 200_000 + 2 * blocks.WINDOW


def test_one_chunk_is_never_divided(path):
    """A file of one letter over and over is one block, however small the blocks should be."""
    path.write_bytes(b"a" * 1000)
    assert divided(path, check_rules("gpt2", []), 10) == [Block(str(path), 0, 1000)]


def test_another_pattern_is_divided_before_special_tokens_only(path):
    """Nothing else is known to end a chunk."""
    path.write_bytes(
        b"to be or not to be" * 10 + b"<s>" + b"that is the question" * 10 + b"<s>it is"
    )
    rules = check_rules(r"\w+|\W+", ["<s>"])
    starts = [block.start for block in divided(path, rules, 10)]
    assert starts == [0, 180, 383]


def test_an_empty_file_has_no_block(path):
    """There is nothing to count in it."""
    path.touch()
    assert divided(path, check_rules("gpt2", []), 10) == []


def test_a_file_that_is_not_there_is_named(tmp_path):
    """Before any work is done; and a folder is told from a file."""
    with pytest.raises(FileNotFoundError, match=r"no\.txt does not exist: check the name"):
        find_file(tmp_path / "no.txt")
    with pytest.raises(IsADirectoryError, match="is a folder: give the files in it"):
        find_file(tmp_path)


def test_an_address_of_an_unknown_kind_is_refused():
    """The error names the address and what was expected."""
    with pytest.raises(ValueError, match=r"foo://x is not an address .*expected the path of a"):
        find_file("foo://x")


def test_an_address_whose_package_is_missing_is_refused(monkeypatch):
    """The error names the address and the package, and says where to install it."""

    def find(address):
        raise ImportError("Install s3fs to access S3")

    monkeypatch.setattr("fsspec.url_to_fs", find)
    with pytest.raises(ImportError, match=r"s3://b/x cannot be read.*Install s3fs.*each worker"):
        find_file("s3://b/x")


def test_a_byte_that_is_not_utf8_is_named_by_its_place_in_the_file(path):
    """The place counts from the beginning of the file; looking for cuts raises nothing."""
    path.write_bytes(b"to be or not to be " * 10 + b"caf\xe9 ")
    rules = check_rules("gpt2", [])
    assert len(divided(path, rules, 20)) > 5
    with pytest.raises(ValueError, match=r"text\.txt is not UTF-8: byte 0xe9 at position 193 "):
        counted(path, rules, 20)


def test_another_release_of_regex_is_refused(path):
    """With other Unicode tables a worker would split some texts differently, without a word."""
    path.write_bytes(b"to be")
    rules = replace(check_rules("gpt2", []), regex_release="2001.1.1")
    with pytest.raises(ValueError, match=r"a worker has regex .*, and this machine 2001\.1\.1"):
        count_block(find_file(path), rules)


@pytest.mark.parametrize(
    ("pattern", "special", "message"),
    [("gpt5", [], "unknown pattern name"), ("(a", [], "not a valid"), (None, [""], "is empty")],
)
def test_what_no_worker_could_use_is_refused_at_once(pattern, special, message):
    """A pattern or special token that is not valid never gets to the cluster."""
    with pytest.raises(ValueError, match=message):
        check_rules(pattern, special)


@pytest.mark.parametrize("size", range(60, 76))
def test_a_special_token_that_begins_before_what_is_read(path, monkeypatch, size):
    """Its end looks like a border; there is no other far and wide."""
    text = "a" * 51 + "xa b" + "a" * 300
    path.write_text(text)
    monkeypatch.setattr(blocks, "WINDOW", 16)
    rules = check_rules("gpt2", ["xa b"])
    assert counted(path, rules, size) == expected(text, rules)
