"""`tokenizer.json`: what is written gives the same ids in `tokenizers`, what is read does here."""

import json

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from oniguruma_tables import known_to_oniguruma
from strategies import seeded_texts, texts
from vocabularies import SPECIAL_NAMES, trained_vocabs, vocabs, with_special_tokens

from bpe_course import published
from bpe_course.bytelevel import to_printable
from bpe_course.formats.huggingface import from_json, to_json
from bpe_course.pretokenize import PATTERNS, pretokenize
from bpe_course.special import split_special
from bpe_course.vocab import Vocab

SMALL = Vocab({(104, 105): 256, (256, 33): 257})
LETTERS = st.text("abc hi!", max_size=20)
SPLITS = st.sampled_from([None, *PATTERNS, r"\s+$|\S+|\s", r"(?s:.){1,2}+"])


def encode(vocab, pattern, special, text):
    """Our ids, special tokens recognized."""
    ids = []
    for part, is_special in split_special(text, special):
        if is_special:
            ids.append(special[part])
        else:
            chunks = pretokenize(part, pattern)
            ids += [i for chunk in chunks for i in vocab.encode_chunk(chunk.encode())]
    return ids


def encode_there(tokenizer, text):
    """The ids that `tokenizers` gives."""
    return tokenizer.encode(text, add_special_tokens=False).ids


def changed(vocab=SMALL, **fields):
    """The file of a vocabulary with some fields changed; `model` is changed field by field."""
    file = json.loads(to_json(vocab, "gpt2", {"<s>": max(vocab.tokens) + 1}))
    model = {**file["model"], **fields.pop("model", {})}
    return json.dumps({**file, "model": model, **fields})


@settings(max_examples=50)
@given(with_special_tokens(vocabs()), SPLITS, st.lists(LETTERS | texts(3), max_size=3))
def test_tokenizers_gives_the_same_ids(vocab_and_special, pattern, parts):
    """Whatever the numbering, the merges, the pattern, the special tokens and the text."""
    vocab, special = vocab_and_special
    tokenizer = tokenizers.Tokenizer.from_str(to_json(vocab, pattern, special))
    text = known_to_oniguruma(
        "".join(f"{part}{name}" for part, name in zip(parts, [*special, ""], strict=False))
    )
    assert encode_there(tokenizer, text) == encode(vocab, pattern, special, text)


@settings(max_examples=50)
@given(with_special_tokens(trained_vocabs()), texts(4))
def test_tokenizers_decodes_to_the_same_text(vocab_and_special, text):
    """Special tokens included."""
    vocab, special = vocab_and_special
    tokenizer = tokenizers.Tokenizer.from_str(to_json(vocab, None, special))
    text = "".join([text, *special])
    ids = encode(vocab, None, special, text)
    assert tokenizer.decode(ids, skip_special_tokens=False) == text


@settings(max_examples=50)
@given(with_special_tokens(vocabs()), SPLITS)
def test_what_was_written_is_read(vocab_and_special, pattern):
    """Vocabulary and special tokens come back, and the pattern under its name."""
    vocab, special = vocab_and_special
    read, split, names = from_json(to_json(vocab, pattern, special))
    assert (read, names) == (vocab, special)
    assert split == pattern or pretokenize("12 3\n a ", split) == pretokenize("12 3\n a ", pattern)


@pytest.mark.parametrize("name", published.NAMES)
def test_published_vocabularies_give_the_same_ids(name):
    """On text of many scripts, emoji, code and white space."""
    found = published.load(name)
    text = to_json(found.vocab, found.pattern, found.special_tokens)
    tokenizer = tokenizers.Tokenizer.from_str(text)
    for sample in map(known_to_oniguruma, seeded_texts(seed=2, count=300)):
        ours = encode(found.vocab, name, found.special_tokens, sample)
        assert encode_there(tokenizer, sample) == ours, sample


def test_a_published_vocabulary_is_read_back():
    """GPT-2's 50,000 merges, in their order."""
    found = published.load("gpt2")
    read = from_json(to_json(found.vocab, found.pattern, found.special_tokens))
    assert read == (found.vocab, "gpt2", found.special_tokens)
    assert list(read[0].merges) == list(found.vocab.merges)


