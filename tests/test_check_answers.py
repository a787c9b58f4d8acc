"""Every exercise knows its solution, its stub, and each known wrong answer by name.

The answers stand in `check_answers`, one module a notebook.
"""

import copy
from pathlib import Path

import pytest
from check_answers import all_answers, load

from bpe_course import check
from bpe_course.check.exercise import Such
from bpe_course.check.judging import judge
from bpe_course.check.limits import OutOfTime, time_limit
from bpe_course.editions.cells import has_tag, read_notebook
from bpe_course.editions.stubs import stub

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
SECONDS = 1.0  # until an endless answer is stopped; no other takes nearly as long
NAMES = sorted(check.EXERCISES)
WRONG = [
    pytest.param(name, diagnosis, source, id=f"{name}-{diagnosis}-{number}")
    for name, answers in sorted(all_answers().items())
    for number, (diagnosis, source) in enumerate(answers.wrong_sources())
]


def is_wrong_on(exercise, answer, arguments):
    """Run specification and answer on an input, without the framework, and compare."""
    if exercise.kind == "value":
        result = answer
    else:
        given = copy.deepcopy(arguments)
        try:
            with time_limit(SECONDS) as clock:
                clock.inside = True
                result = exercise.call(answer, *given)
                clock.inside = False
        except (Exception, OutOfTime):
            return True
        if given != arguments:
            return True
    expected = exercise.spec(*copy.deepcopy(arguments))
    if isinstance(expected, Such):
        return not expected.holds(result)
    return type(expected) is not type(result) or expected != result


def test_every_exercise_has_its_answers():
    """No exercise is without answers, and no answers are without an exercise."""
    assert set(all_answers()) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_passes(name):
    """The solution passes, and says on what it was verified."""
    answers = all_answers()[name]
    verdict = judge(check.EXERCISES[name], load(answers.solution, answers.setup))
    assert verdict.state == "passed", verdict
    assert verdict.message.startswith("Verified")


@pytest.mark.parametrize("name", NAMES)
def test_the_stub_is_not_attempted(name):
    """The stub that the student's edition makes of the solution is no attempt."""
    answers = all_answers()[name]
    verdict = judge(check.EXERCISES[name], load(stub(answers.solution), answers.setup))
    assert verdict.state == "not attempted", verdict


@pytest.mark.parametrize(("name", "diagnosis", "source"), WRONG)
def test_a_wrong_answer_gets_its_own_diagnosis(name, diagnosis, source):
    """A wrong answer fails with the name of its mistake, on an input on which it is wrong."""
    exercise = check.EXERCISES[name]
    answer = load(source, all_answers()[name].setup)
    verdict = judge(exercise, answer, SECONDS)
    assert (verdict.state, verdict.misconception) == ("failed", diagnosis), verdict
    assert is_wrong_on(exercise, answer, verdict.counterexample.arguments)


@pytest.mark.parametrize("name", NAMES)
def test_every_known_mistake_is_made_by_some_answer(name):
    """Each mistake that an exercise names has a wrong answer here, and there are three or more."""
    known = {wrong.name for wrong in check.EXERCISES[name].wrong}
    assert len(known) >= 3
    assert known <= set(all_answers()[name].wrong)


@pytest.mark.parametrize("name", NAMES)
def test_no_mistake_is_explained_in_another_ones_words(name):
    """Within an exercise, each mistake has a teaching sentence of its own."""
    teachings = [wrong.teaching for wrong in check.EXERCISES[name].wrong]
    assert len(set(teachings)) == len(teachings)
    assert all(teaching.endswith(".") for teaching in teachings)


@pytest.mark.parametrize("name", NAMES)
def test_every_model_of_a_mistake_is_wrong_somewhere(name):
    """A model of a mistake differs from the specification on some input, or it models nothing."""
    exercise = check.EXERCISES[name]
    for wrong in exercise.wrong:
        for model in wrong.models:
            assert any(is_wrong_on(exercise, model, inputs) for inputs in exercise.inputs()), wrong


@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_holds_the_solution(name):
    """The cell tagged `solution` is the one that is tested here, and a check cell follows it."""
    (path,) = NOTEBOOKS.glob(f"{check.EXERCISES[name].notebook}_*.ipynb")
    cells = {cell["id"]: cell for cell in read_notebook(path)["cells"]}
    if not any(has_tag(cell, "solution") for cell in cells.values()):
        pytest.skip(f"{path.name} has no exercises yet")
    cell_name = name.replace("_", "-")
    assert has_tag(cells[f"solution-{cell_name}"], "solution")
    assert cells[f"solution-{cell_name}"]["source"] == all_answers()[name].solution.strip()
    assert f"check.{name}(" in cells[f"check-{cell_name}"]["source"]
    assert has_tag(cells[f"check-{cell_name}"], "check")


@pytest.mark.parametrize("name", NAMES)
def test_inputs_are_the_same_at_every_call(name):
    """A counterexample found today is found tomorrow; and there are not too many inputs."""
    inputs = list(check.EXERCISES[name].inputs())
    assert inputs == list(check.EXERCISES[name].inputs())
    assert 1 <= len(inputs) <= 5_000
