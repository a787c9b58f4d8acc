"""Answers to the exercises of notebook 01, tokenization issues."""

from check_answers import Answers

ENCODINGS = """
from bpe_course import published

gpt2 = published.get_encoding("gpt2")
gpt4 = published.get_encoding("cl100k_base")
"""

NUMBER_PIECES = Answers(
    setup=ENCODINGS,
    solution="""
number_pieces = {
    "GPT-2": [gpt2.decode([token_id]) for token_id in gpt2.encode("1234567")],
    "GPT-4": ["123", "456", "7"],
}
""",
    wrong={
        "other names": """
number_pieces = {"gpt2": ["123", "45", "67"], "cl100k_base": ["123", "456", "7"]}
""",
        "digits one by one": [
            'number_pieces = {"GPT-2": list("1234567"), "GPT-4": list("1234567")}',
            'number_pieces = {"GPT-2": list("1234567"), "GPT-4": ["123", "456", "7"]}',
            'number_pieces = {"GPT-2": ["123", "45", "67"], "GPT-4": list("1234567")}',
        ],
        "the number as one token": [
            'number_pieces = {"GPT-2": ["1234567"], "GPT-4": ["1234567"]}',
            'number_pieces = {"GPT-2": ["1234567"], "GPT-4": ["123", "456", "7"]}',
        ],
        "cut as the commas are set": [
            """
number_pieces = {"GPT-2": ["123", "45", "67"], "GPT-4": ["1", "234", "567"]}
""",
            """
number_pieces = {"GPT-2": ["1", "234", "567"], "GPT-4": ["1", "234", "567"]}
""",
        ],
        "the two confused": """
number_pieces = {"GPT-2": ["123", "456", "7"], "GPT-4": ["123", "45", "67"]}
""",
        "GPT-4's rule in GPT-2": """
number_pieces = {"GPT-2": ["123", "456", "7"], "GPT-4": ["123", "456", "7"]}
""",
        "GPT-2's cut in GPT-4": """
pieces = [gpt2.decode([token_id]) for token_id in gpt2.encode("1234567")]
number_pieces = {"GPT-2": pieces, "GPT-4": pieces}
""",
        "a space in front": """
number_pieces = {
    "GPT-2": [gpt2.decode([token_id]) for token_id in gpt2.encode(" 1234567")],
    "GPT-4": [gpt4.decode([token_id]) for token_id in gpt4.encode(" 1234567")],
}
""",
        "ids or numbers in place of pieces": [
            'number_pieces = {"GPT-2": gpt2.encode("1234567"), "GPT-4": gpt4.encode("1234567")}',
            'number_pieces = {"GPT-2": [123, 45, 67], "GPT-4": [123, 456, 7]}',
        ],
        "digits lost or added": [
            'number_pieces = {"GPT-2": ["123", "45", "67"], "GPT-4": ["123", "456"]}',
            'number_pieces = {"GPT-2": ["123", "456", "67"], "GPT-4": ["123", "456", "7"]}',
        ],
        "a function for a value": """
def number_pieces():
    return {"GPT-2": ["123", "45", "67"], "GPT-4": ["123", "456", "7"]}
""",
        "another type": 'number_pieces = ["123", "456", "7"]',
    },
)

