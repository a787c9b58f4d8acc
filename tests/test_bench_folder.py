"""What a user measures is theirs: the committed results are renewed by name alone."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MINE = "bench/mine"

pytestmark = pytest.mark.skipif(
    not (shutil.which("make") and shutil.which("git") and (ROOT / ".git").exists()),
    reason="needs make, git and a clone",
)


def said_by(*command):
    """What a command prints at the root of the clone."""
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return ran.stdout


@pytest.mark.parametrize("flags", ["", "--quick --part train --largest 20000"])
def test_make_bench_writes_to_a_folder_that_git_ignores(flags):
    """Whatever it is told to measure, the results of the maintainers stay as they are."""
    told = said_by("make", "--dry-run", "bench", f"BENCH_FLAGS={flags}")
    assert f"-m bench --results {MINE} {flags}".rstrip() in told
    assert "bench/results" not in told
    assert said_by("git", "check-ignore", f"{MINE}/results.json").strip()
    assert said_by("git", "ls-files", MINE) == ""


def test_the_committed_results_are_renewed_by_name():
    """Maintainers say where to write; the README and CONTRIBUTING.md tell both folders."""
    told = said_by("make", "--dry-run", "bench", "BENCH_RESULTS=bench/results")
    assert "-m bench --results bench/results" in told
    assert f"`{MINE}`" in (ROOT / "README.md").read_text(encoding="utf-8")
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"`make bench` writes to `{MINE}`" in contributing
    assert "`make bench BENCH_RESULTS=bench/results`" in contributing
