"""Answers to the exercises of notebook 05, splitting."""

from check_answers import Answers

LAST_SPACE = Answers(
    solution='''
def cut_before(space, word):
    """Return GPT-2's chunks of white space and a word; the text may end instead of the word."""
    if word == "":
        return [space]
    if space == " ":
        return [" " + word]
    if space[-1] == " ":
        return [space[:-1], " " + word]
    if len(space) == 1:
        return [space, word]
    return [space[:-1], space[-1], word]
''',
    wrong={
        "an empty chunk": [
            """
def cut_before(space, word):
    if space[-1] == " ":
        return [space[:-1], " " + word]
    return [space[:-1], space[-1], word]
""",
            """
def cut_before(space, word):
    if not word:
        return [space]
    if space[-1] == " ":
        return [space[:-1], " " + word]
    return [space[:-1], space[-1], word]
""",
        ],
        "the last space attached to the run": [
            """
def cut_before(space, word):
    if word:
        return [space, word]
    return [space]
""",
            """
def cut_before(space, word):
    chunks = []
    if space == " " and word:
        return [space + word]
    chunks.append(space)
    if word:
        chunks.append(word)
    return chunks
""",
        ],
        "a line break attached to the word": """
def cut_before(space, word):
    if not word:
        return [space]
    if len(space) == 1:
        return [space + word]
    return [space[:-1], space[-1] + word]
""",
        "all the spaces attached to the word": [
            """
def cut_before(space, word):
    return [space + word]
""",
            """
def cut_before(space, word):
    if space == " " * len(space):
        return [space + word]
    if not word:
        return [space]
    if space[-1] == " ":
        return [space[:-1], " " + word]
    return [space[:-1], space[-1], word] if len(space) > 1 else [space, word]
""",
        ],
        "something given back at the end": """
def cut_before(space, word):
    if len(space) == 1:
        return [" " + word] if space == " " else [part for part in (space, word) if part]
    if not word:
        return [space[:-1], space[-1]]
    if space[-1] == " ":
        return [space[:-1], " " + word]
    return [space[:-1], space[-1], word]
""",
        "a run left whole before a word": """
def cut_before(space, word):
    if not word:
        return [space]
    if space[-1] != " ":
        return [space, word]
    rest = space[:-1]
    return [rest, " " + word] if rest else [" " + word]
""",
        "the last part forgotten": """
def cut_before(space, word):
    if not word:
        return [space]
    chunks = []
    if len(space) > 1:
        chunks.append(space[:-1])
    chunks.append(" " + word if space[-1] == " " else word)
    return chunks
""",
        "every character a chunk": """
def cut_before(space, word):
    chunks = list(space)
    if not word:
        return chunks
    if chunks[-1] == " ":
        chunks[-1] += word
    else:
        chunks.append(word)
    return chunks
""",
        "forgotten return": """
def cut_before(space, word):
    if not word:
        chunks = [space]
    elif space[-1] == " ":
        chunks = [space[:-1], " " + word]
    else:
        chunks = [space, word]
""",
        "another type": """
def cut_before(space, word):
    return space + "|" + word
""",
    },
)

ONE_WORD_A_CHUNK = Answers(
    setup="import regex",
    solution='''
def split_words(text):
    """Return chunks that join to text, none empty, each with one whole word at most."""
    return regex.findall(r"\\s+|\\S+", text)
''',
    wrong={
        "split()": [
            """
def split_words(text):
    return text.split()
""",
            """
def split_words(text):
    return regex.findall(r"\\S+", text)
""",
        ],
        "the separator lost": [
            """
def split_words(text):
    return text.split(" ")
""",
            """
def split_words(text):
    return regex.split(r"\\s+", text)
""",
        ],
        "runs of spaces lost": [
            """
def split_words(text):
    words = text.split()
    return words[:1] + [" " + word for word in words[1:]]
""",
            """
def split_words(text):
    return regex.findall(r" ?\\S+", text)
""",
            """
def split_words(text):
    chunks = []
    for word in text.split():
        chunks.append(word + " ")
    return chunks
""",
        ],
        "white space at the end lost": """
def split_words(text):
    return regex.findall(r"\\s*\\S+", text)
""",
        "white space at the beginning lost": """
def split_words(text):
    return regex.findall(r"\\S+\\s*", text)
""",
        "line breaks lost": [
            """
def split_words(text):
    return regex.findall(r" +|\\S+", text)
""",
            """
def split_words(text):
    return regex.findall(r" *\\S+| +", text)
""",
        ],
        "symbols lost": [
            """
def split_words(text):
    return regex.findall(r"\\w+|\\s+", text)
""",
            """
def split_words(text):
    return regex.findall(r"\\p{L}+|\\s+", text)
""",
        ],
        "empty chunks": [
            """
def split_words(text):
    return regex.findall(r"\\s*\\S*", text)
""",
            """
def split_words(text):
    return regex.split(r"(\\s+)", text)
""",
        ],
        "several words in one chunk": [
            """
def split_words(text):
    return [text] if text else []
""",
            """
def split_words(text):
    return text.splitlines(keepends=True)
""",
        ],
        "a word cut in two": [
            """
def split_words(text):
    return list(text)
""",
            """
def split_words(text):
    return regex.findall(r" ?\\w+| ?[^\\w\\s]+|\\s+(?!\\S)|\\s+", text)
""",
        ],
        "no list of chunks": [
            """
def split_words(text):
    return text
""",
            """
def split_words(text):
    return tuple(regex.findall(r"\\s+|\\S+", text))
""",
        ],
        "forgotten return": """
def split_words(text):
    chunks = regex.findall(r"\\s+|\\S+", text)
""",
        "print in place of return": """
def split_words(text):
    print(regex.findall(r"\\s+|\\S+", text))
""",
    },
)