TOKEN_SPANS = Answers(
    setup=ENCODINGS,
    solution='''
def my_token_spans(text):
    """Return a tuple for each token of GPT-2: its bytes, where it begins, where it ends."""
    spans = []
    start = 0
    for token in gpt2.decode_tokens_bytes(gpt2.encode(text)):
        spans.append((token, start, start + len(token)))
        start = start + len(token)
    return spans
''',
    wrong={
        "lists in place of tuples": [
            """
def my_token_spans(text):
    spans = []
    start = 0
    for token in gpt2.decode_tokens_bytes(gpt2.encode(text)):
        spans.append([token, start, start + len(token)])
        start = start + len(token)
    return spans
""",
            """
def my_token_spans(text):
    spans = []
    for token in gpt2.decode_tokens_bytes(gpt2.encode(text)):
        start = spans[-1][2] if spans else 0
        spans += [[token, start, start + len(token)]]
    return spans
""",
        ],
        "each token decoded by itself": [
            """
def my_token_spans(text):
    spans = []
    start = 0
    for token_id in gpt2.encode(text):
        token = gpt2.decode([token_id]).encode()
        spans.append((token, start, start + len(token)))
        start = start + len(token)
    return spans
""",
            """
def my_token_spans(text):
    spans, start = [], 0
    for token_id in gpt2.encode(text):
        end = start + len(gpt2.decode_single_token_bytes(token_id))
        spans.append((gpt2.decode([token_id]).encode("utf-8"), start, end))
        start = end
    return spans
""",
        ],
        "bytes thrown away": """
def my_token_spans(text):
    spans = []
    start = 0
    for token_id in gpt2.encode(text):
        token = gpt2.decode([token_id], errors="ignore").encode()
        spans.append((token, start, start + len(token)))
        start += len(token)
    return spans
""",
        "strings in place of bytes": [
            """
def my_token_spans(text):
    spans = []
    start = 0
    for token_id in gpt2.encode(text):
        token = gpt2.decode([token_id])
        spans.append((token, start, start + len(token)))
        start = start + len(token)
    return spans
""",
            """
def my_token_spans(text):
    spans = []
    start = 0
    for token_id in gpt2.encode(text):
        end = start + len(gpt2.decode_single_token_bytes(token_id))
        spans.append((gpt2.decode([token_id]), start, end))
        start = end
    return spans
""",
        ],
        "characters counted, not bytes": """
def my_token_spans(text):
    spans = []
    start = 0
    for token_id in gpt2.encode(text):
        end = start + len(gpt2.decode([token_id]))
        spans.append((gpt2.decode_single_token_bytes(token_id), start, end))
        start = end
    return spans
""",
        "ids in place of bytes": """
def my_token_spans(text):
    spans = []
    start = 0
    for token_id in gpt2.encode(text):
        end = start + len(gpt2.decode_single_token_bytes(token_id))
        spans.append((token_id, start, end))
        start = end
    return spans
""",
        "tokens counted, not bytes": """
def my_token_spans(text):
    tokens = gpt2.decode_tokens_bytes(gpt2.encode(text))
    return [(token, place, place + 1) for place, token in enumerate(tokens)]
""",
        "the last byte in place of the end": """
def my_token_spans(text):
    spans = []
    start = 0
    for token in gpt2.decode_tokens_bytes(gpt2.encode(text)):
        end = start + len(token) - 1
        spans.append((token, start, end))
        start = end + 1
    return spans
""",
        "length in place of the end": """
def my_token_spans(text):
    spans = []
    start = 0
    for token in gpt2.decode_tokens_bytes(gpt2.encode(text)):
        spans.append((token, start, len(token)))
        start += len(token)
    return spans
""",
        "every token at the start": """
def my_token_spans(text):
    spans = []
    start = 0
    for token in gpt2.decode_tokens_bytes(gpt2.encode(text)):
        spans.append((token, start, start + len(token)))
    return spans
""",
        "found at its first place": """
def my_token_spans(text):
    data = text.encode("utf-8")
    spans = []
    for token in gpt2.decode_tokens_bytes(gpt2.encode(text)):
        start = data.index(token)
        spans.append((token, start, start + len(token)))
    return spans
""",
        "another tokenizer": """
def my_token_spans(text):
    spans = []
    start = 0
    for token in gpt4.decode_tokens_bytes(gpt4.encode(text)):
        spans.append((token, start, start + len(token)))
        start = start + len(token)
    return spans
""",
        "forgotten return": """
def my_token_spans(text):
    spans = []
    start = 0
    for token in gpt2.decode_tokens_bytes(gpt2.encode(text)):
        spans.append((token, start, start + len(token)))
        start = start + len(token)
""",
        "another type": """
def my_token_spans(text):
    start = 0
    for token in gpt2.decode_tokens_bytes(gpt2.encode(text)):
        yield token, start, start + len(token)
        start = start + len(token)
""",
    },
)

