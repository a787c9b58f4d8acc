"""What a learner meets: checks, hints, progress; and the parts that these are made of."""

import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import check, count_pairs
from bpe_course.check.equality import same
from bpe_course.check.exercise import Exercise, Such, WrongAnswer
from bpe_course.check.inputs import seeded_sequences, sequences, texts
from bpe_course.check.judging import judge
from bpe_course.check.progress import Progress
from bpe_course.check.record import Entry, Record, dumps, loads
from bpe_course.check.shrinking import shrink
from bpe_course.check.verdict import Verdict

WRONG = WrongAnswer(name="a name", teaching="A sentence.", recognizes=lambda got: got % 20 == 13)
NUMBER = Exercise(
    name="number",
    notebook="99",
    title="A number",
    minutes=1,
    difficulty=1,
    kind="value",
    spec=lambda: 12,
    verified="it is twelve",
    wrong=(WRONG,),
    hints=("It is even.", "It is a dozen."),
)


@pytest.fixture(autouse=True)
def record(monkeypatch):
    """A record of its own for each test."""
    fresh = Record()
    monkeypatch.setattr(check, "_RECORD", fresh)
    return fresh


# Checks


def test_a_right_answer_passes_with_what_was_verified():
    """In words, with the number of inputs."""
    verdict = check.count_pairs(count_pairs)
    assert verdict.passed
    first, second = repr(verdict).splitlines()
    assert first == "count_pairs: passed"
    assert re.match(r"Verified on [\d,]+ inputs: every sequence .+\.$", second)


def test_a_wrong_answer_is_shown_line_by_line():
    """The call, what was expected, what came; then the mistake and what mends it."""

    def my_count_pairs(ids):
        return count_pairs(ids[:-1])

    assert repr(check.count_pairs(my_count_pairs)).splitlines() == [
        "count_pairs: failed",
        "  call:     my_count_pairs([1, 1])",
        "  expected: {(1, 1): 1}",
        "  got:      {}",
        "Last pair lost. n ids have n - 1 pairs: the last one begins at position n - 2.",
    ]


def test_a_verdict_is_html_that_survives_an_untrusted_notebook():
    """Inline styles only, everything of the learner's escaped, the state in words."""
    verdict = check.count_pairs(lambda ids: "<script>alert(1)</script>")
    source = verdict._repr_html_()
    assert "&lt;script&gt;" in source
    assert not re.search(r"<\s*(script|style|svg)\b", source)
    assert "count_pairs: failed" in source
    assert "<b>Another type.</b>" in source


@pytest.mark.parametrize("arguments", [(), (None,)])
def test_nothing_or_no_argument_is_no_attempt(arguments):
    """`check.count_pairs()` and `check.count_pairs(None)` say what to do."""
    verdict = check.count_pairs(*arguments)
    assert verdict.state == "not attempted"
    assert "check.count_pairs.hint()" in verdict.message


def test_an_unknown_exercise_names_the_nearest():
    """A typing error in the name is answered with the name that was meant."""
    with pytest.raises(AttributeError, match=r"'count_pair'.*did you mean 'count_pairs'"):
        _ = check.count_pair
    with pytest.raises(ValueError, match=r"'trian'.*did you mean 'train'"):
        check.hint("trian")


def test_a_check_introduces_itself():
    """Title, minutes, difficulty, and how to use it."""
    assert repr(check.train).startswith("train: Train to a given vocabulary size (12 minutes, ")
    assert "train" in dir(check)
    assert "progress" in dir(check)


def test_importing_the_checks_imports_nothing_heavy():
    """Neither a test library nor one that a notebook may do without."""
    heavy = {"hypothesis", "pytest", "numba", "matplotlib", "tiktoken", "IPython"}
    code = f"import sys\nfrom bpe_course import check\nprint(*sorted(set(sys.modules) & {heavy}))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


# Values as answers


@pytest.mark.parametrize(
    ("answer", "state", "misconception"),
    [
        (12, "passed", None),
        (np.int64(12), "passed", None),
        (13, "failed", "a name"),
        (14, "failed", None),
        (12.0, "failed", "another type"),
        ("12", "failed", "another type"),
        (lambda: 12, "failed", "a function for a value"),
        (..., "not attempted", None),
    ],
)
def test_a_value_is_judged(answer, state, misconception):
    """A value is right, known to be wrong, wrong, of another type, no value, or nothing."""
    verdict = judge(NUMBER, answer)
    assert (verdict.state, verdict.misconception) == (state, misconception)


def test_a_wrong_value_does_not_give_the_right_one_away():
    """The part that is wrong is named; what it should be is not."""
    several = replace(NUMBER, spec=lambda: {"cat": 1, "dogs": (77, 88)}, wrong=())
    verdict = judge(several, {"cat": 1, "dogs": (77, 89)})
    assert repr(verdict).splitlines()[1] == "  part:     answer['dogs'][1]"
    assert (verdict.counterexample.got, verdict.counterexample.expected) == ("89", "something else")
    assert "88" not in repr(verdict)


