"""Answers to the exercises of notebook 09."""

from check_answers import Answers

SOLUTION = '''
def train_by_updates(ids, num_merges):
    """Yield each merged pair with the counts after it, changed only where the pair stood."""
    counts = count_pairs(ids)
    for new_id in range(256, 256 + num_merges):
        if not counts:
            break
        best = max(pairwise(ids), key=counts.get)
        merged = []
        for place, token_id in enumerate(ids):
            merged.append(token_id)
            if tuple(merged[-2:]) == best:
                right = ids[place + 1 : place + 2]
                for pair in pairwise([*merged[-3:], *right]):
                    counts[pair] -= 1
                merged[-2:] = [new_id]
                for pair in pairwise([*merged[-2:], *right]):
                    counts[pair] = counts.get(pair, 0) + 1
        ids = merged
        counts = {pair: count for pair, count in counts.items() if count}
        yield best, counts
'''

# Another way, with two places in view, as `merge_pair` walks.
WALKING = """
def train_by_updates(ids, num_merges):
    counts = count_pairs(ids)
    for new_id in range(256, 256 + num_merges):
        if not counts:
            break
        best = max(pairwise(ids), key=counts.get)
        merged, place = [], 0
        while place < len(ids):
            if tuple(ids[place : place + 2]) != best:
                merged.append(ids[place])
                place += 1
                continue
            left, right = merged[-1:], ids[place + 2 : place + 3]
            for pair in pairwise([*left, *best, *right]):
                counts[pair] -= 1
            for pair in pairwise([*left, new_id, *right]):
                counts[pair] = counts.get(pair, 0) + 1
            merged.append(new_id)
            place += 2
        ids = merged
        counts = {pair: count for pair, count in counts.items() if count}
        yield best, counts
"""


def updating(*changes):
    """That answer with some of its lines written otherwise, as a learner might."""
    source = WALKING
    for old, new in changes:
        if source.count(old) != 1:
            raise ValueError(f"{old!r} stands {source.count(old)} times in the answer")
        source = source.replace(old, new)
    return source


# And a third, with each neighbor taken care of by itself.
BY_NEIGHBOR = """
def train_by_updates(ids, num_merges):
    ids, counts = list(ids), dict(count_pairs(ids))
    for number in range(num_merges):
        if len(ids) < 2:
            return
        new_id = 256 + number
        best = max(pairwise(ids), key=counts.get)
        merged, place = [], 0
        while place < len(ids):
            if place + 1 < len(ids) and (ids[place], ids[place + 1]) == best:
                counts[best] -= 1
                if merged:
                    left = merged[-1]
                    counts[left, best[0]] -= 1
                    counts[left, new_id] = counts.get((left, new_id), 0) + 1
                if place + 2 < len(ids):
                    right = ids[place + 2]
                    counts[best[1], right] -= 1
                    counts[new_id, right] = counts.get((new_id, right), 0) + 1
                merged.append(new_id)
                place += 2
            else:
                merged.append(ids[place])
                place += 1
        ids = merged
        for pair in [pair for pair in counts if counts[pair] == 0]:
            del counts[pair]
        yield best, dict(counts)
"""


def by_neighbor(*changes):
    """That answer with some of its lines written otherwise."""
    source = BY_NEIGHBOR
    for old, new in changes:
        if source.count(old) != 1:
            raise ValueError(f"{old!r} stands {source.count(old)} times in the answer")
        source = source.replace(old, new)
    return source


LEFT = """                if merged:
                    left = merged[-1]
                    counts[left, best[0]] -= 1
                    counts[left, new_id] = counts.get((left, new_id), 0) + 1
"""
RIGHT = """                if place + 2 < len(ids):
                    right = ids[place + 2]
                    counts[best[1], right] -= 1
                    counts[new_id, right] = counts.get((new_id, right), 0) + 1
"""
BEST = "best = max(pairwise(ids), key=counts.get)"
TAKEN = "for pair in pairwise([*left, *best, *right]):"
ADDED = "for pair in pairwise([*left, new_id, *right]):"
EMPTY = "counts = {pair: count for pair, count in counts.items() if count}"