PREDICT_COUNTS = Answers(
    setup=ENCODINGS,
    solution="my_counts = [1, 3, 4, 3, 2, 5, 4, 5]",
    wrong={
        "not eight numbers": "my_counts = [1, 3, 4, 3, 2, 5, 4]",
        "ids in place of their number": "my_counts = [gpt4.encode(' because')] * 8",
        "four characters a token": [
            "my_counts = [2, 2, 2, 2, 4, 3, 1, 5]",
            "my_counts = [2, 3, 3, 2, 5, 4, 1, 5]",
        ],
        "digits one by one": "my_counts = [1, 3, 4, 8, 2, 5, 4, 5]",
        "taking a number for one token": "my_counts = [1, 3, 4, 1, 2, 5, 4, 5]",
        "taking a token for a word": [
            "my_counts = [1, 1, 1, 1, 1, 3, 1, 4]",
            "my_counts = [1, 3, 4, 3, 1, 5, 4, 5]",
            "my_counts = [1, 3, 4, 3, 2, 5, 4, 4]",
        ],
        "taking a Chinese character for one token": "my_counts = [1, 3, 4, 3, 2, 5, 2, 5]",
        "taking a token for a character": [
            "my_counts = [8, 9, 9, 8, 18, 13, 2, 20]",
            "my_counts = [1, 3, 9, 3, 2, 5, 4, 5]",
        ],
        "a space of its own": [
            "my_counts = [2, 3, 4, 3, 13, 7, 4, 8]",
            "my_counts = [1, 3, 4, 3, 2, 5, 4, 8]",
        ],
        "a token for every space": "my_counts = [1, 3, 4, 3, 13, 5, 4, 5]",
        "capitals overlooked": "my_counts = [1, 3, 3, 3, 2, 5, 4, 5]",
        "the apostrophe by itself": "my_counts = [1, 3, 4, 3, 2, 6, 4, 5]",
        "GPT-2 in place of GPT-4": [
            "my_counts = [1, 2, 5, 3, 12, 5, 6, 5]",
            "my_counts = [1, 3, 4, 3, 12, 5, 4, 5]",
        ],
        "another type": "my_counts = 27",
    },
)

CHEAPEST_FORMAT = Answers(
    setup=ENCODINGS,
    solution='''
def my_cheapest_format(versions):
    """Return the name of the version with the fewest tokens of GPT-4, and all the counts."""
    counts = {}
    for name, text in versions.items():
        counts[name] = len(gpt4.encode(text))
    return min(counts, key=counts.get), counts
''',
    wrong={
        "YAML always wins": [
            """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    return "YAML", counts
""",
            """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    return next(name for name in counts if "JSON" not in name), counts
""",
        ],
        "compact JSON always wins": """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    return "compact JSON", counts
""",
        "one format not counted": [
            """
def my_cheapest_format(versions):
    counts = {}
    for name in ("indented JSON", "YAML"):
        if name in versions:
            counts[name] = len(gpt4.encode(versions[name]))
    return min(sorted(counts), key=counts.get), counts
""",
            """
def my_cheapest_format(versions):
    counts = {}
    for name in versions:
        if name != "indented JSON":
            counts[name] = len(gpt4.encode(versions[name]))
    return min(counts, key=counts.get), counts
""",
            """
def my_cheapest_format(versions):
    counts = {}
    for name, text in versions.items():
        if "JSON" in name:
            counts[name] = len(gpt4.encode(text))
    return min(counts, key=counts.get), counts
""",
        ],
        "characters in place of tokens": [
            """
def my_cheapest_format(versions):
    counts = {name: len(text) for name, text in versions.items()}
    return min(counts, key=counts.get), counts
""",
            """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    return min(versions, key=lambda name: len(versions[name])), counts
""",
        ],
        "bytes in place of tokens": """
def my_cheapest_format(versions):
    counts = {name: len(text.encode("utf-8")) for name, text in versions.items()}
    return min(counts, key=counts.get), counts
""",
        "words in place of tokens": """
def my_cheapest_format(versions):
    counts = {name: len(text.split()) for name, text in versions.items()}
    return min(counts, key=counts.get), counts
""",
        "the most expensive": """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    return max(counts, key=counts.get), counts
""",
        "a tie to the last": """
def my_cheapest_format(versions):
    counts = {}
    best = None
    for name, text in versions.items():
        counts[name] = len(gpt4.encode(text))
        if best is None or counts[name] <= counts[best]:
            best = name
    return best, counts
""",
        "a tie by the alphabet": [
            """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    return min((count, name) for name, count in counts.items())[1], counts
""",
            """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(versions[name])) for name in versions}
    return sorted(counts, key=lambda name: (counts[name], name))[0], counts
""",
        ],
        "the first in the alphabet": """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    return min(counts), counts
""",
        "the count in place of the name": """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    return min(counts.values()), counts
""",
        "GPT-2 in place of GPT-4": """
def my_cheapest_format(versions):
    counts = {name: len(gpt2.encode(text)) for name, text in versions.items()}
    return min(counts, key=counts.get), counts
""",
        "forgotten return": """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    min(counts, key=counts.get)
""",
        "another type": """
def my_cheapest_format(versions):
    counts = {name: len(gpt4.encode(text)) for name, text in versions.items()}
    return min(counts, key=counts.get)
""",
    },
)

ANSWERS = {
    "number_pieces": NUMBER_PIECES,
    "token_spans": TOKEN_SPANS,
    "predict_counts": PREDICT_COUNTS,
    "cheapest_format": CHEAPEST_FORMAT,
}
