"""The folder of results: what other runs have measured is kept there or set aside, never lost."""

import json
import sys
import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, get_args

from bench import figure
from bench.contenders import contenders_for
from bench.jobs import Job, Task
from bench.report import Measured, as_json, from_json, job_as_json, machine
from bpe_course.formats.files import write_atomically


def refusal(jobs: Sequence[Job], only: Sequence[str], folder: Path) -> str:
    """Say why results cannot be written to a folder, or may not be; nothing if they may."""
    return folder_trouble(folder) or file_trouble(folder / figure.JSON) or taken(jobs, only, folder)


def folder_trouble(folder: Path) -> str:
    """Make a folder if there is none; say what is in the way if files cannot be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        why = error.strerror or error
        return f"--results {folder}: it cannot be written to ({why}): give the path of a folder"


def file_trouble(path: Path) -> str:
    """Say why the results in a file cannot be kept beside new ones; nothing if they can."""
    try:
        known = read(path)
        if known is not None and known["machine"] == machine():  # else it is set aside as it is
            from_json(joined(known, as_json([])))
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"
        return (
            f"{path} is damaged, or no results of this benchmark ({why}). "
            "Move it away, or give --results another folder."
        )
    return ""


def taken(jobs: Sequence[Job], only: Sequence[str], folder: Path) -> str:
    """Say what `--only` would take from the results in a folder; nothing if it takes nothing.

    The new times cannot stand beside the old ones: only within one run do contenders take turns.
    """
    found = losses(jobs, only, folder) if only else []
    if not found:
        return ""
    heading = f"--only leaves out contenders whose times {folder / figure.JSON} has:"
    advice = (
        "Times of two runs cannot be compared, so the old ones would have to go. "
        "Give --results another folder, or leave out --only to measure these jobs whole."
    )
    return "\n".join([heading, *(f"  {line}" for line in found), advice])


def losses(jobs: Sequence[Job], only: Sequence[str], folder: Path) -> list[str]:
    """Return the jobs of which a folder has more contenders than are named, and these."""
    known = read(folder / figure.JSON)
    if known is None or known["machine"] != machine():
        return []
    lines = []
    for job in jobs:
        present = {entry.name for entry in contenders_for(job, only)}
        before = names_in(known, job)
        if others := [name for name in before if name not in present]:
            lines.append(f"{job}: {', '.join(others)}")
    return lines


def names_in(known: dict[str, Any], job: Job) -> list[str]:
    """Return whose results there are of a job."""
    wanted = job_as_json(job)
    entries = (entry for entry in known["jobs"] if entry["job"] == wanted)
    return [result["name"] for entry in entries for result in entry["results"]]


def save(measured: Sequence[Measured], folder: Path) -> None:
    """Write what has been measured so far, and the table and figure of it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / figure.JSON
    known, found = read(path), as_json(measured)
    if known and known["machine"] != found["machine"]:
        set_aside(path)
    found = joined(known, found)
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    write_atomically(path, text.encode("utf-8"))
    figure.write(found, folder)


def read(path: Path) -> dict[str, Any] | None:
    """Return the results in a file, or None if there is none."""
    if not path.exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def set_aside(path: Path) -> None:
    """Give the results of another machine or of other versions a name that is free, and say so."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(1))
    free = next(name for name in names if not name.exists())
    path.rename(free)
    print(
        f"note: {path} was of another machine or other versions, and is now {free.name}",
        file=sys.stderr,
    )


def joined(known: dict[str, Any] | None, found: dict[str, Any]) -> dict[str, Any]:
    """Put the jobs that were run again in the place of those that were known, others behind them.

    Nothing is kept of another machine.
    """
    if known is None or known["machine"] != found["machine"]:
        return found
    again = {frozenset(entry["job"].items()): entry for entry in found["jobs"]}
    kept = [again.pop(frozenset(entry["job"].items()), entry) for entry in known["jobs"]]
    return {**found, "jobs": in_order([*kept, *again.values()])}


def in_order(jobs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return jobs task by task, whatever was run first."""
    tasks = list(get_args(Task))
    return sorted(jobs, key=lambda entry: tasks.index(entry["job"]["task"]))
