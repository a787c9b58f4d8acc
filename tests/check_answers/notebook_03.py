"""Answers to the exercises of notebook 03, training."""

from check_answers import Answers

COUNT_PAIRS = Answers(
    solution='''
def my_count_pairs(ids):
    """Return a dictionary from each pair of neighbors to the number of its places."""
    counts = {}
    for position in range(len(ids) - 1):
        pair = (ids[position], ids[position + 1])
        counts[pair] = counts.get(pair, 0) + 1
    return counts
''',
    wrong={
        "overlaps under-counted": [
            """
def my_count_pairs(ids):
    counts = {}
    last_pair, last_position = None, None
    for position in range(len(ids) - 1):
        pair = (ids[position], ids[position + 1])
        if pair == last_pair and position == last_position + 1:
            last_pair = None
            continue
        counts[pair] = counts.get(pair, 0) + 1
        last_pair, last_position = pair, position
    return counts
""",
            """
def my_count_pairs(ids):
    text = "".join(map(chr, ids))
    counts = {}
    for i in range(len(ids) - 1):
        counts[ids[i], ids[i + 1]] = text.count(text[i : i + 2])
    return counts
""",
        ],
        "steps of two": """
def my_count_pairs(ids):
    counts = {}
    for position in range(0, len(ids) - 1, 2):
        pair = (ids[position], ids[position + 1])
        counts[pair] = counts.get(pair, 0) + 1
    return counts
""",
        "last pair lost": """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids) - 2):
        pair = (ids[position], ids[position + 1])
        counts[pair] = counts.get(pair, 0) + 1
    return counts
""",
        "first pair lost": """
def my_count_pairs(ids):
    counts = {}
    for position in range(1, len(ids) - 1):
        pair = (ids[position], ids[position + 1])
        counts[pair] = counts.get(pair, 0) + 1
    return counts
""",
        "a look past the end": """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids)):
        pair = (ids[position], ids[position + 1])
        counts[pair] = counts.get(pair, 0) + 1
    return counts
""",
        "end joined to beginning": """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids)):
        pair = (ids[position - 1], ids[position])
        counts[pair] = counts.get(pair, 0) + 1
    return counts
""",
        "no count to begin with": """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids) - 1):
        counts[ids[position], ids[position + 1]] += 1
    return counts
""",
        "seen, not counted": """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids) - 1):
        pair = (ids[position], ids[position + 1])
        if pair not in counts:
            counts[pair] = 0
        counts[pair] = 1
    return counts
""",
        "a wrong first count": [
            """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids) - 1):
        pair = (ids[position], ids[position + 1])
        counts[pair] = counts.get(pair, 1) + 1
    return counts
""",
            """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids) - 1):
        pair = (ids[position], ids[position + 1])
        if pair in counts:
            counts[pair] += 1
        else:
            counts[pair] = 0
    return counts
""",
        ],
        "left and right confused": [
            """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids) - 1):
        pair = tuple(sorted(ids[position : position + 2]))
        counts[pair] = counts.get(pair, 0) + 1
    return counts
""",
            """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids) - 1):
        pair = (ids[position + 1], ids[position])
        counts[pair] = counts.get(pair, 0) + 1
    return counts
""",
        ],
        "forgotten return": """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids) - 1):
        pair = (ids[position], ids[position + 1])
        counts[pair] = counts.get(pair, 0) + 1
""",
        "changed input": """
def my_count_pairs(ids):
    counts = {}
    while len(ids) > 1:
        pair = (ids[0], ids[1])
        counts[pair] = counts.get(pair, 0) + 1
        ids.pop(0)
    return counts
""",
        "another type": """
def my_count_pairs(ids):
    counts = {}
    for position in range(len(ids) - 1):
        pair = (ids[position], ids[position + 1])
        counts[pair] = counts.get(pair, 0) + 1
    return list(counts.items())
""",
    },
)

