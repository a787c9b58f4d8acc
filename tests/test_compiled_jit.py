"""Kernels compile, are kept on disk where that is possible, and work where it is not."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled engine needs Numba")

import numba
from numba.core.cpu import CPUTargetOptions

from bpe_course.compiled import jit

CODE = """
from bpe_course.compiled.pair_ids import merge_of, table_of_merges
print(int(merge_of(table_of_merges({(104, 105): 256}), 104, 105)))
"""


def total(numbers):
    """The sum of an array: a kernel like any other."""
    result = 0
    for number in numbers:
        result += number
    return result


@pytest.mark.parametrize("compiler", [jit.kernel, jit.lean, jit.inlined])
def test_a_compiled_function_gives_what_the_plain_one_gives(compiler):
    """Whichever way it is compiled."""
    assert compiler(total)(np.arange(5)) == 10


def test_a_lean_kernel_counts_no_references():
    """That is what it is for: the compiled code of the other one does."""

    def pick(numbers, place):
        return total_of(numbers, place)

    @jit.lean
    def total_of(numbers, place):
        return numbers[place]

    lean = jit.lean(pick)
    lean(np.arange(3), 1)
    assert "NRT_incref" not in lean.inspect_llvm(lean.signatures[0])


def test_a_numba_without_the_option_compiles_all_the_same(monkeypatch):
    """An option that a later release does not know is left out, and the function is called."""
    owner = next(one for one in CPUTargetOptions.__mro__ if "_nrt" in vars(one))
    monkeypatch.delattr(owner, "_nrt")
    assert jit.lean(total)(np.arange(5)) == 10


def test_a_numba_whose_options_are_not_found_compiles_all_the_same(monkeypatch):
    """They stand in a place that Numba does not promise to keep."""
    monkeypatch.setitem(sys.modules, "numba.core.cpu", None)
    assert jit.lean(total)(np.arange(5)) == 10


@pytest.mark.parametrize("kind", ["kernel", "lean"])
def test_without_a_folder_to_write_in_nothing_fails(monkeypatch, kind):
    """Where Numba finds no place for its cache, the function is compiled and not kept."""

    def njit(**options):
        if options.get("cache"):
            raise RuntimeError("cannot cache function 'total': no locator available")
        return numba.njit(**options)

    monkeypatch.setattr(jit, "njit", njit)
    assert getattr(jit, kind)(total)(np.arange(4)) == 6


def test_the_cache_is_named_for_the_sources(tmp_path):
    """It changes with any file of the package, and Numba's own setting is as it was before."""
    (tmp_path / "one.py").write_text("1")
    before = jit.digest.__wrapped__(tmp_path)
    assert jit.digest.__wrapped__(tmp_path) == before
    (tmp_path / "one.py").write_text("2")
    assert jit.digest.__wrapped__(tmp_path) != before
    given = numba.config.CACHE_DIR
    with jit.folder_of_these_sources():
        assert numba.config.CACHE_DIR.endswith(f"numba-{jit.digest(jit.HERE)}")
    assert given == numba.config.CACHE_DIR


def test_a_cache_that_cannot_be_written_costs_time_only(tmp_path: Path):
    """Where the cache folder cannot be made, below a file, a process still works."""
    (tmp_path / "file").write_text("in the way")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache")}
    ran = subprocess.run(
        [sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.stdout.strip() == "256", ran.stderr[-2000:]