@settings(max_examples=50)
@given(trained_vocabs(), st.booleans())
def test_of_every_way_to_cut_a_token_the_one_that_happens_is_kept(vocab, as_text):
    """A file converted from ranks lists them all; the merges of the training come back."""
    merges = [
        (to_printable(token[:cut]), to_printable(token[cut:]))
        for token in sorted(vocab.ids, key=lambda token: vocab.ids[token])
        for cut in range(1, len(token))
        if token[:cut] in vocab.ids and token[cut:] in vocab.ids
    ]
    listed = [" ".join(pair) for pair in merges] if as_text else merges
    file = changed(vocab, added_tokens=[], model={"merges": listed})
    assert from_json(file)[0] == vocab


def test_a_tokenizer_trained_there_gives_the_same_ids_here():
    """Its bytes are numbered after its special tokens, in the order of the printable alphabet."""
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    there = tokenizers.Tokenizer(tokenizers.models.BPE())
    there.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=320, initial_alphabet=alphabet, special_tokens=["<s>"], show_progress=False
    )
    text = "the cat sat on the mat; the rat sat on the cat's hat.\n" * 3
    there.train_from_iterator([text], trainer)
    vocab, pattern, special = from_json(there.to_str())
    assert (pattern, special) == ("gpt2", {"<s>": 0})
    assert len(vocab.merges) == 17
    for sample in [text, "<s>that hat<s>", "mañana\t🙂"]:
        assert encode(vocab, pattern, special, sample) == encode_there(there, sample)


BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}
SPLIT = {"type": "Split", "pattern": {"Regex": r"\s+|\S+"}, "behavior": "Isolated", "invert": False}


@pytest.mark.parametrize(
    ("pre_tokenizer", "pattern"),
    [
        (BYTE_LEVEL, None),
        ({"type": "ByteLevel", "add_prefix_space": False}, "gpt2"),
        ({"type": "Sequence", "pretokenizers": [BYTE_LEVEL]}, None),
        ({"type": "Sequence", "pretokenizers": [SPLIT, BYTE_LEVEL]}, r"\s+|\S+"),
        (
            {
                "type": "Sequence",
                "pretokenizers": [{**SPLIT, "behavior": "Removed", "invert": True}, BYTE_LEVEL],
            },
            r"\s+|\S+",
        ),
    ],
)
def test_pre_tokenizers_that_are_one_pattern_are_read(pre_tokenizer, pattern):
    """ByteLevel alone, with its own splitting or without; one Split before it."""
    assert from_json(changed(pre_tokenizer=pre_tokenizer))[1] == pattern


@pytest.mark.parametrize(
    "pre_tokenizer",
    [
        None,
        {"type": "Whitespace"},
        {"type": "Metaspace", "replacement": "▁"},
        {"type": "Sequence", "pretokenizers": [SPLIT, SPLIT, BYTE_LEVEL]},
        {"type": "Sequence", "pretokenizers": [SPLIT]},
        {"type": "Sequence", "pretokenizers": [SPLIT, {**BYTE_LEVEL, "use_regex": True}]},
        {"type": "Sequence", "pretokenizers": [{**SPLIT, "behavior": "Removed"}, BYTE_LEVEL]},
        {"type": "Sequence", "pretokenizers": [{**SPLIT, "pattern": {"String": " "}}, BYTE_LEVEL]},
    ],
)
def test_other_pre_tokenizers_are_refused(pre_tokenizer):
    """The error says which came."""
    with pytest.raises(ValueError, match=r"pre_tokenizer is .*, which is not supported here"):
        from_json(changed(pre_tokenizer=pre_tokenizer))


