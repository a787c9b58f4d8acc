"""Judging an answer: try it on every input, stop at the first failure, say what it shows."""

import dis
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from bpe_course.check.diagnosis import Diagnosis, diagnose, expected_result, is_right
from bpe_course.check.equality import same, same_kind
from bpe_course.check.exercise import Arguments, Exercise, Such
from bpe_course.check.limits import Clock, OutOfTime, time_limit
from bpe_course.check.running import Outcome, run
from bpe_course.check.showing import first_difference, shown, shown_call
from bpe_course.check.shrinking import shrink
from bpe_course.check.verdict import Counterexample, Verdict

SECONDS = 5.0  # for all inputs together

# What a function does whose body is empty: `pass`, `...` or a docstring alone.
NOTHING = {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"}


def judge(exercise: Exercise, answer: object, seconds: float = SECONDS) -> Verdict:
    """Return what is to be said about an answer; whatever it does, within the time limit."""
    if is_empty(answer):
        return not_attempted(exercise)
    if callable(answer) != (exercise.kind == "function"):
        return wrong_kind(exercise, answer)
    function: Callable[..., object] = answer if callable(answer) else lambda: answer
    with time_limit(seconds) as clock:
        return Trial(exercise, function, clock).verdict()


@dataclass(frozen=True)
class Trial:
    """An answer, its exercise and the time left."""

    exercise: Exercise
    function: Callable[..., object]
    clock: Clock

    def verdict(self) -> Verdict:
        """Run the inputs in order and judge the first that fails, or praise."""
        count = 0
        for count, arguments in enumerate(self.exercise.inputs(), start=1):
            outcome = self.run(arguments)
            if self.is_stub(outcome):
                return not_attempted(self.exercise)
            if not is_right(self.exercise, arguments, outcome):
                return self.failed(count, arguments, outcome)
        return passed(self.exercise, count)

    def run(self, arguments: Arguments) -> Outcome:
        """Use the answer on one input."""
        return run(partial(self.exercise.call, self.function), arguments, self.clock)

    def is_stub(self, outcome: Outcome) -> bool:
        """Tell whether the answer itself, not a function that it calls, is still a stub."""
        if outcome.raised is None or not issubclass(outcome.raised, NotImplementedError):
            return False
        if outcome.place is None:
            return True
        within = outcome.place.function.split(".")[0]
        return within == getattr(self.function, "__name__", within)

    def failed(self, count: int, arguments: Arguments, outcome: Outcome) -> Verdict:
        """The verdict on an answer that is wrong on the input number `count`."""
        if self.exercise.kind == "function" and self.exercise.admits and outcome.raised is None:
            arguments, outcome = self.shrunk(arguments, outcome)
        diagnosis = self.too_slow(count, outcome) or diagnose(
            self.exercise, arguments, outcome, self.run
        )
        return Verdict(
            self.exercise.name,
            "failed",
            diagnosis.teaching,
            diagnosis.name,
            self.counterexample(arguments, outcome),
        )

    def shrunk(self, arguments: Arguments, outcome: Outcome) -> tuple[Arguments, Outcome]:
        """A smaller input, if there is one, on which the answer fails, and how."""
        admits = self.exercise.admits or (lambda *_: False)

        def still_fails(smaller: Arguments) -> bool:
            if self.clock.expired or not admits(*smaller):
                return False
            tried = self.run(smaller)
            return tried.raised is None and not is_right(self.exercise, smaller, tried)

        smallest = shrink(arguments, still_fails)
        return (smallest, self.run(smallest)) if smallest != arguments else (arguments, outcome)

    def too_slow(self, count: int, outcome: Outcome) -> Diagnosis | None:
        """If the time was used up by many calls and not by one, say so."""
        if outcome.raised is not OutOfTime or outcome.seconds > self.clock.seconds / 2:
            return None
        return Diagnosis(
            "too slow",
            f"The time was up after {count - 1:,} inputs; every one of these was right. Look for "
            "work that is done again and again.",
        )

    def counterexample(self, arguments: Arguments, outcome: Outcome) -> Counterexample:
        """Write down an input on which the answer is wrong."""
        expected = expected_result(self.exercise, arguments)
        if self.exercise.kind == "value":
            return value_counterexample(expected, outcome.value)
        call = shown_call(self.function, arguments)
        if self.exercise.describe:
            call = self.exercise.describe(*arguments)
        got = shown_outcome(outcome)
        if outcome.changed and same(expected, outcome.value):
            got += ", and the input was changed"
        return Counterexample(arguments, call, shown(expected), got, outcome.place)


def is_empty(answer: object) -> bool:
    """Tell whether nothing was handed in: None, `...` anywhere, or a function without a body.

    >>> is_empty(...), is_empty((3, ...)), is_empty(0), is_empty(lambda: 1 + len("a"))
    (True, True, False, False)
    """
    if answer is None or answer is ...:
        return True
    if isinstance(answer, Mapping):
        return any(map(is_empty, answer.values()))
    if isinstance(answer, list | tuple | set | frozenset):
        return any(
            part is ... or (isinstance(part, list | tuple) and is_empty(part)) for part in answer
        )
    code = getattr(answer, "__code__", None)
    return code is not None and code.co_argcount > 0 and _does_nothing(code)


def _does_nothing(code: object) -> bool:
    steps = list(dis.get_instructions(code))  # type: ignore[arg-type]
    returned = [step.argval for step in steps if step.opname in ("LOAD_CONST", "RETURN_CONST")]
    return {step.opname for step in steps} <= NOTHING and set(returned) <= {None, ...}


def not_attempted(exercise: Exercise) -> Verdict:
    """The verdict on a stub."""
    message = f"Your turn. For a hint: check.{exercise.name}.hint()"
    return Verdict(exercise.name, "not attempted", message)


def passed(exercise: Exercise, count: int) -> Verdict:
    """The verdict on a right answer."""
    if exercise.kind == "value":
        return Verdict(exercise.name, "passed", f"Verified: {exercise.verified}.")
    noun = "input" if count == 1 else "inputs"
    return Verdict(exercise.name, "passed", f"Verified on {count:,} {noun}: {exercise.verified}.")


def wrong_kind(exercise: Exercise, answer: object) -> Verdict:
    """The verdict on a value where a function is asked for, or the other way round."""
    if exercise.kind == "function":
        name, teaching = "called too early", "Hand in the function itself, without parentheses."
        expected = "a function"
    else:
        name, teaching = "a function for a value", "Hand in the value, not a way to compute it."
        expected = "a value"
    found = Counterexample((), f"check.{exercise.name}(…)", expected, shown(answer))
    return Verdict(exercise.name, "failed", teaching, name, found)


def value_counterexample(expected: object, got: object) -> Counterexample:
    """Show which part of a value is wrong, without giving the right one away."""
    path, wanted, found = first_difference(expected, got)
    if isinstance(wanted, Such):
        told = repr(wanted)
    elif same_kind(wanted, found):
        told = "something else"
    else:
        told = f"a value of the type {type(wanted).__name__}"
    return Counterexample((), path, told, shown(found), label="part")


def shown_outcome(outcome: Outcome) -> str:
    """A result as it is written, or the error in its place."""
    if outcome.raised is None:
        return shown(outcome.value)
    if outcome.raised is OutOfTime:
        return "no result within the time limit"
    return f"{outcome.raised.__name__}: {outcome.message}".removesuffix(": ")
