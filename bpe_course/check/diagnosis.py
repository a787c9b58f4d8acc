"""Naming the mistake behind a wrong result, by comparing behavior with that of known mistakes."""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from bpe_course.check.equality import same, same_kind
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer
from bpe_course.check.limits import OutOfTime
from bpe_course.check.running import Outcome

# On so many inputs where a model goes wrong must an answer give the same as the model.
TELLING = 200

NOT_RECOGNIZED = {
    "function": "The course does not know this mistake by name: follow your code on this input.",
    "value": "The course does not know this mistake by name: read the task again, or take a hint.",
}


@dataclass(frozen=True)
class Diagnosis:
    """A mistake's name, if it is known, and a sentence that teaches."""

    name: str | None
    teaching: str


def diagnose(
    exercise: Exercise,
    arguments: Arguments,
    outcome: Outcome,
    run_again: Callable[[Arguments], Outcome],
) -> Diagnosis:
    """Name the mistake of an answer that gave `outcome`, which is wrong, on this input.

    The exercise's own wrong answers come first, in their order, then the mistakes one can make in
    any exercise. `run_again` runs the answer on another input.
    """
    for wrong in exercise.wrong:
        if fits(wrong, exercise, arguments, outcome, run_again):
            return Diagnosis(wrong.name, wrong.teaching)
    general = general_error(outcome) if outcome.raised else None
    if outcome.raised is None:
        general = general_mistake(expected_result(exercise, arguments), outcome)
    return general or Diagnosis(None, NOT_RECOGNIZED[exercise.kind])


def is_right(exercise: Exercise, arguments: Arguments, outcome: Outcome) -> bool:
    """Tell whether an outcome is what the specification asks for, the input left unchanged."""
    if outcome.raised is not None or outcome.changed:
        return False
    return same(expected_result(exercise, arguments), outcome.value)


def expected_result(exercise: Exercise, arguments: Arguments) -> object:
    """What the specification gives on this input."""
    return exercise.spec(*copy.deepcopy(arguments))


def fits(
    wrong: WrongAnswer,
    exercise: Exercise,
    arguments: Arguments,
    outcome: Outcome,
    run_again: Callable[[Arguments], Outcome],
) -> bool:
    """Tell whether an answer makes this known mistake."""
    if outcome.raised and issubclass(outcome.raised, wrong.raises):
        return True
    if wrong.recognizes and not outcome.raised and seen(wrong.recognizes, outcome, arguments):
        return True
    return any(
        alike(model_outcome(model, arguments), outcome)
        and all(alike(told, run_again(where)) for where, told in telling(model, exercise))
        for model in wrong.models
    )


def seen(recognizes: Callable[..., bool], outcome: Outcome, arguments: Arguments) -> bool:
    """Tell whether a wrong result is recognized; one that it cannot even look at is not."""
    try:
        return bool(recognizes(outcome.value, *copy.deepcopy(arguments)))
    except Exception:  # a result of an unexpected type
        return False


def telling(
    model: Callable[..., object], exercise: Exercise
) -> Iterator[tuple[Arguments, Outcome]]:
    """The first inputs on which a model of a mistake goes wrong, with what it gives there."""
    tried = ((inputs, model_outcome(model, inputs)) for inputs in exercise.inputs())
    wrong = (pair for pair in tried if not is_right(exercise, *pair))
    return islice(wrong, TELLING)


def model_outcome(model: Callable[..., object], arguments: Arguments) -> Outcome:
    """What a model of a mistake gives on this input."""
    try:
        return Outcome(value=model(*copy.deepcopy(arguments)))
    except Exception as error:  # to raise is a mistake, too
        return Outcome(raised=type(error))


def alike(told: Outcome, outcome: Outcome) -> bool:
    """Tell whether an answer did what a model did: the same value, or the same type of error."""
    if told.raised or outcome.raised:
        return told.raised is outcome.raised
    return same(told.value, outcome.value)


def general_error(outcome: Outcome) -> Diagnosis | None:
    """The mistake behind an error that can happen in any exercise."""
    for raised, diagnosis in GENERAL_ERRORS.items():
        if outcome.raised and issubclass(outcome.raised, raised):
            return diagnosis
    if outcome.place is None and outcome.raised is TypeError:
        return Diagnosis(
            "other parameters",
            "Your function cannot be called like this: compare its parameters with the task.",
        )
    return Diagnosis(None, "Your code raised this error.")


GENERAL_ERRORS: dict[type[BaseException], Diagnosis] = {
    OutOfTime: Diagnosis(
        "no end in sight",
        "The call did not end within the time limit: find the loop, and what should end it.",
    ),
    NotImplementedError: Diagnosis(
        "an unfinished part",
        "Your function calls another one that is still a stub: finish that one first.",
    ),
    SystemExit: Diagnosis(
        "leaving the program",
        "exit() ends the whole program: to end a function, return.",
    ),
    KeyboardInterrupt: Diagnosis(
        "interrupted",
        "The check was interrupted while this line was running.",
    ),
    RecursionError: Diagnosis(
        "recursion without an end",
        "The function calls itself too often: it needs a case in which it does not.",
    ),
}


def general_mistake(expected: object, outcome: Outcome) -> Diagnosis | None:
    """The mistake behind a wrong value that can happen in any exercise."""
    if outcome.value is None and outcome.printed:
        return Diagnosis(
            "print in place of return",
            "print shows a value to you; only return gives it to the caller.",
        )
    if outcome.value is None:
        return Diagnosis(
            "forgotten return", "A function that ends without return gives None to its caller."
        )
    if outcome.changed and same(expected, outcome.value):
        return Diagnosis(
            "changed input",
            "The result is right, but the argument is not what it was: make a new list.",
        )
    for thing, wanted, came in typed_parts(expected, outcome.value):
        if not same_kind(wanted, came) and not stands_in(wanted) and not stands_in(came):
            return Diagnosis("another type", _of_types(thing, wanted, came))
    return None


def typed_parts(expected: object, got: object) -> list[tuple[str, object, object]]:
    """What has a type to be compared: the result, and its parts if all are of one type.

    >>> for thing, wanted, came in typed_parts([(1, 2), (3, 4)], [[1, 2]]):
    ...     print(f"{thing}: {wanted}, {came}")
    The result: [(1, 2), (3, 4)], [[1, 2]]
    A part of the result: (1, 2), [1, 2]
    """
    result = [("The result", expected, got)]
    if not isinstance(expected, list | tuple) or not isinstance(got, list | tuple):
        return result
    pairs = zip(expected, got, strict=False) if len(set(map(type, expected))) == 1 else ()
    return result + [("A part of the result", *pair) for pair in pairs]


def stands_in(value: object) -> bool:
    """Tell whether a value is one of the course's own, put in the place of a result."""
    return type(value).__module__.startswith("bpe_course.check.")


def _of_types(thing: str, wanted: object, came: object) -> str:
    names = type(wanted).__name__, type(came).__name__
    return f"{thing} should be of the type {names[0]}, and it is of the type {names[1]}."
