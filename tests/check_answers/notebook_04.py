"""Answers to the exercises of notebook 04, encoding and decoding."""

from check_answers import Answers

DECODE = Answers(
    solution='''
def my_decode(ids, merges):
    """Return the text of ids; bytes that are no text become U+FFFD."""
    for pair, new_id in reversed(merges.items()):
        opened = []
        for token_id in ids:
            opened.extend(pair if token_id == new_id else [token_id])
        ids = opened
    return bytes(ids).decode("utf-8", errors="replace")
''',
    wrong={
        "strict decoding": [
            """
def my_decode(ids, merges):
    for pair, new_id in reversed(merges.items()):
        opened = []
        for token_id in ids:
            opened.extend(pair if token_id == new_id else [token_id])
        ids = opened
    return bytes(ids).decode("utf-8")
""",
            """
def my_decode(ids, merges):
    tokens = {byte: bytes([byte]) for byte in range(256)}
    for (left, right), new_id in merges.items():
        tokens[new_id] = tokens[left] + tokens[right]
    return "".join(tokens[token_id].decode() for token_id in ids)
""",
        ],
        "token by token": [
            """
def my_decode(ids, merges):
    tokens = {byte: bytes([byte]) for byte in range(256)}
    for (left, right), new_id in merges.items():
        tokens[new_id] = tokens[left] + tokens[right]
    text = ""
    for token_id in ids:
        text += tokens[token_id].decode("utf-8", errors="replace")
    return text
""",
            """
def my_decode(ids, merges):
    parts = {new_id: pair for pair, new_id in merges.items()}

    def text_of(token_id):
        if token_id in parts:
            left, right = parts[token_id]
            return text_of(left) + text_of(right)
        return bytes([token_id]).decode("utf-8", errors="replace")

    return "".join(map(text_of, ids))
""",
        ],
        "bytes dropped in silence": """
def my_decode(ids, merges):
    for pair, new_id in reversed(merges.items()):
        opened = []
        for token_id in ids:
            opened.extend(pair if token_id == new_id else [token_id])
        ids = opened
    return bytes(ids).decode("utf-8", errors="ignore")
""",
        "bytes taken for characters": """
def my_decode(ids, merges):
    for pair, new_id in reversed(merges.items()):
        opened = []
        for token_id in ids:
            opened.extend(pair if token_id == new_id else [token_id])
        ids = opened
    return "".join(chr(byte) for byte in ids)
""",
        "a space between the tokens": """
def my_decode(ids, merges):
    tokens = {byte: bytes([byte]) for byte in range(256)}
    for (left, right), new_id in merges.items():
        tokens[new_id] = tokens[left] + tokens[right]
    joined = b" ".join(tokens[token_id] for token_id in ids)
    return joined.decode("utf-8", errors="replace")
""",
        "undone in the order of learning": [
            """
def my_decode(ids, merges):
    for pair, new_id in merges.items():
        opened = []
        for token_id in ids:
            opened.extend(pair if token_id == new_id else [token_id])
        ids = opened
    return bytes(ids).decode("utf-8", errors="replace")
""",
            """
def my_decode(ids, merges):
    parts = {new_id: pair for pair, new_id in merges.items()}
    opened = []
    for token_id in ids:
        if token_id in parts:
            opened += parts[token_id]
        else:
            opened.append(token_id)
    return bytes(opened).decode("utf-8", errors="replace")
""",
        ],
        "left and right confused": """
def my_decode(ids, merges):
    for (a, b), new_id in reversed(merges.items()):
        opened = []
        for token_id in ids:
            opened.extend((b, a) if token_id == new_id else [token_id])
        ids = opened
    return bytes(ids).decode("utf-8", errors="replace")
""",
        "merged ids left in": """
def my_decode(ids, merges):
    return bytes(ids).decode("utf-8", errors="replace")
""",
        "changed input": """
def my_decode(ids, merges):
    for pair, new_id in reversed(merges.items()):
        while new_id in ids:
            place = ids.index(new_id)
            ids[place : place + 1] = pair
    return bytes(ids).decode("utf-8", errors="replace")
""",
        "another type": """
def my_decode(ids, merges):
    for pair, new_id in reversed(merges.items()):
        opened = []
        for token_id in ids:
            opened.extend(pair if token_id == new_id else [token_id])
        ids = opened
    return bytes(ids)
""",
        "print in place of return": """
def my_decode(ids, merges):
    for pair, new_id in reversed(merges.items()):
        opened = []
        for token_id in ids:
            opened.extend(pair if token_id == new_id else [token_id])
        ids = opened
    print(bytes(ids).decode("utf-8", errors="replace"))
""",
    },
    equivalent={
        "7: return bytes(ids).decode('utf-', errors='replace')": (
            "Python drops the hyphen, and utf is another name of UTF-8"
        ),
    },
)

