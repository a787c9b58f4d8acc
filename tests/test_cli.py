"""The command: what it prints, what it refuses, and that it starts without heavy imports."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bpe_course.cli import app, examining, reading, training
from bpe_course.cli.color import wants_color
from bpe_course.cli.naming import find_tokenizer
from bpe_course.doctor import Finding
from bpe_course.formats.tiktoken_file import write_tiktoken
from bpe_course.tokenizer import Tokenizer

HEAVY = {"matplotlib", "tiktoken", "numba", "tokenizers", "dask", "ipywidgets", "IPython"}
TEXT = "low low lower lowest"


def bpe_course(*arguments, stdin=None):
    """Run the command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def refused(*arguments, stdin=None):
    """Run the command, hold that it ends with exit code 2 and no traceback; return its message."""
    result = bpe_course(*arguments, stdin=stdin)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return " ".join(result.stderr.split())


@pytest.fixture
def text_file(tmp_path):
    """A file to train on."""
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT.encode("utf-8"))
    return path


@pytest.fixture
def model(tmp_path):
    """A saved tokenizer with two merges and a special token."""
    path = tmp_path / "model.json"
    Tokenizer.train(TEXT, 259, special_tokens=["<|end|>"]).save(path)
    return path


# train


def test_train_saves_what_the_package_learns(text_file, tmp_path):
    """The file holds the tokenizer that `Tokenizer.train` gives; the summary counts it."""
    output = tmp_path / "out.json"
    result = bpe_course("train", text_file, "--vocab-size", 258, "-o", output)
    assert result.exit_code == 0
    assert Tokenizer.load(output) == Tokenizer.train(TEXT, 258)
    assert "entries      258 (256 bytes, 2 merges, 0 special tokens)" in result.stdout
    # low| low| lower| lowest is 1 + 2 + 4 + 5 tokens: " lower" is " ", "low", "e", "r".
    assert "20 bytes become 12 tokens: 1.667 bytes per token" in result.stdout


def test_train_is_quiet_where_nobody_looks(text_file, tmp_path):
    """Without a terminal there is no progress bar."""
    result = bpe_course("train", text_file, "--vocab-size", 258, "-o", tmp_path / "out.json")
    assert result.stderr == ""


@pytest.mark.parametrize("engine", ["auto", "reference", "fast"])
@pytest.mark.parametrize("tie_break", ["first", "smallest", "largest"])
def test_train_passes_its_options_on(text_file, tmp_path, engine, tie_break):
    """Every tie rule, engine, pattern and special token reaches the package."""
    output = tmp_path / "out.json"
    options = ["--engine", engine, "--tie-break", tie_break, "--pattern", "none"]
    special = ["--special", "<|a|>", "--special", "<|b|>"]
    result = bpe_course("train", text_file, "--vocab-size", 262, "-o", output, *options, *special)
    assert result.exit_code == 0, result.output
    assert Tokenizer.load(output) == Tokenizer.train(
        TEXT, 262, pattern=None, tie_break=tie_break, special_tokens=["<|a|>", "<|b|>"]
    )


def test_train_reads_several_files_and_standard_input(text_file, tmp_path):
    """Each file is a text of its own; `-` is what is piped in."""
    output = tmp_path / "out.json"
    result = bpe_course(
        "train", text_file, "-", "--vocab-size", 260, "-o", output, stdin="newest é\n".encode()
    )
    assert result.exit_code == 0, result.output
    assert Tokenizer.load(output) == Tokenizer.train([TEXT, "newest é\n"], 260)
    assert "30 bytes become" in result.stdout


def test_train_gives_the_same_from_a_file_read_in_pieces(tmp_path, monkeypatch):
    """Where a file is cut for reading does not show in what is learned."""
    monkeypatch.setattr(reading.Source.blocks, "__defaults__", (7,))
    text = "Günther's naïve café: 東京   tower\n\n" * 20
    path = tmp_path / "text.txt"
    path.write_bytes(text.encode("utf-8"))
    result = bpe_course("train", path, "--vocab-size", 280, "-o", tmp_path / "out.json")
    assert result.exit_code == 0, result.output
    assert Tokenizer.load(tmp_path / "out.json") == Tokenizer.train(text, 280)


def test_train_says_when_no_pair_is_left(text_file, tmp_path):
    """A text too short for the size asked for is a note, not an error."""
    result = bpe_course("train", text_file, "--vocab-size", 1000, "-o", tmp_path / "out.json")
    assert result.exit_code == 0
    assert "note: training stopped after" in result.stderr


