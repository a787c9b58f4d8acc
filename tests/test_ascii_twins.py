"""In ASCII text, and in ASCII stretches of any text, the twins split as the patterns do."""

import itertools
from importlib import import_module

import pytest
import regex
import strategies
from hypothesis import given
from hypothesis import strategies as st

from bpe_course import corpora
from bpe_course.ascii_twins import STRETCH, ascii_twin, stretches
from bpe_course.pretokenize import PATTERNS, iterate_chunks, pretokenize

ASCII = [chr(value) for value in range(128)]
each_pattern = pytest.mark.parametrize("name", PATTERNS)


def by_regex(text, name):
    """Split as the pattern is defined: the whole text, by `regex`."""
    return regex.findall(PATTERNS[name], text)


@each_pattern
def test_every_two_ascii_characters_split_alike(name):
    """Alone and beside letters, spaces and each other, all ASCII characters fall alike."""
    twin = ascii_twin(PATTERNS[name])
    for before, after in itertools.product(ASCII, repeat=2):
        text = f"a{before}{after}b {before}{before}{after} {after}"
        assert twin.findall(text) == by_regex(text, name)


@each_pattern
@given(text=st.text(" \t\n\r\x0b\x1caZz'sSlLvV09!/", max_size=40))
def test_ascii_texts_split_alike(name, text):
    """Over an alphabet that forces every alternative, the twin finds the same chunks."""
    assert ascii_twin(PATTERNS[name]).findall(text) == by_regex(text, name)


@each_pattern
@given(text=strategies.texts())
def test_cutting_into_stretches_changes_nothing(name, text):
    """However short the stretches, the chunks are those of the whole text."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("bpe_course.pretokenize"), "STRETCH", 1)
        assert "".join(stretches(text, 1)) == text
        assert pretokenize(text, name) == by_regex(text, name)
        assert list(iterate_chunks(text, name)) == by_regex(text, name)


@each_pattern
def test_real_texts_split_alike(name):
    """The course's texts in many languages, and a program, split as the pattern is defined."""
    for text in (corpora.load("english"), *corpora.standard_library(300_000)):
        assert pretokenize(text, name) == by_regex(text, name)


def test_a_stretch_ends_before_a_space():
    """A long text is cut before a space after a visible ASCII character, and only there."""
    text = "é" * STRETCH + " é" * STRETCH + "a b"
    assert [len(stretch) for stretch in stretches(text)] == [3 * STRETCH + 1, 2]


def test_no_name_of_a_class_is_left():
    """The twins hold no class that `re` does not know or reads otherwise."""
    for source in PATTERNS.values():
        assert not regex.search(r"\\p|\\s|\\S", ascii_twin(source).pattern)
