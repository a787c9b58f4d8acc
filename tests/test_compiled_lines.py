"""An array on lines begins where a line of the cache does, and holds what it was made of."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course.compiled.lines import LINE, on_lines, zeros_on_lines


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=50))
def test_it_holds_the_same_numbers(numbers):
    """Copied, in order, whatever they are."""
    found = on_lines(np.array(numbers, dtype=np.int64))
    assert found.tolist() == numbers
    assert found.ctypes.data % LINE == 0


@pytest.mark.parametrize("size", [1, 7, 8, 9, 1_000_000])
def test_zeros_begin_at_a_line(size):
    """Of any size, and as one stretch of memory, which a kernel needs."""
    found = zeros_on_lines(size, np.uint64)
    assert len(found) == size
    assert not found.any()
    assert found.ctypes.data % LINE == 0
    assert found.flags.c_contiguous