ENCODE = Answers(
    setup="from bpe_course import count_pairs, merge_pair",
    solution='''
def my_encode(text, merges):
    """Return the ids of text; each step merges one place, the leftmost of lowest rank."""
    ids = list(text.encode("utf-8"))
    while True:
        places = [i for i in range(len(ids) - 1) if (ids[i], ids[i + 1]) in merges]
        if not places:
            return ids
        place = min(places, key=lambda i: merges[ids[i], ids[i + 1]])
        ids[place : place + 2] = [merges[ids[place], ids[place + 1]]]
''',
    wrong={
        "fails below two ids": [
            """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while True:
        pair = min(count_pairs(ids), key=lambda p: merges.get(p, float("inf")))
        if pair not in merges:
            return ids
        ids = merge_pair(ids, pair, merges[pair])
""",
            """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while True:
        pairs = sorted(count_pairs(ids), key=lambda p: merges.get(p, float("inf")))
        if pairs[0] not in merges or len(ids) == 2:
            break
        ids = merge_pair(ids, pairs[0], merges[pairs[0]])
    return [merges[pairs[0]]] if pairs[0] in merges else ids
""",
            """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    if len(ids) < 2:
        return ids
    while True:
        pair = min(count_pairs(ids), key=lambda p: merges.get(p, float("inf")))
        if pair not in merges:
            return ids
        ids = merge_pair(ids, pair, merges[pair])
""",
        ],
        "a look past the end": """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while True:
        places = [i for i in range(len(ids)) if (ids[i], ids[i + 1]) in merges]
        if not places:
            return ids
        place = min(places, key=lambda i: merges[ids[i], ids[i + 1]])
        ids[place : place + 2] = [merges[ids[place], ids[place + 1]]]
""",
        "a merge that was never learned": """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while len(ids) >= 2:
        pair = min(count_pairs(ids), key=lambda p: merges.get(p, float("inf")))
        ids = merge_pair(ids, pair, merges[pair])
    return ids
""",
        "None compared": """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while len(ids) > 1:
        best = min(count_pairs(ids), key=merges.get)
        if best not in merges:
            break
        ids = merge_pair(ids, best, merges[best])
    return ids
""",
        "stopped after one merge": [
            """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    places = [i for i in range(len(ids) - 1) if (ids[i], ids[i + 1]) in merges]
    if places:
        place = min(places, key=lambda i: merges[ids[i], ids[i + 1]])
        ids[place : place + 2] = [merges[ids[place], ids[place + 1]]]
    return ids
""",
            """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while len(ids) >= 2:
        pair = min(count_pairs(ids), key=lambda p: merges.get(p, float("inf")))
        if pair in merges:
            ids = merge_pair(ids, pair, merges[pair])
        return ids
    return ids
""",
        ],
        "greedy from the left": [
            """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    i = 0
    while i < len(ids) - 1:
        if (ids[i], ids[i + 1]) in merges:
            ids[i : i + 2] = [merges[ids[i], ids[i + 1]]]
            i = 0
        else:
            i += 1
    return ids
""",
            """
def my_encode(text, merges):
    ids = []
    for byte in text.encode("utf-8"):
        ids.append(byte)
        while tuple(ids[-2:]) in merges:
            ids[-2:] = [merges[tuple(ids[-2:])]]
    return ids
""",
            """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while True:
        known = [pair for pair in zip(ids, ids[1:]) if pair in merges]
        if not known:
            return ids
        ids = merge_pair(ids, known[0], merges[known[0]])
""",
        ],
        "longest match": """
def my_encode(text, merges):
    ids_of = {bytes([byte]): byte for byte in range(256)}
    tokens = {byte: bytes([byte]) for byte in range(256)}
    for (a, b), new_id in merges.items():
        tokens[new_id] = tokens[a] + tokens[b]
        ids_of[tokens[new_id]] = new_id
    rest = text.encode("utf-8")
    ids = []
    while rest:
        end = len(rest)
        while rest[:end] not in ids_of:
            end -= 1
        ids.append(ids_of[rest[:end]])
        rest = rest[end:]
    return ids
""",
        "highest rank first": """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while len(ids) >= 2:
        pair = max(count_pairs(ids), key=lambda p: merges.get(p, -1))
        if pair not in merges:
            break
        ids = merge_pair(ids, pair, merges[pair])
    return ids
""",
        "most common pair first": """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while True:
        counts = {pair: n for pair, n in count_pairs(ids).items() if pair in merges}
        if not counts:
            return ids
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, merges[best])
""",
        "the smallest pair, not its rank": """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while True:
        known = [pair for pair in count_pairs(ids) if pair in merges]
        if not known:
            return ids
        pair = min(known)
        ids = merge_pair(ids, pair, merges[pair])
""",
        "equal ranks from the right": """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while True:
        places = [i for i in range(len(ids) - 1) if (ids[i], ids[i + 1]) in merges]
        if not places:
            return ids
        place = places[0]
        for i in places:
            if merges[ids[i], ids[i + 1]] <= merges[ids[place], ids[place + 1]]:
                place = i
        ids[place : place + 2] = [merges[ids[place], ids[place + 1]]]
""",
        "last pair lost": """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while True:
        places = [i for i in range(len(ids) - 2) if (ids[i], ids[i + 1]) in merges]
        if not places:
            return ids
        place = min(places, key=lambda i: merges[ids[i], ids[i + 1]])
        ids[place : place + 2] = [merges[ids[place], ids[place + 1]]]
""",
        "characters in place of bytes": """
def my_encode(text, merges):
    ids = [ord(character) for character in text]
    while len(ids) >= 2:
        pair = min(count_pairs(ids), key=lambda p: merges.get(p, float("inf")))
        if pair not in merges:
            break
        ids = merge_pair(ids, pair, merges[pair])
    return ids
""",
        "another type": """
def my_encode(text, merges):
    ids = text.encode("utf-8")
    while len(ids) >= 2:
        pair = min(count_pairs(ids), key=lambda p: merges.get(p, float("inf")))
        if pair not in merges:
            break
        ids = merge_pair(ids, pair, merges[pair])
    return ids
""",
        "forgotten return": """
def my_encode(text, merges):
    ids = list(text.encode("utf-8"))
    while len(ids) >= 2:
        pair = min(count_pairs(ids), key=lambda p: merges.get(p, float("inf")))
        if pair not in merges:
            break
        ids = merge_pair(ids, pair, merges[pair])
""",
    },
    equivalent={
        "2: ids = list(text.encode('utf-'))": (
            "Python drops the hyphen, and utf is another name of UTF-8"
        ),
    },
)

