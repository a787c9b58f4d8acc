"""What the property tests draw their examples from, made so that the hard cases come often.

Ties and overlaps come from alphabets of one, two or three letters; the edges of the split patterns
come from lists of the characters on which implementations disagree.
"""

import random
import string
from functools import cache

import tiktoken
from hypothesis import strategies as st

from bpe_course.pairs import TIE_BREAKS

# White space of every kind, and after U+3000 what looks like it and is not: U+001C to U+001F count
# as white space for `str.isspace` and for `re`, but not for Unicode's property nor for `regex`.
WHITE_SPACE = [
    *" \t\n\r\v\f",
    *"\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a",
    *"\u2028\u2029\u202f\u205f\u3000",
    *"\u001c\u001d\u001e\u001f\u180e\u200b\u2060\ufeff",
]

CONTRACTIONS = ["'s", "'d", "'m", "'t", "'ll", "'ve", "'re"]
# U+017F is an s, and U+212A a k, to a pattern that ignores case; U+2019 is no apostrophe to any.
ODD_CONTRACTIONS = ["'\u017f", "'\u212a", "'", "''", "\u2019s", "'x", "'l", "'VE", "'Ll", "'rE"]

EMOJI = [
    "\U0001f44b",  # waving hand
    "\U0001f44b\U0001f3fd",  # the same with a skin tone
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family, joined by U+200D
    "\U0001f1e9\U0001f1ea",  # a flag, of two regional indicators
    "\u2764\ufe0f",  # a heart and a variation selector
    "1\ufe0f\u20e3",  # a keycap
    "\U0001f600\U0001f600",
]

COMBINING = [
    "e\u0301",
    "n\u0303",
    "\u0301",
    "\u0345",
    "\u20dd",
    "a\u0308\u0323",
    "\u0e33",
    "\u093f",
]

WORDS = [
    *["hello", "World", "HTML", "iPhone", "a", "I", "naïve", "straße", "ĲSSEL", "ǅ", "ﬁ", "ʰ", "ª"],
    *["привет", "Ёлка", "γειά", "ΣΊΣΥΦΟΣ", "שלום", "مرحبا", "नमस्ते", "สวัสดี", "გამარჯობა", "ᏣᎳᎩ"],
    *["你好", "日本語", "カタカナ", "ひらがな", "한국어", "\u1112\u1161\u11ab", "𝒳𝔂𝟛", "𐐀𐐨", "ﷺ"],
]

NUMBERS = ["0", "7", "42", "123", "1234", "1234567", "٣٤", "४२", "½", "Ⅷ", "②", "十", "𝟛𝟜𝟝𝟞"]

SYMBOLS = [*'!?.,;:-_/\\#@$%&*()[]{}<>|~^`"+=', "...", "!!!", "://", "—", "«»", "€", "∑", "\u00ad"]

# Not assigned, for private use, never characters, and the first and last of the code space.
ODD_CODE_POINTS = [
    *["\u0378", "\U000e0080", "\U0003fff0", "\ue000", "\uf8ff", "\U000f0000", "\U0010fffd"],
    *["\ufdd0", "\ufffe", "\uffff", "\U0001ffff", "\U0010ffff", "\x00", "\x01", "\x7f", "\x80"],
    *["\ufffd", "\ufffc", "\u200e", "\u202e", "\U000e0041"],
]

CODE = [
    "if x:\n    if y:\n        z",
    "def f(a, b=None):\n\treturn a['b'] + \"c\"\n",
    '{"id": 17, "tags": ["a", "b"], "ok": true}',
    "- id: 17\n  tags:\n  - a\n",
    "for (int i = 0; i < n; ++i) {\r\n  x->y &= ~0x1F;\r\n}",
    "    # don't\n\n\n",
    "https://example.org/a/b?c=d&e=%20#f",
    "<p class='x'>&nbsp;</p>",
    ".DefaultCellStyle",
    "it's != its",
    "\\d+\\.\\d*",
    "!\n/",
    "*/\r\n//\n\n/* a */",
]

