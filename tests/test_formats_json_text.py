"""JSON on which a tokenizer depends is read strictly."""

import pytest

from bpe_course.formats.json_text import check_ids, parse_object


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is not valid JSON .Expecting value, line 1, column 1.: the file was cut"),
        ('{"a": 1', "line 1, column 8.: the file was cut short or damaged"),
        ("[1]", "must be a JSON object .*, not list"),
        ('{"a": 1, "a": 2}', "the key 'a' occurs twice"),
        ('{"a": NaN}', "NaN is not valid JSON"),
        ("[" * 200_000, "nested too deeply"),
    ],
)
def test_doubtful_json_is_refused(text, message):
    """Cut short, no object, a key twice, no number, too deep: each has its own error."""
    with pytest.raises(ValueError, match=message):
        parse_object(text, "the file")


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([], "must be an object of text and id, not list"),
        ({"a": "1"}, "the id of 'a' must be an integer from 0: '1'"),
        ({"a": True}, "must be an integer from 0: True"),
        ({"a": -1}, "must be an integer from 0: -1"),
        ({"a": 1.0}, "must be an integer from 0: 1.0"),
        ({"a": 1, "b": 1}, "id 1 is given to 'a' and 'b'"),
    ],
)
def test_ids_are_distinct_integers_from_0(ids, message):
    """The error names the token."""
    with pytest.raises(ValueError, match=message):
        check_ids(ids, "vocabulary")
