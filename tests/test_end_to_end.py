"""The whole way from text to ids, id for id: the published tokenizers, and our own in others."""

import heapq
import inspect
import textwrap

import pytest
import strategies as us
from oniguruma_tables import known_to_oniguruma

from bpe_course import Tokenizer, published
from bpe_course.bytelevel import byte_order
from bpe_course.pairs import TIE_BREAKS
from bpe_course.pretokenize import PATTERNS
from bpe_course.vocab import recover_merges

NAMES = published.NAMES
SIZES = {"gpt2": 50_257, "cl100k_base": 100_261, "o200k_base": 200_000}
PROGRAM = inspect.getsource(heapq) + inspect.getsource(textwrap)


@pytest.fixture(scope="module", params=NAMES)
def pair(request):
    """A published tokenizer of ours, and tiktoken's."""
    return Tokenizer.from_tiktoken(request.param), published.get_encoding(request.param)


@pytest.fixture(scope="module")
def ours():
    """The three published tokenizers by name."""
    return {name: Tokenizer.from_tiktoken(name) for name in NAMES}


# The published tokenizers, against tiktoken.


def test_the_vocabulary_is_tiktokens(pair):
    """Every token has tiktoken's bytes under tiktoken's id, special tokens included."""
    tokenizer, encoding = pair
    special = {text.encode(): token_id for text, token_id in encoding._special_tokens.items()}
    theirs = {token_id: token for token, token_id in encoding._mergeable_ranks.items()}
    assert tokenizer.vocab == theirs | {token_id: token for token, token_id in special.items()}
    assert len(tokenizer) == SIZES[encoding.name]
    assert tokenizer.special_tokens == encoding._special_tokens


def test_twenty_thousand_texts_encode_as_in_tiktoken(pair):
    """Scripts, emoji, marks, code, white space and special tokens: the ids are tiktoken's."""
    tokenizer, encoding = pair
    texts = us.seeded_texts(seed=len(encoding.name), count=20_000)
    assert len(set(texts)) == 20_000
    for text in texts:
        ids = tokenizer.encode(text, allowed_special="all")
        assert ids == encoding.encode(text, allowed_special="all"), ascii(text)
        assert tokenizer.decode(ids) == text


def test_long_texts_encode_as_in_tiktoken(pair):
    """Texts joined to some thousand characters, special tokens taken for plain text."""
    tokenizer, encoding = pair
    texts = us.seeded_texts(seed=7, count=2_000)
    for start in range(0, len(texts), 100):
        text = "".join(texts[start : start + 100])
        assert tokenizer.encode_ordinary(text) == encoding.encode_ordinary(text)


@pytest.mark.parametrize("unit", ["a", " ", "ab", "é"])
def test_a_long_run_encodes_as_in_tiktoken(pair, unit):
    """Twenty thousand times the same: one chunk, or a few very long ones."""
    tokenizer, encoding = pair
    assert tokenizer.encode(unit * 20_000) == encoding.encode(unit * 20_000)


def test_a_million_letters_encode_as_in_tiktoken(pair):
    """A single chunk of a million bytes ends, with tiktoken's ids."""
    tokenizer, encoding = pair
    text = "a" * 1_000_000
    assert tokenizer.encode(text) == encoding.encode(text)


def test_a_live_encoding_is_rebuilt_as_the_published_one(pair):
    """Given tiktoken's own object, which has ranks and no merges, the same tokenizer comes out."""
    tokenizer, encoding = pair
    rebuilt = Tokenizer.from_tiktoken(encoding)
    assert (rebuilt.vocab, rebuilt.merges) == (tokenizer.vocab, tokenizer.merges)
    assert rebuilt.special_tokens == tokenizer.special_tokens


def test_the_merges_recovered_from_gpt2s_ranks_are_those_of_its_file():
    """Recovered from tiktoken's ranks, 50,000 merges are those of `vocab.bpe`, in its order."""
    ranks = published.get_encoding("gpt2")._mergeable_ranks
    recovered = recover_merges(ranks)
    assert list(recovered.items()) == list(published.load("gpt2").vocab.merges.items())
    assert len(recovered) == 50_000


@pytest.mark.parametrize("name", NAMES)
def test_the_bytes_are_numbered_by_the_printable_alphabet(ours, name):
    """In all three, the first 256 ids are the bytes in the order of GPT-2's alphabet."""
    assert [ours[name].token_bytes(token_id)[0] for token_id in range(256)] == byte_order()


def test_ids_may_differ_after_a_letter_newer_than_tiktoken(pair):
    """Why new letters are left out: after U+323B0 we see `'s`; tiktoken, `'` among symbols."""
    tokenizer, encoding = pair
    text = "\U000323b0's"
    assert "\U000323b0" in us.newer_than_tiktoken()
    assert tokenizer.token_bytes(tokenizer.encode(text)[-1]) == b"'s"
    assert encoding.decode_single_token_bytes(encoding.encode(text)[-1]) == b"s"


