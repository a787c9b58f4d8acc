"""Answers to the exercises of notebook 02, encodings."""

from check_answers import Answers

UTF8_ENCODE = Answers(
    solution='''
def my_utf8_encode(code_point):
    """Return the UTF-8 bytes of a code point; raise ValueError for one that has none."""
    if code_point > 0x10FFFF or 0xD800 <= code_point <= 0xDFFF:
        raise ValueError("only scalar values have a form in UTF-8")
    later, rest = [], code_point
    for room, fixed in [(0x80, 0), (0x20, 0b11000000), (0x10, 0b11100000), (0x08, 0b11110000)]:
        if rest < room:
            return bytes([fixed | rest, *later])
        later.insert(0, 0b10000000 | rest & 0b111111)
        rest = rest >> 6
''',
    wrong={
        "returned in place of raised": [
            """
def my_utf8_encode(code_point):
    if code_point > 0x10FFFF or 0xD800 <= code_point <= 0xDFFF:
        return "ValueError"
    return chr(code_point).encode()
""",
            """
def my_utf8_encode(code_point):
    if code_point > 0x10FFFF or 0xD800 <= code_point <= 0xDFFF:
        return ValueError
    return chr(code_point).encode()
""",
            """
def my_utf8_encode(code_point):
    try:
        return chr(code_point).encode()
    except ValueError as error:
        return error
""",
            """
def my_utf8_encode(code_point):
    if code_point > 0x10FFFF or 0xD800 <= code_point <= 0xDFFF:
        return "no scalar value"
    return chr(code_point).encode()
""",
        ],
        "surrogates accepted": [
            """
def my_utf8_encode(code_point):
    if code_point < 128:
        return bytes([code_point])
    tail = [0x80 | code_point & 63]
    if code_point < 0x800:
        return bytes([0xC0 | code_point >> 6] + tail)
    tail = [0x80 | (code_point >> 6) & 63] + tail
    if code_point < 0x10000:
        return bytes([0xE0 | code_point >> 12] + tail)
    return bytes([0xF0 | code_point >> 18, 0x80 | (code_point >> 12) & 63] + tail)
""",
            """
def my_utf8_encode(code_point):
    return chr(code_point).encode("utf-8", errors="surrogatepass")
""",
        ],
        "no end of the list": """
def my_utf8_encode(n):
    if 0xD800 <= n <= 0xDFFF:
        raise ValueError("surrogate")
    if n < 0x10000:
        return chr(n).encode()
    bits = format(n, "021b")
    starts = ["11110" + bits[:3], "10" + bits[3:9], "10" + bits[9:15], "10" + bits[15:]]
    return bytes(int(each, 2) for each in starts)
""",
        "many zeros for one byte": """
def my_utf8_encode(code_point):
    if code_point < 128:
        return bytes(code_point)
    return chr(code_point).encode()
""",
        "one byte up to U+00FF": """
def my_utf8_encode(code_point):
    if code_point <= 255:
        return bytes([code_point])
    return chr(code_point).encode()
""",
        "three bytes from U+0400": """
def my_utf8_encode(code_point):
    if code_point < 0x80:
        return bytes([code_point])
    last = 0x80 | code_point & 63
    if code_point < 0x400:
        return bytes([0xC0 | code_point >> 6, last])
    middle = 0x80 | (code_point >> 6) & 63
    if code_point < 0x10000:
        if code_point >> 11 == 0x1B:
            raise ValueError("surrogate")
        return bytes([0xE0 | code_point >> 12, middle, last])
    return bytes([0xF0 | code_point >> 18, 0x80 | (code_point >> 12) & 63, middle, last])
""",
        "a border off by one": [
            """
def my_utf8_encode(code_point):
    if code_point <= 0x80:
        return bytes([code_point])
    return chr(code_point).encode()
""",
            """
def my_utf8_encode(code_point):
    if code_point < 0x7F:
        return bytes([code_point])
    if code_point < 0x800:
        return bytes([0xC0 | code_point >> 6, 0x80 | code_point & 63])
    return chr(code_point).encode()
""",
            """
def my_utf8_encode(n):
    if n < 0x80:
        return bytes([n])
    if n <= 0x800:
        return bytes([0xC0 | n >> 6, 0x80 | n & 63])
    return chr(n).encode()
""",
        ],
        "no continuation mark": """
def my_utf8_encode(n):
    if 0xD800 <= n < 0xE000 or n > 0x10FFFF:
        raise ValueError("no form")
    if n < 0x80:
        return bytes([n])
    if n < 0x800:
        return bytes([0xC0 | n >> 6, n & 63])
    if n < 0x10000:
        return bytes([0xE0 | n >> 12, (n >> 6) & 63, n & 63])
    return bytes([0xF0 | n >> 18, (n >> 12) & 63, (n >> 6) & 63, n & 63])
""",
        "first byte without the length": [
            """
def my_utf8_encode(n):
    later = []
    while n >= 0x80:
        later.insert(0, 0x80 | n & 63)
        n >>= 6
    if not later:
        return bytes([n])
    while later and n >= 0x20 >> (len(later) - 1):
        later.insert(0, 0x80 | n & 63)
        n >>= 6
    return bytes([0xC0 | n] + later)
""",
            """
def my_utf8_encode(n):
    if n < 0x80:
        return bytes([n])
    if n < 0x800:
        return bytes([n >> 6, 0x80 | n & 63])
    if n < 0x10000:
        return bytes([n >> 12, 0x80 | (n >> 6) & 63, 0x80 | n & 63])
    return bytes([n >> 18, 0x80 | (n >> 12) & 63, 0x80 | (n >> 6) & 63, 0x80 | n & 63])
""",
        ],
        "later bytes in the wrong order": """
def my_utf8_encode(n):
    if n > 0x10FFFF or 0xD800 <= n <= 0xDFFF:
        raise ValueError("no form")
    later = []
    for room, fixed in [(0x80, 0), (0x20, 0xC0), (0x10, 0xE0), (0x08, 0xF0)]:
        if n < room:
            return bytes([fixed | n] + later)
        later.append(0x80 | n & 63)
        n >>= 6
""",
        "bits not cut off": [
            """
def my_utf8_encode(n):
    if n < 0x80:
        return bytes([n])
    if n < 0x800:
        return bytes([0xC0 | n >> 6, 0x80 | n])
    if n < 0x10000:
        return bytes([0xE0 | n >> 12, 0x80 | n >> 6, 0x80 | n])
    return bytes([0xF0 | n >> 18, 0x80 | n >> 12, 0x80 | n >> 6, 0x80 | n])
""",
            """
def my_utf8_encode(n):
    if n < 0x80:
        return bytes([n])
    if n < 0x800:
        return bytes([0xC0 + (n >> 6), 0x80 + n])
    return chr(n).encode()
""",
        ],
        "too much refused": """
def my_utf8_encode(code_point):
    if code_point >= 0x10FFFF or 0xD800 <= code_point <= 0xDFFF:
        raise ValueError("no form")
    return chr(code_point).encode()
""",
        "another type": """
def my_utf8_encode(code_point):
    return list(chr(code_point).encode())
""",
        "forgotten return": """
def my_utf8_encode(code_point):
    form = chr(code_point).encode()
""",
    },
    equivalent={
        "3: raise ValueError('only scalar values have a form in UTF-')": (
            "the wording of the message is free"
        ),
        "5: for room, fixed in [(128, 0), (32, 192), (16, 224), (9, 240)]:": (
            "what is left for the first of four bytes is four at most"
        ),
        "5: for room, fixed in [(128, 0), (32, 192), (16, 224), (7, 240)]:": (
            "what is left for the first of four bytes is four at most"
        ),
    },
)

