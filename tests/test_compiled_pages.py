"""A large array comes in small pages, which may be made before they are written to."""

import mmap
import sys

import pytest

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course.compiled import pages

LARGE = pages.LARGE
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux makes pages for who asks")


def pages_made_for(work):
    """Count the pages that the system makes while something is done."""
    resource = pytest.importorskip("resource", reason="Windows does not count pages")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    work()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


@pytest.mark.parametrize("size", [0, 1, LARGE - 1, LARGE, LARGE + 1])
def test_an_array_has_the_size_asked_for(size):
    """Small or large, it holds ids and can be written to."""
    ids = pages.new_ids(size)
    ids[:] = 7
    assert (len(ids), ids.dtype.name, int(ids.sum())) == (size, "uint32", 7 * size)


@on_linux
def test_a_page_that_is_made_is_not_made_again():
    """To write there takes no page more; elsewhere it takes one for each."""
    ids = pages.new_ids(LARGE)
    half = LARGE // 2
    pages.make_pages(ids, 0, half)
    in_half = half * pages.ID_BYTES // mmap.PAGESIZE
    assert pages_made_for(lambda: ids[:half].fill(7)) < in_half // 2
    assert pages_made_for(lambda: ids[half:].fill(7)) >= in_half


@pytest.mark.parametrize(
    ("start", "stop"), [(0, 0), (0, LARGE), (5, LARGE), (5_000, 5_001), (LARGE, 2 * LARGE), (9, 3)]
)
@pytest.mark.parametrize("size", [10, LARGE])
def test_making_pages_changes_no_id(size, start, stop):
    """Whatever places are asked for, also those that no array has."""
    ids = pages.new_ids(size)
    ids[:] = 7
    pages.make_pages(ids, start, stop)
    assert (ids == 7).all()


def test_where_pages_cannot_be_asked_for_nothing_happens(monkeypatch):
    """An older Linux refuses, and the array is as good as before."""
    monkeypatch.setattr(pages, "MAKE_PAGES", 9_999)
    ids = pages.new_ids(LARGE)
    pages.make_pages(ids, 0, LARGE)
    ids[:] = 7
    assert int(ids[-1]) == 7


def test_another_system_gets_an_ordinary_array(monkeypatch):
    """Only Linux has such pages to give."""
    monkeypatch.setattr(pages.sys, "platform", "darwin")
    ids = pages.new_ids(LARGE)
    pages.make_pages(ids, 0, LARGE)
    assert ids.base is None
