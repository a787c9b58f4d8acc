"""An array on lines begins where a line of the cache does."""

import pytest

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course.compiled.lines import LINE, zeros_on_lines


@pytest.mark.parametrize("size", [1, 7, 8, 9, 1_000_000])
def test_zeros_begin_at_a_line(size):
    """Of any size, and as one stretch of memory, which a kernel needs."""
    found = zeros_on_lines(size)
    assert len(found) == size
    assert not found.any()
    assert found.ctypes.data % LINE == 0
    assert found.flags.c_contiguous
