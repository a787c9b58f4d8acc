"""One run in a process of its own: a request as JSON on standard input, the answer on output."""

import hashlib
import json
import sys
import time
from pathlib import Path

from bench.contenders import find_contender
from bench.jobs import Job, read_texts


def answer(job: Job, name: str, *, with_output: bool) -> dict[str, object]:
    """Do a job once; return the seconds, the peak memory and what came of it.

    Only the work is timed: neither reading the text nor loading the vocabulary is.
    """
    run = find_contender(job.task, name).prepare(job, read_texts(job))
    started = time.perf_counter()
    result = run.work()
    seconds = time.perf_counter() - started
    peak = peak_memory()
    output = [item if isinstance(item, int) else repr(item) for item in run.output(result)]
    digest = hashlib.sha256(json.dumps(output).encode("ascii")).hexdigest()
    found: dict[str, object] = {"seconds": seconds, "peak_bytes": peak, "digest": digest}
    return {**found, "output": output} if with_output else found


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


if __name__ == "__main__":
    request = json.load(sys.stdin)
    job = Job(**request["job"])
    json.dump(answer(job, request["contender"], with_output=request["with_output"]), sys.stdout)
