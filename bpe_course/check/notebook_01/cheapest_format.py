"""Exercise: count the tokens of the same data in three formats, and choose."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product

from bpe_course import corpora, published
from bpe_course.check.exercise import Arguments, Exercise, WrongAnswer

Versions = Mapping[str, str]
Chosen = tuple[object, dict[str, int]]
Record = dict[str, object]
Measure = Callable[[str], int]

NAMES = ("indented JSON", "YAML", "compact JSON")
VALUES: list[object] = [7, "red", ["x", "y"], [3, 14, 15], "Zoë, 12 rue de Sèvres, 巴黎"]

_encoding = cache(published.get_encoding)


def _inputs() -> Iterator[Arguments]:
    for fields in (1, 2, 3):
        for number, values in enumerate(product(VALUES, repeat=fields)):
            record: Record = dict(zip(("size", "parts", "label"), values, strict=False))
            yield (_reordered(_versions(record), number),)
    people = (corpora.load(f"samples/people.{end}") for end in ("json", "yaml", "compact.json"))
    yield (dict(zip(NAMES, people, strict=True)),)
    for left, right in product([7, 1234, "red", "light blue"], repeat=2):
        record = {"size": left, "label": right}
        yield ({**_versions(record), "CSV": f"size,label\n{left},{right}\n"},)


def _versions(record: Record) -> dict[str, str]:
    """The record in each format."""
    indented = json.dumps(record, ensure_ascii=False, indent=2)
    compact = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return dict(zip(NAMES, (indented, _yaml(record), compact), strict=True))


def _yaml(record: Record) -> str:
    """YAML for a record of plain values and lists of them, of which no text needs quotes."""
    lines = []
    for key, value in record.items():
        parts = value if isinstance(value, list) else None
        lines += [f"{key}: {value}"] if parts is None else [f"{key}:", *(f"- {p}" for p in parts)]
    return "\n".join(lines) + "\n"


def _reordered(versions: Versions, number: int) -> dict[str, str]:
    """The same entries, beginning with another one."""
    first = number % len(NAMES)
    return {name: versions[name] for name in NAMES[first:] + NAMES[:first]}


def _tokens(text: str) -> int:
    return len(_encoding("cl100k_base").encode_ordinary(text))


def _tokens_in_gpt2(text: str) -> int:
    return len(_encoding("gpt2").encode_ordinary(text))


def _counts(versions: Versions, measure: Measure = _tokens) -> dict[str, int]:
    return {name: measure(text) for name, text in versions.items()}


def _cheapest(versions: Versions) -> Chosen:
    counts = _counts(versions)
    return min(counts, key=lambda name: counts[name]), counts


def _always(name: str) -> Callable[[Versions], Chosen]:
    return lambda versions: (name, _counts(versions))


def _measured(measure: Measure) -> tuple[Callable[[Versions], Chosen], ...]:
    """Choosing by something other than tokens, and giving either its counts or the right ones."""

    def choose(versions: Versions) -> Chosen:
        counts = _counts(versions, measure)
        return min(counts, key=lambda name: counts[name]), counts

    return choose, lambda versions: (choose(versions)[0], _counts(versions))


def _leaves_one_out(got: object, versions: Versions) -> bool:
    counts = got[1] if isinstance(got, tuple) and len(got) == 2 else None
    return isinstance(counts, dict) and counts.keys() < versions.keys()


def _most_expensive(versions: Versions) -> Chosen:
    counts = _counts(versions)
    return max(counts, key=lambda name: counts[name]), counts


def _last_of_a_tie(versions: Versions) -> Chosen:
    counts = _counts(versions)
    return min(reversed(counts), key=lambda name: counts[name]), counts


def _tie_by_alphabet(versions: Versions) -> Chosen:
    counts = _counts(versions)
    return min(counts, key=lambda name: (counts[name], name)), counts


def _first_in_alphabet(versions: Versions) -> Chosen:
    counts = _counts(versions)
    return min(counts), counts


def _number_for_name(versions: Versions) -> Chosen:
    counts = _counts(versions)
    return min(counts.values()), counts


CHEAPEST_FORMAT = Exercise(
    name="cheapest_format",
    notebook="01",
    title="JSON or YAML? Count",
    minutes=8,
    difficulty=2,
    spec=_cheapest,
    inputs=_inputs,
    verified=(
        "records of up to three fields in three formats, with numbers, texts and lists in them, "
        "the twelve people, and a fourth format; each was counted"
    ),
    wrong=(
        WrongAnswer(
            name="YAML always wins",
            teaching="YAML pays for each line of a list: let the counts decide, for every record.",
            models=(_always("YAML"),),
        ),
        WrongAnswer(
            name="compact JSON always wins",
            teaching="Where there are few brackets, YAML is ahead: let the counts decide.",
            models=(_always("compact JSON"),),
        ),
        WrongAnswer(
            name="one format not counted",
            teaching="Count every version before you choose: versions.items() has them all.",
            recognizes=_leaves_one_out,
        ),
        WrongAnswer(
            name="the first in the alphabet",
            teaching="min(counts) compares the names: to compare their counts, give it a key.",
            models=(_first_in_alphabet,),
        ),
        WrongAnswer(
            name="characters in place of tokens",
            teaching="A short text may be many tokens: count the ids, len(gpt4.encode(text)).",
            models=_measured(len),
        ),
        WrongAnswer(
            name="bytes in place of tokens",
            teaching="A token is one or more bytes, so bytes are no measure of tokens: count the "
            "ids.",
            models=_measured(lambda text: len(text.encode())),
        ),
        WrongAnswer(
            name="words in place of tokens",
            teaching="Compact JSON has hardly a space in it and still many tokens: count the ids.",
            models=_measured(lambda text: len(text.split())),
        ),
        WrongAnswer(
            name="the most expensive",
            teaching="Asked for is the version with the fewest tokens: min, not max.",
            models=(_most_expensive,),
        ),
        WrongAnswer(
            name="a tie to the last",
            teaching="Of two with equally many tokens, the one that stands first is asked for: "
            "compare with <, not with <=.",
            models=(_last_of_a_tie,),
        ),
        WrongAnswer(
            name="a tie by the alphabet",
            teaching="In a tie, min of (count, name) compares the names: compare counts alone.",
            models=(_tie_by_alphabet,),
        ),
        WrongAnswer(
            name="the count in place of the name",
            teaching="The first part of the answer is a name: min(counts, key=counts.get).",
            models=(_number_for_name,),
        ),
        WrongAnswer(
            name="GPT-2 in place of GPT-4",
            teaching="Each vocabulary counts differently: the task asks for the tokens of gpt4.",
            models=_measured(_tokens_in_gpt2),
        ),
    ),
    hints=(
        "First make a dictionary from the name of each version to its number of tokens.",
        "versions.items() gives each name with its text.",
        "min(counts, key=counts.get) is the name with the smallest count, the first in a tie.",
    ),
)