INVALID_BYTES = Answers(
    solution='invalid_bytes = (b"\\xed\\xa0", "surrogate")',
    wrong={
        "other parts, or another order": [
            'invalid_bytes = ("stray", b"\\x80\\x80")',
            'invalid_bytes = (b"\\x80", b"\\x80", "stray")',
        ],
        "text in place of bytes": 'invalid_bytes = ("ed a0", "surrogate")',
        "not two bytes": 'invalid_bytes = (b"\\xed\\xa0\\x80", "surrogate")',
        "a byte that never occurs": [
            'invalid_bytes = (b"\\xc0\\xae", "overlong")',
            'invalid_bytes = bytes([255, 255]), "stray"',
        ],
        "a text after all": [
            'invalid_bytes = ("é".encode(), "stray")',
            'invalid_bytes = (b"ab", "broken off")',
        ],
        "cut short, not invalid": [
            'invalid_bytes = (b"\\xe3\\x81", "broken off")',
            'invalid_bytes = (b"a\\xc3", "unexpected end of data")',
        ],
        "no reason of the five": [
            'invalid_bytes = (b"\\xed\\xa0", "invalid continuation byte")',
            'invalid_bytes = b"\\xed\\xa0"',
        ],
        "another reason": [
            'invalid_bytes = (b"\\xed\\xa0", "stray")',
            'invalid_bytes = (b"\\xc3(", "stray")',
        ],
    },
)

