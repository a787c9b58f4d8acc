"""Values between judge and worker.

What comes from a worker is text of JSON, from which nothing but plain data is made: a student's
process may send anything. What goes to a worker is pickled, since the judge is trusted.
"""

import json
import os
import struct
from collections.abc import Callable, Mapping
from numbers import Integral, Real
from typing import Any, TypeAlias

Json: TypeAlias = Any
HEADER = struct.Struct(">I")  # a message's length in bytes stands before it
READY = "ready"  # a worker's first message
LARGEST = 16 * 2**20  # bytes of one message from a worker
LONGEST_TEXT = 500  # characters by which an object that is not sent is shown

SEQUENCES: dict[str, type[Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
}


def encode(value: object, keep: Callable[[object], Json]) -> Json:
    """Return the value as data for JSON; `keep` says what stands for an object that is none.

    >>> encode([1, (2, b"a")], repr)
    {'list': [1, {'tuple': [2, {'bytes': '61'}]}]}
    """
    if isinstance(value, Mapping):
        pairs = [[encode(key, keep), encode(each, keep)] for key, each in value.items()]
        return {"dict": pairs}
    if isinstance(value, list | tuple | set | frozenset):
        name = type_name(value, tuple(SEQUENCES.values()))
        return {name: [encode(each, keep) for each in value]}
    if isinstance(value, bytes | bytearray):
        return {type_name(value, (bytes, bytearray)): bytes(value).hex()}
    return encode_simple(value, keep)


def encode_simple(value: object, keep: Callable[[object], Json]) -> Json:
    """Return a value without parts as data for JSON; NumPy's numbers are numbers."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Integral):
        return {"int": hex(int(value))} if abs(int(value)) > 2**60 else int(value)
    if isinstance(value, Real):
        return float(value)
    return {"ellipsis": True} if value is ... else keep(value)


def type_name(value: object, types: tuple[type, ...]) -> str:
    """Return the name of the first of these types that a value is of."""
    return next(each.__name__ for each in types if isinstance(value, each))


def decode(data: Json, make: Callable[[Json], object]) -> Any:  # noqa: ANN401 - plain data
    """Return the value that data from a worker stands for; `make` makes what stands for an object.

    Raises `ValueError` if it is nothing that `encode` gives.

    >>> decode({"list": [1, {"tuple": [2, {"bytes": "61"}]}]}, repr)
    [1, (2, b'a')]
    """
    if not isinstance(data, dict):
        if isinstance(data, list):
            raise ValueError("expected a value, found a bare list")
        return data
    if len(data) != 1:
        raise ValueError(f"expected one kind of value, found {len(data)}")
    ((kind, content),) = data.items()
    try:
        return decode_kind(kind, content, make)
    except (TypeError, AttributeError) as error:  # not of the shape that belongs to its kind
        raise ValueError(f"not a value of the kind {kind!r}: {error}") from None


def decode_kind(kind: str, content: Json, make: Callable[[Json], object]) -> object:
    """Return a value of one kind."""
    if kind in SEQUENCES:
        return SEQUENCES[kind]([decode(each, make) for each in content])
    if kind == "dict":
        return {decode(key, make): decode(each, make) for key, each in content}
    if kind in ("bytes", "bytearray"):
        return (bytes if kind == "bytes" else bytearray).fromhex(content)
    if kind == "int":
        return int(content, 16)
    if kind == "ellipsis":
        return ...
    if kind == "object":
        return make(content)
    raise ValueError(f"unknown kind of value {kind!r}")


def shown(value: object) -> str:
    """Return the beginning of an object's own text, whatever its `__repr__` does."""
    try:
        return repr(value)[:LONGEST_TEXT]
    except Exception:
        return f"<{type(value).__name__}>"


def to_message(data: Json) -> bytes:
    """Return data as one message: its length, then JSON."""
    content = json.dumps(data).encode("ascii")
    return HEADER.pack(len(content)) + content


def write_all(file: int, content: bytes) -> None:
    """Write all bytes to a file descriptor."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]
