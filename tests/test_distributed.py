"""Chunks counted on a cluster are those counted in one process, in the same order."""

import logging
import os
import pickle
import sys
from pathlib import Path
from types import SimpleNamespace

import fsspec
import psutil
import pytest
from distributed import Client, KilledWorker, LocalCluster

from bpe_course import counting, distributed
from bpe_course.blocks import count_block
from bpe_course.counting import ordinary_parts
from bpe_course.distributed import DASHBOARD, add_packed, connect, count_chunks
from bpe_course.training import learn_vocab, learn_vocab_from_counts

# Every pair is as common as its mirror image, so that only the order of first sight decides.
TEXTS = [
    "ab ba<|end|> cd dc " * 20,
    "dc cd été 日本語, \U0001f44b\U0001f3fd<|end|>" * 20,
    "",
    "ba ab fe ef" * 20,
]
SPECIAL = ["<|end|>"]


@pytest.fixture(scope="module")
def client():
    """A client of a cluster of two processes."""
    with two_processes() as cluster, Client(cluster, set_as_default=False) as connected:
        yield connected


def two_processes():
    """Start a cluster on this machine."""
    return LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=DASHBOARD)


@pytest.fixture
def files(tmp_path):
    """The texts, each in a file."""
    return write(tmp_path, TEXTS)


def write(folder, texts):
    """Write texts to files; return their paths."""
    paths = [folder / f"{place}.txt" for place in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text.encode("utf-8"))
    return paths


def on_one_machine(pattern="gpt2"):
    """Count the chunks of the texts in this process, in order of first sight."""
    return list(counting.count_chunks(ordinary_parts(TEXTS, SPECIAL), pattern).items())


@pytest.mark.parametrize("pattern", ["gpt2", "o200k_base", r"\s+|\S+", None])
def test_counts_and_their_order_are_those_of_one_machine(client, files, pattern):
    """Over several files, in blocks so small that special tokens and characters lie across them."""
    found = count_chunks(files, pattern, special_tokens=SPECIAL, client=client, block=50)
    assert list(found.items()) == on_one_machine(pattern)


def test_merges_are_those_of_one_machine(client, files):
    """All ties are broken as if one process had read the texts from end to end."""
    counts = count_chunks(files, special_tokens=SPECIAL, client=client, block=30)
    learned = learn_vocab_from_counts(counts, 270, special_tokens=SPECIAL)
    assert learned == learn_vocab(TEXTS, 270, special_tokens=SPECIAL)


def test_a_cluster_is_known_by_its_address(client, files):
    """What is opened for the counting is closed with it; the cluster stays up."""
    address = client.scheduler.address
    found = count_chunks(files[:1], client=address)
    assert list(found.items()) == list(counting.count_chunks(TEXTS[:1]).items())
    assert client.submit(sum, [1, 2]).result() == 3


def test_a_cluster_is_started_where_there_is_none(files, monkeypatch):
    """By the name of `local`, and ended again."""
    started = []

    def start(**options):
        started.append(LocalCluster(n_workers=1, **options))
        return started[0]

    monkeypatch.setattr("distributed.LocalCluster", start)
    found = count_chunks(files, special_tokens=SPECIAL)
    assert list(found.items()) == on_one_machine()
    assert started[0].status.name == "closed"


def test_files_are_read_from_any_address_of_fsspec():
    """Here from a file system in memory, which only workers in the same process can see."""
    with fsspec.open("memory://course/text.txt", "wb") as file:
        file.write(TEXTS[1].encode("utf-8"))
    options = {"processes": False, "protocol": "tcp://", "dashboard_address": DASHBOARD}
    with LocalCluster(n_workers=1, **options) as cluster:
        found = count_chunks(
            ["memory://course/text.txt"], client=cluster.scheduler_address, block=100
        )
    assert list(found.items()) == list(counting.count_chunks(TEXTS[1]).items())


def test_nothing_to_count(client, tmp_path):
    """No file, or files with nothing in them, give no counts."""
    empty = write(tmp_path, ["", ""])
    assert count_chunks([], client=client) == count_chunks(empty, client=client) == {}


