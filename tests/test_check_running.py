"""Whatever an answer does, it is reported as its own, in time, and the program lives on."""

import inspect
import signal
import threading
from dataclasses import replace

import nbformat
import pytest
from check_answers import load
from nbclient import NotebookClient

from bpe_course.check import limits
from bpe_course.check.exercise import Exercise, WrongAnswer
from bpe_course.check.judging import judge
from bpe_course.check.places import place_of_frame
from bpe_course.check.running import MOST_PRINTED, run

DOUBLE = Exercise(
    name="double",
    notebook="99",
    title="Twice each id",
    minutes=1,
    difficulty=1,
    spec=lambda ids: [2 * each for each in ids],
    inputs=lambda: [([],), ([1],), ([1, 2],)],
    verified="three lists",
    wrong=(WrongAnswer(name="not doubled", teaching="Double.", models=(list,)),),
    hints=("Multiply.",),
)
SOON = 0.2  # seconds

ENDLESS = {
    "a bare loop": """
def double(ids):
    while True: pass
""",
    "a loop of several lines": """
def double(ids):
    n = 0
    while n < 10:
        ids = ids + []
""",
    "a loop that catches what it can": """
def double(ids):
    while True:
        try:
            len(ids)
        except:
            pass
""",
    "an answer that returns when interrupted": """
def double(ids):
    try:
        while True:
            pass
    except BaseException:
        return [2 * each for each in ids]
""",
    "a loop that prints": """
def double(ids):
    while True:
        print("on and on" * 100)
""",
}


def judged(source, seconds=5.0):
    """The verdict on an answer's source."""
    return judge(DOUBLE, load(source), seconds)


# Endless answers


@pytest.mark.parametrize("way", ["by signal", "by thread"])
@pytest.mark.parametrize("source", ENDLESS.values(), ids=ENDLESS)
def test_an_endless_answer_is_stopped(monkeypatch, way, source):
    """It fails within the time limit, with the line at which it was; nothing stays behind."""
    monkeypatch.setattr(limits, "signals_work", lambda: way == "by signal")
    before = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    threads = threading.active_count()
    verdict = judged(source, SOON)
    assert (verdict.state, verdict.misconception) == ("failed", "no end in sight")
    assert verdict.counterexample.arguments == ([],)
    place = verdict.counterexample.place
    assert (place.function, place.source) == ("double", source.splitlines()[place.line].strip())
    assert before == (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL))
    assert threads == threading.active_count()


def test_a_loop_within_a_loop_that_catches_is_stopped():
    """The interruption comes again, until it lands outside of what catches it."""
    source = """
def double(ids):
    while True:
        try:
            while True: pass
        except:
            pass
"""
    assert judged(source, SOON).misconception == "no end in sight"


def test_an_alarm_during_the_search_for_the_place_changes_nothing(monkeypatch):
    """The line is found by the first alarm, though a second may come before it is found."""

    def searching(frame):
        assert not clock.strike(inspect.currentframe())
        return place_of_frame(frame)

    monkeypatch.setattr(limits, "place_of_frame", searching)
    clock = limits.Clock(SOON)
    clock.inside = True
    assert clock.strike(inspect.currentframe())
    assert clock.place.function == "test_an_alarm_during_the_search_for_the_place_changes_nothing"
    assert clock.strike(None)


def test_an_endless_answer_is_stopped_in_another_thread_too():
    """Where no signal arrives, a second thread interrupts."""
    verdicts = []
    worker = threading.Thread(
        target=lambda: verdicts.append(judged(ENDLESS["a loop of several lines"], SOON))
    )
    worker.start()
    worker.join()
    assert verdicts[0].misconception == "no end in sight"


def test_a_timer_that_was_running_runs_on():
    """Somebody else's alarm keeps its handler and the rest of its time."""
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 1_000)
    try:
        judged(ENDLESS["a bare loop"], SOON)
        left, _ = signal.getitimer(signal.ITIMER_REAL)
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_IGN
        assert 0 < left <= 1_000 - SOON
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_many_slow_calls_are_not_one_endless_call():
    """If the time is used up by many calls, the verdict says so and that they were right."""
    slow = replace(DOUBLE, inputs=lambda: (([n % 3],) for n in range(10**6)))
    verdict = judge(slow, lambda ids: [2 * each for each in ids], SOON)
    assert (verdict.state, verdict.misconception) == ("failed", "too slow")
    assert "every one of these was right" in verdict.message


# Errors


def test_an_error_is_shown_with_the_learners_line():
    """The error's type, its message, and the line of the answer; nothing of ours."""
    verdict = judged("""
def double(ids):
    factor = 2
    return [factor * ids[len(ids)]]
""")
    assert verdict.counterexample.got == "IndexError: list index out of range"
    place = verdict.counterexample.place
    assert (place.line, place.source) == (3, "return [factor * ids[len(ids)]]")
    assert "bpe_course" not in repr(verdict)
    assert "Traceback" not in repr(verdict)


def test_the_innermost_line_of_the_learners_is_named():
    """If a library called by a function called by the answer raises, it is that function's line."""
    verdict = judged("""
import json
def parse(text):
    return json.loads(text)
def double(ids):
    return parse("no JSON")
""")
    assert verdict.counterexample.place.function == "parse"
    assert verdict.counterexample.place.line == 3


