"""What a check answers: passed, not attempted, or failed and why; as text and as HTML."""

from dataclasses import dataclass
from html import escape
from typing import Literal

from bpe_course.check.exercise import Arguments
from bpe_course.check.places import Place
from bpe_course.show.html import INK, MONOSPACE, element

State = Literal["passed", "not attempted", "failed"]

COLORS: dict[State, tuple[str, str]] = {  # of the ground, and of the bar at its left
    "passed": ("#e6f4ea", "#2e7d4f"),
    "not attempted": ("#f2f2f2", "#6e6e6e"),
    "failed": ("#fdeee4", "#b3541e"),
}


@dataclass(frozen=True)
class Counterexample:
    """An input on which an answer is wrong.

    `arguments` are the input itself; the rest is text: what was done, what should have come, what
    came. `place` is the learner's line, if an error was raised. `label` says what `call` is.
    """

    arguments: Arguments
    call: str
    expected: str
    got: str
    place: Place | None = None
    label: str = "call"

    def lines(self) -> list[tuple[str, str]]:
        """The parts that there are, each with its name."""
        place = repr(self.place) if self.place else ""
        rows = [(self.label, self.call), ("expected", self.expected), ("got", self.got)]
        return [*rows, ("in your code", place)] if place else rows


@dataclass(frozen=True)
class Verdict:
    """The answer of a check. `misconception` is the name of the mistake, if it was recognized."""

    exercise: str
    state: State
    message: str
    misconception: str | None = None
    counterexample: Counterexample | None = None

    @property
    def passed(self) -> bool:
        """Whether the answer is right."""
        return self.state == "passed"

    def __repr__(self) -> str:
        rows = self.counterexample.lines() if self.counterexample else []
        width = max((len(name) for name, _ in rows), default=0) + 1
        shown = [f"  {name + ':':<{width}} {text}" for name, text in rows]
        return "\n".join([f"{self.exercise}: {self.state}", *shown, self._explanation()])

    def _repr_html_(self) -> str:
        ground, bar = COLORS[self.state]
        head = element("b", escape(f"{self.exercise}: {self.state}"))
        rows = self.counterexample.lines() if self.counterexample else []
        lines = "".join(element("div", self._html_line(*row)) for row in rows)
        foot = element("div", self._explanation_html(), {"margin-top": "4px"})
        style = {
            "background": ground,
            "color": INK,
            "border-left": f"5px solid {bar}",
            "padding": "6px 12px",
            "max-width": "60em",
        }
        return element("div", head + lines + foot, style)

    @staticmethod
    def _html_line(name: str, text: str) -> str:
        style = {"font-family": MONOSPACE, "white-space": "pre-wrap", "word-break": "break-word"}
        return escape(name) + ": " + element("span", escape(text), style)

    def _explanation(self) -> str:
        if self.misconception is None:
            return self.message
        return f"{self._mistake()}. {self.message}"

    def _explanation_html(self) -> str:
        if self.misconception is None:
            return escape(self.message)
        return element("b", escape(self._mistake()) + ".") + " " + escape(self.message)

    def _mistake(self) -> str:
        name = self.misconception or ""
        return name[:1].upper() + name[1:]