def test_where_many_values_are_right_what_is_asked_for_is_said():
    """A description stands in place of the one right value."""
    even = replace(NUMBER, spec=lambda: Such("an even number", lambda got: got % 2 == 0), wrong=())
    assert judge(even, 14).passed
    assert judge(even, 13).counterexample.expected == "an even number"
    assert judge(even, "no number").state == "failed"


@pytest.mark.parametrize(
    ("expected", "answer", "teaching"),
    [
        ([(1, 2), (3, 4)], [[1, 2], [3, 4]], "A part of the result .* tuple, .* list"),
        ([1, 2], [1, "2"], "A part of the result .* int, .* str"),
        ([1, 2], [[1, 2]], "A part of the result .* int, .* list"),
        ([(1, 2)], ((1, 2),), "The result .* list, .* tuple"),
        ([1, 2], [2, 1], None),
        ([1, "a"], ["a", 1], None),
        ([], [[]], None),
        ([[1]], [[(1,)]], None),
    ],
)
def test_another_type_is_seen_one_level_deep(expected, answer, teaching):
    """Within a list or tuple, too, if all its parts should be of one type; but not deeper."""
    verdict = judge(replace(NUMBER, spec=lambda: expected, wrong=()), answer)
    assert verdict.misconception == (teaching and "another type")
    assert re.search(teaching or "does not know", verdict.message)


def test_a_class_of_the_course_is_never_named_as_a_type():
    """What stands for an error is shown as one: its class means nothing to a learner."""

    def refuses(*arguments):
        raise ValueError

    def answers_with(got):
        return lambda text, *_: got if text else []

    for answer in (refuses, *map(answers_with, [["<|a|>"], ("<|a|>",), ValueError])):
        verdict = check.special_policy(answer)
        assert verdict.state == "failed"
        assert "a ValueError" in (verdict.counterexample.expected, verdict.counterexample.got)
        assert "Refused" not in repr(verdict)


# Hints


def test_hints_come_one_by_one():
    """One more at each call, folded in a notebook; the last one says that it is."""
    first, second, third, fourth = (check.train.hint() for _ in range(4))
    assert [len(each.texts) for each in (first, second, third, fourth)] == [1, 2, 3, 3]
    assert repr(first).splitlines()[-1] == "Run the cell again for one more."
    assert repr(third).splitlines()[-1] == "This was the last one."
    assert first._repr_html_().count("<details>") == 1
    assert repr(check.hint("train")) == repr(fourth)


# Progress


def test_progress_is_that_of_the_notebook_at_hand():
    """Without an argument, the notebook of the latest check; all, if there was none."""
    everywhere = len(check.EXERCISES)
    assert len(check.progress().rows) == everywhere
    check.count_pairs(count_pairs)
    assert {exercise.notebook for exercise, _ in check.progress().rows} == {"03"}
    assert check.progress().passed == 1
    assert len(check.progress("all").rows) == everywhere
    assert check.progress("00").passed == 0


def test_progress_of_an_unknown_notebook_is_refused():
    """With the notebooks that there are."""
    with pytest.raises(ValueError, match=r"'33'.*'00', .*'03'"):
        check.progress("33")


def test_progress_is_readable_text_and_html():
    """One line an exercise; a page a notebook shows, too."""
    check.count_pairs(count_pairs)
    check.train.hint()
    lines = repr(check.progress("03")).splitlines()
    assert lines[0] == f"1 of {len(lines) - 1} exercises passed"
    assert lines[1] == "  03  passed         count_pairs    Count the pairs by their positions"
    assert "1 hint" in check.progress("03")._repr_html_()
    assert repr(Progress(())) == "0 of 0 exercises passed"


def test_what_was_passed_stays_passed(record):
    """A wrong answer later, or an empty one, takes nothing away."""
    check.count_pairs(count_pairs)
    check.count_pairs(lambda ids: {})
    check.count_pairs(...)
    assert record.of("count_pairs") == Entry("passed", attempts=2, hints=0)


def test_progress_is_kept_in_a_file_and_found_again(tmp_path, monkeypatch):
    """From the call on, every check is written; another kernel reads it."""
    path = tmp_path / "progress.json"
    check.progress(save=path)
    check.count_pairs(count_pairs)
    assert json.loads(path.read_text())["exercises"]["count_pairs"]["state"] == "passed"
    monkeypatch.setattr(check, "_RECORD", Record())
    assert check.progress("03").passed == 0
    assert check.progress("03", save=path).passed == 1
    assert [each.name for each in tmp_path.iterdir()] == ["progress.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "bpe_course progress 1"}',
        '{"format": "bpe_course progress 1", "exercises": {"train": {"state": "done"}}}',
        '{"format": "bpe_course progress 1", "exercises": {"train": 1}}',
    ],
)
def test_another_file_is_refused_and_left_alone(tmp_path, text):
    """A file that is not a record is not written over, and the error names it."""
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"other\.json"):
        check.progress(save=path)
    assert path.read_text() == text


