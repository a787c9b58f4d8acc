"""Which cells an exercise needs: the answer, what it calls, and nothing else."""

from exercise_notebooks import code, notebook

from bpe_course.grading.assembling import Missing, assemble, tasks

TRUSTED = notebook(
    code("import", "from bpe_course import check\nimport math"),
    code("slow", "table = [math.sqrt(n) for n in range(10)]"),
    code("size", "size = 2"),
    code("answer", "def mine(n):\n    return n * size", "exercise", "solution"),
    code("check", "check.count_pairs(mine)", "check"),
    code("value", "total = 3", "solution"),
    code("check-value", "check.train(total)\ncheck.progress()", "check"),
)


def cells(submission, place=0):
    """The ids and sources of the cells that are executed for an exercise."""
    return assemble(TRUSTED, submission, list(tasks(TRUSTED))[place]).cells


def test_tasks_are_the_checks_that_get_an_answer():
    """`check.progress()` is called with nothing and is no exercise."""
    assert [task.exercise for task in tasks(TRUSTED)] == ["count_pairs", "train"]


def test_only_what_is_needed_is_executed():
    """The table, which no answer uses, is not computed; the size is."""
    assert [cell_id for cell_id, _ in cells(TRUSTED)] == ["size", "answer"]
    assert [cell_id for cell_id, _ in cells(TRUSTED, 1)] == ["value"]


def test_answers_are_the_students_and_lessons_are_not():
    """Of a changed lesson the trusted version is executed."""
    changed = notebook(code("size", "size = 9"), code("answer", "mine = lambda n: n * size"))
    assert cells(changed) == (("size", "size = 2"), ("answer", "mine = lambda n: n * size"))


def test_an_answer_in_two_cells():
    """The second, which the student added, stands after the one that it follows."""
    parts = notebook(code("answer", "def part(n): return n"), code("x", "mine = lambda n: part(n)"))
    assert [source for _, source in cells(parts)] == [cell["source"] for cell in parts["cells"]]


def test_a_cell_that_is_no_python_is_still_the_answer():
    """It is executed, so that its error is what is reported."""
    assert cells(notebook(code("answer", "def mine(n:"))) == (("answer", "def mine(n:"),)


def test_a_missing_answer():
    """Without any cell of the student's that names it, there is nothing to judge."""
    found = assemble(TRUSTED, notebook(code("size", "size = 2")), next(tasks(TRUSTED)))
    assert found == Missing("count_pairs", "no cell of the submission gives mine a value")
