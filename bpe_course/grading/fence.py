"""Limits on the process that runs a student's code.

The limits on memory, time and the size of files are the system's and hold. The fence around files,
network and other processes is Python's own: it stops what is done by mistake or in the usual ways,
and code that sets out to get around it can. The wall is bubblewrap, in `sandbox`.
"""

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

MEGABYTE = 2**20
LARGEST_FILE = 8 * MEGABYTE
OPEN_FILES = 64

FORBIDDEN = {
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.killpg",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.spawn",
    "resource.prlimit",
    "resource.setrlimit",
    "socket.bind",
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyaddr",
    "socket.gethostbyname",
    "socket.sendmsg",
    "socket.sendto",
    "subprocess.Popen",
    "syslog.syslog",
    "webbrowser.open",
}
# The events in which a path is changed, and where the paths stand among their arguments.
CHANGES: dict[str, tuple[int, ...]] = {
    "os.chflags": (0,),
    "os.chmod": (0,),
    "os.chown": (0,),
    "os.link": (0, 1),
    "os.mkdir": (0,),
    "os.remove": (0,),
    "os.removexattr": (0,),
    "os.rename": (0, 1),
    "os.rmdir": (0,),
    "os.setxattr": (0,),
    "os.symlink": (0, 1),
    "os.truncate": (0,),
    "os.utime": (0,),
    "shutil.rmtree": (0,),
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC


def limit_resources(seconds: int, megabytes: int) -> None:
    """Limit what this process may use, once and for all: time of the processor and memory."""
    wanted = {
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_AS: megabytes * MEGABYTE,
        resource.RLIMIT_FSIZE: LARGEST_FILE,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    for kind, limit in wanted.items():
        _, most = resource.getrlimit(kind)
        lowest = limit if most == resource.RLIM_INFINITY else min(limit, most)
        with suppress(ValueError, OSError):  # macOS does not limit address space
            resource.setrlimit(kind, (lowest, lowest))


def put_up(folder: Path) -> None:
    """From now on, refuse this process network, other processes, and writing outside a folder."""
    inside = os.path.realpath(folder)

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event in FORBIDDEN:
            raise PermissionError(f"{event} is not allowed while a submission is graded")
        if event == "os.kill" and arguments[0] != os.getpid():
            raise PermissionError("other processes are out of reach while a submission is graded")
        for path in changed_paths(event, arguments):
            if not is_inside(path, inside):
                raise PermissionError(f"{path}: only the work folder can be written while grading")

    sys.addaudithook(watch)


def changed_paths(event: str, arguments: tuple[Any, ...]) -> Iterator[str]:
    """Yield the paths that an audited event is about to change.

    >>> list(changed_paths("open", ("a", "w", 0))), list(changed_paths("open", ("a", "r", 0)))
    (['a'], [])
    """
    if event == "open":
        path, mode, flags = arguments
        writes = set(mode or "") & set("wax+") or (flags or 0) & WRITING
        found = [path] if writes else []
    else:
        found = [arguments[place] for place in CHANGES.get(event, ())]
    for path in found:
        if isinstance(path, str | bytes | os.PathLike):
            yield os.fsdecode(path)


def is_inside(path: str, folder: str) -> bool:
    """Tell whether a path lies in the folder, or nowhere: what is written there is gone."""
    real = os.path.realpath(path)
    return path == os.devnull or real == folder or real.startswith(folder + os.sep)
