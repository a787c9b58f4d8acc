"""From a solution to the stub: what states the task stays, what solves it goes."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.editions.stubs import removed_lines, stub


@pytest.mark.parametrize(
    ("solution", "expected"),
    [
        ("def f(a, b=2): return a", "def f(a, b=2):\n    raise NotImplementedError"),
        (
            "def f(a):  # about three lines\n    # a trick\n    return a",
            "def f(a):  # about three lines\n    raise NotImplementedError",
        ),
        (
            'def f(a):\n    """One.\n\n    Two.\n    """\n    return a',
            'def f(a):\n    """One.\n\n    Two.\n    """\n    raise NotImplementedError',
        ),
        (
            "def f(\n    a: dict[int, str] = {1: 'x'},\n) -> int:\n    return a",
            "def f(\n    a: dict[int, str] = {1: 'x'},\n) -> int:\n    raise NotImplementedError",
        ),
        ("def f(é='é'): return é", "def f(é='é'):\n    raise NotImplementedError"),
        ("async def f():\n  return 1", "async def f():\n  raise NotImplementedError"),
        ("answer = {'a': 3}", "answer = ..."),
        ("answer: dict = {'a': 3}", "answer = ..."),
        ("a, (b, *c) = 1, (2, 3)", "a = ...\nb = ...\nc = ..."),
        ("answer = {}\nanswer['a'] = 1\nanswer.update(b=2)\nprint(answer)", "answer = ..."),
        ("# the trick\nanswer = 2  # two", "answer = ..."),
        ("import heapq\n\ndef f(a):\n    return heapq", "def f(a):\n    raise NotImplementedError"),
        (
            "from typing import Any\n\ndef f(a: Any):\n    return a",
            "from typing import Any\n\n\ndef f(a: Any):\n    raise NotImplementedError",
        ),
        (
            "def _secret():\n    return 1\n\ndef f():\n    return _secret()",
            "def f():\n    raise NotImplementedError",
        ),
        (
            "class A:\n    '''A.'''\n    n = 3\n    def go(self):\n        return 1",
            (
                "class A:\n    '''A.'''\n    n = ...\n\n"
                "    def go(self):\n        raise NotImplementedError"
            ),
        ),
        (
            "class A:\n    def go(self):\n        return self._on()\n    def _on(self): return 2",
            "class A:\n    def go(self):\n        raise NotImplementedError",
        ),
        ("@cache\ndef f():\n    return 1", "@cache\ndef f():\n    raise NotImplementedError"),
        ("", ""),
    ],
)
def test_stub(solution, expected):
    """Decorators, signature and docstring stay; bodies, values, helpers and comments go."""
    assert stub(solution) == expected


def test_a_stub_raises_only_when_it_is_called():
    """Executing the stub defines the function; calling it raises `NotImplementedError`."""
    space = {}
    exec(stub("def double(n):\n    return n + n"), space)
    with pytest.raises(NotImplementedError):
        space["double"](1)


def test_removed_lines_are_those_that_solve():
    """Neither the signature nor the docstring is a removed line, nor is an empty one."""
    solution = 'def f(a):\n    """Doc."""\n\n    b = a\n    return b'
    assert removed_lines(solution) == {"b = a", "return b"}


names = st.sampled_from(["f", "g", "h"])
bodies = st.lists(st.sampled_from(["x = 1", "return 2", "for i in []: pass"]), min_size=1)


@given(names, st.booleans(), bodies)
def test_a_stub_of_a_stub_is_itself(name, documented, body):
    """A stub is Python, and making a stub of it again changes nothing."""
    lines = [f"def {name}(a, b=3):", *(['    """Doc."""'] * documented)]
    once = stub("\n".join([*lines, *(f"    {line}" for line in body)]))
    ast.parse(once)
    assert stub(once) == once
