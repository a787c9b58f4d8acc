"""Run the benchmarks: `python -m bench`, or `python -m bench --quick` for a first look.

A full run takes more than an hour on two cores; `--part` divides it: jobs that another run has
written to the same folder of results, on the same machine and with the same versions, are kept.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tqdm import tqdm

from bench.contenders import contenders_for, names
from bench.jobs import (
    REAL_TEXT,
    Job,
    encoding_jobs,
    fitted,
    long_chunk_jobs,
    short_jobs,
    start_jobs,
    training_jobs,
)
from bench.keeping import refusal, save
from bench.measure import measure
from bench.report import Measured, align, describe, machine, notes_of, rows_of
from bench.steps import steps_jobs
from bench.timing import Result

PARTS: dict[str, Callable[[bool, str], list[Job]]] = {
    "train": training_jobs,
    "encode": encoding_jobs,
    "short": short_jobs,
    "start": lambda quick, text: start_jobs(),
    "growth": lambda quick, text: long_chunk_jobs(quick),
    "steps": steps_jobs,
}
ASKED_FOR = "steps"  # run only by name, into a folder of results of its own

ONLY = "only these contenders; refused where FOLDER has times of others in the same jobs"
TEXT = "another text, in UTF-8; one shorter than a job's usual size is used whole, once"
RESULTS = (
    "write JSON, table and figure; a job that is run again takes the place of the old one, other "
    "jobs are kept; results of another machine or other versions are kept under another name"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; return 1 if a run fails or outputs differ.

    Return 2, with nothing run, if the folder of results cannot be written to or what it has cannot
    be read, or if results would have to go that `--only` does not measure anew.
    """
    options = parse(arguments)
    jobs = jobs_of(options)
    if options.results and (why := refusal(jobs, options.only, options.results)):
        print(why, file=sys.stderr)
        return 2
    print(describe(machine()), flush=True)
    measured: list[Measured] = []
    for job in jobs:
        measured.append((job, run_job(job, options.repeats, options.only)))
        print(f"\n{as_text(*measured[-1])}", flush=True)
        if options.results:  # after each job: whoever stops the command keeps what there is
            save(measured, options.results)
    return int(any(result.trouble for _, results in measured for result in results))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    add = parser.add_argument
    add("--quick", action="store_true", help="small sizes: a first look, in a few minutes")
    add("--part", action="append", choices=PARTS, help="only this; may be repeated")
    add("--only", type=listed, default=[], metavar="NAME,…", help=ONLY)
    add("--repeats", type=positive, default=5, help="timed rounds (default: 5)")
    add("--text", type=real_file, metavar="FILE", help=TEXT)
    add("--largest", type=positive, metavar="BYTES", help="leave out jobs on more than this")
    add("--results", type=Path, metavar="FOLDER", help=RESULTS)
    options = parser.parse_args(arguments)
    options.part = options.part or [part for part in PARTS if part != ASKED_FOR]
    options.text = options.text or REAL_TEXT
    return options


def positive(text: str) -> int:
    """Read a whole number above zero.

    >>> positive("3")
    3
    """
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is too few: give 1 or more")
    return number


def listed(text: str) -> list[str]:
    """Read the names of contenders, with commas between them.

    >>> listed("compiled,rustbpe")
    ['compiled', 'rustbpe']
    """
    found = text.split(",")
    for name in found:
        if name not in names():
            known = ", ".join(names())
            raise argparse.ArgumentTypeError(f"nobody is called {name!r}: there are {known}")
    return found


def real_file(text: str) -> str:
    """Read the path of a file; the runs may have another working folder."""
    path = Path(text).resolve()
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text}")
    if not path.stat().st_size:
        raise argparse.ArgumentTypeError(f"{text} is empty: give a file with text in it")
    return str(path)


def jobs_of(options: argparse.Namespace) -> list[Job]:
    """Return the jobs of the parts asked for that are small enough and that somebody can do.

    On a text that has less than the usual sizes, the jobs are as large as it is.
    """
    asked = [job for part in options.part for job in PARTS[part](options.quick, options.text)]
    jobs = fitted(asked, options.text)
    largest = options.largest or float("inf")
    return [job for job in jobs if job.size <= largest and contenders_for(job, options.only)]


def run_job(job: Job, repeats: int, only: Sequence[str]) -> list[Result]:
    """Measure everybody who can do a job; the progress bar counts runs."""
    entries = contenders_for(job, only)
    results: list[Result] = []
    with tqdm(
        total=len(entries) * repeats, desc=str(job), unit="run", disable=None, leave=False
    ) as bar:
        for step in measure(job, entries, repeats):
            if isinstance(step, Result):
                results.append(step)
            else:
                bar.update()
    return results


def as_text(job: Job, results: Sequence[Result]) -> str:
    """Return one job's table and notes for the terminal."""
    return "\n".join([str(job), align(rows_of(job, results)), *notes_of(job, results)])


if __name__ == "__main__":
    sys.exit(main())