# What the published tokenizers do to some texts.


@pytest.mark.parametrize(
    ("name", "text", "ids"),
    [
        ("gpt2", "hello world!", [31373, 995, 0]),
        ("gpt2", "    Hello world!!!", [220, 220, 220, 18435, 995, 10185]),
        ("cl100k_base", "    Hello world!!!", [262, 22691, 1917, 12340]),
    ],
)
def test_ids_of_a_greeting(ours, name, text, ids):
    """A greeting, and one that begins with spaces, in GPT-2 and cl100k."""
    assert ours[name].encode(text) == ids


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (" 3221 + 2334 = 5555", [" 3", "221", " +", " 233", "4", " =", " 5", "555"]),
        ("3221+2334=5555", ["3", "221", "+", "23", "34", "=", "55", "55"]),
        ("Egg.", ["E", "gg", "."]),
        (" Egg", [" Egg"]),
        ("egg.", ["egg", "."]),
        ("EGG.", ["EG", "G", "."]),
    ],
)
def test_sums_and_eggs_in_gpt2(ours, text, tokens):
    """GPT-2 cuts numbers anywhere, and one word in many ways."""
    pieces = [ours["gpt2"].token_bytes(token_id) for token_id in ours["gpt2"].encode(text)]
    assert pieces == [token.encode() for token in tokens]


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("你好，我是池邦豪！ 👋", [24, 14, 9]),
        ("你好", [4, 2, 1]),
        ("if x:\n    if y:\n        z", [19, 9, 9]),
        (" SolidGoldMagikarp", [1, 5, 5]),
        (".DefaultCellStyle", [4, 1, 3]),
    ],
)
def test_numbers_of_tokens(ours, text, lengths):
    """Chinese, indented code and odd names in GPT-2, cl100k and o200k."""
    assert [len(ours[name].encode(text)) for name in SIZES] == lengths


@pytest.mark.parametrize("name", NAMES)
def test_end_of_text_is_special_and_made_by_no_merge(ours, name):
    """`<|endoftext|>` has an id after all merges, 50256 in GPT-2, and is several tokens as text."""
    tokenizer = ours[name]
    token_id = tokenizer.special_tokens["<|endoftext|>"]
    assert token_id == {"gpt2": 50256, "cl100k_base": 100257, "o200k_base": 199999}[name]
    assert token_id > max(tokenizer.merges.values())
    assert tokenizer.encode("<|endoftext|>", allowed_special="all") == [token_id]
    assert len(tokenizer.encode_ordinary("<|endoftext|>")) > 1


# Tokenizers of our own, in other libraries.


@pytest.fixture(scope="module", params=[*PATTERNS, None])
def trained(request):
    """A tokenizer of our own with two special tokens."""
    texts = [PROGRAM, *us.seeded_texts(seed=3, count=300)]
    return Tokenizer.train(
        texts, 1_000, pattern=request.param, special_tokens=["<|endoftext|>", "<|end|>"]
    )


def test_our_own_tokenizer_encodes_the_same_in_tiktoken(trained):
    """Exported with `to_tiktoken`, it gives the same ids on two thousand texts."""
    encoding = trained.to_tiktoken("ours")
    for text in us.seeded_texts(seed=4, count=2_000):
        ids = trained.encode(text, allowed_special="all")
        assert encoding.encode(text, allowed_special="all") == ids, ascii(text)


def test_our_own_tokenizer_comes_back_from_tiktoken(trained):
    """Read from the exported encoding, merges and special tokens are the same, in order."""
    again = Tokenizer.from_tiktoken(trained.to_tiktoken("ours"))
    assert list(again.merges.items()) == list(trained.merges.items())
    assert again.special_tokens == trained.special_tokens


def test_our_own_tokenizer_encodes_the_same_in_hugging_face(trained):
    """Exported with `to_huggingface`, too; characters newer than its tables are left out."""
    tokenizer = trained.to_huggingface()
    for text in map(known_to_oniguruma, us.seeded_texts(seed=5, count=2_000)):
        ids = trained.encode(text, allowed_special="all")
        assert tokenizer.encode(text, add_special_tokens=False).ids == ids, ascii(text)
        assert tokenizer.decode(ids, skip_special_tokens=False) == text, ascii(text)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_each_rule_trains_tokenizers_that_others_can_use(tie_break):
    """Whatever the rule for ties, the exported tokenizers give our ids."""
    trained = Tokenizer.train(PROGRAM, 700, tie_break=tie_break)
    encoding, tokenizer = trained.to_tiktoken("ours"), trained.to_huggingface()
    for text in map(known_to_oniguruma, us.seeded_texts(seed=6, count=300)):
        ids = trained.encode_ordinary(text)
        assert encoding.encode_ordinary(text) == ids, ascii(text)
        assert tokenizer.encode(text, add_special_tokens=False).ids == ids, ascii(text)
