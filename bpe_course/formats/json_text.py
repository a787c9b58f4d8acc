"""Reading JSON that a tokenizer depends on: nothing doubtful is let through."""

import json
from typing import Any, NoReturn, TypeAlias

Json: TypeAlias = Any  # whatever JSON can hold; each reader checks what it takes from it


def parse_object(text: str, what: str) -> dict[str, Json]:
    """Parse `text` as a JSON object; `what` names it in the errors.

    Raises `ValueError` if it is not JSON (cut short, say), not an object, or names a key twice:
    Python's parser would keep the last and lose the rest.

    >>> parse_object('{"a": 1}', "settings")
    {'a': 1}
    """
    try:
        value = json.loads(text, object_pairs_hook=_refuse_repeated, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"{what} is not valid JSON ({error.msg}, line {error.lineno}, column {error.colno}): "
            "the file was cut short or damaged, or is another kind of file; write it again"
        ) from error
    except RecursionError as error:
        raise ValueError(f"{what} is nested too deeply to be a tokenizer") from error
    if not isinstance(value, dict):
        raise ValueError(f"{what} must be a JSON object {{…}}, not {type(value).__name__}")
    return value


def is_id(value: object) -> bool:
    """Tell whether a JSON value can be a token's id: an integer from 0, and not true or false.

    >>> is_id(0), is_id(True), is_id(-1), is_id("1")
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def check_ids(ids: object, what: str) -> dict[str, int]:
    """Return `ids` if it maps text to distinct ids; raise `ValueError` if not.

    >>> check_ids({"a": 0, "b": 1}, "vocabulary")
    {'a': 0, 'b': 1}
    """
    if not isinstance(ids, dict):
        raise ValueError(f"{what} must be an object of text and id, not {type(ids).__name__}")
    owners: dict[int, str] = {}
    for text, token_id in ids.items():
        if not is_id(token_id):
            raise ValueError(f"{what}: the id of {text!r} must be an integer from 0: {token_id!r}")
        if token_id in owners:
            raise ValueError(f"{what}: id {token_id} is given to {owners[token_id]!r} and {text!r}")
        owners[token_id] = text
    return ids


def _refuse_repeated(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    keys = [key for key, _ in pairs]
    found = dict(pairs)
    if len(found) != len(keys):
        repeated = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise ValueError(f"the key {repeated!r} occurs twice in one JSON object: give it once")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not valid JSON and no number of a tokenizer")