INCREMENTAL_COUNTS = Answers(
    equivalent={
        f"11: right = ids[place + 1:place + {end}]": (
            "a pair further to the right is taken out and put in again, which changes nothing"
        )
        for end in ("3", "2 + 1")
    },
    setup="""
from itertools import pairwise
from bpe_course import count_pairs, merge_pair
""",
    solution=SOLUTION,
    wrong={
        "negative counts": [
            updating(("left, right = merged[-1:]", "left, right = ids[:place][-1:]")),
            by_neighbor(
                ("if merged:", "if place:"), ("left = merged[-1]", "left = ids[place - 1]")
            ),
            updating(
                ("left, right = merged[-1:]", "left, right = ids[:place][-1:]"),
                (EMPTY, EMPTY.replace("if count}", "if count > 0}")),
            ),
            updating(
                ("counts[pair] -= 1", "counts[pair] = counts.get(pair, 0) - 1"),
                ("merged, place = [], 0", "merged, place = [], counts.pop(best) * 0"),
            ),
        ],
        "pairs that stand nowhere": [
            updating((f"        {EMPTY}\n", "")),
            by_neighbor(("if counts[pair] == 0", "if counts[pair] < 0")),
        ],
        "neighbors forgotten": [
            by_neighbor((LEFT, ""), (RIGHT, "")),
            """
def train_by_updates(ids, num_merges):
    counts = count_pairs(ids)
    for new_id in range(256, 256 + num_merges):
        if not counts:
            break
        best = max(counts, key=counts.get)
        del counts[best]
        yield best, counts
""",
        ],
        "new pairs forgotten": [
            updating(
                (f"            {ADDED}\n", ""),
                ("                counts[pair] = counts.get(pair, 0) + 1\n", ""),
                (BEST, "best = max(counts, key=counts.get)"),
            ),
            by_neighbor(
                (LEFT.splitlines()[-1], ""),
                (RIGHT.splitlines()[-1], ""),
                (BEST, "best = max(counts, key=counts.get)"),
            ),
        ],
        "old pairs kept": [
            updating((TAKEN, "for pair in [best]:")),
            by_neighbor(
                ("                    counts[left, best[0]] -= 1\n", ""),
                ("                    counts[best[1], right] -= 1\n", ""),
            ),
        ],
        "one neighbor forgotten": [
            by_neighbor((LEFT, ""), (BEST, "best = max(counts, key=counts.get)")),
            by_neighbor((RIGHT, ""), (BEST, "best = max(counts, key=counts.get)")),
            updating(
                (TAKEN, "for pair in pairwise([*best, *right]):"),
                (ADDED, "for pair in pairwise([new_id, *right]):"),
            ),
        ],
        "only the first place": """
def train_by_updates(ids, num_merges):
    counts = count_pairs(ids)
    for new_id in range(256, 256 + num_merges):
        if len(ids) < 2:
            break
        best = max(pairwise(ids), key=counts.get)
        place = list(pairwise(ids)).index(best)
        start, end = max(place - 1, 0), place + 3
        before = ids[start:end]
        ids = [*ids[:place], new_id, *ids[place + 2 :]]
        for pair in pairwise(before):
            counts[pair] -= 1
            if not counts[pair]:
                del counts[pair]
        for pair in pairwise(ids[start : end - 1]):
            counts[pair] = counts.get(pair, 0) + 1
        yield best, dict(counts)
""",
        "one dictionary for all entries": """
def train_by_updates(ids, num_merges):
    counts, entries = count_pairs(ids), []
    while len(ids) > 1 and len(entries) < num_merges:
        new_id = 256 + len(entries)
        best = max(pairwise(ids), key=counts.get)
        ids = merge_pair(ids, best, new_id)
        counts.clear()
        counts.update(count_pairs(ids))
        entries.append((best, counts))
    return entries
""",
        "the same ids in every round": [
            updating(("        ids = merged\n", "")),
            updating(("        ids = merged\n", ""), (BEST, "best = max(counts, key=counts.get)")),
        ],
        "wrong ties": [
            updating((BEST, "best = max(counts, key=counts.get)")),
            updating((BEST, "best = max(sorted(counts), key=counts.get)")),
            updating((BEST, "best = max(counts, key=lambda pair: (counts[pair], pair))")),
        ],
        "merging in batches": """
def train_by_updates(ids, num_merges):
    counts, done = count_pairs(ids), 0
    while len(ids) > 1 and done < num_merges:
        by_place = list(dict.fromkeys(pairwise(ids)))
        batch = sorted(by_place, key=counts.get, reverse=True)[:2]
        for best in batch[: num_merges - done]:
            new_id, done = 256 + done, done + 1
            merged = []
            for token_id in ids:
                merged.append(token_id)
                if tuple(merged[-2:]) == best:
                    merged[-2:] = [new_id]
            ids, counts = merged, count_pairs(merged)
            yield best, counts
""",
        "overlaps": [
            """
def train_by_updates(ids, num_merges):
    ids, counts = list(ids), count_pairs(ids)
    for new_id in range(256, 256 + num_merges):
        if len(ids) < 2:
            break
        best = max(pairwise(ids), key=counts.get)
        places = [place for place, pair in enumerate(pairwise(ids)) if pair == best]
        taken = {place + 1 for place in places}
        ids = [
            new_id if place in places else token_id
            for place, token_id in enumerate(ids)
            if place in places or place not in taken
        ]
        counts = count_pairs(ids)
        yield best, counts
""",
            by_neighbor(
                (
                    "counts[best[1], right] -= 1",
                    "counts[best[1], right] -= (best[1], right) != best",
                )
            ),
        ],
        "no entry for a pair": [
            updating(("counts[pair] = counts.get(pair, 0) + 1", "counts[pair] += 1")),
            by_neighbor(
                ("counts[best] -= 1", "counts.pop(best, None)"),
            ),
        ],
        "beyond the ends": [
            by_neighbor(
                ("if place + 2 < len(ids):", "if True:"),
            ),
            by_neighbor(("if merged:", "if True:")),
        ],
        "max of an empty sequence": [
            updating(("        if not counts:\n            break\n", "")),
            by_neighbor(("        if len(ids) < 2:\n            return\n", "")),
        ],
        "changed input": """
def train_by_updates(ids, num_merges):
    counts = count_pairs(ids)
    for new_id in range(256, 256 + num_merges):
        if len(ids) < 2:
            break
        best = max(pairwise(ids), key=counts.get)
        place = 0
        while place + 1 < len(ids):
            if (ids[place], ids[place + 1]) == best:
                ids[place : place + 2] = [new_id]
            place += 1
        counts = count_pairs(ids)
        yield best, counts
""",
        "forgotten return": """
def train_by_updates(ids, num_merges):
    counts = count_pairs(ids)
    for new_id in range(256, 256 + num_merges):
        if not counts:
            break
        best = max(pairwise(ids), key=counts.get)
        counts.pop(best)
""",
        "another type": """
def train_by_updates(ids, num_merges):
    counts, merges = count_pairs(ids), {}
    for new_id in range(256, 256 + num_merges):
        if not counts:
            break
        best = max(counts, key=counts.get)
        merges[best] = new_id
        counts.pop(best)
    return merges
""",
    },
)

