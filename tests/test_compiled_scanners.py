"""The scanners find the borders that `regex` finds with the same pattern."""

import random
from itertools import accumulate, product

import numpy as np
import pytest
import strategies as us
from hypothesis import example, given
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the compiled engine needs Numba")

from bpe_course.compiled.borders import cut
from bpe_course.compiled.categories import CharacterClass, unicode_classes
from bpe_course.compiled.keys import pad, words_of
from bpe_course.compiled.scanners import SCANNERS, cl100k, gpt2, o200k
from bpe_course.compiled.scanners.automaton import (
    MOST_CUTS,
    MOST_STATES,
    WIDTH,
    State,
    Tables,
    move,
)
from bpe_course.compiled.scanners.neighbours import BLOCK
from bpe_course.compiled.scanners.scanner import find_borders
from bpe_course.corpora import load, names, parallel, standard_library
from bpe_course.pretokenize import PATTERNS, pretokenize

PATTERN_NAMES = sorted(PATTERNS)
AUTOMATA = {"gpt2": gpt2.STATES, "cl100k_base": cl100k.STATES, "o200k_base": o200k.STATES}

# One of each class, in the order of the classes, and a second of those with several kinds within.
ONE_OF_EACH = "!/' \t\n1\u0301中ASLVEasſlve"
CHARACTERS = [*ONE_OF_EACH, *"\r\v\u0085\u00a0\u3000\x1c-_½٣\u093fʰǅKéÉkK👋\u200d\ufe0f\U0001d7db"]

each_pattern = pytest.mark.parametrize("name", PATTERN_NAMES)


def borders(data: np.ndarray, name: str, start: int, stop: int, ends: np.ndarray) -> int:
    """How many ends were written of the chunks between two places."""
    scanner = SCANNERS[name]
    return int(find_borders(data, words_of(data), unicode_classes(), scanner, start, stop, ends))


def scan(text: str, name: str, room: int = 64) -> list[int]:
    """The places where chunks end, found in batches of at most `room`."""
    data = np.array(bytearray(text.encode()), dtype=np.uint8)
    ends = np.zeros(room, dtype=np.int64)
    found: list[int] = []
    start = 0
    while start < len(data):
        count = borders(data, name, start, len(data), ends)
        assert 0 < count <= room
        found += ends[:count].tolist()
        start = found[-1]
    return found


def expected(text: str, name: str) -> list[int]:
    """The places where chunks end, as `regex` has it."""
    return list(accumulate(len(chunk.encode()) for chunk in pretokenize(text, name)))


@pytest.mark.parametrize(
    ("name", "text", "ends"),
    [
        ("gpt2", "It's 5", [2, 4, 6]),
        ("gpt2", "a \n\n   b", [1, 6, 8]),
        ("cl100k_base", "a \n\n   b", [1, 4, 6, 8]),
        ("cl100k_base", "DON'T", [3, 5]),
        ("o200k_base", "DON'T", [5]),
        ("o200k_base", "camelCase", [5, 9]),
        ("o200k_base", "中AB", [3, 5]),
        ("o200k_base", "中ABc", [6]),
    ],
)
def test_borders_are_places_in_bytes(name, text, ends):
    """Each number is where a chunk ends in the UTF-8 form of the text."""
    assert scan(text, name) == ends == expected(text, name)


@each_pattern
def test_an_empty_text_has_no_borders(name):
    """Where the text starts at its end, nothing is written."""
    ends = np.full(MOST_CUTS, -1, dtype=np.int64)
    data = np.array([97, 97], dtype=np.uint8)
    assert borders(data, name, 1, 1, ends) == 0


@each_pattern
def test_every_text_of_three_characters(name):
    """The borders are those of `regex` on all texts of up to three characters, class by class."""
    for length in range(1, 4):
        for characters in product(ONE_OF_EACH, repeat=length):
            text = "".join(characters)
            assert scan(text, name) == expected(text, name), ascii(text)


def test_those_texts_hold_every_class():
    """The characters they are made of are one of each class, but the end."""
    classes = unicode_classes()[[ord(character) for character in ONE_OF_EACH]].tolist()
    assert classes == [one for one in CharacterClass if one != CharacterClass.END]


@each_pattern
def test_every_code_point(name):
    """The borders are those of `regex` around every code point that UTF-8 can write."""
    text = "".join(f" {character}a" for character in us.every_character())
    assert scan(text, name, room=1 << 14) == expected(text, name)


@each_pattern
def test_a_long_text_of_all_classes(name):
    """The borders are those of `regex` on two hundred thousand characters drawn at random."""
    text = "".join(random.Random(4).choices(CHARACTERS, k=200_000))
    assert scan(text, name, room=1 << 14) == expected(text, name)


@each_pattern
@pytest.mark.parametrize("room", [64, 300, 1 << 14])
def test_stretches_of_ascii_of_any_length(name, room):
    """The borders are those of `regex` where other characters stand now near, now far apart."""
    draw = random.Random(5)
    parts = ["".join(draw.choices("slvea1!' \n", k=draw.randrange(800))) for _ in range(300)]
    text = "".join(part + draw.choice(CHARACTERS) for part in parts)
    assert scan(text, name, room) == expected(text, name)


