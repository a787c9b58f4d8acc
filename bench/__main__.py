"""Run the benchmarks: `python -m bench`, or `python -m bench --quick` for a first look."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from bench.contenders import contenders_for
from bench.jobs import Job, encoding_jobs, long_chunk_jobs, training_jobs
from bench.measure import Result, UnequalOutputsError, WorkerError, measure
from bench.report import Measured, as_json, describe, growth_table, machine, table

PARTS = ("train", "encode", "growth")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; return 1 if outputs differ or a run fails."""
    options = parse(arguments)
    print(describe(machine()))
    try:
        measured = run(options.part, options.quick, options.repeats)
    except (UnequalOutputsError, WorkerError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    if options.json:
        text = json.dumps(as_json(measured), indent=2) + "\n"
        options.json.write_text(text, encoding="utf-8")
    return 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes: a first look")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this; may be repeated")
    parser.add_argument("--repeats", type=positive, default=5, help="timed rounds (default: 5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every number there too")
    options = parser.parse_args(arguments)
    options.part = options.part or list(PARTS)
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


def run(parts: Sequence[str], quick: bool, repeats: int) -> list[Measured]:
    """Run the parts asked for; print each table as soon as it is known."""
    jobs: list[Job] = []
    jobs += training_jobs(quick) if "train" in parts else []
    jobs += encoding_jobs(quick) if "encode" in parts else []
    measured = [run_and_print(job, repeats) for job in jobs]
    for sizes in long_chunk_jobs(quick) if "growth" in parts else []:
        grown = [(job, run_job(job, repeats)) for job in sizes]
        print(f"\n{growth_table(grown)}", flush=True)
        measured += grown
    return measured


def run_and_print(job: Job, repeats: int) -> Measured:
    """Measure one job and print its table."""
    results = run_job(job, repeats)
    print(f"\n{table(job, results)}", flush=True)
    return job, results


def run_job(job: Job, repeats: int) -> list[Result]:
    """Measure everybody who can do a job; the progress bar counts runs."""
    names = contenders_for(job)
    total = len(names) * (repeats + 1)
    results: list[Result] = []
    with tqdm(total=total, desc=str(job), unit="run", disable=None, leave=False) as bar:
        for step in measure(job, names, repeats):
            if isinstance(step, Result):
                results.append(step)
            else:
                bar.update()
    return results


if __name__ == "__main__":
    sys.exit(main())