@pytest.mark.parametrize(
    ("body", "diagnosis", "got"),
    [
        ("import sys; sys.exit(3)", "leaving the program", "SystemExit: 3"),
        ("raise KeyboardInterrupt", "interrupted", "KeyboardInterrupt"),
        ("return double(ids + [1])", "recursion without an end", "RecursionError: maximum"),
        ("return len(undefined)", None, "NameError: name 'undefined' is not defined"),
        ("raise GeneratorExit", None, "GeneratorExit"),
        ("assert ids", None, "AssertionError"),
    ],
)
def test_every_kind_of_error_is_the_answers(body, diagnosis, got):
    """Also those that no `except Exception` catches."""
    verdict = judged(f"def double(ids):\n    {body}")
    assert (verdict.state, verdict.misconception) == ("failed", diagnosis)
    assert verdict.counterexample.got.startswith(got)
    assert verdict.counterexample.place.function == "double"


def test_an_error_that_cannot_be_written_is_named():
    """An error class whose message raises in turn does no harm."""
    verdict = judged("""
class Odd(Exception):
    def __str__(self):
        raise ValueError
def double(ids):
    raise Odd
""")
    assert verdict.counterexample.got == "Odd"


def test_parameters_that_do_not_fit_are_said_to():
    """A function that cannot be called with the input has other parameters."""
    verdict = judged("def double(ids, factor):\n    return ids")
    assert verdict.misconception == "other parameters"


# Values


@pytest.mark.parametrize(
    ("body", "diagnosis"),
    [
        ("ids[:] = [2 * each for each in ids]; return ids", "changed input"),
        ("print([2 * each for each in ids])", "print in place of return"),
        ("ids = [2 * each for each in ids]", "forgotten return"),
        ("return tuple(2 * each for each in ids)", "another type"),
        ("yield from (2 * each for each in ids)", "another type"),
        ("return ids[:]", "not doubled"),
        ("return [2 * each for each in ids[:1]]", None),
    ],
)
def test_a_wrong_value_is_diagnosed(body, diagnosis):
    """What can go wrong in any exercise has its name, too; what is not known has none."""
    verdict = judged(f"def double(ids):\n    {body}")
    assert (verdict.state, verdict.misconception) == ("failed", diagnosis)


def test_the_input_is_the_same_for_every_call():
    """An answer that changes its input does not change that of the next answer."""
    judged("def double(ids):\n    ids.append(9)\n    return ids")
    assert judged("def double(ids):\n    return [2 * each for each in ids]").passed


def test_a_value_that_resists_comparison_is_wrong():
    """A result whose methods raise is reported, not raised."""
    verdict = judged("""
class Odd(list):
    def __eq__(self, other): raise ValueError
    def __len__(self): raise ValueError
    def __repr__(self): raise ValueError
def double(ids):
    return Odd()
""")
    assert verdict.state == "failed"
    assert verdict.counterexample.got == "<a Odd that cannot be written>"


def test_no_address_and_no_endless_text_is_shown():
    """A verdict reads the same on every run, and stays short."""
    assert " at 0x" not in repr(judged("def double(ids):\n    return iter(ids)"))
    assert len(repr(judged("def double(ids):\n    return list(range(100_000))"))) < 600


def test_what_an_answer_prints_is_swallowed(capsys):
    """Neither of its streams reaches the screen; of what is kept there is a limit."""
    printing = load("""
import sys
def double(ids):
    print("x" * 100_000)
    print("y", file=sys.stderr)
    return [2 * each for each in ids]
""")
    assert judge(DOUBLE, printing).passed
    assert capsys.readouterr() == ("", "")
    with limits.time_limit(5) as clock:
        assert len(run(printing, ([],), clock).printed) == MOST_PRINTED


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(None, id="None"),
        pytest.param(..., id="dots"),
        pytest.param([..., 1], id="dots in a list"),
        pytest.param((1, [...]), id="dots deeper"),
        pytest.param({"a": ...}, id="dots in a dictionary"),
        pytest.param(lambda ids: None, id="a function that returns None"),
        pytest.param(lambda ids: ..., id="a function that returns dots"),
    ],
)
def test_nothing_is_no_attempt(answer):
    """None, `...` anywhere inside, and functions without a body are not attempts."""
    assert judge(DOUBLE, answer).state == "not attempted"


@pytest.mark.parametrize("body", ["raise NotImplementedError", "pass", "...", "'''Later.'''"])
def test_a_stub_is_no_attempt(body):
    """However a learner leaves a body empty."""
    assert judged(f"def double(ids):\n    {body}").state == "not attempted"


def test_a_stub_that_the_answer_calls_is_an_unfinished_part():
    """An answer that calls a stub was attempted, and the stub is named."""
    verdict = judged("""
def twice(n):
    raise NotImplementedError
def double(ids):
    return [twice(each) for each in ids] + twice(0)
""")
    assert verdict.misconception == "an unfinished part"
    assert verdict.counterexample.place.function == "twice"


def test_a_result_in_place_of_the_function_is_said_to_be_one():
    """Parentheses too many are a mistake of their own."""
    assert judge(DOUBLE, [2, 4]).misconception == "called too early"


# In a notebook


def test_a_kernel_lives_on_and_names_the_cell():
    """In a notebook an endless answer is stopped, its cell is named, and the next cell runs."""
    cells = [
        "from bpe_course import check\nfrom bpe_course.check.judging import judge",
        "def endless(ids):\n    while True:\n        pass",
        f"judge(check.EXERCISES['count_pairs'], endless, {SOON})",
        "check.count_pairs(lambda ids: {}).state",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    shown, after = (cell.outputs[0].data for cell in notebook.cells[2:])
    assert "of endless (cell 2): " in shown["text/plain"]
    assert "<div" in shown["text/html"]
    assert after["text/plain"] == "'failed'"