GPT_4 = """
from bpe_course import Tokenizer

cl100k = Tokenizer.from_tiktoken("cl100k_base")
"""

LOST_IDS = Answers(
    setup=GPT_4,
    solution="""
lost_ids = cl100k.encode("inter") + cl100k.encode("national")
""",
    wrong={
        "text in place of ids": 'lost_ids = ["inter", "national"]',
        "an id that no token has": "lost_ids = [2295, 200_000]",
        "a special token": "lost_ids = [100257]",
        "bytes that are no text": "lost_ids = [128, 129]",
        "a word that has no single id": [
            'lost_ids = cl100k.encode("under") + cl100k.encode("stand")',
            'lost_ids = cl100k.encode("under") + cl100k.encode("standing")',
        ],
        "it is a bijection": [
            'lost_ids = cl100k.encode("international")',
            'lost_ids = cl100k.encode("1") + cl100k.encode(" 2")',
        ],
        "another number of ids": [
            "lost_ids = [i for letter in 'international' for i in cl100k.encode(letter)]",
            "lost_ids = cl100k.encode('int') + cl100k.encode('er') + cl100k.encode('national')",
        ],
        "a space in front": [
            'lost_ids = cl100k.encode(" inter") + cl100k.encode("national")',
            'lost_ids = cl100k.encode(" ") + cl100k.encode("international")',
        ],
        "no long word": [
            'lost_ids = cl100k.encode("th") + cl100k.encode("ere")',
            'lost_ids = cl100k.encode("        ") + cl100k.encode("        ")',
        ],
        "a word of several tokens": 'lost_ids = cl100k.encode("inte") + cl100k.encode("national")',
    },
)

