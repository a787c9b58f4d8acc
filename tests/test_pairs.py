"""Counting, choosing and merging pairs."""

import random

import pytest
import strategies as us
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.pairs import (
    TIE_BREAKS,
    break_tie,
    check_tie_break,
    count_pairs,
    merge_pair,
    most_common_pair,
)


def test_each_place_counts():
    """A pair is counted at every place, overlapping places too."""
    assert count_pairs("aaabdaaabac") == {
        ("a", "a"): 4,
        ("a", "b"): 2,
        ("b", "d"): 1,
        ("d", "a"): 1,
        ("b", "a"): 1,
        ("a", "c"): 1,
    }


def test_pairs_stand_in_order_of_first_sight():
    """The dictionary holds the pairs in the order in which they are first seen."""
    assert list(count_pairs([3, 1, 2, 3, 1])) == [(3, 1), (1, 2), (2, 3)]


@pytest.mark.parametrize("ids", [[], [7]])
def test_fewer_than_two_ids_hold_no_pair(ids):
    """A sequence of fewer than two ids has no pair."""
    assert count_pairs(ids) == {}


def test_merging_replaces_every_occurrence():
    """Every occurrence of the pair becomes the new id, and nothing else changes."""
    assert merge_pair([2, 2, 8, 9, 5, 3, 8, 9], (8, 9), 257) == [2, 2, 257, 5, 3, 257]


@pytest.mark.parametrize(
    ("before", "after"),
    [("aa", "Z"), ("aaa", "Za"), ("aaaa", "ZZ"), ("baaab", "bZab"), ("aaaaa", "ZZa")],
)
def test_overlapping_pairs_merge_from_the_left(before, after):
    """In a run of one letter the leftmost pair is merged first, and no letter is used twice."""
    assert "".join(merge_pair(before, ("a", "a"), "Z")) == after


def test_merging_leaves_its_argument_alone():
    """A new list comes back; the one given is not changed."""
    ids = [1, 2, 1, 2]
    assert merge_pair(ids, (1, 2), 9) == [9, 9]
    assert ids == [1, 2, 1, 2]


def test_a_merge_does_not_look_at_what_it_has_made():
    """The new id takes no part in the merge that makes it."""
    assert merge_pair([1, 1, 1, 1], (1, 1), 1) == [1, 1]


def test_byte_pair_encoding_by_hand():
    """`aaabdaaabac` shrinks to `ZabdZabac`, `ZYdZYac` and `XdXac`: 5 symbols of 4 kinds."""
    seen = ["aaabdaaabac"]
    for pair, symbol in [("aa", "Z"), ("ab", "Y"), ("ZY", "X")]:
        left, right = pair
        seen.append("".join(merge_pair(seen[-1], (left, right), symbol)))
    assert seen == ["aaabdaaabac", "ZabdZabac", "ZYdZYac", "XdXac"]
    assert (len(seen[0]), len(set(seen[0])), len(seen[-1])) == (11, 4, 5)


def test_each_step_by_hand_merges_a_most_common_pair():
    """Each pair merged by hand has the highest count at that step: 4, then 2, then 2."""
    steps = [("aaabdaaabac", "aa"), ("ZabdZabac", "ab"), ("ZYdZYac", "ZY")]
    counts = [count_pairs(text) for text, _ in steps]
    highest = [max(count.values()) for count in counts]
    assert [count[tuple(pair)] for count, (_, pair) in zip(counts, steps, strict=True)] == highest
    assert highest == [4, 2, 2]


def test_by_hand_a_tie_is_met_in_the_second_step():
    """After `Z`, both `Za` and `ab` occur twice; the rule `first` would take `Za`."""
    counts = count_pairs("ZabdZabac")
    assert [pair for pair, count in counts.items() if count == 2] == [("Z", "a"), ("a", "b")]


def test_a_random_text():
    """Of twenty letters drawn with `random.seed(42)`, `aa` is the most common pair, four times."""
    source = random.Random(42)
    text = "".join(source.choice("abcd") for _ in range(20))
    counts = count_pairs(text)
    assert text == "aacbbbaadaaabbabdbdc"
    assert max(counts, key=counts.get) == ("a", "a")
    assert counts["a", "a"] == 4
    assert "".join(merge_pair(text, ("a", "a"), "A")) == "AcbbbAdAabbabdbdc"


