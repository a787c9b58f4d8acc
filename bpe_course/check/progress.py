"""The table of what is done, exercise by exercise."""

from dataclasses import dataclass
from html import escape

from bpe_course.check.exercise import Exercise
from bpe_course.check.record import Entry
from bpe_course.check.verdict import COLORS
from bpe_course.show.html import box, caption, element, table


@dataclass(frozen=True)
class Progress:
    """The exercises of one notebook or of all, each with what is known of it."""

    rows: tuple[tuple[Exercise, Entry], ...]

    @property
    def passed(self) -> int:
        """How many exercises are done."""
        return sum(entry.state == "passed" for _, entry in self.rows)

    def __repr__(self) -> str:
        width = max((len(exercise.name) for exercise, _ in self.rows), default=0)
        lines = [
            f"  {exercise.notebook}  {entry.state:<13}  {exercise.name:<{width}}  {exercise.title}"
            for exercise, entry in self.rows
        ]
        return "\n".join([self._headline(), *lines])

    def _repr_html_(self) -> str:
        rows = [
            [
                exercise.notebook,
                box(escape(entry.state), COLORS[entry.state][0]),
                element("code", escape(exercise.name)),
                escape(exercise.title),
                escape(effort(entry)),
            ]
            for exercise, entry in self.rows
        ]
        return caption(self._headline()) + table(rows)

    def _headline(self) -> str:
        return f"{self.passed} of {len(self.rows)} exercises passed"


def effort(entry: Entry) -> str:
    """Say how many answers were judged and how many hints seen.

    >>> effort(Entry("failed", 1, 2)), effort(Entry())
    ('1 answer, 2 hints', '')
    """
    counts = [(entry.attempts, "answer"), (entry.hints, "hint")]
    return ", ".join(f"{n} {noun}{'s' if n > 1 else ''}" for n, noun in counts if n)
