"""Values between judge and worker: plain data comes through whole, anything else is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.grading.wire import decode, encode

simple = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
hashable = simple | st.binary() | st.tuples(simple, simple) | st.frozensets(simple, max_size=3)
values = st.recursive(
    hashable,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(hashable, inner, max_size=3)
        | st.tuples(inner, inner)
        | st.sets(hashable, max_size=3)
        | st.binary().map(bytearray)
    ),
    max_leaves=8,
)


def types(value):
    """The type of a value and of what is inside."""
    inside = list(value.items()) if isinstance(value, dict) else value
    return type(value), [types(each) for each in inside] if isinstance(
        value, list | tuple | dict
    ) else None


@given(values)
def test_plain_data_comes_back(value):
    """Equal, and of the same types all the way down, after a way through JSON."""
    back = decode(json.loads(json.dumps(encode(value, repr))), repr)
    assert back == value
    assert types(back) == types(value)


def test_what_is_no_plain_data_is_kept():
    """An object stays where it is; something stands for it."""
    sent = encode([len], lambda value: {"object": value.__name__})
    assert sent == {"list": [{"object": "len"}]}
    assert decode(sent, lambda about: f"<{about}>") == ["<len>"]


def test_numbers_of_numpy_are_numbers():
    """They are sent as Python's own."""
    numpy = pytest.importorskip("numpy")
    assert encode([numpy.int64(3), numpy.float64(0.5)], repr) == {"list": [3, 0.5]}


@pytest.mark.parametrize(
    "forged",
    [
        [1],
        {},
        {"list": 3},
        {"dict": [1]},
        {"set": [{"list": []}]},
        {"bytes": "zz"},
        {"int": 5},
        {"eval": "1"},
        {"list": [], "tuple": []},
    ],
)
def test_what_no_worker_sends_is_refused(forged):
    """A process that a student's code has taken over may send anything."""
    with pytest.raises(ValueError):  # noqa: PT011 - each in its own words
        decode(forged, repr)
