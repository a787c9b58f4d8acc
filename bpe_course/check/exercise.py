"""An exercise as data: its task in a few words, its specification, its inputs, known mistakes.

Nothing here runs an answer; `judging` does.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Such:
    """What is expected, described where many results are right: one for which `holds` is true.

    A specification returns one in place of a value.

    >>> even = Such("an even number", lambda got: got % 2 == 0)
    >>> even, even.holds(3)
    (an even number, False)
    """

    description: str
    holds: Callable[[Any], bool]

    def __repr__(self) -> str:
        return self.description


@dataclass(frozen=True, kw_only=True)
class WrongAnswer:
    """A known mistake: its name, one sentence that mends it, and how it shows.

    It shows in any of three ways. `models` are programs that make the mistake: an answer that gives
    the same results where they go wrong makes it too. `raises` names errors: the answer raised one
    where the specification does not. `recognizes(got, *arguments)` looks at a wrong result itself.
    """

    name: str
    teaching: str
    models: tuple[Callable[..., object], ...] = ()
    raises: tuple[type[BaseException], ...] = ()
    recognizes: Callable[..., bool] | None = None

    def __post_init__(self) -> None:
        if not (self.models or self.raises or self.recognizes):
            raise ValueError(f"{self.name!r} can never be recognized: give models or raises")


def call_plainly(answer: Callable[..., object], *arguments: object) -> object:
    """Call an answer with the arguments of one input: the usual way to use one.

    >>> call_plainly(max, 1, 2)
    2
    """
    return answer(*arguments)


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One exercise.

    - `notebook` is two digits, `difficulty` is from 1 to 3.
    - `spec` takes one input's arguments and returns the right result, or a `Such`.
    - `inputs` returns tuples of arguments, smallest first, the same ones at every call. The first
      on which an answer fails is the counterexample.
    - `verified` says what a passed answer was checked for; the number of inputs is added to it.
    - `wrong` lists known mistakes; of those that fit, the first is named.
    - `hints` are given one by one, the last almost the solution.
    - `kind` is `"value"` if the learner hands in a value: the inputs are then one empty tuple.
    - `call(answer, *arguments)` uses the answer on one input, where that is more than a call, and
      `describe(*arguments)` then says in words what was done.
    - `admits(*arguments)` tells the inputs for which the task makes sense; if given, a
      counterexample is shrunk further among them.
    """

    name: str
    notebook: str
    title: str
    minutes: int
    difficulty: int
    spec: Callable[..., object]
    verified: str
    wrong: tuple[WrongAnswer, ...]
    hints: tuple[str, ...]
    inputs: Callable[[], Iterable[Arguments]] = lambda: [()]
    kind: Literal["function", "value"] = "function"
    call: Callable[..., object] = call_plainly
    describe: Callable[..., str] | None = None
    admits: Callable[..., bool] | None = None

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise ValueError(f"the name of an exercise is a Python name, not {self.name!r}")
        if self.difficulty not in (1, 2, 3):
            raise ValueError(f"{self.name}: difficulty is 1, 2 or 3, not {self.difficulty!r}")
        if not self.hints:
            raise ValueError(f"{self.name}: give at least one hint")
        names = [wrong.name for wrong in self.wrong]
        if len(set(names)) != len(names):
            raise ValueError(f"{self.name}: two wrong answers share a name: {names}")