MERGE_PAIR = Answers(
    solution='''
def my_merge_pair(ids, pair, new_id):
    """Return a new list in which every occurrence of pair, left to right, is new_id."""
    merged = []
    for token_id in ids:
        merged.append(token_id)
        if tuple(merged[-2:]) == pair:
            merged[-2:] = [new_id]
    return merged
''',
    wrong={
        "overlapping merge": """
def my_merge_pair(ids, pair, new_id):
    merged = []
    merged_before = False
    for i in range(len(ids)):
        if i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair:
            merged.append(new_id)
            merged_before = True
        elif merged_before:
            merged_before = False
        else:
            merged.append(ids[i])
    return merged
""",
        "second id kept": [
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for i, token_id in enumerate(ids):
        if tuple(ids[i : i + 2]) == pair:
            merged.append(new_id)
        else:
            merged.append(token_id)
    return merged
""",
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for a, b in zip(ids, ids[1:]):
        merged.append(new_id if (a, b) == pair else a)
    return merged
""",
        ],
        "first id kept": [
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for token_id in ids:
        if merged and (merged[-1], token_id) == pair:
            merged.append(new_id)
        else:
            merged.append(token_id)
    return merged
""",
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for token_id in ids:
        merged.append(token_id)
        if tuple(merged[-2:]) == pair:
            merged.append(new_id)
    return merged
""",
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for i in range(len(ids)):
        if i > 0 and (ids[i - 1], ids[i]) == pair:
            merged.append(new_id)
        else:
            merged.append(ids[i])
    return merged
""",
        ],
        "a look back into the old list": [
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for i in range(len(ids)):
        merged.append(ids[i])
        if tuple(ids[i - 1 : i + 1]) == pair:
            merged[-2:] = [new_id]
    return merged
""",
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for i in range(len(ids)):
        if i > 0 and ids[i - 1] == pair[0] and ids[i] == pair[1]:
            merged[-1] = new_id
        else:
            merged.append(ids[i])
    return merged
""",
        ],
        "end joined to beginning": """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for i in range(len(ids)):
        merged.append(ids[i])
        if (ids[i - 1], ids[i]) == pair:
            merged[-2:] = [new_id]
    return merged
""",
        "a list compared with a tuple": [
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for token_id in ids:
        merged.append(token_id)
        if merged[-2:] == pair:
            merged[-2:] = [new_id]
    return merged
""",
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    i = 0
    while i < len(ids):
        if ids[i : i + 2] == pair:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged
""",
        ],
        "a look past the end": [
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    position = 0
    while position < len(ids):
        if (ids[position], ids[position + 1]) == pair:
            merged.append(new_id)
            position += 2
        else:
            merged.append(ids[position])
            position += 1
    return merged
""",
            """
def my_merge_pair(ids, pair, new_id):
    merged = []
    i = 0
    while i < len(ids):
        if ids[i] == pair[0] and ids[i + 1] == pair[1]:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged
""",
        ],
        "last id lost": """
def my_merge_pair(ids, pair, new_id):
    merged = []
    position = 0
    while position < len(ids) - 1:
        if (ids[position], ids[position + 1]) == pair:
            merged.append(new_id)
            position += 2
        else:
            merged.append(ids[position])
            position += 1
    return merged
""",
        "replacement in text": [
            """
def my_merge_pair(ids, pair, new_id):
    text = " ".join(str(token_id) for token_id in ids)
    text = text.replace(f"{pair[0]} {pair[1]}", str(new_id))
    return [int(part) for part in text.split()]
""",
            """
def my_merge_pair(ids, pair, new_id):
    import json
    return json.loads(str(ids).replace(str(pair)[1:-1], str(new_id)))
""",
        ],
        "only the first occurrence": """
def my_merge_pair(ids, pair, new_id):
    merged = list(ids)
    for i in range(len(merged) - 1):
        if (merged[i], merged[i + 1]) == pair:
            merged[i : i + 2] = [new_id]
            break
    return merged
""",
        "merged from the right": """
def my_merge_pair(ids, pair, new_id):
    merged = list(ids)
    for i in range(len(ids) - 2, -1, -1):
        if tuple(merged[i : i + 2]) == pair:
            merged[i : i + 2] = [new_id]
    return merged
""",
        "changed input": """
def my_merge_pair(ids, pair, new_id):
    position = 0
    while position < len(ids) - 1:
        if (ids[position], ids[position + 1]) == pair:
            ids[position : position + 2] = [new_id]
        position += 1
    return ids
""",
        "forgotten return": """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for token_id in ids:
        merged.append(token_id)
        if tuple(merged[-2:]) == pair:
            merged[-2:] = [new_id]
""",
        "another type": """
def my_merge_pair(ids, pair, new_id):
    merged = []
    for token_id in ids:
        merged.append(token_id)
        if tuple(merged[-2:]) == pair:
            merged[-2:] = [new_id]
    return tuple(merged)
""",
        "no end in sight": """
def my_merge_pair(ids, pair, new_id):
    merged = []
    position = 0
    while position < len(ids):
        if tuple(ids[position : position + 2]) == pair:
            merged.append(new_id)
        else:
            merged.append(ids[position])
            position += 1
    return merged
""",
    },
)