DECODE_PIECES = Answers(
    setup="""
def is_text(data):
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
""",
    solution='''
def decode_as_it_comes(pieces):
    """Return the text that each piece completes, and last "�" if bytes are left, or ""."""
    texts, kept = [], b""
    for piece in pieces:
        kept = kept + piece
        end = max(end for end in range(len(kept) + 1) if is_text(kept[:end]))
        texts.append(kept[:end].decode("utf-8"))
        kept = kept[end:]
    return [*texts, "�" if kept else ""]
''',
    wrong={
        'bytes lost by errors="ignore"': [
            """
def decode_as_it_comes(pieces):
    return [piece.decode("utf-8", errors="ignore") for piece in pieces]
""",
            """
def decode_as_it_comes(pieces):
    texts = []
    for piece in pieces:
        texts.append(piece.decode(errors="ignore"))
    texts.append("")
    return texts
""",
        ],
        "replacing too early": """
def decode_as_it_comes(pieces):
    for piece in pieces:
        yield piece.decode("utf-8", errors="replace")
    yield ""
""",
        "an unfinished character decoded": """
def decode_as_it_comes(pieces):
    return [piece.decode("utf-8") for piece in pieces] + [""]
""",
        "no entry for the end": """
import codecs

def decode_as_it_comes(pieces):
    decoder = codecs.getincrementaldecoder("utf-8")()
    return [decoder.decode(piece) for piece in pieces]
""",
        "empty entries left out": [
            """
from bpe_course.decoding import decode_stream

def decode_as_it_comes(pieces):
    return list(decode_stream(pieces))
""",
            """
def decode_as_it_comes(pieces):
    texts, kept = [], b""
    for piece in pieces:
        kept += piece
        end = max(end for end in range(len(kept) + 1) if is_text(kept[:end]))
        if end > 0:
            texts.append(kept[:end].decode())
            kept = kept[end:]
    return texts
""",
            """
def decode_as_it_comes(pieces):
    texts, kept = [], b""
    for piece in pieces:
        kept += piece
        end = max(end for end in range(len(kept) + 1) if is_text(kept[:end]))
        if end > 0:
            texts.append(kept[:end].decode())
            kept = kept[end:]
    return texts + ["�" if kept else ""]
""",
        ],
        "leftover bytes forgotten": """
def decode_as_it_comes(pieces):
    texts, kept = [], b""
    for piece in pieces:
        text = ""
        for byte in piece:
            kept += bytes([byte])
            if is_text(kept):
                text += kept.decode()
                kept = b""
        texts.append(text)
    return texts + [""]
""",
        "a � for each byte": """
def decode_as_it_comes(pieces):
    texts, kept = [], b""
    for piece in pieces:
        text = ""
        for byte in piece:
            kept += bytes([byte])
            if is_text(kept):
                text += kept.decode()
                kept = b""
        texts.append(text)
    return texts + ["".join("�" for byte in kept)]
""",
        "waiting for the end": """
def decode_as_it_comes(pieces):
    data = b""
    texts = []
    for piece in pieces:
        data += piece
        texts.append("")
    return texts + [data.decode("utf-8", "replace")]
""",
        "complete characters held back": """
def decode_as_it_comes(pieces):
    texts, kept = [], b""
    for piece in pieces:
        kept += piece
        try:
            texts.append(kept.decode())
            kept = b""
        except UnicodeDecodeError:
            texts.append("")
    texts.append("�" if kept else "")
    return texts
""",
        "text given out again": """
def decode_as_it_comes(pieces):
    texts, kept = [], b""
    for piece in pieces:
        kept += piece
        end = len(kept)
        while not is_text(kept[:end]):
            end -= 1
        texts.append(kept[:end].decode())
    return texts + ["�" if kept[end:] else ""]
""",
        "forgotten return": """
def decode_as_it_comes(pieces):
    texts = [piece.decode("utf-8", "ignore") for piece in pieces]
""",
        "another type": """
def decode_as_it_comes(pieces):
    return b"".join(pieces).decode("utf-8", "replace")
""",
    },
    equivalent={
        "5: end = max((end for end in range(len(kept) + 2) if is_text(kept[:end])))": (
            "a slice that ends one beyond the end is the whole"
        ),
        "5: end = max((end for end in range(len(kept) + 1 + 1) if is_text(kept[:end])))": (
            "a slice that ends one beyond the end is the whole"
        ),
        "6: texts.append(kept[:end].decode('utf-'))": "Python takes utf- for a name of UTF-8",
    },
)

