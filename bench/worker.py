"""One run in a process of its own: a request as JSON on standard input, the answer on output."""

import hashlib
import json
import mmap
import os
import sys
import time
from array import array
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from bench.contenders import find_contender
from bench.entries import Run
from bench.jobs import Job, read_texts
from bpe_course.memory import give_memory_back
from bpe_course.pretokenize import GPT2
from bpe_course.text import to_utf8

SAMPLE = 200_000  # characters
AT_HAND = 1 << 29  # bytes

# A short pass is at the mercy of its moment: warm ones are repeated for so long, or so often.
WARM_SECONDS, MOST_WARM = 1.0, 9


def answer(job: Job, name: str, *, with_output: bool) -> dict[str, Any]:
    """Do a job; return the seconds of each pass, the peak of memory and what came of it.

    Only the work is timed: neither reading the text nor loading a vocabulary is, nor waiting for
    the host of a virtual machine. The peak is that of the first pass, the text included.
    """
    texts = read_texts(job)
    sample = "".join(texts)[:SAMPLE] if job.task == "train" else ""
    run = find_contender(job.task, name).prepare(job, texts)
    del texts
    give_memory_back()  # what reading the text has left unused is nobody's need
    have_memory_at_hand()
    forget_peak()
    result, cold = timed_pass(run)
    seconds, peak = [cold], peak_memory()
    output = list(run.output(result))
    digest = digest_of(output)
    if job.passes > 1:
        result, output = None, []  # what one pass gave is not in the way of the next
        result, warm = warm_passes(run)
        seconds += warm
        output = list(run.output(result))
        if digest_of(output) != digest:
            raise ValueError("the last pass gave another output than the first")
    found: dict[str, Any] = {"seconds": seconds, "peak_bytes": peak, "digest": digest}
    if job.task == "train":
        found["bytes_per_token"] = compression(run, result, output, sample)
    return {**found, "output": [plain(item) for item in output]} if with_output else found


def warm_passes(run: Run) -> tuple[object, list[float]]:
    """Do the work again, and again while it is short; return what came of it, and all seconds."""
    have_memory_at_hand()
    result: object = None
    seconds: list[float] = []
    while sum(seconds) < WARM_SECONDS and len(seconds) < MOST_WARM:
        result = None
        result, took = timed_pass(run)
        seconds.append(took)
    return result, seconds


def timed_pass(run: Run) -> tuple[object, float]:
    """Do the work once; return what came of it, and how many seconds it took."""
    started = time.perf_counter()
    result = run.work()
    return result, time.perf_counter() - started


def compression(run: Run, result: object, tokens: list[Any], sample: str) -> float:
    """Return how many bytes of the sample a token of the trained tokenizer stands for."""
    count = run.count(result) if run.count else count_by_ranks(tokens)
    return bytes_per_token(count, sample)


def bytes_per_token(count: Callable[[str], int], text: str) -> float:
    """Return how many bytes of a text a token stands for, on average.

    >>> bytes_per_token(len, "né")
    1.5
    """
    return len(to_utf8(text)) / count(text)


def count_by_ranks(tokens: Iterable[bytes]) -> Callable[[str], int]:
    """Return what counts the tokens that merging these, in this order, leaves of a text."""
    import tiktoken

    ranks = {token: rank for rank, token in enumerate([*map(bytes, zip(range(256))), *tokens])}
    encoding = tiktoken.Encoding("trained", pat_str=GPT2, mergeable_ranks=ranks, special_tokens={})
    return lambda text: len(encoding.encode_ordinary(text))


def digest_of(output: Sequence[Any]) -> str:
    """Return the SHA-256 of ids, tokens or lines of text.

    >>> digest_of([1, 2]) == digest_of([1, 2]), digest_of([b"a"]) == digest_of([b"b"])
    (True, False)
    """
    if output and isinstance(output[0], int):
        return hashlib.sha256(array("I", output).tobytes()).hexdigest()
    return hashlib.sha256("\n".join(map(repr, output)).encode()).hexdigest()


def plain(item: object) -> int | str:
    """Return an id as it is, and anything else as JSON can hold it."""
    return item if isinstance(item, int) else repr(item)


def keep_to_cores(count: int, turn: int) -> None:
    """Let this process run on so many processors only, where the system can be told.

    They are others in each turn: on a shared machine one may be slower than the next for a while.
    """
    if sys.platform == "linux":
        cores = sorted(os.sched_getaffinity(0))
        first = turn % len(cores)
        os.sched_setaffinity(0, (cores[first:] + cores[:first])[:count])


def forget_peak() -> bool:
    """Have the system measure the peak of memory anew; return whether it does: Linux may."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return False
    return True


def peak_memory() -> int | None:
    """Return the most bytes of memory this process has held, or None where that is not told."""
    # Linux hands the peak of the parent down to `getrusage`; the status file starts afresh.
    status = Path("/proc/self/status")
    if status.exists():
        lines = (line.split() for line in status.read_text(encoding="ascii").splitlines())
        return next((int(line[1]) * 1024 for line in lines if line[0] == "VmHWM:"), None)
    return peak_of_getrusage()


def peak_of_getrusage() -> int | None:
    """Return what `getrusage` says: bytes on macOS, kibibytes elsewhere; Windows has none."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def have_memory_at_hand() -> None:
    """Touch memory and let go of it, so that the system has it ready.

    A virtual machine may have given its free memory back to its host. To get it again takes longer
    than much of the work, and who must wait for it is a matter of chance. Nothing is touched where
    the system cannot forget afterwards that this process has held so much: that would be the peak.
    """
    if not forget_peak():
        return
    with mmap.mmap(-1, AT_HAND) as memory:
        for place in range(0, AT_HAND, mmap.PAGESIZE):
            memory[place] = 1


def main() -> None:
    """Answer one request. What a contender prints goes to standard error, the answer does not."""
    request = json.load(sys.stdin)
    job = Job(**request["job"])
    keep_to_cores(find_contender(job.task, request["contender"]).threads, request["turn"])
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8") as out:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        json.dump(answer(job, request["contender"], with_output=request["with_output"]), out)


if __name__ == "__main__":
    main()