class Bar:
    """Takes the place of the progress bar; at the first block, does what it was given to do."""

    def __init__(self, action=lambda: None):
        self.action = action
        self.updates = []

    def __call__(self, **options):
        """Be made anew, as `tqdm` is."""
        self.options = options
        return self

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None

    def update(self, size):
        """Note the bytes of a block that has been counted."""
        if not self.updates:
            self.action()
        self.updates.append(size)


def test_each_block_that_is_counted_is_seen(client, files, monkeypatch):
    """The bar counts the bytes of all files, block by block."""
    bar = Bar()
    monkeypatch.setattr(distributed, "tqdm", bar)
    count_chunks(files, special_tokens=SPECIAL, client=client, block=100, progress=True)
    size = sum(path.stat().st_size for path in files)
    assert bar.options["total"] == sum(bar.updates) == size
    assert len(bar.updates) > len(files)


def test_a_worker_killed_while_counting_is_survived(files, monkeypatch):
    """What it had counted is counted again, and nothing twice."""
    with two_processes() as cluster, Client(cluster, set_as_default=False) as client:
        killed = []

        def kill():
            held = client.has_what()
            address = max(held, key=lambda worker: len(held[worker]))
            assert held[address], "a block has been counted, so somebody holds its counts"
            killed.append(client.run(os.getpid, workers=[address])[address])
            psutil.Process(killed[0]).kill()

        bar = Bar(kill)
        monkeypatch.setattr(distributed, "tqdm", bar)
        found = count_chunks(files, special_tokens=SPECIAL, client=client, block=20)
        assert killed[0] not in client.run(os.getpid).values()
    assert len(bar.updates) > 20
    assert list(found.items()) == on_one_machine()


def test_a_cluster_that_cannot_be_reached_is_named(files, monkeypatch):
    """The message says what an address looks like."""
    monkeypatch.setattr(distributed, "TIMEOUT", 0.3)
    with pytest.raises(ConnectionError, match=r"tcp://127\.0\.0\.1:1.*such as tcp://"):
        count_chunks(files, client="tcp://127.0.0.1:1")


@pytest.mark.parametrize("address", ["", "nowhere", "tcp://here", "carrier-pigeon://here:1"])
def test_what_is_no_address_is_refused_at_once(files, monkeypatch, address):
    """No client is made for it, which would try for long to close what it never opened."""
    monkeypatch.setattr("distributed.Client.start", lambda *_, **__: pytest.fail("a client"))
    with pytest.raises(ConnectionError, match=f"'{address}'.*such as tcp://"):
        count_chunks(files, client=address)


def test_a_cluster_in_this_process_is_known_by_its_address(files):
    """Though that names no host and port."""
    with LocalCluster(n_workers=1, processes=False, dashboard_address=DASHBOARD) as cluster:
        assert cluster.scheduler_address.startswith("inproc://")
        found = count_chunks(files[3], client=cluster.scheduler_address)
    assert found == counting.count_chunks(TEXTS[3])


def test_a_cluster_without_workers_is_not_waited_for_forever(files, monkeypatch):
    """The message is the command that starts one, and no block is sent."""
    monkeypatch.setattr(distributed, "TIMEOUT", 0.3)
    monkeypatch.setattr(distributed, "count_blocks", lambda *_: pytest.fail("counting begins"))
    options = {"processes": False, "protocol": "tcp://", "dashboard_address": DASHBOARD}
    with LocalCluster(n_workers=0, **options) as cluster:
        address = cluster.scheduler_address
        with pytest.raises(ConnectionError, match=f"no workers.*`dask worker {address}`"):
            count_chunks(files, client=address)


@pytest.fixture
def bare_worker(client):
    """The address of a worker that cannot import the package until the test ends."""
    address = next(iter(client.nthreads()))
    name = distributed.__name__
    client.run(exec, f"import sys; sys.modules[{name!r}] = None", workers=[address])
    yield address
    client.run(exec, f"import sys; del sys.modules[{name!r}]", workers=[address])


def test_a_worker_without_the_package_is_named(client, files, bare_worker):
    """Before it is sent anything that it would die of, though other workers could count."""
    with pytest.raises(ConnectionError, match=f"{bare_worker} cannot count.*with bpe-course"):
        count_chunks(files, client=client)
    assert bare_worker in client.nthreads()


