"""What a learner holds in hand: one exercise's check, to be called, and its hints."""

from dataclasses import dataclass
from html import escape

from bpe_course.check.exercise import Exercise
from bpe_course.check.judging import judge
from bpe_course.check.record import Record
from bpe_course.check.verdict import Verdict
from bpe_course.show.html import element


@dataclass(frozen=True)
class Hints:
    """The hints of an exercise, as many as were asked for; folded when shown in a notebook."""

    texts: tuple[str, ...]
    number: int

    def __repr__(self) -> str:
        lines = [f"Hint {n} of {self.number}: {text}" for n, text in enumerate(self.texts, 1)]
        return "\n".join([*lines, self._more()])

    def _repr_html_(self) -> str:
        folds = [
            element(
                "details",
                element("summary", f"Hint {n} of {self.number}") + element("div", escape(text)),
            )
            for n, text in enumerate(self.texts, 1)
        ]
        return "".join(folds) + element("div", escape(self._more()), {"font-size": "90%"})

    def _more(self) -> str:
        if len(self.texts) == self.number:
            return "This was the last one."
        return "Run the cell again for one more."


@dataclass(frozen=True)
class Check:
    """The check of one exercise: call it with your answer, or ask it for a hint."""

    exercise: Exercise
    record: Record

    def __call__(self, answer: object = ...) -> Verdict:
        """Judge an answer and write down the result."""
        verdict = judge(self.exercise, answer)
        self.record.note(self.exercise.name, verdict.state)
        return verdict

    def hint(self) -> Hints:
        """The hints so far and one more."""
        hints = self.exercise.hints
        return Hints(hints[: self.record.next_hint(self.exercise.name, len(hints))], len(hints))

    def __repr__(self) -> str:
        about = self.exercise
        return (
            f"{about.name}: {about.title} ({about.minutes} minutes, difficulty {about.difficulty} "
            f"of 3). Answer with check.{about.name}(your_answer); hints: check.{about.name}.hint()"
        )
