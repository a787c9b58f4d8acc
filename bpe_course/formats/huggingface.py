"""Hugging Face's `tokenizer.json`, where it holds byte-level byte pair encoding.

The file says much more than we need: normalizers, templates, padding. What would change the ids of
plain text and is not byte-level BPE is refused by name; templates that add special tokens around
the text are passed over, so the ids are those of `encode(text, add_special_tokens=False)`.
"""

import json
from collections.abc import Iterable, Mapping

from bpe_course.bytelevel import to_printable
from bpe_course.formats.gpt2_files import check_no_clash
from bpe_course.formats.huggingface_model import WHAT, check_model, read_model, unsupported
from bpe_course.formats.json_text import Json, check_ids, is_id, parse_object
from bpe_course.formats.oniguruma import from_oniguruma, to_oniguruma
from bpe_course.pretokenize import PATTERNS, resolve_pattern
from bpe_course.vocab import Vocab

NAMES_OF_PATTERNS = {source: name for name, source in PATTERNS.items()}


def to_json(vocab: Vocab, pattern: str | None, special_tokens: Mapping[str, int]) -> str:
    """Write a tokenizer as a `tokenizer.json` that gives the same ids.

    Raises `ValueError` if a special token reads like an ordinary one in the printable alphabet, or
    if the pattern has something that Hugging Face's regular expressions read otherwise.
    """
    ids = {to_printable(token): token_id for token, token_id in vocab.ids.items()}
    check_no_clash(special_tokens, ids)
    special = dict(sorted(special_tokens.items(), key=lambda item: item[1]))
    listed = ids if follow_on(ids.values(), special.values()) else {**ids, **special}
    fields = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_added_token(text, token_id) for text, token_id in special.items()],
        "normalizer": None,
        "pre_tokenizer": _pre_tokenizer(pattern),
        "post_processor": None,
        "decoder": _byte_level(),
        "model": _model(vocab, listed),
    }
    return json.dumps(fields, ensure_ascii=False, indent=1)


def follow_on(ids: Iterable[int], special_ids: Iterable[int]) -> bool:
    """Tell whether the special ids go on where the others, numbered from 0, end.

    Only then does `tokenizers` give them these ids by itself; else they must stand in the model's
    own vocabulary.

    >>> follow_on([0, 1, 2], [3, 4]), follow_on([0, 1, 2], [4]), follow_on([1, 2], [3])
    (True, False, False)
    """
    everything = [*sorted(ids), *special_ids]
    return everything == list(range(len(everything)))


def _added_token(text: str, token_id: int) -> dict[str, Json]:
    options = ("single_word", "lstrip", "rstrip", "normalized")
    return {"id": token_id, "content": text, **dict.fromkeys(options, False), "special": True}


def _byte_level() -> dict[str, Json]:
    return {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": False,
        "use_regex": False,
    }


def _pre_tokenizer(pattern: str | None) -> dict[str, Json]:
    if pattern is None:
        return _byte_level()
    source = to_oniguruma(resolve_pattern(pattern))
    split = {
        "type": "Split",
        "pattern": {"Regex": source},
        "behavior": "Isolated",
        "invert": False,
    }
    return {"type": "Sequence", "pretokenizers": [split, _byte_level()]}


def _model(vocab: Vocab, ids: Mapping[str, int]) -> dict[str, Json]:
    """Describe the model; `ignore_merges` is the rule that a chunk that is a token is that token.

    The ranks of the merges are their places in the list, so they stand in the order of their ids.
    """
    pairs = sorted(vocab.merges, key=lambda pair: vocab.merges[pair])
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": None,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": None,
        "fuse_unk": False,
        "byte_fallback": False,
        "ignore_merges": True,
        "vocab": ids,
        "merges": [[to_printable(vocab.tokens[part]) for part in pair] for pair in pairs],
    }


def from_json(text: str) -> tuple[Vocab, str | None, dict[str, int]]:
    """Read a `tokenizer.json`: the vocabulary, the pattern and the special tokens.

    Every added token counts as special. Raises `ValueError` if the text is cut short, or describes
    anything but byte-level BPE whose ids grow in the order of its merges.
    """
    fields = parse_object(text, WHAT)
    if not isinstance(fields.get("model"), dict):
        raise ValueError(f"{WHAT} has no model: it is damaged, or another kind of file")
    if fields.get("normalizer") is not None:
        raise unsupported("normalizer", fields["normalizer"], "the text must stay as it is")
    check_model(fields["model"])
    pattern = read_pre_tokenizer(fields.get("pre_tokenizer"))
    special = read_added_tokens(fields.get("added_tokens") or [])
    return read_model(fields["model"], special), pattern, special


def read_pre_tokenizer(found: Json) -> str | None:
    """Return the pattern by which the text is split: a name, a regular expression or None.

    >>> read_pre_tokenizer({"type": "ByteLevel", "add_prefix_space": False, "use_regex": True})
    'gpt2'
    """
    match found:
        case {"type": "Sequence", "pretokenizers": [split, byte_level]}:
            _check_byte_level(byte_level)
            if byte_level.get("use_regex", True):
                raise unsupported("pre_tokenizer", found, "it would split twice")
            return _read_split(split)
        case {"type": "Sequence", "pretokenizers": [byte_level]} | byte_level:
            _check_byte_level(byte_level)
            return "gpt2" if byte_level.get("use_regex", True) else None


def _check_byte_level(found: Json) -> None:
    if not isinstance(found, dict) or found.get("type") != "ByteLevel":
        expected = "expected ByteLevel alone, or one Split and then ByteLevel"
        raise unsupported("pre_tokenizer", found, expected)
    if found.get("add_prefix_space", True):
        raise unsupported(
            "pre_tokenizer.add_prefix_space", True, "a space would be put before the text"
        )


def _read_split(found: Json) -> str:
    """Return the pattern of a Split that keeps all of the text."""
    match found:
        case {"type": "Split", "pattern": {"Regex": str(source)}, "behavior": how} if (
            how,
            found.get("invert", False),
        ) in [("Isolated", False), ("Removed", True)]:
            translated = from_oniguruma(source)
            return NAMES_OF_PATTERNS.get(translated, translated)
    raise unsupported("pre_tokenizer", found, "expected a Split by a Regex, Isolated")


def read_added_tokens(found: Json) -> dict[str, int]:
    """Return the added tokens and their ids.

    >>> read_added_tokens([{"id": 256, "content": "<s>", "special": True}])
    {'<s>': 256}
    """
    special: dict[str, int] = {}
    for token in found if isinstance(found, list) else [found]:
        match token:
            case {"content": str(text), "id": token_id} if text and is_id(token_id):
                special[text] = token_id
            case _:
                raise unsupported("added_tokens", token, "expected content and id")
        for option in ("lstrip", "rstrip", "single_word"):
            if token.get(option):
                raise unsupported(f"added_tokens.{option}", token, "it changes the text around it")
    return check_ids(special, f"{WHAT}, added_tokens")