TIED = {(2, 3): 2, (0, 9): 2, (1, 1): 1, (4, 0): 2}
TOKENS = {0: b"b", 2: b"ab", 3: b"a", 4: b"b", 9: b"c", 1: b"z"}


@pytest.mark.parametrize(
    ("tie_break", "pair"), [("first", (2, 3)), ("smallest", (0, 9)), ("largest", (0, 9))]
)
def test_the_three_rules_decide_between_equals(tie_break, pair):
    """`first` takes the first seen, `smallest` the least ids, `largest` the greatest bytes."""
    assert most_common_pair(TIED, tie_break, TOKENS) == pair


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_a_higher_count_comes_before_any_rule(tie_break):
    """A rule decides between equal counts only."""
    assert most_common_pair({(2, 3): 2, (0, 9): 2, (1, 1): 3}, tie_break, TOKENS) == (1, 1)


def test_largest_compares_bytes_and_not_their_printable_form():
    """Byte 0x21, printed as `!`, is greater than byte 0x00, printed in GPT-2's alphabet as `Ā`."""
    tokens = {0: b"\x00", 33: b"!", 97: b"a"}
    assert break_tie([(0, 97), (33, 97)], "largest", tokens) == (33, 97)


def test_largest_compares_the_left_parts_first():
    """The pairs are compared part by part: (`b`, `a`) is above (`ab`, `z`)."""
    assert break_tie([(2, 1), (0, 3)], "largest", TOKENS) == (0, 3)


def test_largest_takes_the_longer_of_two_that_begin_alike():
    """`ab` is above `a`, as Python compares byte strings."""
    assert break_tie([(3, 1), (2, 1)], "largest", TOKENS) == (2, 1)


def test_largest_needs_the_bytes():
    """Without the tokens, `largest` is an error that says what to pass."""
    with pytest.raises(ValueError, match="pass `tokens`"):
        break_tie([(1, 2), (2, 1)], "largest")


def test_no_pair_is_an_error():
    """With nothing to choose from, the error says why."""
    with pytest.raises(ValueError, match="fewer than two ids"):
        most_common_pair({})


@pytest.mark.parametrize("tie_break", ["First", "last", "", None])
def test_an_unknown_rule_is_an_error(tie_break):
    """The error names what came and the three rules."""
    with pytest.raises(ValueError, match=r"unknown tie_break .*first, smallest, largest"):
        check_tie_break(tie_break)


@given(us.chunks())
def test_counts_add_up_to_the_places(ids):
    """A sequence of n ids has n - 1 places for a pair, and each is counted once."""
    assert sum(count_pairs(ids).values()) == max(len(ids) - 1, 0)


@given(us.chunks(), st.data())
def test_merging_keeps_the_text(ids, data):
    """Writing the pair back for the new id gives the sequence again."""
    pair = data.draw(st.sampled_from(sorted(count_pairs(ids)) or [(1, 2)]))
    merged = merge_pair(ids, pair, 256)
    expanded = [part for symbol in merged for part in (pair if symbol == 256 else (symbol,))]
    assert expanded == list(ids)


@given(us.chunks(), st.data())
def test_no_occurrence_is_left(ids, data):
    """After a merge the pair occurs nowhere; so no pair is ever learned twice."""
    pair = data.draw(st.sampled_from(sorted(count_pairs(ids)) or [(1, 2)]))
    assert pair not in count_pairs(merge_pair(ids, pair, 256))


@given(us.chunks())
def test_bytes_replace_does_the_same(ids):
    """Python's own `bytes.replace`, which also goes from left to right, agrees on single bytes."""
    merged = merge_pair(ids, (ord("a"), ord("a")), ord("Z"))
    assert bytes(merged) == ids.replace(b"aa", b"Z")


@given(us.chunks(), us.tie_breaks())
def test_the_choice_has_the_highest_count(ids, tie_break):
    """Whatever the rule, no pair is more common than the one chosen."""
    counts = count_pairs(ids)
    if counts:
        tokens = {byte: bytes([byte]) for byte in range(256)}
        assert counts[most_common_pair(counts, tie_break, tokens)] == max(counts.values())


@given(us.chunks())
def test_first_is_what_max_gives(ids):
    """`first` is `max(counts, key=counts.get)`, the line of the course."""
    counts = count_pairs(ids)
    if counts:
        assert most_common_pair(counts) == max(counts, key=counts.get)
