"""Threads change neither what comes out nor its order."""

import threading

import pytest

from bpe_course.threads import map_on_threads


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_keep_the_order_of_the_items(threads):
    """However many threads there are, and though the items come from an iterator."""
    assert map_on_threads(str, iter(range(100)), threads) == [str(n) for n in range(100)]


def test_one_thread_is_the_callers_own():
    """No other thread is started for it."""
    here = threading.get_ident()
    assert map_on_threads(lambda _: threading.get_ident(), "abc", 1) == [here] * 3
    assert here not in map_on_threads(lambda _: threading.get_ident(), "abc", 2)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_comes_out(threads):
    """As the function raised it."""
    with pytest.raises(ZeroDivisionError):
        map_on_threads(lambda n: 1 // n, [1, 0, 2], threads)


@pytest.mark.parametrize("threads", [0, -1])
def test_no_threads_are_refused(threads):
    """Also the number by which other libraries mean all processors."""
    with pytest.raises(ValueError, match=rf"threads is {threads}: expected 1 or more"):
        map_on_threads(str, [1], threads)


@pytest.mark.parametrize("threads", [1.0, "2", None])
def test_what_is_no_whole_number_is_refused(threads):
    """The error says what came, by its kind and itself."""
    kind = type(threads).__name__
    with pytest.raises(TypeError, match=f"must be a whole number, not {kind}: {threads}"):
        map_on_threads(str, [1], threads)
