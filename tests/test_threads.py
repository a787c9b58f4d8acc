"""Threads change neither what comes out nor its order."""

import threading

import pytest

from bpe_course.threads import Work, map_on_threads


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_keep_the_order_of_the_items(threads):
    """However many threads there are, and though the items come from an iterator."""
    assert map_on_threads(str, iter(range(100)), threads) == [str(n) for n in range(100)]


def test_one_thread_is_the_callers_own():
    """No other thread is started for it."""
    here = threading.get_ident()
    assert map_on_threads(lambda _: threading.get_ident(), "abc", 1) == [here] * 3


@pytest.mark.parametrize("threads", [2, 3])
def test_the_callers_thread_is_one_of_several(threads):
    """With one item for each, which wait for each other, as many threads work as were wanted."""
    meeting = threading.Barrier(threads)

    def meet(_):
        meeting.wait(timeout=60)
        return threading.get_ident()

    found = map_on_threads(meet, range(threads), threads)
    assert len(set(found)) == threads
    assert threading.get_ident() in found


def test_no_more_threads_are_started_than_there_are_items():
    """A single item is done by the caller's thread, and nothing needs no thread."""
    here = threading.get_ident()
    assert map_on_threads(lambda _: threading.get_ident(), "a", 8) == [here]
    assert map_on_threads(str, [], 8) == []


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_comes_out(threads):
    """As the function raised it."""
    with pytest.raises(ZeroDivisionError):
        map_on_threads(lambda n: 1 // n, [1, 0, 2], threads)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_error_is_that_of_the_first_item_that_fails(threads):
    """Whoever fails first: the items before it have been taken, too."""

    def refuse(number):
        if number % 3 == 2:
            raise ValueError(f"no {number}.")

    for _ in range(20):
        with pytest.raises(ValueError, match=r"no 2\."):
            map_on_threads(refuse, range(30), threads)


def test_after_an_error_nothing_is_left_to_begin():
    """The other threads come to an end, and the error waits until all have."""
    work = Work(lambda number: 1 // number, [1, 0, 2, 3])
    work.go_on()
    assert not work.left
    with pytest.raises(ZeroDivisionError):
        work.results()


def test_an_interruption_comes_out_at_once():
    """It is no item's error; for the other threads nothing is left, either."""

    def interrupt(_):
        raise KeyboardInterrupt

    work = Work(interrupt, range(3))
    with pytest.raises(KeyboardInterrupt):
        work.go_on()
    assert not work.left


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
