"""Answers to the exercises of notebook 06, published tokenizers."""

from check_answers import Answers

RECOVER_MERGES = Answers(
    solution='''
def take_apart(token, ranks):
    """Return the two tokens of which token was made, as a tuple of bytes."""
    parts = [bytes([byte]) for byte in token]
    limit = ranks[token]
    while True:
        joined = {i: parts[i] + parts[i + 1] for i in range(len(parts) - 1)}
        places = [i for i in joined if ranks.get(joined[i], limit) < limit]
        if not places:
            return tuple(parts)
        place = min(places, key=lambda i: ranks[joined[i]])
        parts[place : place + 2] = [joined[place]]
''',
    wrong={
        "no rank limit": """
def take_apart(token, ranks):
    parts = [bytes([byte]) for byte in token]
    while True:
        joined = {i: parts[i] + parts[i + 1] for i in range(len(parts) - 1)}
        places = [i for i in joined if joined[i] in ranks]
        if not places:
            return tuple(parts)
        place = min(places, key=lambda i: ranks[joined[i]])
        parts[place : place + 2] = [joined[place]]
""",
        "stopped too early": [
            """
def take_apart(token, ranks):
    parts = [bytes([byte]) for byte in token]
    joined = {i: parts[i] + parts[i + 1] for i in range(len(parts) - 1)}
    places = [i for i in joined if ranks.get(joined[i], 10**9) < ranks[token]]
    if places:
        place = min(places, key=lambda i: ranks[joined[i]])
        parts[place : place + 2] = [joined[place]]
    return tuple(parts)
""",
            """
def take_apart(token, ranks):
    return tuple(bytes([byte]) for byte in token)
""",
        ],
        "any cut into two tokens": [
            """
def take_apart(token, ranks):
    for cut in range(1, len(token)):
        if token[:cut] in ranks and token[cut:] in ranks:
            return token[:cut], token[cut:]
""",
            """
def take_apart(token, ranks):
    for cut in reversed(range(1, len(token))):
        if token[:cut] in ranks and token[cut:] in ranks:
            return token[:cut], token[cut:]
""",
        ],
        "highest rank first": """
def take_apart(token, ranks):
    parts = [bytes([byte]) for byte in token]
    while True:
        joined = {i: parts[i] + parts[i + 1] for i in range(len(parts) - 1)}
        places = [i for i in joined if ranks.get(joined[i], 10**9) < ranks[token]]
        if not places:
            return tuple(parts)
        place = max(places, key=lambda i: ranks[joined[i]])
        parts[place : place + 2] = [joined[place]]
""",
        "greedy from the left": """
def take_apart(token, ranks):
    parts = [bytes([byte]) for byte in token]
    while True:
        for i in range(len(parts) - 1):
            if ranks.get(parts[i] + parts[i + 1], 10**9) < ranks[token]:
                parts[i : i + 2] = [parts[i] + parts[i + 1]]
                break
        else:
            return tuple(parts)
""",
        "left and right confused": """
def take_apart(token, ranks):
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        joined = {i: parts[i] + parts[i + 1] for i in range(len(parts) - 1)}
        place = min(joined, key=lambda i: ranks.get(joined[i], 10**9))
        parts[place : place + 2] = [joined[place]]
    return parts[1], parts[0]
""",
        "another type": """
def take_apart(token, ranks):
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        joined = {i: parts[i] + parts[i + 1] for i in range(len(parts) - 1)}
        place = min(joined, key=lambda i: ranks.get(joined[i], 10**9))
        parts[place : place + 2] = [joined[place]]
    return parts
""",
    },
)

