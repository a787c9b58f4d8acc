"""GPT-2's two files: `vocab.bpe` with the merges in order, `encoder.json` with the ids.

Both write tokens in GPT-2's printable alphabet. `vocab.bpe` has one merge a line, its two parts
separated by a space, after a line that names the version. What `encoder.json` has beyond bytes and
merges are the special tokens.

Source: the GPT-2 release (Radford et al., 2019).
"""

import json
from collections.abc import Mapping
from os import PathLike

from bpe_course.bytelevel import from_printable, to_printable
from bpe_course.formats.files import read_text, write_atomically
from bpe_course.formats.json_text import check_ids, parse_object
from bpe_course.pairs import Pair
from bpe_course.vocab import Vocab

VERSION_LINE = "#version: 0.2"


def read_vocab_bpe(path: str | PathLike[str]) -> list[tuple[bytes, bytes]]:
    """Read the merges, in order, from a `vocab.bpe`; errors as in `parse_vocab_bpe`."""
    return parse_vocab_bpe(read_text(path), str(path))


def read_encoder_json(path: str | PathLike[str]) -> dict[str, int]:
    """Read the ids from an `encoder.json`; errors as in `parse_encoder_json`."""
    return parse_encoder_json(read_text(path), str(path))


def read_gpt2(
    vocab_bpe: str | PathLike[str], encoder_json: str | PathLike[str]
) -> tuple[Vocab, dict[str, int]]:
    """Read both files into a vocabulary and the special tokens.

    Raises `ValueError` if a file is damaged or the two do not belong together.
    """
    return combine(read_vocab_bpe(vocab_bpe), read_encoder_json(encoder_json))


def write_gpt2(
    vocab_bpe: str | PathLike[str],
    encoder_json: str | PathLike[str],
    vocab: Vocab,
    special_tokens: Mapping[str, int],
) -> None:
    """Write both files; each is replaced whole or not at all.

    Raises `ValueError` for what they cannot hold: a token that no merge makes, or a special token
    that reads like an ordinary token in the printable alphabet.
    """
    merges, ids = format_vocab_bpe(vocab), format_encoder_json(vocab, special_tokens)
    write_atomically(vocab_bpe, merges.encode("utf-8"))
    write_atomically(encoder_json, ids.encode("utf-8"))


def parse_vocab_bpe(text: str, source: str = "vocab.bpe") -> list[tuple[bytes, bytes]]:
    r"""Return the merges in order.

    Raises `ValueError` naming the line that is not two tokens in the printable alphabet, or that
    repeats a merge.

    >>> parse_vocab_bpe("#version: 0.2\nĠ t\nh e\n")
    [(b' ', b't'), (b'h', b'e')]
    """
    merges: dict[tuple[bytes, bytes], int] = {}
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if not line or (number == 1 and line.startswith("#version")):
            continue
        merge = _parse_merge(line, f"{source}, line {number}")
        if merge in merges:
            raise ValueError(
                f"{source}, line {number}: {line!r} stands in line {merges[merge]} too"
            )
        merges[merge] = number
    return list(merges)


def _parse_merge(line: str, place: str) -> tuple[bytes, bytes]:
    parts = line.split(" ")
    if len(parts) != 2 or not all(parts):
        raise ValueError(f"{place}: expected two tokens and one space, such as 'Ġ t': {line!r}")
    try:
        return from_printable(parts[0]), from_printable(parts[1])
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error


def parse_encoder_json(text: str, source: str = "encoder.json") -> dict[str, int]:
    """Return the ids by token, each token as it is written in the file.

    Raises `ValueError` if it is not a JSON object of distinct tokens and distinct ids.

    >>> parse_encoder_json('{"Ġt": 256}')
    {'Ġt': 256}
    """
    return check_ids(parse_object(text, source), source)


def combine(
    merges: list[tuple[bytes, bytes]], encoder: Mapping[str, int]
) -> tuple[Vocab, dict[str, int]]:
    """Join what the two files say; whatever is no byte and no merge is a special token.

    Raises `ValueError` if a token is missing from `encoder`, or the ids do not grow in the order of
    the merges: then the files do not belong together.
    """
    byte_ids = tuple(_look_up(bytes([value]), encoder) for value in range(256))
    pairs: dict[Pair, int] = {}
    latest = -1
    for left, right in merges:
        new_id = _look_up(left + right, encoder)
        if new_id <= latest:
            raise ValueError(
                f"the ids do not grow in the order of the merges: {to_printable(left + right)!r} "
                f"has id {new_id} and stands after id {latest}. The files do not belong together."
            )
        pairs[_look_up(left, encoder), _look_up(right, encoder)] = latest = new_id
    vocab = Vocab(pairs, byte_ids)
    special = {text: token_id for text, token_id in encoder.items() if token_id not in vocab.tokens}
    return vocab, special


def _look_up(token: bytes, encoder: Mapping[str, int]) -> int:
    printable = to_printable(token)
    if printable not in encoder:
        raise ValueError(
            f"the token {printable!r} ({token!r}) of vocab.bpe is missing from encoder.json: "
            "the files do not belong together, or one is cut short"
        )
    return encoder[printable]


def format_vocab_bpe(vocab: Vocab) -> str:
    r"""Return the text of a `vocab.bpe`; raise `ValueError` if a token is made by no merge.

    >>> format_vocab_bpe(Vocab({(104, 105): 256}))
    '#version: 0.2\nh i\n'
    """
    if vocab.unmerged:
        token, token_id = next(iter(vocab.unmerged.items()))
        raise ValueError(
            f"token {token!r} (id {token_id}) is made by no merge, and vocab.bpe holds merges "
            "alone: write a .tiktoken file or this package's own format"
        )
    pairs = sorted(vocab.merges, key=lambda pair: vocab.merges[pair])
    printable = [[to_printable(vocab.tokens[part]) for part in pair] for pair in pairs]
    return "\n".join([VERSION_LINE, *map(" ".join, printable), ""])


def format_encoder_json(vocab: Vocab, special_tokens: Mapping[str, int]) -> str:
    """Return the text of an `encoder.json`, in the order of the ids.

    Raises `ValueError` if a special token reads like an ordinary one or takes its id.
    """
    ids = {to_printable(token): token_id for token, token_id in vocab.ids.items()}
    check_no_clash(special_tokens, ids)
    everything = {**ids, **special_tokens}
    return json.dumps(dict(sorted(everything.items(), key=lambda item: item[1])))


def check_no_clash(special_tokens: Mapping[str, int], ids: Mapping[str, int]) -> None:
    """Raise `ValueError` if a special token has the text or the id of an ordinary token.

    Where both are keys of one table, a special token `Ġt` could not be told from the bytes " t".
    """
    taken = set(ids.values())
    for text, token_id in special_tokens.items():
        if text in ids:
            raise ValueError(
                f"the special token {text!r} reads like the token {from_printable(text)!r} in "
                "GPT-2's printable alphabet, and this format cannot tell them apart: rename it"
            )
        if token_id in taken:
            raise ValueError(f"the special token {text!r} has id {token_id}, which is taken")
