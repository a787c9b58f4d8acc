"""`bpe-course train --cluster`: the tokenizer of one process, and what is refused."""

import fsspec
import pytest
from distributed import LocalCluster
from typer.testing import CliRunner

from bpe_course import distributed
from bpe_course.blocks import count_block
from bpe_course.cli import app
from bpe_course.distributed import DASHBOARD
from bpe_course.tokenizer import Tokenizer

TEXTS = ["low low lower<|end|>lowest été", "been seen, bean<|end|>"]


@pytest.fixture(scope="module")
def address():
    """The address of a cluster that lives in this process."""
    options = {"processes": False, "protocol": "tcp://", "dashboard_address": DASHBOARD}
    with LocalCluster(n_workers=1, threads_per_worker=1, **options) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def files(tmp_path):
    """The texts, each in a file."""
    paths = [tmp_path / f"{place}.txt" for place in range(len(TEXTS))]
    for path, text in zip(paths, TEXTS, strict=True):
        path.write_bytes(text.encode("utf-8"))
    return paths


def train(*arguments):
    """Run the command."""
    return CliRunner().invoke(app, ["train", *map(str, arguments)])


def refused(*arguments):
    """Run the command, hold that it ends with exit code 2 and no traceback; return its message."""
    result = train(*arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.stderr
    return " ".join(result.stderr.split())


def test_the_tokenizer_is_that_of_one_process(address, files, tmp_path):
    """Options included; and the summary counts the bytes and tokens that were learned from."""
    options = ["--vocab-size", 265, "--special", "<|end|>", "--tie-break", "largest"]
    output = tmp_path / "out.json"
    result = train(*files, *options, "-o", output, "--cluster", address)
    assert result.exit_code == 0, result.output
    learned = Tokenizer.train(TEXTS, 265, special_tokens=["<|end|>"], tie_break="largest")
    assert Tokenizer.load(output) == learned
    num_bytes = sum(len(text.replace("<|end|>", "").encode("utf-8")) for text in TEXTS)
    num_tokens = sum(
        len(learned.encode_ordinary(part)) for text in TEXTS for part in text.split("<|end|>")
    )
    assert f"{num_bytes} bytes become {num_tokens} tokens" in result.stdout
    assert "the special tokens in it are not counted" in result.stdout


def test_any_address_of_fsspec_may_be_given(address, tmp_path):
    """What the cluster can read need not be a file of this machine."""
    with fsspec.open("memory://course/words.txt", "wb") as file:
        file.write(b"low low lower")
    source = "memory://course/words.txt"
    result = train(source, "--vocab-size", 258, "-o", tmp_path / "out.json", "--cluster", address)
    assert result.exit_code == 0, result.output
    assert Tokenizer.load(tmp_path / "out.json") == Tokenizer.train("low low lower", 258)
    assert "13 bytes become 7 tokens" in result.stdout
    assert "special tokens in it" not in result.stdout


def test_training_that_stops_early_says_so(address, files, tmp_path):
    """In a note, as without a cluster."""
    result = train(*files, "--vocab-size", 999, "-o", tmp_path / "out.json", "--cluster", address)
    assert result.exit_code == 0, result.output
    assert "note: training stopped after" in result.stderr


def test_what_cannot_be_is_refused_before_anything_is_counted(files, tmp_path, monkeypatch):
    """Standard input, a size too small, and a cluster that is not there."""
    monkeypatch.setattr(distributed, "TIMEOUT", 0.3)
    rest = ["-o", tmp_path / "out.json", "--cluster", "tcp://127.0.0.1:1"]
    assert "cannot read standard input" in refused("-", "--vocab-size", 300, *rest)
    assert "vocab_size 10 is too small" in refused(files[0], "--vocab-size", 10, *rest)
    assert "no Dask scheduler can be reached" in refused(files[0], "--vocab-size", 300, *rest)
    assert not (tmp_path / "out.json").exists()


def test_the_size_of_blocks_may_be_given(address, files, tmp_path, monkeypatch):
    """A file of four times as many bytes is counted in as many blocks."""
    files[0].write_bytes(b"low low lower lowest " * 400)
    calls = []

    def count(block, rules):
        calls.append(block)
        return count_block(block, rules)

    monkeypatch.setattr(distributed, "count_block", count)
    rest = ["--vocab-size", 258, "-o", tmp_path / "out.json", "--cluster", address]
    assert train(files[0], *rest, "--block", 2100).exit_code == 0
    assert len(calls) == 4


def test_a_size_of_blocks_that_is_of_no_use_is_refused(files, tmp_path):
    """It has to be positive, and without a cluster there are no blocks."""
    rest = ["--vocab-size", 300, "-o", tmp_path / "out.json", "--block"]
    assert "block is 0 bytes: expected 1" in refused(files[0], *rest, 0, "--cluster", "local")
    assert "--block is for the workers of a cluster: give --cluster" in refused(files[0], *rest, 9)


def test_a_workers_error_is_one_message(address, files, tmp_path):
    """It names the file and the byte."""
    files[1].write_bytes(b"caf\xe9")
    rest = ["--vocab-size", 300, "-o", tmp_path / "out.json", "--cluster", address]
    assert "1.txt is not UTF-8: byte 0xe9 at position 3" in refused(*files, *rest)
