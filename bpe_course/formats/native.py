"""Our own format: one JSON object, one merge a line, plain ASCII, nothing that can be lost.

Special tokens may hold any character. Bytes numbered by value and merges numbered without a gap,
which is what training gives, are written as one number; any other numbering is written out. The
file says what it is and of which version, so that another file is refused and not misread.
"""

import base64
import binascii
import json
from collections.abc import Mapping

from bpe_course.formats.json_text import Json, check_ids, is_id, parse_object
from bpe_course.pairs import Pair
from bpe_course.vocab import BYTES_BY_VALUE, Vocab

FORMAT = "bpe_course tokenizer"
VERSION = 1
WHAT = "the tokenizer file"
FIELDS = ("pattern", "special_tokens", "byte_ids", "merge_ids", "unmerged", "merges")


def dumps(vocab: Vocab, pattern: str | None, special_tokens: Mapping[str, int]) -> str:
    """Write a tokenizer as text.

    >>> print(dumps(Vocab({(104, 105): 256}), "gpt2", {"<|end|>": 257}), end="")
    {
    "format": "bpe_course tokenizer",
    "version": 1,
    "pattern": "gpt2",
    "special_tokens": {"<|end|>": 257},
    "byte_ids": null,
    "merge_ids": 256,
    "unmerged": {},
    "merges": [
    [104, 105]
    ]
    }
    """
    fields = {
        "format": FORMAT,
        "version": VERSION,
        "pattern": pattern,
        "special_tokens": dict(special_tokens),
        "byte_ids": None if vocab.byte_ids == BYTES_BY_VALUE else list(vocab.byte_ids),
        "merge_ids": _shorten(list(vocab.merges.values())),
        "unmerged": {base64.b64encode(t).decode(): i for t, i in vocab.unmerged.items()},
    }
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items()]
    merges = ",\n".join(f"[{left}, {right}]" for left, right in vocab.merges)
    lines.append(f'"merges": [\n{merges}\n]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def loads(text: str) -> tuple[Vocab, str | None, dict[str, int]]:
    """Read what `dumps` wrote: the vocabulary, the pattern and the special tokens.

    Raises `ValueError` if the text is cut short, not ours, of another version, or if a field is
    missing, unknown, of the wrong type, or does not agree with the others.

    >>> vocab, pattern, special_tokens = loads(dumps(Vocab({(104, 105): 256}), None, {}))
    >>> vocab.merges, pattern, special_tokens
    ({(104, 105): 256}, None, {})
    """
    fields = parse_object(text, WHAT)
    check_header(fields)
    check_field_names(fields)
    vocab = Vocab(_read_merges(fields), _read_byte_ids(fields), _read_unmerged(fields))
    return vocab, _read_pattern(fields), _read_special_tokens(fields, vocab)


def check_header(fields: Mapping[str, Json]) -> None:
    """Raise `ValueError` unless the fields are of our format and of this version."""
    if fields.get("format") != FORMAT:
        hint = " It looks like a tokenizer.json: read it with `from_huggingface`."
        raise ValueError(
            f"{WHAT} is not one of bpe_course: expected the format {FORMAT!r}, found "
            f"{fields.get('format')!r}.{hint if 'model' in fields else ''}"
        )
    version = fields.get("version")
    if type(version) is not int or version != VERSION:
        raise ValueError(
            f"{WHAT} is of version {version!r}; this bpe_course reads version {VERSION}: "
            "use the bpe_course that wrote it, or train and save anew"
        )


def check_field_names(fields: Mapping[str, Json]) -> None:
    """Raise `ValueError` if a field is missing or unknown."""
    for name in FIELDS:
        if name not in fields:
            raise ValueError(f"{WHAT} has no field {name!r}: it is damaged; save it anew")
    for name in fields:
        if name not in ("format", "version", *FIELDS):
            raise ValueError(f"{WHAT} has an unknown field {name!r}: it was changed by hand?")


def _shorten(ids: list[int]) -> int | list[int]:
    """Return the first id alone if the others follow it one by one."""
    first = ids[0] if ids else 256
    return first if ids == list(range(first, first + len(ids))) else ids


def _read_merges(fields: Mapping[str, Json]) -> dict[Pair, int]:
    pairs, ids = fields["merges"], fields["merge_ids"]
    if not isinstance(pairs, list):
        raise _wrong_type("merges", "a list of pairs of ids", pairs)
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(map(is_id, pair)):
            raise _wrong_type("merges", "a list of pairs of ids", pair)
    if is_id(ids):
        ids = list(range(ids, ids + len(pairs)))
    if not isinstance(ids, list) or not all(map(is_id, ids)):
        raise _wrong_type("merge_ids", "the first id, or a list of ids", ids)
    if len(ids) != len(pairs):
        raise ValueError(f"{WHAT}: {len(pairs)} merges but {len(ids)} merge_ids: it is damaged")
    merges = {(left, right): new_id for (left, right), new_id in zip(pairs, ids, strict=True)}
    if len(merges) != len(pairs):
        raise ValueError(f"{WHAT}: one pair stands twice among the merges: it is damaged")
    return merges


def _read_byte_ids(fields: Mapping[str, Json]) -> tuple[int, ...]:
    ids = fields["byte_ids"]
    if ids is None:
        return BYTES_BY_VALUE
    if not isinstance(ids, list) or len(ids) != 256 or not all(map(is_id, ids)):
        raise _wrong_type("byte_ids", "null or a list of 256 ids", ids)
    return tuple(ids)


def _read_unmerged(fields: Mapping[str, Json]) -> dict[bytes, int]:
    ids = check_ids(fields["unmerged"], f"{WHAT}, unmerged")
    try:
        return {base64.b64decode(t, validate=True): token_id for t, token_id in ids.items()}
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"{WHAT}, unmerged: a token is not base64: {error}") from error


def _read_pattern(fields: Mapping[str, Json]) -> str | None:
    pattern = fields["pattern"]
    if pattern is not None and not isinstance(pattern, str):
        raise _wrong_type("pattern", "text or null", pattern)
    return pattern


def _read_special_tokens(fields: Mapping[str, Json], vocab: Vocab) -> dict[str, int]:
    special = check_ids(fields["special_tokens"], f"{WHAT}, special_tokens")
    for text, token_id in special.items():
        if not text:
            raise ValueError(f"{WHAT}: a special token is empty: it is damaged")
        if token_id in vocab.tokens:
            raise ValueError(f"{WHAT}: special token {text!r} has id {token_id}, which is taken")
    return special


def _wrong_type(field: str, expected: str, found: object) -> ValueError:
    shown = repr(found)
    shown = shown if len(shown) <= 60 else shown[:60] + "…"
    return ValueError(f"{WHAT}: the field {field!r} must be {expected}, not {shown}")
