"""What counts as text here: a `str` that has a UTF-8 form."""

from collections.abc import Iterable

import regex


def check_text(text: object, where: str = "text") -> str:
    """Return `text` if it is a `str`; raise `TypeError` saying what came if it is not.

    >>> check_text("hi")
    'hi'
    """
    if isinstance(text, str):
        return text
    hint = {
        bytes: "decode it first, as in `data.decode('utf-8')`",
        list: "encode its strings one by one, or with `encode_batch`",
        type(None): "was a return forgotten?",
    }.get(type(text), "give one string")
    raise TypeError(f"{where} must be a str, not {type(text).__name__}: {hint}")


def as_texts(texts: str | Iterable[str]) -> Iterable[str]:
    """Return several texts as they are, and a single one as the only one of several.

    Raises what `check_texts` raises.

    >>> as_texts("to be"), as_texts(["to be", "or not"])
    (['to be'], ['to be', 'or not'])
    """
    check_texts(texts)
    return [texts] if isinstance(texts, str) else texts


def check_texts(texts: object) -> None:
    """Raise `TypeError` for what holds no texts: bytes, the path of a file, nothing.

    >>> check_texts(["to be", "or not"])
    """
    if isinstance(texts, Iterable) and not isinstance(texts, bytes):
        return
    hint = {
        bytes: "decode them first, as in `data.decode('utf-8')`",
        type(None): "was a return forgotten?",
    }.get(type(texts), "to read files, use `bpe_course.reading.read_texts`")
    raise TypeError(f"texts must be a str or several, not {type(texts).__name__}: {hint}")


def to_utf8(text: str, start: int = 0, stop: int | None = None) -> bytes:
    r"""Return the UTF-8 bytes of `text`, or of a part of it.

    Raises `ValueError` for a lone surrogate, half of a UTF-16 pair that UTF-8 has no bytes for.

    >>> to_utf8("é")
    b'\xc3\xa9'
    """
    try:
        return text[start:stop].encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(describe_surrogate(text)) from error


def is_utf8(data: bytes) -> bool:
    r"""Return whether `data` is UTF-8 by itself; a part of a character is not.

    >>> is_utf8("é".encode()), is_utf8(b"\xc3")
    (True, False)
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def describe_surrogate(text: str) -> str:
    """Say where the first lone surrogate of `text` stands and how to be rid of it.

    >>> describe_surrogate("a" + chr(0xD800))[:55]
    'the text holds a lone surrogate, U+D800, at position 1:'
    """
    found = regex.search(r"[\uD800-\uDFFF]", text)
    place = found.start() if found else 0
    return (
        f"the text holds a lone surrogate, U+{ord(text[place]):04X}, at position {place}: it is "
        "half of a UTF-16 pair and has no UTF-8 form. Read the text with the right encoding, or "
        "replace it: text.encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')"
    )