TRAIN_ON_COUNTS = Answers(
    setup="from bpe_course import count_pairs, merge_pair",
    equivalent={
        f"8: counts[pair] = counts.get(pair, {start}) + count * times": (
            "every pair's count is off by the same number, so the same pair wins"
        )
        for start in (1, -1)
    },
    solution='''
def train_on_counts(chunk_counts, num_merges):
    """Return the merges, pair to new id, of chunks given once each with their occurrences."""
    rows = [(list(chunk), times) for chunk, times in chunk_counts.items()]
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = {}
        for ids, times in rows:
            for pair, count in count_pairs(ids).items():
                counts[pair] = counts.get(pair, 0) + count * times
        if not counts:
            break
        best = max(counts, key=counts.get)
        rows = [(merge_pair(ids, best, new_id), times) for ids, times in rows]
        merges[best] = new_id
    return merges
''',
    wrong={
        "training on the joined chunks": [
            """
def train_on_counts(chunk_counts, num_merges):
    ids = []
    for chunk, times in chunk_counts.items():
        ids.extend(chunk * times)
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = count_pairs(ids)
        if not counts:
            break
        best = max(counts, key=counts.get)
        ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
            """
def train_on_counts(chunk_counts, num_merges):
    ids = list(b"".join(chunk_counts))
    merges = {}
    while len(merges) < num_merges and len(ids) > 1:
        counts = count_pairs(ids)
        best = max(counts, key=counts.get)
        merges[best] = 256 + len(merges)
        ids = merge_pair(ids, best, merges[best])
    return merges
""",
        ],
        "copies of a chunk joined": """
def train_on_counts(chunk_counts, num_merges):
    chunks = [list(chunk) * times for chunk, times in chunk_counts.items()]
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = {}
        for ids in chunks:
            for pair, count in count_pairs(ids).items():
                counts[pair] = counts.get(pair, 0) + count
        if not counts:
            break
        best = max(counts, key=counts.get)
        chunks = [merge_pair(ids, best, new_id) for ids in chunks]
        merges[best] = new_id
    return merges
""",
        "occurrences ignored": """
def train_on_counts(chunk_counts, num_merges):
    chunks = [list(chunk) for chunk in chunk_counts]
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = {}
        for ids in chunks:
            for pair, count in count_pairs(ids).items():
                counts[pair] = counts.get(pair, 0) + count
        if not counts:
            break
        best = max(counts, key=counts.get)
        chunks = [merge_pair(ids, best, new_id) for ids in chunks]
        merges[best] = new_id
    return merges
""",
        "a pair counted once a chunk": """
def train_on_counts(chunk_counts, num_merges):
    rows = [(list(chunk), times) for chunk, times in chunk_counts.items()]
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = {}
        for ids, times in rows:
            for pair in count_pairs(ids):
                counts[pair] = counts.get(pair, 0) + times
        if not counts:
            break
        best = max(counts, key=counts.get)
        rows = [(merge_pair(ids, best, new_id), times) for ids, times in rows]
        merges[best] = new_id
    return merges
""",
        "added in place of multiplied": """
def train_on_counts(chunk_counts, num_merges):
    rows = [(list(chunk), times) for chunk, times in chunk_counts.items()]
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = {}
        for ids, times in rows:
            for pair, count in count_pairs(ids).items():
                counts[pair] = counts.get(pair, 0) + count + times
        if not counts:
            break
        best = max(counts, key=counts.get)
        rows = [(merge_pair(ids, best, new_id), times) for ids, times in rows]
        merges[best] = new_id
    return merges
""",
        "only the last chunk counted": """
def train_on_counts(chunk_counts, num_merges):
    rows = [(list(chunk), times) for chunk, times in chunk_counts.items()]
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = {}
        for ids, times in rows:
            for pair, count in count_pairs(ids).items():
                counts[pair] = count * times
        if not counts:
            break
        best = max(counts, key=counts.get)
        rows = [(merge_pair(ids, best, new_id), times) for ids, times in rows]
        merges[best] = new_id
    return merges
""",
        "stale counts": """
def train_on_counts(chunk_counts, num_merges):
    counts = {}
    for chunk, times in chunk_counts.items():
        for pair, count in count_pairs(chunk).items():
            counts[pair] = counts.get(pair, 0) + count * times
    merges = {}
    while counts and len(merges) < num_merges:
        best = max(counts, key=counts.get)
        merges[best] = 256 + len(merges)
        counts.pop(best)
    return merges
""",
        "the same chunks in every round": """
def train_on_counts(chunk_counts, num_merges):
    rows = [(list(chunk), times) for chunk, times in chunk_counts.items()]
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = {}
        for ids, times in rows:
            for pair, count in count_pairs(ids).items():
                counts[pair] = counts.get(pair, 0) + count * times
        if not counts:
            break
        best = max(counts, key=counts.get)
        for ids, times in rows:
            ids = merge_pair(ids, best, new_id)
        merges[best] = new_id
    return merges
""",
        "max of an empty sequence": """
def train_on_counts(chunk_counts, num_merges):
    rows = [(list(chunk), times) for chunk, times in chunk_counts.items()]
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = {}
        for ids, times in rows:
            for pair, count in count_pairs(ids).items():
                counts[pair] = counts.get(pair, 0) + count * times
        best = max(counts, key=counts.get)
        rows = [(merge_pair(ids, best, new_id), times) for ids, times in rows]
        merges[best] = new_id
    return merges
""",
        "changed input": """
def train_on_counts(chunk_counts, num_merges):
    rows = []
    while chunk_counts:
        chunk = next(iter(chunk_counts))
        rows.append((list(chunk), chunk_counts.pop(chunk)))
    merges = {}
    for new_id in range(256, 256 + num_merges):
        counts = {}
        for ids, times in rows:
            for pair, count in count_pairs(ids).items():
                counts[pair] = counts.get(pair, 0) + count * times
        if not counts:
            break
        best = max(counts, key=counts.get)
        rows = [(merge_pair(ids, best, new_id), times) for ids, times in rows]
        merges[best] = new_id
    return merges
""",
    },
)


def threes(numbers, symbols=None):
    """A learner's cell with this part for numbers, and perhaps another one for symbols."""
    changed = f'"numbers": r"{numbers}"' + (f', "symbols": r"{symbols}"' if symbols else "")
    return f"""
def split_in_threes(text):
    pattern = "|".join({{**parts, {changed}}}.values())
    return regex.findall(pattern, text)
"""


NUMBERS_IN_THREES = Answers(
    setup="""
import regex
from bpe_course.pretokenize import ALTERNATIVES
parts = ALTERNATIVES["gpt2"]
""",
    solution='''
def split_in_threes(text):
    """Return GPT-2's chunks of text, but with three numbers at most in each."""
    new_parts = {**parts, "numbers": r" ?\\p{N}{1,3}"}
    return regex.findall("|".join(new_parts.values()), text)
''',
    wrong={
        r"\d in place of \p{N}": [
            threes(r" ?\d{1,3}"),
            threes(r" ?[0-9]{1,3}"),
            threes(r" ?\d{1,3}", r" ?[^\s\p{L}\d]+"),
        ],
        "no upper bound": [
            threes(r" ?\p{N}+"),
            threes(r" ?\p{N}{1,}"),
            threes(r" ?\p{N}{3,}"),
            threes(r" ?(?:\p{N}{1,3})+"),
        ],
        "exactly three": threes(r" ?\p{N}{3}"),
        "none is enough": [threes(r" ?\p{N}{0,3}"), threes(r" ?\p{N}{,3}")],
        "another bound than three": [
            threes(r" ?\p{N}{1,2}"),
            threes(r" ?\p{N}{1,4}"),
            threes(r" ?\p{N}"),
        ],
        "the space in front dropped": threes(r"\p{N}{1,3}"),
        "a space demanded": threes(r" \p{N}{1,3}"),
        "the space counted among the three": threes(r"[ \p{N}]{1,3}"),
        "threes from the right": threes(r" ?\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))"),
        "forgotten return": """
def split_in_threes(text):
    new_parts = {**parts, "numbers": r" ?\\p{N}{1,3}"}
    regex.findall("|".join(new_parts.values()), text)
""",
        "another type": """
def split_in_threes(text):
    new_parts = {**parts, "numbers": r" ?\\p{N}{1,3}"}
    return "|".join(regex.findall("|".join(new_parts.values()), text))
""",
    },
)

ANSWERS = {
    "last_space": LAST_SPACE,
    "one_word_a_chunk": ONE_WORD_A_CHUNK,
    "train_on_counts": TRAIN_ON_COUNTS,
    "numbers_in_threes": NUMBERS_IN_THREES,
}