ENTRIES = st.builds(
    Entry,
    st.sampled_from(["passed", "failed", "not attempted"]),
    st.integers(0, 9),
    st.integers(0, 3),
)


@given(st.dictionaries(st.sampled_from(["train", "decode"]), ENTRIES))
def test_a_record_is_read_as_it_was_written(entries):
    """Every record comes back whole."""
    assert loads(dumps(entries), "a string") == entries


@given(ENTRIES, ENTRIES)
def test_joining_two_entries_loses_nothing(one, other):
    """The order does not matter, and joining again changes nothing."""
    joined = one.joined(other)
    assert joined == other.joined(one) == joined.joined(one)


# Parts


@pytest.mark.parametrize(
    ("expected", "got", "equal"),
    [
        ([1, 2], [1, 2], True),
        ([1, 2], (1, 2), False),
        ({(1, 2): 1}, Counter([(1, 2)]), True),
        ({1: [2]}, {1: (2,)}, False),
        (1, True, False),
        (True, 1, False),
        (True, True, True),
        (3, np.uint32(3), True),
        (0.3, 0.1 + 0.2, True),
        (0.3, 0.30001, False),
        (1.0, 1, True),
        (1, 1.0, False),
        (b"a", bytearray(b"a"), False),
        ("a", "a", True),
        (None, None, True),
        ([Such("even", lambda n: n % 2 == 0)], [4], True),
        ([Such("even", lambda n: n % 2 == 0)], [3], False),
    ],
)
def test_equal_means_equal_and_of_the_kind_asked_for(expected, got, equal):
    """Strict where a learner's mistake could hide, lenient where none does."""
    assert same(expected, got) is equal


def test_small_inputs_come_first_and_all_of_them():
    """3 + 3² + 3³ sequences and the empty one, none twice, none before a shorter one."""
    found = [tuple(ids) for ids in sequences("abc", 3)]
    assert len(found) == len(set(found)) == 1 + 3 + 9 + 27
    assert [len(ids) for ids in found] == sorted(len(ids) for ids in found)
    assert list(texts("ab", 1)) == ["", "a", "b"]
    assert list(seeded_sequences("ab", [9])) == list(seeded_sequences("ab", [9]))


@given(st.lists(st.integers(0, 50)), st.integers(0, 50))
def test_a_shrunk_counterexample_still_is_one_and_no_part_can_go(ids, limit):
    """Whatever is found: it fails, and without any one element it does not."""

    def fails(arguments):
        return sum(arguments[0]) > limit

    if fails((ids,)):
        (shrunk,) = shrink((ids,), fails)
        assert fails((shrunk,))
        assert not any(fails((shrunk[:n] + shrunk[n + 1 :],)) for n in range(len(shrunk)))


def test_a_counterexample_is_shrunk_among_inputs_that_make_sense():
    """With `admits`, a failure that shows on a long input first is made short."""
    lengths = replace(
        NUMBER,
        kind="function",
        spec=len,
        inputs=lambda: [("x" * 40,)],
        admits=lambda text: len(text) >= 3,
        wrong=(),
    )
    verdict = judge(lengths, lambda text: len(text) if len(text) < 7 else 0)
    assert verdict.counterexample.arguments == ("x" * 7,)
    assert judge(lengths, lambda text: 0).counterexample.arguments == ("x" * 3,)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"name": "no name"}, "Python name"),
        ({"difficulty": 4}, "difficulty"),
        ({"hints": ()}, "hint"),
        ({"wrong": (WRONG, WRONG)}, "share a name"),
    ],
)
def test_an_exercise_that_is_no_good_is_refused(changes, complaint):
    """When it is defined, not when a learner meets it."""
    with pytest.raises(ValueError, match=complaint):
        replace(NUMBER, **changes)


def test_a_mistake_that_can_never_be_recognized_is_refused():
    """A name and a sentence alone recognize nothing."""
    with pytest.raises(ValueError, match="'nothing' can never be recognized"):
        WrongAnswer(name="nothing", teaching="Never said.")


def test_a_verdict_has_only_what_it_needs():
    """Passed and not attempted have no counterexample."""
    verdict = Verdict("train", "not attempted", "Your turn.")
    assert repr(verdict) == "train: not attempted\nYour turn."
    assert "train: not attempted" in verdict._repr_html_()
