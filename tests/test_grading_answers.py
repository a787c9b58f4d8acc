"""A judge says of an answer in another process what a check says of it in the learner's kernel."""

import ast

import pytest
from check_answers import all_answers

from bpe_course.editions.names import bound_names
from bpe_course.grading.batch import Grader
from bpe_course.grading.grades import Job, Limits

ANSWERS = sorted(all_answers().items())
GRADER = Grader(trusted={}, limits=Limits(), wrapped=False)


def graded(exercise, source, setup):
    """The grade of an answer, which is what the source's last definition binds."""
    definitions = (ast.FunctionDef, ast.ClassDef, ast.Assign)
    last = [each for each in ast.parse(source).body if isinstance(each, definitions)][-1]
    (name,) = bound_names(last)
    cells = (("setup", setup), ("answer", source))
    return GRADER.grade_one(Job(exercise, f"check.{exercise}({name})", cells))


@pytest.mark.parametrize(("exercise", "answers"), ANSWERS, ids=[name for name, _ in ANSWERS])
def test_the_solution_passes(exercise, answers):
    """Functions, classes, generators and values: all can be called from another process."""
    grade = graded(exercise, answers.solution, answers.setup)
    assert grade.state == "passed", grade


@pytest.mark.parametrize(("exercise", "answers"), ANSWERS, ids=[name for name, _ in ANSWERS])
def test_a_mistake_is_named(exercise, answers):
    """The first known wrong answer of each exercise gets its diagnosis."""
    diagnosis, source = next(answers.wrong_sources())
    grade = graded(exercise, source, answers.setup)
    assert (grade.state, grade.misconception) == ("failed", diagnosis), grade