@each_pattern
def test_real_text(name):
    """The borders are those of `regex` on the course's texts and on Python's sources."""
    for text in [*map(load, names()), *parallel().values(), *standard_library(2_000_000)]:
        assert scan(text, name, room=1 << 14) == expected(text, name)


@each_pattern
def test_many_texts(name):
    """The same on a thousand texts of a generator with a seed."""
    for text in us.seeded_texts(seed=7, count=1_000):
        assert scan(text, name) == expected(text, name), ascii(text)


ROOMS = st.integers(MOST_CUTS, MOST_CUTS + 9)
ANY_TEXT = st.one_of(
    st.text(st.sampled_from(CHARACTERS)),
    st.text(st.sampled_from("aA中\u0301'sSlL ")),
    st.text(st.sampled_from(" \t\n\r\u3000a!/1")),
    us.texts(),
    us.code_like(),
)


@given(ANY_TEXT, ROOMS, st.sampled_from(PATTERN_NAMES))
@example("a" * 20, MOST_CUTS, "gpt2")
@example(" \n \n  \t", MOST_CUTS, "cl100k_base")
@example("中A" * 20 + "'lL", MOST_CUTS, "o200k_base")
def test_any_text_in_batches_of_any_size(text, room, name):
    """The borders are those of `regex`, however few of them fit into one batch."""
    assert scan(text, name, room) == expected(text, name)


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT, st.sampled_from(PATTERN_NAMES))
def test_a_text_ends_where_it_is_said_to(before, text, after, name):
    """A part of an array is scanned as if it stood alone, whatever stands around it."""
    start, stop = len(before.encode()), len((before + text).encode())
    data = np.array(bytearray((before + text + after).encode()), dtype=np.uint8)
    ends = np.zeros(len(data) + MOST_CUTS, dtype=np.int64)
    count = borders(data, name, start, stop, ends)
    assert ends[:count].tolist() == [start + end for end in expected(text, name)]


@each_pattern
@pytest.mark.parametrize("run", ["a", "A", " ", "\n", " \n", "1", "!", "'", "中", "\u0301", "中A"])
@pytest.mark.parametrize("tail", ["", "a", "!", " ", "\n", "1"])
@pytest.mark.parametrize("room", [64, 1 << 14])
def test_long_runs(name, run, tail, room):
    """One thing more than a thousand times over, and whatever comes after it."""
    for times in 1_000, 1_100:
        text = run * times + tail
        assert scan(text, name, room) == expected(text, name)


@pytest.mark.parametrize("start", [0, 8])
def test_a_block_ends_where_the_text_does(start):
    """What stands behind the end decides nothing."""
    text = "ab 'll x" * 60
    data, ends = np.array(bytearray(text.encode())), np.zeros(2 * BLOCK, dtype=np.int64)
    for stop in range(200, 232):
        count = borders(data, "gpt2", start, stop, ends)
        right = [start + end for end in expected(text[start:stop], "gpt2")]
        assert ends[:count].tolist() == right


@each_pattern
@pytest.mark.parametrize("text", ["to be", "to be or not " * 8, "быть или не быть " * 60])
def test_a_text_of_a_page_is_scanned_at_once(name, text):
    """In one batch, however many chunks there are."""
    data = text.encode()
    (batch,) = cut(pad(data), len(data), name)
    start, ends, count = batch
    assert (start, ends[:count].tolist()) == (0, expected(text, name))


@each_pattern
def test_every_state_can_be_reached(name):
    """No state of an automaton is there in vain, and its table has room for every class."""
    states = AUTOMATA[name]
    reached = {"start"}
    while True:
        more = {move(states, state, one)[1] for state in reached for one in CharacterClass}
        if more <= reached:
            break
        reached |= more
    read_as = {state.then for state in states.values()}
    assert reached | read_as == set(states)
    assert max(CharacterClass) < WIDTH


def test_an_automaton_with_too_many_states_is_refused():
    """Where a row begins must fit in 16 bits: the last state's does, one more is an error."""
    states = {"start": State({frozenset(CharacterClass): "start"})}
    states |= {f"state {number}": State() for number in range(1, MOST_STATES)}
    assert len(Tables.of_states(states).following) == MOST_STATES * WIDTH**2
    with pytest.raises(ValueError, match="at most 64 states, this one 65: let states that do"):
        Tables.of_states({**states, "one more": State()})


def test_an_automaton_begins_in_the_state_start():
    """A scanner begins in the first row, whatever it is called."""
    with pytest.raises(ValueError, match="the states are word, start: the first one must be start"):
        Tables.of_states({"word": State(), "start": State()})


@each_pattern
def test_four_characters_decide_fewer_ends_than_there_is_room_for(name):
    """From any state; one more place is written to and not counted."""
    entries = SCANNERS[name].tables.single.reshape(-1, WIDTH)
    cuts, following = np.bitwise_count(entries & 7).astype(int), (entries >> 8) // WIDTH
    most = np.zeros(len(entries), int)
    for _ in range(4):
        most = (cuts + most[following]).max(axis=1)
    assert most.max() < MOST_CUTS
