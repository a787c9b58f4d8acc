"""Counting chunks on a Dask cluster: text larger than one machine's memory or patience.

The files are divided into blocks, the workers count one each, and the counts of neighbouring blocks
are added up, a few at a time, until one is left: the same counts, in the same order of first sight,
as one machine would have found. A block or a sum that is lost with its worker is computed again.

The scheduler and each worker need this package, with the same release of `regex`, and each worker
must see the files under the same addresses. A script that has the cluster started on its own
machine has to be guarded by `if __name__ == "__main__":`, since the workers import it.
"""

# mypy: allow-untyped-calls

import pickle
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING

from tqdm import tqdm

from bpe_course.blocks import (
    Block,
    Rules,
    after_first,
    check_block,
    check_rules,
    count_block,
    find_file,
    first_cut,
    split_at,
)
from bpe_course.counting import add_counts
from bpe_course.streaming import find_border

if TYPE_CHECKING:
    from distributed import Client, Future, as_completed

LOCAL = "local"
BLOCK = 32 << 20
TIMEOUT = 10  # seconds

# Of a cluster started here: any free port, seen by this machine alone.
DASHBOARD = "127.0.0.1:0"

# How often a block may fail before the whole does: a storage that answers with an error, and, on a
# cluster started here, workers that die.
RETRIES = 2
ALLOWED_FAILURES = 10

# How many blocks are under way for each thread of the cluster, and how many counts are added up at
# once. Both bound the counts that wait in memory.
AHEAD = 3
ADDED_AT_ONCE = 4


def count_chunks(
    sources: str | PathLike[str] | Iterable[str | PathLike[str]],
    pattern: str | None = "gpt2",
    *,
    special_tokens: Iterable[str] = (),
    client: "Client | str" = LOCAL,
    block: int = BLOCK,
    progress: bool = False,
) -> dict[str, int]:
    """Count the chunks of all files, or of one, as `counting.count_chunks` counts those of texts.

    Each of `sources` is a file that holds one text in UTF-8: its path, or its address for fsspec
    such as `s3://bucket/text`. The special tokens found are cut out. `client` is a client of Dask,
    the address of a scheduler, or "local" for a cluster that is started on this machine and ends
    with the counting. A file is divided into blocks of about `block` bytes; for a pattern that is
    not published, only before special tokens.

    Raises `ImportError` if Dask is not installed, `ConnectionError` if the cluster cannot be
    reached, has no workers, has one without this package, or if workers keep dying,
    `FileNotFoundError`, and `ValueError` with file and byte for text that is not UTF-8.
    """
    check_block(block)
    rules = check_rules(pattern, special_tokens)
    sources = [sources] if isinstance(sources, str | PathLike) else sources
    with connect(client) as connected:
        files = [find_file(source) for source in sources]
        return count_blocks(connected, divide(connected, files, rules, block), rules, progress)


@contextmanager
def connect(client: "Client | str") -> Iterator["Client"]:
    """Yield a client; what is opened here is closed at the end, and a client given stays open."""
    try:
        from distributed import Client, KilledWorker
    except ImportError as error:
        raise ImportError(
            "counting on a cluster needs Dask: pip install 'bpe-course[cluster]'"
        ) from error
    if not isinstance(client, str | Client):
        raise TypeError(
            "client must be a client of Dask, the address of a scheduler, or "
            f"{LOCAL!r}, not {type(client).__name__}"
        )
    with ExitStack() as stack:
        connected = open_client(client, stack) if isinstance(client, str) else client
        check_workers(connected)
        try:
            yield connected
        except KilledWorker as error:
            raise ConnectionError(
                f"the workers that counted one block died, one after the other ({error}). "
                "Give them more memory, or make the blocks smaller: with `block`, or --block on "
                f"the command line ({BLOCK:,} bytes unless given)."
            ) from error
        except CancelledError as error:
            raise ConnectionError(
                f"the cluster was lost while counting ({error}): look whether its scheduler is up"
            ) from error


def open_client(address: str, stack: ExitStack) -> "Client":
    """Return a client of the cluster at an address, or of a new one, until `stack` is closed."""
    import dask
    from distributed import Client, LocalCluster

    if address != LOCAL:
        return reach(address, stack)
    settings = {"distributed.scheduler.allowed-failures": ALLOWED_FAILURES}
    stack.enter_context(dask.config.set(settings))
    # Counting holds Python's lock, so that a second thread would only wait.
    cluster = stack.enter_context(LocalCluster(threads_per_worker=1, dashboard_address=DASHBOARD))
    client: Client = stack.enter_context(Client(cluster, set_as_default=False))
    return client


def reach(address: str, stack: ExitStack) -> "Client":
    """Return a client of the scheduler at an address, until `stack` is closed."""
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port, parse_address

    try:
        # A client would be long in giving up what is no address. That of a cluster in this process
        # has no host and port.
        if parse_address(address)[0] != "inproc":
            get_address_host_port(address)
        client = Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ConnectionError(
            f"no Dask scheduler can be reached at {address!r}: {error}. Expected an address such "
            f"as tcp://192.168.0.1:8786, as the scheduler prints it, or {LOCAL!r}."
        ) from error
    stack.enter_context(client)
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError as error:
        raise ConnectionError(
            f"the scheduler at {address} has no workers: start one with `dask worker {address}`, "
            "in an environment with bpe-course"
        ) from error
    return client


