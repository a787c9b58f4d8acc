"""Grading many submissions: each exercise by a judge of its own, and nothing stops the batch."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

from bpe_course.editions.cells import Notebook
from bpe_course.grading.assembling import Missing, assemble, tasks
from bpe_course.grading.grades import Grade, Job, Limits
from bpe_course.grading.sandbox import PACKAGE
from bpe_course.grading.submissions import Submission, original_of, read_submission

GRACE = 30  # seconds that a judge gets beyond its worker's


@dataclass(frozen=True)
class Report:
    """What came of one submission.

    `notebook` is the course's notebook that it is of, or empty; `problem` says why it has no
    grades, if it has none. `answers` are the cells that were executed, by exercise.
    """

    submission: Submission
    notebook: str
    grades: tuple[Grade, ...] = ()
    problem: str = ""

    @property
    def passed(self) -> int:
        """How many exercises passed."""
        return sum(grade.state == "passed" for grade in self.grades)


@dataclass(frozen=True)
class Grader:
    """How to grade: against which notebooks, within what limits, behind bubblewrap or not."""

    trusted: Mapping[str, Notebook]
    limits: Limits
    wrapped: bool
    jobs: int = 1

    def grade_all(self, submissions: Iterable[Submission]) -> Iterator[Report]:
        """Yield a report for each submission, in their order."""
        with ThreadPoolExecutor(self.jobs) as pool:
            yield from pool.map(self.grade, submissions)

    def grade(self, submission: Submission) -> Report:
        """Return the report on one submission, whatever it holds."""
        try:
            handed_in = read_submission(submission.path)
        except (ValueError, OSError) as error:
            return Report(submission, "", problem=str(error))
        name = original_of(handed_in, self.trusted)
        if name is None:
            problem = "not one cell is of a notebook of this course: the ids of all cells differ"
            return Report(submission, "", problem=problem)
        found = [
            assemble(self.trusted[name], handed_in, task) for task in tasks(self.trusted[name])
        ]
        return Report(submission, name, tuple(map(self.grade_one, found)))

    def grade_one(self, job: Job | Missing) -> Grade:
        """Return the grade of one exercise; `not graded` if its judge fails."""
        if isinstance(job, Missing):
            return Grade(job.exercise, "missing", message=job.message)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            request = {
                "job": asdict(job),
                "limits": asdict(self.limits),
                "wrapped": self.wrapped,
                "folder": folder,
            }
            return self.ask_judge(job, request)

    def ask_judge(self, job: Job, request: dict[str, object]) -> Grade:
        """Start a judge and take its answer."""
        try:
            ran = subprocess.run(
                [sys.executable, "-P", "-B", "-m", "bpe_course.grading.judge"],
                env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
                input=json.dumps(request),
                capture_output=True,
                text=True,
                timeout=self.limits.seconds + GRACE,
                check=True,
            )
            answer = json.loads(ran.stdout)
        except subprocess.TimeoutExpired:
            return Grade(job.exercise, "not graded", message="the check itself did not end")
        except (subprocess.CalledProcessError, json.JSONDecodeError, OSError) as error:
            words = str(getattr(error, "stderr", "") or error).strip().splitlines()
            return Grade(job.exercise, "not graded", message=f"the check failed: {words[-1]}")
        details = tuple((name, text) for name, text in answer.pop("details"))
        return Grade(**answer, details=details)