def test_train_on_nothing_says_so(tmp_path):
    """An empty file gives the 256 bytes, and no rate is made up."""
    empty = tmp_path / "empty.txt"
    empty.touch()
    result = bpe_course("train", empty, "--vocab-size", 256, "-o", tmp_path / "out.json")
    assert result.exit_code == 0
    assert "0 bytes become 0 tokens: no tokens" in result.stdout


def test_train_does_not_overwrite_unless_told(text_file, model):
    """A file that is there stays as it is, until `--force`."""
    before = model.read_bytes()
    options = ["train", text_file, "--vocab-size", 257, "-o", model]
    assert "is there already: give another name, or --force" in refused(*options)
    assert model.read_bytes() == before
    assert bpe_course(*options, "--force").exit_code == 0
    assert len(Tokenizer.load(model)) == 257


def test_train_never_overwrites_its_text(text_file, tmp_path):
    """Not even by `--force`, nor where the two names of the file are written differently."""
    other_name = tmp_path / ".." / tmp_path.name / text_file.name
    for output in (text_file, other_name):
        message = refused("train", text_file, "--vocab-size", 257, "-o", output, "--force")
        assert "text.txt is one of the texts to learn from: give another name" in message
    assert text_file.read_text() == TEXT


def test_train_refuses_an_output_that_cannot_be_written(text_file, tmp_path, monkeypatch):
    """The folder is named before any text is read, though the disk would refuse only at the end."""

    def refuse(path, **options):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "touch", refuse)
    monkeypatch.setattr(training, "open_source", lambda *_: pytest.fail("a text is read"))
    options = ["train", text_file, "--vocab-size", 300, "-o", tmp_path / "out.json"]
    assert f"cannot write in the folder {tmp_path.resolve()}: Permission" in refused(*options)


def test_train_refuses_a_folder(tmp_path):
    """A folder cannot be read as text, nor written as a file."""
    options = ["--vocab-size", 300, "-o", tmp_path / "out.json"]
    assert "is a folder: give the files in it" in refused("train", tmp_path, *options)
    options[-1] = tmp_path
    assert "is a folder: give the path of a file" in refused("train", "-", *options, stdin="a")


def test_train_refuses_a_file_or_folder_that_is_missing(text_file, tmp_path):
    """A name with no file behind it is named."""
    output = tmp_path / "out.json"
    missing = refused("train", tmp_path / "no.txt", "--vocab-size", 300, "-o", output)
    assert "no.txt does not exist" in missing
    nowhere = refused("train", text_file, "--vocab-size", 300, "-o", tmp_path / "no" / "out.json")
    assert "does not exist: make it first" in nowhere
    assert not output.exists()


@pytest.mark.parametrize("block", [1, 3, 4, 1 << 20])
@pytest.mark.parametrize(
    ("data", "position"),
    [(b"caf\xe9!", 3), (b"abc\xff", 3), (b"ab\xe6\x9d", 2), ("é".encode() * 5 + b"\x80", 10)],
)
def test_text_that_is_not_utf8_is_refused_with_its_position(
    tmp_path, monkeypatch, data, position, block
):
    """The position counts bytes from the beginning of the file, however it is read."""
    monkeypatch.setattr(reading.Source.blocks, "__defaults__", (block,))
    path = tmp_path / "latin.txt"
    path.write_bytes(data)
    message = refused("train", path, "--vocab-size", 300, "-o", tmp_path / "out.json")
    assert f"latin.txt is not UTF-8: byte {data[position]:#04x} at position {position} " in message
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--vocab-size", "255"], "vocab_size 255 is too small"),
        (["--vocab-size", "300", "--pattern", "gpt5"], "unknown pattern name 'gpt5'"),
        (["--vocab-size", "300", "--pattern", "(a"], "is not a valid regular expression"),
        (["--vocab-size", "300", "--pattern", "[a-z]+"], "does not cover the text"),
        (["--vocab-size", "300", "--special", ""], "a special token is empty"),
        (["--vocab-size", "300", "--tie-break", "last"], "'last'"),
        (["--vocab-size", "300", "--engine", "warp"], "'warp'"),
        (["--vocab-size", "many"], "integer"),
    ],
)
def test_train_shows_what_the_package_refuses(text_file, tmp_path, options, message):
    """An error of the package is one message on standard error."""
    output = tmp_path / "out.json"
    assert message in refused("train", text_file, "-o", output, *options)
    assert not output.exists()


# encode and decode


def test_encode_prints_ids(model):
    """Ids on one line, or as JSON."""
    ids = Tokenizer.load(model).encode("lower")
    assert bpe_course("encode", "lower", "-t", model).stdout == " ".join(map(str, ids)) + "\n"
    assert json.loads(bpe_course("encode", "lower", "-t", model, "--json").stdout) == ids


