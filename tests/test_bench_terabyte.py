"""The plan for a terabyte follows from figures that are told only of equal results."""

from threading import Timer

import pytest

from bench import terabyte
from bench.terabyte import BORDER, Run, killing, main, plan, same, write_files

SOURCES = ["to be or not to be\n" * 9, "été, été\n" * 9, "def be(x):\n    return x\n" * 9]


@pytest.fixture
def no_cluster(monkeypatch):
    """Let one process count in the place of two."""

    def count(paths, block, kill_after=None):
        return terabyte.count_here(paths)[1]

    monkeypatch.setattr(terabyte, "count_there", count)


def test_all_texts_are_shared_out_in_order(tmp_path):
    """Nothing is lost, and between two texts of a file stands the special token."""
    texts = [str(number) for number in range(20)]
    paths = write_files(texts, tmp_path)
    assert BORDER.join(path.read_text("utf-8") for path in paths if path.stat().st_size) == (
        BORDER.join(texts)
    )


def test_equal_results_are_followed_by_the_plan(no_cluster, capsys):
    """The merges are learned and the rates shown."""
    assert main(["--merges", "5"], lambda size: SOURCES) == 0
    shown = capsys.readouterr().out
    assert "5 merges, the same each time" in shown
    assert "A plan for one terabyte" in shown


def test_another_order_is_an_error(monkeypatch, capsys):
    """Equal contents do not make up for it, since ties would be broken in another way."""

    def count(paths, block, kill_after=None):
        found = terabyte.count_here(paths)[1]
        return Run(dict(reversed(found.counts.items())), 1.0, 1.0, None)

    monkeypatch.setattr(terabyte, "count_there", count)
    assert main(["--merges", "5"], lambda size: SOURCES) == 1
    assert "NOT those of one process" in capsys.readouterr().err
    assert not same({"a": 1, "b": 1}, {"b": 1, "a": 1})


def test_a_killed_worker_makes_no_difference(tmp_path):
    """A real cluster counts the same, whenever its worker dies."""
    paths = write_files(SOURCES * 200, tmp_path)
    alone = terabyte.count_here(paths)[1]
    assert same(terabyte.count_there(paths, 10_000, kill_after=0.01).counts, alone.counts)


@pytest.fixture
def timers(monkeypatch):
    """The timers that are made, none of which ever goes off."""
    made = []

    class Unhurried(Timer):
        def run(self):
            """Wait for nothing."""

        def __init__(self, *arguments):
            super().__init__(*arguments)
            made.append(self)

    monkeypatch.setattr(terabyte, "Timer", Unhurried)
    return made


def test_nobody_is_killed_after_an_error(timers):
    """The process would be gone by then, and its number perhaps another's."""
    with pytest.raises(OSError, match="the disk is gone"), killing(1, 600.0):
        raise OSError("the disk is gone")
    assert [timer.finished.is_set() for timer in timers] == [True]


def test_that_nobody_was_killed_is_told(timers, capsys):
    """A counting that ends too early shows nothing of a lost worker."""
    with killing(1, 600.0):
        pass
    assert timers[0].finished.is_set()
    assert "ended before a worker could be killed" in capsys.readouterr().err


def test_the_plan_grows_with_the_size():
    """As many distinct chunks again in the second half: the number grows as the size does."""
    told = plan(1e6, 10**9, 1000, 2000, 100.0)
    assert "to the power 1.00: about 2 million" in told
    assert "0 GB where the last sums are made" in told
    assert "256 workers:    1.1 hours, reading 256 MB/s" in told
