"""Which names a cell binds and needs."""

import ast

import pytest

from bpe_course.editions.names import bound_names, needed_names


@pytest.mark.parametrize(
    ("source", "bound", "needed"),
    [
        ("x = y", {"x"}, {"y"}),
        ("def f(a):\n    b = a + c\n    return b", {"f"}, {"c"}),
        ("class A(B):\n    def go(self):\n        return self.x + d", {"A"}, {"B", "d"}),
        ("for i in items:\n    total += i", {"i", "total"}, {"items", "total"}),
        ("with open(p) as file:\n    text = file.read()", {"file", "text"}, {"open", "p"}),
        ("import a.b as c, d.e", {"c", "d"}, set()),
        ("counts['a'] = 1", set(), {"counts"}),
        ("[n for n in ns]", set(), {"ns"}),
        ("if (m := f()):\n    g(m)", {"m"}, {"f", "g", "m"}),
    ],
)
def test_names(source, bound, needed):
    """Inner scopes bind nothing outside; what a block binds at its head is not needed."""
    tree = ast.parse(source)
    assert bound_names(tree) == bound
    assert needed_names(tree) == needed