MATCH_ENCODINGS = Answers(
    setup="""
from bpe_course.pretokenize import pretokenize
from bpe_course.reference import encode_chunk
""",
    solution='''
def ids_of(text, vocab, merges, pattern):
    """Return the ids of text in the encoding of these parts."""
    id_of = {token: token_id for token_id, token in vocab.items()}
    ids = []
    for chunk in pretokenize(text, pattern):
        start = [id_of[bytes([byte])] for byte in chunk.encode("utf-8")]
        ids += encode_chunk(start, merges)
    return ids
''',
    wrong={
        "a list of lists": """
def ids_of(text, vocab, merges, pattern):
    id_of = {token: token_id for token_id, token in vocab.items()}
    ids = []
    for chunk in pretokenize(text, pattern):
        start = [id_of[bytes([byte])] for byte in chunk.encode("utf-8")]
        ids.append(encode_chunk(start, merges))
    return ids
""",
        "byte permutation forgotten": """
def ids_of(text, vocab, merges, pattern):
    ids = []
    for chunk in pretokenize(text, pattern):
        ids += encode_chunk(list(chunk.encode()), merges)
    return ids
""",
        "looked up in the wrong table": [
            """
def ids_of(text, vocab, merges, pattern):
    ids = []
    for chunk in pretokenize(text, pattern):
        start = [ord(vocab[byte]) for byte in chunk.encode()]
        ids += encode_chunk(start, merges)
    return ids
""",
            """
def ids_of(text, vocab, merges, pattern):
    id_of = {token: token_id for token_id, token in vocab.items()}
    ids = []
    for chunk in pretokenize(text, pattern):
        ids += encode_chunk([id_of[byte] for byte in chunk.encode()], merges)
    return ids
""",
            """
def ids_of(text, vocab, merges, pattern):
    id_of = {token: token_id for token_id, token in vocab.items()}
    ids = []
    for chunk in pretokenize(text, pattern):
        ids += encode_chunk([id_of[character] for character in chunk], merges)
    return ids
""",
        ],
        "wrong pattern": [
            f"""
def ids_of(text, vocab, merges, pattern):
    id_of = {{token: token_id for token_id, token in vocab.items()}}
    ids = []
    for chunk in pretokenize(text, {name!r}):
        start = [id_of[bytes([byte])] for byte in chunk.encode("utf-8")]
        ids += encode_chunk(start, merges)
    return ids
"""
            for name in ("gpt2", "cl100k_base", "o200k_base")
        ],
        "no splitting": """
def ids_of(text, vocab, merges, pattern):
    id_of = {token: token_id for token_id, token in vocab.items()}
    return encode_chunk([id_of[bytes([b])] for b in text.encode()], merges)
""",
        "nothing merged": """
def ids_of(text, vocab, merges, pattern):
    id_of = {token: token_id for token_id, token in vocab.items()}
    ids = []
    for chunk in pretokenize(text, pattern):
        ids += [id_of[bytes([byte])] for byte in chunk.encode("utf-8")]
    return ids
""",
        "only one chunk": [
            """
def ids_of(text, vocab, merges, pattern):
    id_of = {token: token_id for token_id, token in vocab.items()}
    ids = []
    for chunk in pretokenize(text, pattern):
        start = [id_of[bytes([byte])] for byte in chunk.encode("utf-8")]
        ids = encode_chunk(start, merges)
    return ids
""",
            """
def ids_of(text, vocab, merges, pattern):
    id_of = {token: token_id for token_id, token in vocab.items()}
    for chunk in pretokenize(text, pattern):
        start = [id_of[bytes([byte])] for byte in chunk.encode("utf-8")]
        return encode_chunk(start, merges)
    return []
""",
        ],
        "the longest token taken": """
def ids_of(text, vocab, merges, pattern):
    id_of = {token: token_id for token_id, token in vocab.items()}
    ids = []
    for chunk in pretokenize(text, pattern):
        rest = chunk.encode("utf-8")
        while rest:
            size = max(n for n in range(1, len(rest) + 1) if rest[:n] in id_of)
            ids.append(id_of[rest[:size]])
            rest = rest[size:]
    return ids
""",
        "characters in place of bytes": """
def ids_of(text, vocab, merges, pattern):
    id_of = {token: token_id for token_id, token in vocab.items()}
    ids = []
    for chunk in pretokenize(text, pattern):
        start = [id_of[bytes([ord(character)])] for character in chunk]
        ids += encode_chunk(start, merges)
    return ids
""",
    },
    equivalent={
        "5: start = [id_of[bytes([byte])] for byte in chunk.encode('utf-')]": (
            "Python drops the hyphen, and utf is another name of UTF-8"
        ),
    },
)


SPECIAL_POLICY = Answers(
    setup="import regex",
    solution='''
def split_allowed(text, special, allowed):
    """Return the parts of text, each with whether it is an allowed special token."""
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
''',
    wrong={
        "user text becomes a control token": """
def split_allowed(text, special, allowed):
    if not special:
        return [(text, False)] if text else []
    names = sorted(special, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in special) for part in parts if part]
""",
        "returned instead of raised": [
            """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            return ValueError
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
            """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            return ValueError(f"{name!r} is not allowed")
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
            """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            print("ValueError")
            return None
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
        ],
        "a name within a longer one is overlooked": [
            """
def split_allowed(text, special, allowed):
    names = sorted(special, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    if any(part in special and part not in allowed for part in parts):
        raise ValueError("a special token that is not allowed")
    return [(part, part in allowed) for part in parts if part]
""",
            """
def split_allowed(text, special, allowed):
    names = sorted(special, key=len, reverse=True)
    found = regex.findall("|".join(map(regex.escape, names)), text)
    if not set(found) <= set(allowed):
        raise ValueError(f"not allowed: {set(found) - set(allowed)}")
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
        ],
        "cut before it was searched": """
def split_allowed(text, special, allowed):
    names = sorted(allowed, key=len, reverse=True)
    parts = [text]
    if names:
        parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    for part in parts:
        if part not in allowed and any(name in part for name in special):
            raise ValueError(f"{part!r} holds a name that is not allowed")
    return [(part, part in allowed) for part in parts if part]
""",
        "nothing refused": """
def split_allowed(text, special, allowed):
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
        "allowed names refused": """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
        "nothing recognized": """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    return [(text, False)] if text else []
""",
        "unescaped |": [
            """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(names) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
            """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(names) + ")", text)
    return [(p, i % 2 == 1) for i, p in enumerate(parts) if p]
""",
        ],
        "shorter name first": [
            """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
            """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)] if text else []
    parts = regex.split("(" + "|".join(map(regex.escape, allowed)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
        ],
        "marks lost": """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("|".join(map(regex.escape, names)), text)
    return [(part, part in allowed) for part in parts if part]
""",
        "empty parts kept": """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)]
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts]
""",
        "a part of the empty text": [
            """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)]
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
            """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if text == "":
        return [("", False)]
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
        ],
        "an empty expression": """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    return [(part, part in allowed) for part in parts if part]