LESSON = "from bpe_course import count_pairs, merge_pair"

TRAIN = Answers(
    setup=LESSON,
    solution='''
def my_train(ids, vocab_size):
    """Return the merges, pair to new id, of a vocabulary with vocab_size entries."""
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        merges[best] = new_id
        ids = merge_pair(ids, best, new_id)
    return merges
''',
    wrong={
        "stale counts": """
def my_train(ids, vocab_size):
    merges = {}
    counts = count_pairs(ids)
    for new_id in range(256, vocab_size):
        if not counts:
            break
        best = max(counts, key=counts.get)
        merges[best] = new_id
        ids = merge_pair(ids, best, new_id)
        del counts[best]
    return merges
""",
        "the same text in every round": [
            """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        merges[best] = new_id
        merge_pair(ids, best, new_id)
    return merges
""",
            """
def my_train(ids, vocab_size):
    merges = {}
    counts = count_pairs(ids)
    for new_id in range(256, vocab_size):
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
        ],
        "ids from 257": [
            """
def my_train(ids, vocab_size):
    merges = {}
    for i in range(vocab_size - 256):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, 257 + i)
        merges[best] = 257 + i
    return merges
""",
            """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(257, vocab_size):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
        ],
        "ids from 255": """
def my_train(ids, vocab_size):
    merges = {}
    for i in range(vocab_size - 256):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, 255 + i)
        merges[best] = 255 + i
    return merges
""",
        "ids from 0": [
            """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(vocab_size - 256):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
            """
def my_train(ids, vocab_size):
    merges = {}
    for i in range(vocab_size - 256):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, 256 + i)
        merges[best] = i
    return merges
""",
        ],
        "the table turned round": """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, new_id)
        merges[new_id] = best
    return merges
""",
        "ties settled by sorted": [
            """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs(ids)
        best = sorted(counts.items(), key=lambda item: item[1])[-1][0]
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
            """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs(ids)
        ranked = sorted(((n, pair) for pair, n in counts.items()), reverse=True)
        best = ranked[0][1]
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
        ],
        "ties to the smallest pair": """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs(ids)
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
        "the largest pair, not the most common": """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs(ids)
        best = max(counts)
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
        "one merge too many": [
            """
def my_train(ids, vocab_size):
    merges = {}
    for i in range(vocab_size - 255):
        counts = count_pairs(ids)
        if not counts:
            break
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, 256 + i)
        merges[best] = 256 + i
    return merges
""",
            """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size + 1):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
        ],
        "one merge too few": """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size - 1):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
        "vocabulary size taken for merges": [
            """
def my_train(ids, vocab_size):
    merges = {}
    for i in range(vocab_size):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, 256 + i)
        merges[best] = 256 + i
    return merges
""",
            """