def token(**fields):
    """An added token."""
    return {"id": 258, "content": "<s>", "special": True, **fields}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"normalizer": {"type": "NFC"}}, "normalizer is {'type': 'NFC'}, which is not supported"),
        (
            {"pre_tokenizer": {**BYTE_LEVEL, "add_prefix_space": True}},
            "add_prefix_space is True, .* a space would be put before the text",
        ),
        ({"model": {"type": "WordPiece"}}, "model.type is 'WordPiece'"),
        ({"model": {"dropout": 0.1}}, "model.dropout is 0.1"),
        ({"model": {"byte_fallback": True}}, "model.byte_fallback is True"),
        ({"model": {"continuing_subword_prefix": "##"}}, "continuing_subword_prefix is '##'"),
        ({"model": {"end_of_word_suffix": "</w>"}}, "end_of_word_suffix is '</w>'"),
        ({"model": {"vocab": {"a": 0}}}, "the token 'Ā' is missing from model.vocab"),
        ({"model": {"merges": None}}, "model.merges is None"),
        ({"model": {"merges": ["h i j"]}}, "model.merges is 'h i j'.*expected two tokens"),
        ({"model": {"merges": [["h", "x"]]}}, "the token 'hx' is missing from model.vocab"),
        ({"model": {"merges": [["hi", "!"], ["h", "i"]]}}, "'hi' has id 256 but is merged after"),
        ({"added_tokens": [token(lstrip=True)]}, "added_tokens.lstrip"),
        ({"added_tokens": [token(single_word=True)]}, "added_tokens.single_word"),
        ({"added_tokens": [token(content="")]}, "added_tokens is .* expected content and id"),
        ({"added_tokens": [token(id="1")]}, "added_tokens is .* expected content and id"),
        ({"added_tokens": ["<s>"]}, "added_tokens is '<s>'"),
        ({"added_tokens": [token(id=256)]}, "added_tokens is '<s>'.* id 256 is taken"),
        ({"added_tokens": [token(content="hi")]}, "added_tokens is 'hi'.* id 258 is taken"),
    ],
)
def test_what_is_not_byte_level_bpe_is_refused_by_name(fields, message):
    """The error names the field, what it holds, and what was expected."""
    with pytest.raises(ValueError, match=message):
        from_json(changed(**fields))


@pytest.mark.parametrize("text", ["", "{}", '{"format": "bpe_course tokenizer"}', "[]"])
def test_another_file_is_refused(text):
    """Cut short, or without a model."""
    with pytest.raises(
        ValueError, match=r"tokenizer\.json (is not valid JSON|has no model|must be)"
    ):
        from_json(text)


def test_a_token_in_letters_of_no_byte_is_refused():
    """`▁the` is how SentencePiece writes a token."""
    ids = json.loads(changed())["model"]["vocab"]
    with pytest.raises(ValueError, match=r"not byte-level BPE: in model.vocab, '▁the' holds '▁'"):
        from_json(changed(model={"vocab": {**ids, "▁the": 300}}))


def test_without_the_rule_for_whole_chunks_a_token_that_merging_misses_is_refused():
    """With `ignore_merges` the chunk `abc` is token 258; without, it is `ab` and `c`."""
    odd = Vocab({(97, 98): 256, (98, 99): 257, (97, 257): 258})
    assert from_json(changed(odd, added_tokens=[]))[0] == odd
    with pytest.raises(ValueError, match=r"merging never gives the token b'abc' .id 258."):
        from_json(changed(odd, added_tokens=[], model={"ignore_merges": False}))
    assert from_json(changed(model={"ignore_merges": False}))[0] == SMALL


def test_a_special_token_that_reads_like_ordinary_bytes_is_refused():
    """`tokenizers` would give `Ġ` the id of the space."""
    with pytest.raises(ValueError, match="the special token 'Ġ' reads like the token b' '"):
        to_json(SMALL, None, {"Ġ": 300})


@pytest.mark.parametrize("name", SPECIAL_NAMES)
def test_a_special_token_may_hold_any_character(name):
    """And keep an id that does not follow on."""
    tokenizer = tokenizers.Tokenizer.from_str(to_json(SMALL, "gpt2", {name: 1000}))
    assert encode_there(tokenizer, f"hi{name}hi") == [256, 1000, 256]