SPECIAL_TOKENS = ["<|endoftext|>", "<|endofprompt|>", "<|fim_prefix|>", "<|fim_middle|>", "<|end|>"]
# Special tokens cut short, run together, or not special at all.
NEARLY_SPECIAL = [
    "<|",
    "|>",
    "<|endoftext",
    "endoftext|>",
    "<|endoftext|",
    "< |endoftext|>",
    "<||>",
]


@cache
def newer_than_tiktoken() -> frozenset[str]:
    """Return the characters on whose properties tiktoken's tables and those of `regex` differ.

    Found by asking both: tiktoken drops what a pattern does not match, so the text that comes back
    holds the members of the property it was given.
    """
    import regex

    text = every_character()
    differing: set[str] = set()
    for members in PROPERTIES:
        differing |= members_in_tiktoken(members) ^ set(regex.findall(members, text))
    return frozenset(differing)


# The properties that the three split patterns ask for.
PROPERTIES = [
    *[r"\p{L}", r"\p{N}", r"\s", r"\p{M}"],
    *[r"\p{Lu}", r"\p{Ll}", r"\p{Lt}", r"\p{Lm}", r"\p{Lo}"],
]


@cache
def every_character() -> str:
    """Return all code points but the surrogates, in order."""
    return "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))


@cache
def members_in_tiktoken(pattern: str) -> frozenset[str]:
    """Return the characters that tiktoken's engine matches with `pattern`."""
    ranks = {bytes([value]): value for value in range(256)}
    encoding = tiktoken.Encoding("probe", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return frozenset(encoding.decode(encoding.encode_ordinary(every_character())))


# Chunks, for training and for encoding without any text.


def chunks_over(letters: bytes, max_size: int = 24) -> st.SearchStrategy[bytes]:
    """Chunks of a few letters: the fewer, the more ties and overlaps."""
    return st.lists(st.sampled_from(list(letters)), max_size=max_size).map(bytes)


def runs() -> st.SearchStrategy[bytes]:
    """Chunks `aaaa…`, and runs of two letters one after another: `aaabbbba…`."""
    run = st.builds(lambda letter, length: letter * length, st.sampled_from([b"a", b"b"]), LENGTHS)
    return st.one_of(
        LENGTHS.map(lambda length: b"a" * length), st.lists(run, max_size=6).map(b"".join)
    )


LENGTHS = st.integers(min_value=0, max_value=33)


def chunks() -> st.SearchStrategy[bytes]:
    """Chunks of every kind, the empty one and the single byte among them."""
    return st.one_of(
        chunks_over(b"ab"),
        chunks_over(b"abc"),
        runs(),
        texts().map(lambda text: text.encode()),
        st.binary(max_size=12),
    )


@st.composite
def chunk_lists(draw: st.DrawFn) -> list[bytes]:
    """Lists of chunks of one kind, some of them repeated later in the list."""
    kind = draw(st.sampled_from([chunks_over(b"ab"), chunks_over(b"abc"), runs(), chunks()]))
    distinct = draw(st.lists(kind, max_size=6))
    if not distinct:
        return []
    return distinct + draw(st.lists(st.sampled_from(distinct), max_size=6))


def tie_breaks() -> st.SearchStrategy[str]:
    """The three rules."""
    return st.sampled_from(TIE_BREAKS)


# Text.


def characters() -> st.SearchStrategy[str]:
    """Any character that UTF-8 can write, so no lone surrogate."""
    return st.characters(exclude_categories=["Cs"])


def contractions() -> st.SearchStrategy[str]:
    """English contractions in every mixture of cases, and near misses."""
    mixed = st.builds(
        lambda part, flips: "".join(
            c.upper() if flip else c for c, flip in zip(part, flips, strict=False)
        ),
        st.sampled_from(CONTRACTIONS),
        st.tuples(*[st.booleans()] * 3),
    )
    return st.one_of(mixed, st.sampled_from(ODD_CONTRACTIONS))


def white_space() -> st.SearchStrategy[str]:
    """Runs of white space: one kind repeated, or several kinds mixed."""
    kinds = st.sampled_from(WHITE_SPACE)
    repeated = st.builds(lambda kind, times: kind * times, kinds, st.integers(1, 5))
    return st.one_of(st.just(" "), repeated, st.lists(kinds, min_size=1, max_size=4).map("".join))


def fragments() -> st.SearchStrategy[str]:
    """Short pieces of text, each of one kind."""
    return st.one_of(
        white_space(),
        contractions(),
        *map(st.sampled_from, [WORDS, NUMBERS, SYMBOLS, EMOJI, COMBINING, ODD_CODE_POINTS]),
        st.text(characters(), min_size=1, max_size=3),
    )


def texts(max_fragments: int = 8) -> st.SearchStrategy[str]:
    """Text in which scripts, emoji, marks, digits and white space stand next to one another."""
    return st.lists(fragments(), max_size=max_fragments).map("".join)


def texts_tiktoken_knows(max_fragments: int = 8) -> st.SearchStrategy[str]:
    """The same without the characters on which tiktoken's Unicode tables differ from ours."""
    return texts(max_fragments).map(without_newer)


def without_newer(text: str) -> str:
    """Leave out the characters on which tiktoken's Unicode tables differ from ours."""
    return "".join(character for character in text if character not in newer_than_tiktoken())


def code_like() -> st.SearchStrategy[str]:
    """Pieces of program text and of data formats, with the white space between that they have."""
    joints = st.sampled_from(["\n", "\n\n", "\n    ", "\n\t", " ", "", "\r\n", "  \n"])
    pieces = st.one_of(st.sampled_from(CODE), st.sampled_from(NUMBERS), st.sampled_from(SYMBOLS))
    return st.lists(st.tuples(joints, pieces).map("".join), max_size=6).map("".join)


def texts_with_special_tokens() -> st.SearchStrategy[str]:
    """Text with special tokens inside, whole, cut short and run together."""
    special = st.sampled_from([*SPECIAL_TOKENS, *NEARLY_SPECIAL])
    return st.lists(st.one_of(special, fragments()), max_size=8).map("".join)


# The same kinds of text, fast and by the thousand.


def seeded_texts(seed: int, count: int) -> list[str]:
    """Return `count` different texts that the seed alone decides, none with newer characters.

    Every fragment above occurs, and so does every range of the code space.
    """
    source = random.Random(seed)
    distinct: dict[str, None] = {}
    while len(distinct) < count:
        distinct[_seeded_text(source)] = None
    return list(distinct)


FRAGMENT_LISTS = [
    *[WHITE_SPACE, [" "], [" "], ["  ", "   ", "\n\n", " \n", "\r\n", "\t\t"]],
    *[CONTRACTIONS, ODD_CONTRACTIONS, [part.upper() for part in CONTRACTIONS]],
    *[WORDS, WORDS, NUMBERS, SYMBOLS, EMOJI, COMBINING, ODD_CODE_POINTS, CODE],
    *[SPECIAL_TOKENS, NEARLY_SPECIAL, list(string.printable)],
]


def _seeded_text(source: random.Random) -> str:
    parts = [_seeded_fragment(source) for _ in range(source.randint(0, 12))]
    return without_newer("".join(parts))


def _seeded_fragment(source: random.Random) -> str:
    choice = source.randrange(len(FRAGMENT_LISTS) + 2)
    if choice < len(FRAGMENT_LISTS):
        return source.choice(FRAGMENT_LISTS[choice])
    if choice == len(FRAGMENT_LISTS):
        return source.choice("aé中🙂 ") * source.randint(1, 40)
    ends = source.choice([0x100, 0x3000, 0x10000, 0x20000, 0x110000])
    start = source.randrange(ends)
    return "".join(
        chr(code)
        for code in range(start, start + 3)
        if code < 0x110000 and not 0xD800 <= code < 0xE000
    )