def check_workers(client: "Client") -> None:
    """Raise `ConnectionError` if a worker cannot import this module.

    Whatever names the module would end such a worker without a word, and then the next one.
    """
    found = client.run(import_module, __name__, on_error="return")
    for address, answer in found.items():
        if isinstance(answer, ImportError):
            raise ConnectionError(
                f"the worker at {address} cannot count ({answer}): start it in an environment "
                "with bpe-course"
            ) from answer


def divide(client: "Client", files: Sequence[Block], rules: Rules, block: int) -> list[Block]:
    """Return the blocks of all files in their order; the workers find out where they end."""
    parts: list[Block] = []
    if find_border(rules.pattern, rules.special_tokens):
        parts = [part for file in files for part in after_first(file, block)]
    found = client.map(first_cut, parts, rules=rules, pure=False, retries=RETRIES)
    cuts: dict[str, set[int]] = {}
    for part, cut in zip(parts, client.gather(found), strict=True):
        if cut is not None:
            cuts.setdefault(part.address, set()).add(cut)
    return [part for file in files for part in split_at(file, cuts.get(file.address, ()))]


def count_blocks(
    client: "Client", blocks: Sequence[Block], rules: Rules, progress: bool
) -> dict[str, int]:
    """Have all blocks counted, a few at a time, and their counts added up."""
    from distributed import as_completed

    sums = Sums(client)
    running = as_completed(loop=client.loop)
    sizes: dict[object, int] = {}
    total, hidden = sum(block.size for block in blocks), None if progress else True
    with tqdm(desc="counting", total=total, unit="B", unit_scale=True, disable=hidden) as bar:
        for block in blocks:
            if len(sizes) >= AHEAD * count_threads(client):
                bar.update(sizes.pop(finished(running)))
            future = client.submit(count_packed, block, rules, pure=False, retries=RETRIES)
            sizes[future.key] = block.size
            running.add(future)
            sums.append(future)
        while sizes:
            bar.update(sizes.pop(finished(running)))
    return sums.result()


def count_threads(client: "Client") -> int:
    """Return how many blocks the cluster counts at the same time: at least 1, though none be up."""
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))


def finished(running: "as_completed") -> object:
    """Wait for a block to be counted; return its key, or raise what went wrong on the worker."""
    future = next(running)
    # Its type is known here without fetching the counts.
    if future.status != "finished" or future.type is not bytes:
        unpack(future.result())
    return future.key


# Counts travel and wait as bytes: Dask sends a dict item by item, which takes longer than counting,
# and as bytes they need a fraction of the memory. Where a text is refused, the error takes their
# place.
Packed = bytes | ValueError


def count_packed(block: Block, rules: Rules) -> Packed:
    """Count the chunks of a block on a worker; return the error if its text is refused.

    Were it raised, the worker would try again and log a traceback each time.
    """
    try:
        return pickle.dumps(count_block(block, rules))
    except ValueError as error:
        return error


def add_packed(parts: Iterable[Packed]) -> Packed:
    """Add up counts on a worker, unpacking one after the other; an error among them is the sum.

    >>> pickle.loads(add_packed([pickle.dumps({"to": 1}), pickle.dumps({" be": 1, "to": 2})]))
    {'to': 3, ' be': 1}
    """
    try:
        return pickle.dumps(add_counts(map(unpack, parts)))
    except ValueError as error:
        return error


def unpack(counts: Packed) -> dict[str, int]:
    """Return counts that were packed; raise the error that came in their place."""
    if isinstance(counts, ValueError):
        raise counts
    found: dict[str, int] = pickle.loads(counts)
    return found


class Sums:
    """The counts of blocks, added up on the cluster as soon as there are enough neighbours.

    Each level holds sums of `ADDED_AT_ONCE` times as many blocks as the level before it, and those
    of a higher level come earlier in the text.
    """

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._levels: list[list[Future[Packed]]] = []

    def append(self, counts: "Future[Packed]", level: int = 0) -> None:
        """Add the counts of what follows all that was added so far."""
        if level == len(self._levels):
            self._levels.append([])
        self._levels[level].append(counts)
        if len(self._levels[level]) == ADDED_AT_ONCE:
            total = self._add(self._levels[level])
            self._levels[level] = []
            self.append(total, level + 1)

    def result(self) -> dict[str, int]:
        """Wait for the sum of everything, and fetch it."""
        left = [counts for level in reversed(self._levels) for counts in level]
        return unpack(self._add(left).result())

    def _add(self, parts: "list[Future[Packed]]") -> "Future[Packed]":
        # Before other blocks are counted, so that no more counts wait than must.
        return self._client.submit(add_packed, parts, pure=False, priority=1)
