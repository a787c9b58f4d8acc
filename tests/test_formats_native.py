"""Our own format keeps everything, and refuses whatever is not its own."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import characters
from vocabularies import vocabs, with_special_tokens

from bpe_course.formats.native import dumps, loads
from bpe_course.vocab import Vocab

SMALL = Vocab({(104, 105): 256, (256, 33): 257}, unmerged={b"\xff\x00x": 258})
TEXT = dumps(SMALL, "gpt2", {"<|end|>": 259})


def changed(**fields):
    """The small tokenizer's file with some fields changed; `...` leaves a field out."""
    merged = {**json.loads(TEXT), **fields}
    return json.dumps({name: value for name, value in merged.items() if value is not ...})


@given(with_special_tokens(vocabs()), st.none() | st.text(characters()))
def test_everything_comes_back(vocab_and_special, pattern):
    """Any numbering, gaps, tokens that no merge makes, special tokens with any character."""
    vocab, special = vocab_and_special
    assert loads(dumps(vocab, pattern, special)) == (vocab, pattern, special)


@given(st.text(characters(), min_size=1))
def test_special_tokens_hold_any_text(name):
    """Spaces, quotes and line breaks included; the file itself is plain ASCII."""
    text = dumps(SMALL, None, {name: 300})
    assert loads(text)[2] == {name: 300}
    assert text.isascii()


def test_one_merge_is_one_line():
    """A version-control system shows which merges changed."""
    longer = dumps(Vocab({**SMALL.merges, (97, 98): 259}, unmerged=SMALL.unmerged), "gpt2", {})
    assert "\n[104, 105],\n[256, 33],\n[97, 98]\n" in longer
    assert '\n"merge_ids": [256, 257, 259],\n' in longer


def test_a_file_cut_short_at_any_length_is_refused():
    """Only the last line break may be missing."""
    assert loads(TEXT.rstrip("\n")) == loads(TEXT)
    for length in range(len(TEXT) - 1):
        with pytest.raises(ValueError, match=r"the tokenizer file is not valid JSON.*cut short"):
            loads(TEXT[:length])


@pytest.mark.parametrize("version", [0, 2, "1", True, None, ...])
def test_another_version_is_refused(version):
    """The error names both versions."""
    with pytest.raises(ValueError, match=r"is of version .*; this bpe_course reads version 1"):
        loads(changed(version=version))


@pytest.mark.parametrize("text", ["{}", '{"format": "minbpe v1"}', '{"model": {"type": "BPE"}}'])
def test_another_file_is_refused(text):
    """Whatever it is, it is not ours; a `tokenizer.json` is recognized."""
    with pytest.raises(ValueError, match="is not one of bpe_course") as error:
        loads(text)
    assert ("from_huggingface" in str(error.value)) == ("model" in text)


@pytest.mark.parametrize("text", ["[]", "1", '"text"', "null"])
def test_json_that_is_no_object_is_refused(text):
    """The error names the type that came."""
    with pytest.raises(ValueError, match="must be a JSON object"):
        loads(text)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"pattern": 1}, "'pattern' must be text or null, not 1"),
        ({"merges": {}}, "'merges' must be a list of pairs"),
        ({"merges": [[1, 2, 3]]}, r"'merges' must be a list of pairs of ids, not \[1, 2, 3\]"),
        ({"merges": [[1, "2"]]}, "'merges' must be a list of pairs"),
        ({"merges": [[1, 2.5]]}, "'merges' must be a list of pairs"),
        ({"merges": [[1, True]]}, "'merges' must be a list of pairs"),
        ({"merges": [[104, 105]] * 2}, "one pair stands twice"),
        ({"merges": [[104, 300], [256, 33]]}, "uses an id that no byte and no earlier merge has"),
        ({"merge_ids": [256]}, "2 merges but 1 merge_ids"),
        ({"merge_ids": "256"}, "'merge_ids' must be the first id, or a list of ids"),
        ({"merge_ids": 97}, "id 97 is taken"),
        ({"byte_ids": [0, 1]}, "'byte_ids' must be null or a list of 256 ids"),
        ({"byte_ids": [0] * 256}, "must give 256 bytes an id of their own"),
        ({"byte_ids": ["0"] * 256}, "'byte_ids' must be null or a list of 256 ids"),
        ({"unmerged": {"*": 300}}, "a token is not base64"),
        ({"unmerged": {"aGk=": 300}}, "has two ids"),
        ({"unmerged": []}, "unmerged must be an object"),
        ({"special_tokens": ["<s>"]}, "special_tokens must be an object"),
        ({"special_tokens": {"<s>": "9"}}, "the id of '<s>' must be an integer"),
        ({"special_tokens": {"<s>": 256}}, "special token '<s>' has id 256, which is taken"),
        ({"special_tokens": {"<s>": 300, "<t>": 300}}, "id 300 is given to '<s>' and '<t>'"),
        ({"special_tokens": {"": 300}}, "a special token is empty"),
        ({"merges": ...}, "has no field 'merges'"),
        ({"pattern": ...}, "has no field 'pattern'"),
        ({"color": "red"}, "has an unknown field 'color'"),
    ],
)
def test_a_damaged_field_is_named(fields, message):
    """Of the wrong type, missing, unknown, or at odds with the others."""
    with pytest.raises(ValueError, match=message):
        loads(changed(**fields))


def test_a_repeated_special_token_is_refused():
    """JSON readers keep the last of two; this one says that there are two."""
    text = TEXT.replace('{"<|end|>": 259}', '{"<|end|>": 259, "<|end|>": 260}')
    with pytest.raises(ValueError, match=r"'<\|end\|>' occurs twice"):
        loads(text)
