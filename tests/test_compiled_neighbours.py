"""Under GPT-2's pattern, neighbours decide where the chunks of an ASCII text begin."""

from collections.abc import Iterator
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course.compiled.categories import CharacterClass, unicode_classes
from bpe_course.compiled.keys import pad, words_of
from bpe_course.compiled.scanners import groups, neighbours
from bpe_course.compiled.scanners.neighbours import BLOCK
from bpe_course.pretokenize import pretokenize

ASCII = "".join(map(chr, range(128)))
ONE_OF_EACH = "slvea1!' \n"  # all that the rules distinguish


def ends(text: str, size: int | None = None) -> list[int]:
    """Where the chunks end of the first `size` characters, each block from the last end found."""
    data, size = pad(text.encode()), len(text) if size is None else size
    judged, room = neighbours.new_judged(), np.zeros(BLOCK, dtype=np.int64)
    found, start = [], 0
    while size - start > 1:
        block = np.uint64(min(BLOCK, size - start))
        count = neighbours.list_ends(data, np.uint64(start), block, judged, room)
        if not count:
            break
        found += room[:count].tolist()
        start = found[-1]
    return found


def expected(text: str) -> list[int]:
    """Where the chunks of a text end, as `regex` has it."""
    return list(accumulate(map(len, pretokenize(text, "gpt2"))))


def each_window(alphabet: str, length: int) -> Iterator[str]:
    """The parts of a de Bruijn sequence: in the whole, going round, each string stands once.

    They are the Lyndon words whose length divides the given one, in order.
    """
    word = [0]
    while word:
        if length % len(word) == 0:
            yield "".join(alphabet[number] for number in word)
        word = [word[step % len(word)] for step in range(length)]
        while word and word[-1] == len(alphabet) - 1:
            word.pop()
        if word:
            word[-1] += 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It's 5 ", [2, 4]),
        ("a \n\n   b ", [1, 6]),
        ("we'll've '", [2, 5, 8]),
        ("'tis 's ", [2, 4, 6]),
        ("x=='s'' ", [1, 4, 5]),
        ("a\n'd\n\n'd ", [1, 2, 4, 5, 6]),
        ("a'lxa've", [1, 2, 5]),
        ("''s", []),
        ("", []),
    ],
)
def test_what_the_last_character_decides_is_left_open(text, found):
    """All ends are found but those for which the next character would have to be known."""
    assert ends(text) == found


def test_each_window_is_there_once():
    """The text that holds all strings of three of two letters is as long as there are of them."""
    text = "".join(each_window("ab", 3))
    assert text == "aaababbb"
    assert {(text * 2)[place : place + 3] for place in range(8)} == {
        *["aaa", "aab", "aba", "abb", "baa", "bab", "bba", "bbb"]
    }


def test_all_that_a_place_can_depend_on():
    """A text with every string of six of the ten characters is split as `regex` splits it.

    A place is judged by six characters, so no text can hold anything that this one does not.
    """
    text = "".join(each_window(ONE_OF_EACH, 6)) + "ssssss"
    found = expected(text)
    assert len(text) == 10**6 + 6
    assert ends(text) == found[: len(ends(text))]
    assert found[-1] - ends(text)[-1] <= 6


def test_the_kinds_are_those_of_the_automaton():
    """Each ASCII character is of the kind that `regex` says."""
    kinds = {
        neighbours.LETTER: groups.LETTER,
        neighbours.NUMBER: groups.NUMBER,
        neighbours.SYMBOL: groups.SYMBOL,
        neighbours.SPACE: groups.SPACE,
        neighbours.OTHER_SPACE: groups.OTHER_SPACE | groups.LINE_BREAK,
    }
    found = np.zeros(129, dtype=np.uint8)
    neighbours.sort_characters(pad(ASCII.encode()), np.uint64(0), np.uint64(128), found)
    assert found[0] == neighbours.NOBODY
    for character, kind in zip(ASCII, found[1:], strict=True):
        assert CharacterClass(unicode_classes()[ord(character)]) in kinds[kind], ascii(character)


@given(
    st.text(st.sampled_from(ASCII)) | st.text(st.sampled_from("slvedmtrLSa1!' \t\n"), max_size=99),
    st.text(st.sampled_from("s'1! é\u00a0")),
)
@example("it'll", "x")
@example("a ", " ")
@example("a  ", "")
def test_whatever_comes_after(text, after):
    """What is found within a text is right, whatever follows it."""
    right = [end for end in expected(text + after) if end < len(text) - 1]
    assert ends(text + after, len(text)) == right


@pytest.mark.parametrize("stale", [2, 3, 4, 255])
def test_nothing_is_left_of_the_block_before(stale):
    """Whatever was found out about another block."""
    judged, room = neighbours.new_judged(), np.zeros(BLOCK, dtype=np.int64)
    assert [len(part) for part in judged] == [BLOCK + 1, BLOCK + 3, BLOCK]
    for text in ("ab c ", "'s x "):
        for part in judged:
            part[:] = stale
        size = np.uint64(len(text))
        count = neighbours.list_ends(pad(text.encode()), np.uint64(0), size, judged, room)
        assert room[:count].tolist() == [2]


def test_a_chunk_as_long_as_a_block_has_no_end_in_it():
    """Then nothing is found, and with one character fewer its end is."""
    assert ends("a" * BLOCK + "!!!") == []
    assert ends("a" * (BLOCK - 2) + "!!") == [BLOCK - 2]
    assert ends("a" * (BLOCK - 1) + "!!") == []


@given(st.text(st.sampled_from("a é"), max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_ascii_is_counted_by_eights(text, start, most):
    """Never more than asked for, never one that is not ASCII, and fewer than eight too few."""
    data = text.encode()
    start = min(start, len(data))
    most = min(most, len(data) - start)
    count = neighbours.count_ascii(words_of(pad(data)), np.uint64(start), np.uint64(most))
    stretch = data[start : start + most]
    ascii_bytes = next((n for n, byte in enumerate(stretch) if byte > 127), most)
    assert count == ascii_bytes // 8 * 8
