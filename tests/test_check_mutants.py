"""The checks notice a change of one operator, comparison or constant in any solution.

A changed solution that still passes must be listed in `check_answers` as equivalent, with the
reason: it is right for every input the task allows.
"""

import ast

import pytest
from check_answers import all_answers, load
from mutants import mutants

from bpe_course import check
from bpe_course.check.judging import judge

SECONDS = 1.0
NAMES = sorted(all_answers())
LEAST = 365  # changed solutions in all


def without_docstrings(source):
    """The source without docstrings, in which a change would change nothing."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def changed_solutions(name):
    """The solution to an exercise with one change, and the line that is changed."""
    return list(mutants(without_docstrings(all_answers()[name].solution)))


def survivors(name):
    """The changed lines of those that pass all the same."""
    answers = all_answers()[name]
    passed = []
    for line, source in changed_solutions(name):
        try:
            answer = load(source, answers.setup)
        except Exception:  # so wrong that the cell itself ends in an error
            continue
        if judge(check.EXERCISES[name], answer, SECONDS).state == "passed":
            passed.append(line)
    return passed


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_solution_is_caught_or_equivalent(name):
    """What passes is listed as equivalent, with a reason, and nothing else is listed."""
    listed = all_answers()[name].equivalent
    assert set(survivors(name)) == set(listed)
    assert all(len(reason.split()) > 3 for reason in listed.values())


def test_there_are_many_changed_solutions():
    """The solutions are changed in many ways: in fewer, catching all would say little."""
    assert sum(len(changed_solutions(name)) for name in NAMES) >= LEAST
