"""The one policy on special tokens."""

import pytest
import strategies as us
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from bpe_course.special import (
    add_special_tokens,
    check_special_tokens,
    find_special,
    refuse,
    resolve_policy,
    split_special,
)

END = "<|endoftext|>"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("hi", [("hi", False)]),
        (END, [(END, True)]),
        (f"a{END}b", [("a", False), (END, True), ("b", False)]),
        (f"{END}{END}", [(END, True), (END, True)]),
        ("<|endoftext", [("<|endoftext", False)]),
        (f"<|{END}|>", [("<|", False), (END, True), ("|>", False)]),
        ("<|ENDOFTEXT|>", [("<|ENDOFTEXT|>", False)]),
    ],
)
def test_special_tokens_are_cut_out(text, parts):
    """Each whole special token is a part of its own, and empty parts are left out."""
    assert split_special(text, [END]) == parts


@pytest.mark.parametrize("names", [["<s>", "<s>1"], ["<s>1", "<s>"]])
def test_the_longer_wins(names):
    """Of two that begin at the same place the longer is found, whatever their order."""
    assert split_special("<s>1<s>2", names) == [("<s>1", True), ("<s>", True), ("2", False)]


def test_the_earlier_wins():
    """One that begins earlier is found, even if a longer one begins inside it."""
    assert split_special("abcd", ["ab", "bcd"]) == [("ab", True), ("cd", False)]


@pytest.mark.parametrize("name", ["(a", ".*", "[x]", "a|b", "\\", "^", "$", "a b", "\n", "(?i)s"])
def test_a_special_token_is_no_regular_expression(name):
    """Characters that mean something to a regular expression mean themselves."""
    assert split_special(f"x{name}y", [name]) == [("x", False), (name, True), ("y", False)]
    assert split_special("aaas", [name]) == [("aaas", False)]


def test_no_special_tokens():
    """Without special tokens, the text is one part and there is nothing to search for."""
    assert split_special("a<|end|>", []) == [("a<|end|>", False)]
    assert find_special([]) is None


def test_all_allowed():
    """`"all"` allows every special token and leaves none to refuse."""
    assert resolve_policy(["<s>", "</s>"], "all", "all") == ({"<s>", "</s>"}, set())


def test_nothing_allowed_by_default():
    """With none allowed, `"all"` refuses each of them."""
    assert resolve_policy(["<s>", "</s>"], (), "all") == (set(), {"<s>", "</s>"})


def test_neither_allowed_nor_refused():
    """With none refused, the text of a special token is plain text."""
    assert resolve_policy(["<s>", "</s>"], {"<s>"}, ()) == ({"<s>"}, set())


@pytest.mark.parametrize("argument", ["allowed_special", "disallowed_special"])
def test_a_single_string_is_an_error(argument):
    """A string would be taken for a set of letters; the error shows what to write."""
    arguments = {"allowed_special": (), "disallowed_special": (), argument: "<s>"}
    with pytest.raises(TypeError, match=rf"{argument} must be 'all' or .*: write \{{'<s>'\}}"):
        resolve_policy(["<s>"], **arguments)


def test_allowing_what_is_not_special_is_an_error():
    """The error names the unknown one and those there are."""
    with pytest.raises(ValueError, match=r"names '<x>', which is not .*it has: </s>, <s>"):
        resolve_policy(["<s>", "</s>"], {"<x>"}, "all")


def test_refusing_what_is_not_special_is_allowed():
    """Any text may be refused: tiktoken allows it too."""
    assert resolve_policy(["<s>"], (), {"password"}) == (set(), {"password"})


def test_a_refused_token_is_an_error():
    """The error says which one, where, and both ways out."""
    with pytest.raises(ValueError, match=r"'<s>' at position 2.*allowed_special=\{'<s>'\}.*\(\)"):
        refuse("a <s> b", frozenset(["<s>"]))


def test_nothing_refused_is_no_error():
    """Text without a refused token passes, and so does any text when none is refused."""
    refuse("a <t> b", frozenset(["<s>"]))
    refuse("a <s> b", frozenset())


@pytest.mark.parametrize("names", [[], ["<s>"], ["<s>", "</s>"], {"<s>": 256}])
def test_distinct_names_pass(names):
    """Distinct strings are fine, and so is a mapping from them to ids."""
    check_special_tokens(names)


def test_an_empty_special_token_is_an_error():
    """An empty one would be found everywhere."""
    with pytest.raises(ValueError, match="a special token is empty"):
        check_special_tokens(["<s>", ""])


def test_a_repeated_special_token_is_an_error():
    """The error names the one given twice."""
    with pytest.raises(ValueError, match="'<s>' is given twice"):
        check_special_tokens(["<s>", "</s>", "<s>"])


@pytest.mark.parametrize("name", [17, None, b"<s>"])
def test_a_special_token_that_is_no_string_is_an_error(name):
    """The error names the type that came."""
    with pytest.raises(TypeError, match=f"must be a str, not {type(name).__name__}"):
        check_special_tokens([name])


def test_a_string_for_a_list_is_an_error():
    """A bare string would be taken for its letters; the error shows what to write."""
    with pytest.raises(TypeError, match=r"write \['<s>'\]"):
        check_special_tokens("<s>")


def test_special_tokens_join_the_vocabulary():
    """Each gets its id, and its bytes are its text in UTF-8."""
    assert add_special_tokens({0: b"a"}, {"<é>": 7}) == {0: b"a", 7: "<é>".encode()}


@pytest.mark.parametrize("token_id", [0, -1])
def test_a_taken_or_negative_id_is_an_error(token_id):
    """The error offers a free id."""
    with pytest.raises(ValueError, match=rf"cannot have id {token_id}: .*such as 1"):
        add_special_tokens({0: b"a"}, {"<s>": token_id})


def test_two_special_tokens_with_one_id_are_an_error():
    """An id is given once."""
    with pytest.raises(ValueError, match="'</s>' cannot have id 7"):
        add_special_tokens({0: b"a"}, {"<s>": 7, "</s>": 7})


def test_an_id_that_is_no_integer_is_an_error():
    """The error shows what came."""
    with pytest.raises(TypeError, match="must be an int, not '7'"):
        add_special_tokens({0: b"a"}, {"<s>": "7"})


@given(us.texts_with_special_tokens(), st.sets(st.sampled_from(us.SPECIAL_TOKENS)))
def test_joined_parts_are_the_text(text, names):
    """Nothing is lost; a special part is a special token, and no other part holds one."""
    parts = split_special(text, names)
    assert "".join(part for part, _ in parts) == text
    for part, is_special in parts:
        assert part
        assert is_special == (part in names)
        assert is_special or not any(name in part for name in names)


@given(us.texts_with_special_tokens(), st.sets(st.sampled_from(us.SPECIAL_TOKENS)))
def test_tiktoken_cuts_at_the_same_places(text, names):
    """tiktoken, given the bytes as its vocabulary, finds the same special tokens."""
    special = {name: 256 + place for place, name in enumerate(sorted(names))}
    encoding = tiktoken.Encoding(
        "bytes",
        pat_str=r"(?s).",
        mergeable_ranks={bytes([value]): value for value in range(256)},
        special_tokens=special,
    )
    expected: list[int] = []
    for part, is_special in split_special(text, names):
        expected.extend([special[part]] if is_special else part.encode())
    assert encoding.encode(text, allowed_special="all") == expected