def test_encode_knows_the_published_tokenizers():
    """GPT-2 says hello as it always has."""
    assert bpe_course("encode", "hello world", "-t", "gpt2").stdout == "31373 995\n"


def test_encode_reads_a_file_or_standard_input(text_file, model):
    """The text may come from three places, and not from two at once."""
    expected = bpe_course("encode", TEXT, "-t", model).stdout
    assert bpe_course("encode", "-t", model, "--file", text_file).stdout == expected
    assert bpe_course("encode", "-t", model, stdin=TEXT).stdout == expected
    assert "two texts" in refused("encode", TEXT, "-t", model, "--file", text_file)


def test_encode_follows_the_policy_on_special_tokens(model):
    """A special token in the text is refused, recognized or plain, as the options say."""
    options = ["encode", "a<|end|>", "-t", model]
    assert "'<|end|>' at position 1" in refused(*options)
    special = "97 258\n"
    assert bpe_course(*options, "--allowed-special", "all").stdout == special
    assert bpe_course(*options, "--allowed-special", "<|end|>").stdout == special
    plain = " ".join(map(str, Tokenizer.load(model).encode_ordinary("a<|end|>"))) + "\n"
    assert bpe_course(*options, "--plain-special").stdout == plain
    assert "not a special token" in refused(*options, "--allowed-special", "<|no|>")


def test_decode_prints_text(model):
    """Ids as arguments, or piped in as `encode` prints them."""
    ids = [str(token_id) for token_id in Tokenizer.load(model).encode("lower")]
    assert bpe_course("decode", *ids, "-t", model).stdout == "lower"
    assert bpe_course("decode", "-t", model, stdin=" ".join(ids) + "\n").stdout == "lower"
    assert bpe_course("decode", "-t", model, stdin=json.dumps(list(map(int, ids)))).stdout == (
        "lower"
    )


def test_decode_gives_a_pipe_the_bytes(model):
    """Half a character stays half a character: what is written is exactly the bytes."""
    assert bpe_course("decode", "195", "-t", model).stdout_bytes == b"\xc3"


@pytest.mark.parametrize(
    ("ids", "message"),
    [(["999999"], "no token has the id 999999"), (["low"], "'low' is not an id"), (["1.5"], "1.5")],
)
def test_decode_refuses_what_is_no_id(model, ids, message):
    """An id that no token has, or that is no number, is named."""
    assert message in refused("decode", *ids, "-t", model)


# which tokenizer


def test_a_file_is_recognized_by_its_content(model, tmp_path):
    """A `tokenizer.json` may have any name, and so may ours."""
    tokenizer = Tokenizer.load(model)
    path = tmp_path / "any.name"
    tokenizer.to_huggingface().save(str(path))
    assert find_tokenizer(str(path)).encode_ordinary(TEXT) == tokenizer.encode_ordinary(TEXT)
    assert find_tokenizer(str(model)) == tokenizer


def test_a_tiktoken_file_needs_a_pattern(model, tmp_path):
    """Tokens and ranks alone do not say how text is split."""
    tokenizer = Tokenizer.load(model)
    path = tmp_path / "ranks.tiktoken"
    special = {token.encode("utf-8") for token in tokenizer.special_tokens}
    ranks = {token: i for i, token in tokenizer.vocab.items() if token not in special}
    write_tiktoken(path, ranks)
    assert "give --pattern" in refused("encode", TEXT, "-t", path)
    found = bpe_course("encode", TEXT, "-t", path, "--pattern", "gpt2")
    assert found.stdout == bpe_course("encode", TEXT, "-t", model).stdout
    assert find_tokenizer(str(path), "none").pattern is None
    assert "leave it out" in refused("encode", TEXT, "-t", model, "--pattern", "gpt2")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "not valid JSON"),
        (b"[]", "must be a JSON object"),
        (b"{}", "not one of bpe_course"),
        (b'{"model": {}}', "model"),
        (b"\xff\xfe", "is not UTF-8"),
    ],
)
def test_a_file_that_is_no_tokenizer_is_refused(tmp_path, content, message):
    """What is not a tokenizer gets the message of the format it looks like."""
    path = tmp_path / "file.json"
    path.write_bytes(content)
    assert message in refused("encode", TEXT, "-t", path)


def test_an_unknown_name_is_refused(tmp_path):
    """A name that is neither published nor a file gets the list of those that are."""
    message = refused("encode", TEXT, "-t", "gpt5")
    assert "no tokenizer 'gpt5': expected gpt2, cl100k_base, o200k_base" in message
    assert "is a folder" in refused("encode", TEXT, "-t", tmp_path)
    assert "no tokenizer" in refused("encode", TEXT, "-t", tmp_path / "no.tiktoken")