UNSAFE_CUTS = Answers(
    setup=GPT_4,
    solution='''
def unsafe_cuts(text, encode):
    """Return the positions at which text, cut in two and encoded in parts, gives other ids."""
    whole = encode(text)
    cuts = range(1, len(text))
    return [cut for cut in cuts if encode(text[:cut]) + encode(text[cut:]) != whole]
''',
    wrong={
        "assuming concatenation": [
            """
def unsafe_cuts(text, encode):
    return []
""",
            """
def unsafe_cuts(text, encode):
    cuts = []
    for cut in range(1, len(text)):
        ids = encode(text[:cut]) + encode(text[cut:])
        if cl100k.decode(ids) != cl100k.decode(encode(text)):
            cuts.append(cut)
    return cuts
""",
        ],
        "safe and unsafe confused": """
def unsafe_cuts(text, encode):
    cuts = []
    for cut in range(1, len(text)):
        if encode(text[:cut]) + encode(text[cut:]) == encode(text):
            cuts.append(cut)
    return cuts
""",
        "only longer results counted": """
def unsafe_cuts(text, encode):
    cuts = []
    for cut in range(1, len(text)):
        if len(encode(text[:cut]) + encode(text[cut:])) > len(encode(text)):
            cuts.append(cut)
    return cuts
""",
        "lengths compared": """
def unsafe_cuts(text, encode):
    cuts = []
    for cut in range(1, len(text)):
        if len(encode(text[:cut])) + len(encode(text[cut:])) != len(encode(text)):
            cuts.append(cut)
    return cuts
""",
        "only the first cut": """
def unsafe_cuts(text, encode):
    for cut in range(1, len(text)):
        if encode(text[:cut]) + encode(text[cut:]) != encode(text):
            return [cut]
    return []
""",
        "every cut": """
def unsafe_cuts(text, encode):
    cuts = []
    for cut in range(1, len(text)):
        if encode(text[:cut]) and encode(text[cut:]):
            cuts.append(cut)
    return cuts
""",
        "last cut lost": """
def unsafe_cuts(text, encode):
    whole = encode(text)
    cuts = range(1, len(text) - 1)
    return [cut for cut in cuts if encode(text[:cut]) + encode(text[cut:]) != whole]
""",
        "first cut lost": """
def unsafe_cuts(text, encode):
    whole = encode(text)
    cuts = range(2, len(text))
    return [cut for cut in cuts if encode(text[:cut]) + encode(text[cut:]) != whole]
""",
        "another type": """
def unsafe_cuts(text, encode):
    cuts = range(1, len(text))
    return {cut for cut in cuts if encode(text[:cut]) + encode(text[cut:]) != encode(text)}
""",
        "other parameters": """
def unsafe_cuts(text):
    cuts = range(1, len(text))
    return [cut for cut in cuts if cl100k.encode(text[:cut]) != cl100k.encode(text)]
""",
    },
    equivalent={
        "3: cuts = range(0, len(text))": (
            "before the first character nothing is cut off, so the ids are those of the text"
        ),
        "3: cuts = range(1, len(text) + 1)": (
            "behind the last character nothing is cut off, so the ids are those of the text"
        ),
    },
)

ANSWERS = {
    "decode": DECODE,
    "encode": ENCODE,
    "lost_ids": LOST_IDS,
    "unsafe_cuts": UNSAFE_CUTS,
}
