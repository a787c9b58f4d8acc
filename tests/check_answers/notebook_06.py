"""Answers to the exercises of notebook 06, published tokenizers."""

from check_answers import Answers

RECOVER_MERGES = Answers(
    solution='''
def my_parts(token, ranks):
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
def my_parts(token, ranks):
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
def my_parts(token, ranks):
    parts = [bytes([byte]) for byte in token]
    joined = {i: parts[i] + parts[i + 1] for i in range(len(parts) - 1)}
    places = [i for i in joined if ranks.get(joined[i], 10**9) < ranks[token]]
    if places:
        place = min(places, key=lambda i: ranks[joined[i]])
        parts[place : place + 2] = [joined[place]]
    return tuple(parts)
""",
            """
def my_parts(token, ranks):
    return tuple(bytes([byte]) for byte in token)
""",
        ],
        "any cut into two tokens": [
            """
def my_parts(token, ranks):
    for cut in range(1, len(token)):
        if token[:cut] in ranks and token[cut:] in ranks:
            return token[:cut], token[cut:]
""",
            """
def my_parts(token, ranks):
    for cut in reversed(range(1, len(token))):
        if token[:cut] in ranks and token[cut:] in ranks:
            return token[:cut], token[cut:]
""",
        ],
        "highest rank first": """
def my_parts(token, ranks):
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
def my_parts(token, ranks):
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
def my_parts(token, ranks):
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        joined = {i: parts[i] + parts[i + 1] for i in range(len(parts) - 1)}
        place = min(joined, key=lambda i: ranks.get(joined[i], 10**9))
        parts[place : place + 2] = [joined[place]]
    return parts[1], parts[0]
""",
        "another type": """
def my_parts(token, ranks):
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        joined = {i: parts[i] + parts[i + 1] for i in range(len(parts) - 1)}
        place = min(joined, key=lambda i: ranks.get(joined[i], 10**9))
        parts[place : place + 2] = [joined[place]]
    return parts
""",
    },
)

ANSWERS = {
    "recover_merges": RECOVER_MERGES,
}