TWO_SPELLINGS = Answers(
    setup="""
import unicodedata

from bpe_course import published

gpt2 = published.get_encoding("gpt2")
""",
    solution='''
def compare_spellings(first, second):
    """Return whether the texts are canonically equivalent, and whether GPT-2's ids are equal."""
    same_text = unicodedata.normalize("NFC", first) == unicodedata.normalize("NFC", second)
    return same_text, gpt2.encode(first) == gpt2.encode(second)
''',
    wrong={
        "same text, same tokens": [
            """
def compare_spellings(first, second):
    same = unicodedata.normalize("NFC", first) == unicodedata.normalize("NFC", second)
    return same, same
""",
            """
def compare_spellings(first, second):
    first, second = (unicodedata.normalize("NFD", text) for text in (first, second))
    return first == second, gpt2.encode(first) == gpt2.encode(second)
""",
        ],
        "code points compared": [
            """
def compare_spellings(first, second):
    return first == second, gpt2.encode(first) == gpt2.encode(second)
""",
            """
def compare_spellings(first, second):
    same = gpt2.encode(first) == gpt2.encode(second)
    return same, same
""",
        ],
        "compatible, not the same": """
def compare_spellings(first, second):
    same_ids = gpt2.encode(first) == gpt2.encode(second)
    first, second = (unicodedata.normalize("NFKC", text) for text in (first, second))
    return first == second, same_ids
""",
        "only one text normalized": [
            """
def compare_spellings(first, second):
    same_text = unicodedata.normalize("NFC", first) == second
    return same_text, gpt2.encode(first) == gpt2.encode(second)
""",
            """
def compare_spellings(first, second):
    same_text = first == unicodedata.normalize("NFD", second)
    return same_text, gpt2.encode(first) == gpt2.encode(second)
""",
        ],
        "two different forms": """
def compare_spellings(first, second):
    same_text = unicodedata.normalize("NFC", first) == unicodedata.normalize("NFD", second)
    return same_text, gpt2.encode(first) == gpt2.encode(second)
""",
        "accents thrown away": """
def compare_spellings(first, second):
    def plain(text):
        return [c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)]

    return plain(first) == plain(second), gpt2.encode(first) == gpt2.encode(second)
""",
        "case ignored": """
def compare_spellings(first, second):
    one, two = (unicodedata.normalize("NFC", text).lower() for text in (first, second))
    return one == two, gpt2.encode(first) == gpt2.encode(second)
""",
        "ids counted, not compared": """
def compare_spellings(first, second):
    one, two = (unicodedata.normalize("NFC", text) for text in (first, second))
    return one == two, len(gpt2.encode(first)) == len(gpt2.encode(second))
""",
        "answers exchanged": """
def compare_spellings(first, second):
    one, two = (unicodedata.normalize("NFC", text) for text in (first, second))
    return gpt2.encode(first) == gpt2.encode(second), one == two
""",
        "another type": """
def compare_spellings(first, second):
    return first == second and gpt2.encode(first) == gpt2.encode(second)
""",
    },
)

ANSWERS = {
    "utf8_encode": UTF8_ENCODE,
    "invalid_bytes": INVALID_BYTES,
    "decode_pieces": DECODE_PIECES,
    "two_spellings": TWO_SPELLINGS,
}
