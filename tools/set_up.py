"""Make the virtual environment of this clone, from the lock, if it is missing or out of date.

Run by the Python that is to be used: `python3 tools/set_up.py`. It needs nothing but the standard
library, and starts on old Pythons too, to say that they are too old.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "set-up.txt"
OLDEST, NEWEST_TESTED = (3, 11), (3, 13)


def main() -> int:
    """Set up, or say in one line why not."""
    problem = unsuitable()
    if problem:
        return fail(problem)
    if STAMP.exists() and STAMP.read_text() == fingerprint():
        return 0
    started = time.monotonic()
    try:
        make_environment()
        install()
    except subprocess.CalledProcessError:
        return fail(
            "The set-up stopped; the lines above say where. It needs to reach the Python Package "
            "Index. Behind a mirror, set PIP_INDEX_URL to its address and run the command again."
        )
    settle()
    print(f"Set-up done in {time.monotonic() - started:.0f} seconds.", flush=True)
    return 0


def unsuitable() -> str:
    """What keeps this Python from being used; empty if nothing does."""
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST:
        return (
            f"Python {found} is too old: the course needs 3.11 or newer. "
            "Name another one, for example: make test PYTHON=python3.12"
        )
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        return (
            f"Python {found} ({sys.executable}) cannot make virtual environments: it lacks "
            f"{' and '.join(missing)}. On Debian and Ubuntu: sudo apt install python3-venv"
        )
    return ""


def fingerprint() -> str:
    """One line that changes with the Python, the lock, the declared package or this file."""
    digest = hashlib.sha256()
    for name in ("requirements.lock", "pyproject.toml", "tools/set_up.py"):
        digest.update((ROOT / name).read_bytes())
    return "Python {}.{} {}\n".format(*sys.version_info[:2], digest.hexdigest())


def make_environment() -> None:
    """An environment with this Python's version; one that has it is kept."""
    if version_of(venv_python()) == sys.version_info[:2]:
        return
    if sys.version_info[:2] > NEWEST_TESTED:
        print("Note: this Python is newer than those the course is tested on (3.11 to 3.13).")
    run([sys.executable, "-m", "venv", "--clear", str(VENV)])


def version_of(python: Path) -> "tuple[int, ...]":
    """The version of the interpreter at this path; empty if it does not start."""
    ask = [str(python), "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        answer = subprocess.run(ask, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ()
    return tuple(map(int, answer.stdout.split()))


def venv_python() -> Path:
    """The environment's interpreter, on this operating system."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install() -> None:
    """The packages of the lock, by hash, then this package, editable."""
    print("Setting up .venv from requirements.lock: about a minute.", flush=True)
    pip = [str(venv_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # The lock names every package there is to install, so pip need not look for more.
    run([*pip, "--no-deps", "--require-hashes", "--requirement", "requirements.lock"])
    run([*pip, "--no-deps", "--no-build-isolation", "--editable", "."])


def run(command: "list[str]") -> None:
    """Run one step at the root of the clone; a user's own pip settings must not move the target."""
    environment = {**os.environ, "PIP_USER": "0", "PIP_NO_INPUT": "1"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def settle() -> None:
    """JupyterLab's quiet defaults, then the stamp that makes the next run do nothing."""
    settings = VENV / "share" / "jupyter" / "lab" / "settings"
    settings.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "tools" / "jupyterlab_overrides.json", settings / "overrides.json")
    STAMP.write_text(fingerprint())


def fail(message: str) -> int:
    """Say it where errors go; the exit code is 1."""
    print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