""",
        "forgotten return": """
def split_allowed(text, special, allowed):
    for name in special:
        if name in text and name not in allowed:
            raise ValueError(f"the text holds {name!r}, which is not allowed")
    if not allowed:
        return [(text, False)] if text else []
    names = sorted(allowed, key=len, reverse=True)
    parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
    [(part, part in allowed) for part in parts if part]
""",
    },
    equivalent={
        "4: raise ValueError(f'the text holds{name!r}, which is not allowed')": (
            "only the wording of the message changes"
        ),
        "4: raise ValueError(f'the text holds {name!r}, which is not allowe')": (
            "only the wording of the message changes"
        ),
    },
)


EXPORT_TIKTOKEN = Answers(
    setup="from bpe_course.vocab import build_tokens",
    solution='''
def export_parts(merges, special_tokens, pattern):
    """Return the arguments of tiktoken.Encoding for a tokenizer of these parts."""
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": special_tokens}
''',
    wrong={
        "ids not contiguous": [
            """
def export_parts(merges, special_tokens, pattern):
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    special = {name: 100257 + place for place, name in enumerate(special_tokens)}
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": special}
""",
            """
def export_parts(merges, special_tokens, pattern):
    ranks = {bytes([byte]): byte for byte in range(256)}
    for token_id, token in build_tokens(merges).items():
        if len(token) > 1:
            ranks[token] = token_id + 1
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": special_tokens}
""",
        ],
        "special tokens lost": """
def export_parts(merges, special_tokens, pattern):
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": {}}
""",
        "special tokens among the ranks": [
            """
def export_parts(merges, special_tokens, pattern):
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    for name, token_id in special_tokens.items():
        ranks[name.encode()] = token_id
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": special_tokens}
""",
            """
def export_parts(merges, special_tokens, pattern):
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    ranks |= {name.encode(): token_id for name, token_id in special_tokens.items()}
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": {}}
""",
        ],
        "single bytes left out": """
def export_parts(merges, special_tokens, pattern):
    tokens = build_tokens(merges)
    ranks = {tokens[new_id]: new_id for new_id in merges.values()}
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": special_tokens}
""",
        "merges in place of tokens": """
def export_parts(merges, special_tokens, pattern):
    return {"pat_str": pattern, "mergeable_ranks": merges, "special_tokens": special_tokens}
""",
        "ranks turned round": """
def export_parts(merges, special_tokens, pattern):
    ranks = build_tokens(merges)
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": special_tokens}
""",
        "text in place of bytes": """
def export_parts(merges, special_tokens, pattern):
    tokens = build_tokens(merges)
    ranks = {token.decode("utf-8", "replace"): rank for rank, token in tokens.items()}
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": special_tokens}
""",
        "another pattern": """
def export_parts(merges, special_tokens, pattern):
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    return {"pat_str": "gpt2", "mergeable_ranks": ranks, "special_tokens": special_tokens}
""",
        "tokens numbered anew": """
def export_parts(merges, special_tokens, pattern):
    longest_first = sorted(build_tokens(merges).values(), key=len, reverse=True)
    ranks = {token: rank for rank, token in enumerate(longest_first)}
    return {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": special_tokens}
""",
        "not the three arguments": [
            """
def export_parts(merges, special_tokens, pattern):
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    return pattern, ranks, special_tokens
""",
            """
def export_parts(merges, special_tokens, pattern):
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    return {"pattern": pattern, "ranks": ranks, "special_tokens": special_tokens}
""",
        ],
        "forgotten return": """
def export_parts(merges, special_tokens, pattern):
    ranks = {token: token_id for token_id, token in build_tokens(merges).items()}
    {"pat_str": pattern, "mergeable_ranks": ranks, "special_tokens": special_tokens}
""",
    },
)


ANSWERS = {
    "recover_merges": RECOVER_MERGES,
    "match_encodings": MATCH_ENCODINGS,
    "special_policy": SPECIAL_POLICY,
    "export_tiktoken": EXPORT_TIKTOKEN,
}