def my_train(ids, vocab_size):
    merges = {}
    while len(merges) < vocab_size and len(ids) > 1:
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, 256 + len(merges))
        merges[best] = 256 + len(merges)
    return merges
""",
        ],
        "forgotten return": """
def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
""",
        "an unfinished part": """
def my_count(ids):
    raise NotImplementedError

def my_train(ids, vocab_size):
    merges = {}
    for new_id in range(256, vocab_size):
        counts = my_count(ids)
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
    },
)

PAIRS_RUN_OUT = Answers(
    setup=LESSON,
    solution='''
def train_to_the_end(ids):
    """Return the merges, pair to new id, that are made until no pair is left."""
    merges = {}
    while len(ids) > 1:
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        merges[best] = 256 + len(merges)
        ids = merge_pair(ids, best, merges[best])
    return merges
''',
    wrong={
        "max of an empty sequence": [
            """
def train_to_the_end(ids):
    merges = {}
    while True:
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        merges[best] = 256 + len(merges)
        ids = merge_pair(ids, best, merges[best])
    return merges
""",
            """
def train_to_the_end(ids):
    merges = {}
    while len(ids) != 1:
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        merges[best] = 256 + len(merges)
        ids = merge_pair(ids, best, merges[best])
    return merges
""",
        ],
        "a loop that never ends": """
def train_to_the_end(ids):
    merges = {}
    while len(ids) > 0:
        counts = count_pairs(ids)
        best = max(counts, key=counts.get, default=None)
        if best is None:
            continue
        merges[best] = 256 + len(merges)
        ids = merge_pair(ids, best, merges[best])
    return merges
""",
        "stopped at pairs that stand once": """
def train_to_the_end(ids):
    merges = {}
    counts = count_pairs(ids)
    while counts and max(counts.values()) > 1:
        best = max(counts, key=counts.get)
        merges[best] = 256 + len(merges)
        ids = merge_pair(ids, best, merges[best])
        counts = count_pairs(ids)
    return merges
""",
        "stopped at two ids": """
def train_to_the_end(ids):
    merges = {}
    while len(ids) > 2:
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        merges[best] = 256 + len(merges)
        ids = merge_pair(ids, best, merges[best])
    return merges
""",
        "a fixed number of merges": [
            """
def train_to_the_end(ids):
    merges = {}
    for new_id in range(256, 266):
        counts = count_pairs(ids)
        if not counts:
            break
        best = max(counts, key=counts.get)
        merges[best] = new_id
        ids = merge_pair(ids, best, new_id)
    return merges
""",
            """
def train_to_the_end(ids):
    merges = {}
    counts = count_pairs(ids)
    if counts:
        merges[max(counts, key=counts.get)] = 256
    return merges
""",
        ],
        "forgotten return": """
def train_to_the_end(ids):
    merges = {}
    while len(ids) > 1:
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        merges[best] = 256 + len(merges)
        ids = merge_pair(ids, best, merges[best])
""",
    },
)

OFF_BY_ONE = Answers(
    solution="off_by_one = (4, (258, 100))",
    wrong={
        "the intended number": "off_by_one = (3, (258, 100))",
        "one too few": "off_by_one = (2, (256, 97))",
        "entries taken for merges": "off_by_one = (260, (258, 100))",
        "the first merge blamed": "off_by_one = (4, (97, 97))",
        "the last right merge blamed": "off_by_one = (4, (257, 98))",
        "the new id in place of its pair": "off_by_one = (4, 259)",
        "letters in place of ids": [
            'off_by_one = (4, ("aaab", "d"))',
            'off_by_one = (4, (258, "d"))',
            'off_by_one = (4, b"aaabd")',
        ],
        "another type": "off_by_one = 4",
    },
)

ANSWERS = {
    "count_pairs": COUNT_PAIRS,
    "merge_pair": MERGE_PAIR,
    "train": TRAIN,
    "pairs_run_out": PAIRS_RUN_OUT,
    "off_by_one": OFF_BY_ONE,
}