STREAMING = '''
def encode_stream(pieces, encode):
    """Yield after each piece the ids of all before the last sure place, and at the end the rest."""
    kept = ""
    for piece in pieces:
        kept += piece
        spaces = [place for place in range(1, len(kept)) if kept[place] == " "]
        cut = max([place for place in spaces if not kept[place - 1].isspace()], default=0)
        yield encode(kept[:cut])
        kept = kept[cut:]
    yield encode(kept)
'''


def streaming(find_cut):
    """A streaming encoder that finds its cut by this expression."""
    return f"""
def encode_stream(pieces, encode):
    kept = ""
    for piece in pieces:
        kept = kept + piece
        cut = {find_cut}
        yield encode(kept[:cut])
        kept = kept[cut:]
    yield encode(kept)
"""


SURE = r"[found.end() for found in regex.finditer(r'\S(?= )', kept)]"

STREAMING_ENCODE = Answers(
    setup="import regex",
    equivalent={
        "5: spaces = [place for place in range(0, len(kept)) if kept[place] == ' ']": (
            "a cut at 0 cuts nothing off, whether it is found or not"
        ),
    },
    solution=STREAMING,
    wrong={
        "ids in place of lists": """
def encode_stream(pieces, encode):
    for piece in pieces:
        yield from encode(piece)
""",
        "a chunk cut at the border": [
            """
def encode_stream(pieces, encode):
    for piece in pieces:
        yield encode(piece)
""",
            """
def encode_stream(pieces, encode):
    return [encode(piece) for piece in pieces] + [[]]
""",
        ],
        "everything joined first": [
            """
def encode_stream(pieces, encode):
    yield encode("".join(pieces))
""",
            """
def encode_stream(pieces, encode):
    kept = ""
    for piece in pieces:
        kept += piece
        yield []
    yield encode(kept)
""",
        ],
        "the space left behind": streaming(f"max([0, *(end + 1 for end in {SURE})])"),
        "a run of white space cut": [
            streaming("max(0, kept.rfind(' '))"),
            streaming("kept.rfind(' ') + 1"),
            streaming("max([n for n, c in enumerate(kept) if c.isspace()], default=0)"),
        ],
        "only the last chunk kept": """
def encode_stream(pieces, encode):
    kept = ""
    for piece in pieces:
        ids = encode(kept + piece)
        yield ids[:-1]
        kept = "".join(ids[-1:])
    yield encode(kept)
""",
        "text given out again": f"""
def encode_stream(pieces, encode):
    kept = ""
    for piece in pieces:
        kept += piece
        yield encode(kept[: max({SURE}, default=0)])
    yield encode(kept)
""",
        "the end lost": f"""
def encode_stream(pieces, encode):
    kept = ""
    for piece in pieces:
        kept += piece
        cut = max({SURE}, default=0)
        yield encode(kept[:cut])
        kept = kept[cut:]
""",
        "kept text lost": [
            f"""
def encode_stream(pieces, encode):
    kept = ""
    for kept in pieces:
        cut = max({SURE}, default=0)
        yield encode(kept[:cut])
        kept = kept[cut:]
    yield encode(kept)
""",
            f"""
def encode_stream(pieces, encode):
    kept = ""
    for piece in pieces:
        kept += piece
        cut = max({SURE}, default=0)
        yield encode(kept[:cut])
        kept = kept[cut + 1:] if cut else kept
    yield encode(kept)
""",
        ],
        "more kept than needed": [
            streaming(f"min({SURE}, default=0)"),
            streaming(f"[0, 0, *{SURE}][-2]"),
        ],
        "a chunk cut too early": [
            streaming(r"max([f.end() for f in regex.finditer(r'\S(?=\W)', kept)], default=0)"),
            streaming(r"max([f.end() for f in regex.finditer(r'\w\b', kept)], default=0)"),
        ],
        "the whole text kept": f"""
def encode_stream(pieces, encode):
    kept, given = "", 0
    for piece in pieces:
        kept += piece
        ids = encode(kept[: max({SURE}, default=0)])
        yield ids[given:]
        given = len(ids)
    yield encode(kept)[given:]
""",
        "print in place of return": """
def encode_stream(pieces, encode):
    for piece in pieces:
        print(encode(piece))
""",
    },
)

ANSWERS = {
    "incremental_counts": INCREMENTAL_COUNTS,
    "streaming_encode": STREAMING_ENCODE,
}
