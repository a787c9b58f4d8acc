"""How a worker is started: inside bubblewrap where it works, else as a plain process.

Inside, there is no network, no other process, and of the files only Python, the system's libraries
and this package, all read-only; the work folder is in memory and gone when the process ends.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from bpe_course.published.folders import candidates

PACKAGE = Path(__file__).resolve().parents[1]
DATA = ("data", "bpe_course/data")  # the course's texts, in a clone and in an installed package
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store")
SETTINGS = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")
INNER_FOLDER = "/answers"  # in memory
MEMORY_FOR_FILES = 64 * 2**20


@cache
def bubblewrap() -> str | None:
    """Return the path of bubblewrap if it is installed and can build a sandbox here, else None.

    Some containers have it and forbid it what it needs; so it is tried.
    """
    path = shutil.which("bwrap")
    if path is None:
        return None
    trial = [path, *walls(), sys.executable, "-c", "pass"]
    return path if subprocess.run(trial, capture_output=True, check=False).returncode == 0 else None


def walls() -> list[str]:
    """Return bubblewrap's options: what is shut, and what can be read."""
    options = ["--unshare-all", "--die-with-parent", "--new-session", "--proc", "/proc"]
    options += ["--dev", "/dev"]
    for path in readable():
        options += ["--ro-bind-try", path, path]
    if "--size" in bubblewrap_help():
        options += ["--size", str(MEMORY_FOR_FILES)]
    return [*options, "--tmpfs", INNER_FOLDER, "--remount-ro", "/", "--chdir", INNER_FOLDER]


@cache
def bubblewrap_help() -> str:
    """Return what bubblewrap says of its options."""
    return subprocess.run(["bwrap", "--help"], capture_output=True, text=True, check=False).stdout


def readable() -> list[str]:
    """Return what can be read inside: the system, Python, this package and its texts."""
    python = [sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(sys.executable).parent)]
    course = [str(PACKAGE), *(str(PACKAGE.parent / name) for name in DATA)]
    return list(dict.fromkeys([*SYSTEM, *SETTINGS, *python, *course, *map(str, candidates())]))


def command(wrapped: bool, folder: Path, seconds: int, megabytes: int) -> list[str]:
    """Return the command that starts a worker in a folder, with its limits."""
    start = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); "
        "from bpe_course.grading.worker import main; main(*sys.argv[1:])"
    )
    inner = INNER_FOLDER if wrapped else str(folder)
    python = [sys.executable, "-P", "-s", "-B", "-c", start, inner, str(seconds), str(megabytes)]
    return ["bwrap", *walls(), *python] if wrapped else python


def environment(wrapped: bool, folder: Path) -> dict[str, str]:
    """Return the variables a worker starts with, and no others: none of the teacher's."""
    home = INNER_FOLDER if wrapped else str(folder)
    threads = ("OMP", "OPENBLAS", "MKL", "NUMBA", "RAYON")
    cached = [str(path) for path in candidates() if path.is_dir()]
    return {
        "PATH": os.defpath,
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "MPLBACKEND": "Agg",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        **{f"{library}_NUM_THREADS": "1" for library in threads},
        **({"TIKTOKEN_CACHE_DIR": cached[0]} if cached else {}),
    }