# show and compare


def test_show_has_no_color_where_nobody_looks(model):
    """Piped, every token is there, and no escape sequence is."""
    result = bpe_course("show", TEXT, "-t", model)
    assert result.exit_code == 0, result.output
    assert "low" in result.stdout
    assert "\x1b" not in result.stdout


def test_show_colors_when_told(model):
    """`--color` colors a pipe too."""
    assert "\x1b[" in bpe_course("show", TEXT, "-t", model, "--color").stdout


@pytest.mark.parametrize(
    ("terminal", "no_color", "expected"),
    [(True, None, True), (True, "", True), (True, "1", False), (False, None, False)],
)
def test_color_is_for_terminals_and_can_be_refused(monkeypatch, terminal, no_color, expected):
    """NO_COLOR, set to anything but nothing, is respected."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    assert wants_color() is expected


def test_compare_counts_and_shows_each(model):
    """The one with the fewest tokens stands first; each has its strip."""
    result = bpe_course("compare", "hello world", "-t", model, "-t", "gpt2")
    assert result.exit_code == 0, result.output
    heading, first, second = (line.split() for line in result.stdout.splitlines()[:3])
    assert heading == ["tokenizer", "tokens", "bytes", "per", "token"]
    assert first == ["gpt2", "2", "5.500"]
    assert second[:2] == [str(model), "10"]


def test_compare_takes_the_published_ones_by_default():
    """With no tokenizer named, the three are compared."""
    result = bpe_course("compare", "hello")
    assert all(name in result.stdout for name in ["gpt2", "cl100k_base", "o200k_base"])


def test_compare_nothing(model):
    """An empty text has no rate."""
    lines = bpe_course("compare", "", "-t", model).stdout.splitlines()
    assert lines[1].split() == [str(model), "0", "-"]


# doctor


@pytest.mark.parametrize(
    ("state", "exit_code", "mark"), [("ok", 0, "ok"), ("optional", 0, "--"), ("required", 1, "!!")]
)
def test_doctor_fails_only_for_what_is_required(monkeypatch, state, exit_code, mark):
    """The exit code tells a script what the marks tell a reader."""
    monkeypatch.setattr(examining, "examine", lambda: [Finding("thing", state, "seen", "mend it")])
    result = bpe_course("doctor")
    assert result.exit_code == exit_code
    assert result.stdout.startswith(f"{mark}  thing: seen\n      mend it\n")


def test_doctor_examines_this_installation():
    """Every finding is printed with its topic."""
    result = bpe_course("doctor")
    assert result.exit_code in (0, 1)
    for topic in ["Python", "packages", "vocabulary gpt2", "texts", "browser"]:
        assert f"  {topic}: " in result.stdout


# the command itself


def run_process(*arguments, stdin=b"", code=None):
    """Run the command as a reader does, in a process of its own."""
    start = ["-c", code] if code else ["-m", "bpe_course"]
    return subprocess.run(
        [sys.executable, *start, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
    )


def test_the_command_runs_in_a_process_of_its_own(model):
    """Text piped through `encode` and `decode` comes back byte for byte."""
    text = "naïve café\r\n東京 \U0001f44d\n".encode()
    encoded = run_process("encode", "-t", model, stdin=text)
    assert encoded.returncode == 0, encoded.stderr
    decoded = run_process("decode", "-t", model, stdin=encoded.stdout)
    assert decoded.stdout == text


def test_a_process_ends_with_a_message_and_no_traceback():
    """The shell sees exit code 2, the reader one line."""
    done = run_process("encode", "hi", "-t", "gpt5")
    assert done.returncode == 2
    assert done.stderr.startswith(b"bpe-course: there is no tokenizer 'gpt5'")
    assert len(done.stderr.splitlines()) == 1


def test_version():
    """`--version` names the package and the Python."""
    result = bpe_course("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("bpe-course ")


def test_every_command_has_help():
    """Help tells what each command is for."""
    for command in ["train", "encode", "decode", "show", "compare", "doctor"]:
        result = bpe_course(command, "--help")
        assert result.exit_code == 0
        assert "Usage" in result.stdout


def test_the_command_starts_without_heavy_imports():
    """What only some commands need is not imported by the others."""
    code = f"import sys, bpe_course.cli; print(*sorted({HEAVY!r} & set(sys.modules)))"
    done = run_process(code=code)
    assert done.stdout.split() == [], done.stderr
    assert done.returncode == 0