def test_text_that_is_not_utf8_is_named_by_file_and_byte(client, files):
    """The error of a worker comes back as it would on one machine."""
    files[3].write_bytes(b"to be or not " * 20 + b"\xff")
    with pytest.raises(ValueError, match=r"3\.txt is not UTF-8: byte 0xff at position 260 "):
        count_chunks(files, client=client, block=50)


def test_text_that_is_refused_is_read_once(files, monkeypatch, caplog):
    """The worker neither tries again nor logs a traceback; here it lives in this process."""
    calls = []

    def count(block, rules):
        calls.append(block)
        return count_block(block, rules)

    monkeypatch.setattr(distributed, "count_block", count)
    monkeypatch.setattr(logging.getLogger("distributed.worker"), "propagate", True)
    monkeypatch.setattr(logging.getLogger("distributed"), "propagate", True)
    files[0].write_bytes(b"caf\xe9")
    here = LocalCluster(n_workers=1, processes=False, dashboard_address=DASHBOARD)
    with here as cluster, pytest.raises(ValueError, match=r"0\.txt is not UTF-8"):
        count_chunks(files[:1], client=cluster.scheduler_address)
    assert len(calls) == 1
    assert "Compute Failed" not in caplog.text


def test_an_error_among_counts_is_their_sum():
    """So that the sum of a refused block and its neighbours does not fail on a worker."""
    refused = ValueError("menu.txt is not UTF-8")
    assert add_packed([pickle.dumps({"to": 1}), refused, pickle.dumps({" be": 1})]) is refused


def test_a_missing_file_is_named(client, files, tmp_path):
    """Before a block is counted."""
    with pytest.raises(FileNotFoundError, match=r"no\.txt does not exist"):
        count_chunks([*files, tmp_path / "no.txt"], client=client)


def test_a_file_that_only_this_machine_sees_is_named(client):
    """A worker says so, and what can be done."""
    with fsspec.open("memory://course/here.txt", "wb") as file:
        file.write(b"to be")
    with pytest.raises(FileNotFoundError, match=r"here\.txt does not exist for a worker"):
        count_chunks(["memory://course/here.txt"], client=client)


def test_a_block_size_below_one_is_refused(files):
    """No cluster is started for it."""
    with pytest.raises(ValueError, match="block is 0 bytes: expected 1 or more"):
        count_chunks(files, block=0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"client": None}, "client must be a client of Dask, .* or 'local', not NoneType"),
        ({"block": "1"}, "block must be a number of bytes, an int, not str"),
        ({"special_tokens": "abc"}, r"write \['abc'\]"),
    ],
)
def test_an_argument_of_another_type_is_refused(files, arguments, message):
    """The error says what came and what was expected, before a cluster is started."""
    with pytest.raises(TypeError, match=message):
        count_chunks(files, **arguments)


@pytest.mark.parametrize("as_type", [str, Path])
def test_one_file_need_not_be_in_a_list(client, files, as_type):
    """A lone path is one source, as a lone text is for `counting.count_chunks`."""
    found = count_chunks(as_type(files[3]), client=client)
    assert found == counting.count_chunks(TEXTS[3])


def test_without_dask_the_extra_is_named(files, monkeypatch):
    """The message is the command that installs it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"pip install 'bpe-course\[cluster\]'"):
        count_chunks(files)


def test_workers_that_keep_dying_end_the_counting(client):
    """The message says what may help."""
    last = SimpleNamespace(address="tcp://192.168.0.7:1234")
    dead = KilledWorker("count_block-1", last, 3)
    with pytest.raises(ConnectionError, match=r"blocks smaller: .*--block"), connect(client):
        raise dead


def test_a_block_that_is_refused_ends_the_counting_at_once():
    """Not only when all the others have been counted."""
    refused = SimpleNamespace(
        status="finished", type=ValueError, key="block", result=lambda: ValueError("not UTF-8")
    )
    with pytest.raises(ValueError, match="not UTF-8"):
        distributed.finished(iter([refused]))


def test_a_cluster_without_workers_for_a_moment_counts_as_one_thread():
    """So that one block is always under way."""
    assert distributed.count_threads(SimpleNamespace(nthreads=dict)) == 1
    assert distributed.count_threads(SimpleNamespace(nthreads=lambda: {"a": 2, "b": 3})) == 5
