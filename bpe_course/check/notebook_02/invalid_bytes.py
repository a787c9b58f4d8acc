"""Exercise: find two bytes that no text begins with, and say why."""

from collections.abc import Callable

from bpe_course import utf8
from bpe_course.check.exercise import Exercise, Such, WrongAnswer

REASONS = ("stray", "broken off", "overlong", "surrogate", "beyond the list")

SMALLEST = {"leads 3": 0x800, "leads 4": 0x10000}  # what needs so many bytes

# Python's incremental decoder waits after ED A0, which nothing completes: so try what may complete.
RESTS = (b"", b"\x80", b"\x80\x80", b"\xa0\x80", b"\x80\x80\x80", b"\x90\x80\x80")


def why_invalid(first: int, second: int) -> str | None:
    """Return why no text begins with these bytes, of which each stands in some text; else None.

    >>> why_invalid(*b"a" * 2), why_invalid(0x61, 0x80), why_invalid(0xC3, 0x61)
    (None, 'stray', 'broken off')
    >>> why_invalid(0xE0, 0x80), why_invalid(0xED, 0xA0), why_invalid(0xF4, 0x90)
    ('overlong', 'surrogate', 'beyond the list')

    Python agrees about all of them:

    >>> occurring = [byte for byte in range(256) if utf8.byte_role(byte) != "never"]
    >>> all(
    ...     can_go_on(bytes([first, second])) == (why_invalid(first, second) is None)
    ...     for first in occurring
    ...     for second in occurring
    ... )
    True
    """
    role, next_role = utf8.byte_role(first), utf8.byte_role(second)
    if role == "continuation" or (role == "ASCII" and next_role == "continuation"):
        return "stray"
    if role == "ASCII":
        return None
    if next_role != "continuation":
        return "broken off"
    return None if role == "leads 2" else _why_no_number(first, second)


def _why_no_number(first: int, second: int) -> str | None:
    """The reason why no code point begins with these bits, of three bytes or four; None if any."""
    role = utf8.byte_role(first)
    bits = utf8.split_bits(first).payload + utf8.split_bits(second).payload
    lowest = int(bits, 2) << (6 if role == "leads 3" else 12)
    if lowest < SMALLEST[role]:
        return "overlong"
    if utf8.FIRST_SURROGATE <= lowest <= utf8.LAST_SURROGATE:
        return "surrogate"
    return "beyond the list" if lowest > utf8.LAST_CODE_POINT else None


def can_go_on(data: bytes) -> bool:
    r"""Tell whether a text may begin with these bytes, according to Python.

    >>> can_go_on(b"\xe3"), can_go_on(b"\xff"), can_go_on(b"\xed\xa0")
    (True, False, False)
    """
    return any(is_text(data + rest) for rest in RESTS)


def is_text(data: bytes) -> bool:
    r"""Tell whether bytes are UTF-8 as they stand.

    >>> is_text("\u00e9".encode()), is_text(b"\xc3")
    (True, False)
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_right(got: object) -> bool:
    r"""Tell whether an answer is right, as a tuple or as a list.

    >>> _is_right((b"\x80\x80", "stray")), _is_right([b"\x80\x80", "stray"])
    (True, True)
    >>> _is_right(("stray", b"\x80\x80"))
    False
    """
    data, reason = _parts(got)
    return (
        isinstance(data, bytes)
        and len(data) == 2
        and not _has_unused(data)
        and reason is not None
        and reason == why_invalid(*data)
    )


def _parts(got: object) -> tuple[object, object]:
    if isinstance(got, tuple | list) and len(got) == 2:
        return got[0], got[1]
    return got, None


def _has_other_parts(got: object) -> bool:
    return isinstance(got, tuple | list) and (len(got) != 2 or isinstance(got[1], bytes))


def _has_unused(data: bytes) -> bool:
    return any(utf8.byte_role(byte) == "never" for byte in data)


def _about_bytes(holds: Callable[[bytes], bool]) -> Callable[[object], bool]:
    """Look at the bytes of an answer, if they are bytes."""

    def recognizes(got: object) -> bool:
        data = _parts(got)[0]
        return isinstance(data, bytes) and holds(data)

    return recognizes


INVALID_BYTES = Exercise(
    name="invalid_bytes",
    notebook="02",
    title="Two bytes that nothing can mend",
    minutes=8,
    difficulty=2,
    kind="value",
    spec=lambda: Such("two bytes that stand in texts, with which none begins, and why", _is_right),
    verified="each of the bytes stands in some text, no text begins with both, and this is why",
    wrong=(
        WrongAnswer(
            name="other parts, or another order",
            teaching="Give a tuple of two parts: first the two bytes together, then the reason.",
            recognizes=_has_other_parts,
        ),
        WrongAnswer(
            name="text in place of bytes",
            teaching="Write bytes, with a b in front of the quotation mark or by bytes.fromhex.",
            recognizes=lambda got: not isinstance(_parts(got)[0], bytes),
        ),
        WrongAnswer(
            name="not two bytes",
            teaching="Give two bytes, neither more nor fewer: two hexadecimal digits for each.",
            recognizes=_about_bytes(lambda data: len(data) != 2),
        ),
        WrongAnswer(
            name="a byte that never occurs",
            teaching="C0, C1 and F5 to FF stand in no text: find two that do, but not together.",
            recognizes=_about_bytes(_has_unused),
        ),
        WrongAnswer(
            name="a text after all",
            teaching="These two bytes can be decoded: try .decode('utf-8') on them.",
            recognizes=_about_bytes(is_text),
        ),
        WrongAnswer(
            name="cut short, not invalid",
            teaching="What is cut short becomes a text when the rest arrives: nothing may mend it.",
            recognizes=_about_bytes(can_go_on),
        ),
        WrongAnswer(
            name="no reason of the five",
            teaching=f"The bytes are well chosen; say why with one of these: {', '.join(REASONS)}.",
            recognizes=lambda got: _parts(got)[1] not in REASONS,
        ),
        WrongAnswer(
            name="another reason",
            teaching="The bytes are well chosen, for another reason: write down their bits.",
            recognizes=lambda got: _parts(got)[1] in REASONS,
        ),
    ),
    hints=(
        "The 64 later bytes begin with 10, and each of them occurs. Where may none of them stand?",
        "The mold of three bytes can hold the numbers from U+D800 to U+DFFF. How do they begin?",
        "D800 is 1101 1000 0000 0000. Cut it into 4, 6 and 6 bits, and take the first two bytes.",
    ),
)
