"""What is claimed of the engines, each a number with a bound, and what was measured.

Most are ratios of times or of memory; starting is claimed in seconds, growth as an exponent.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from bench.jobs import VOCABULARIES, Job
from bench.measure import fit_exponent
from bench.report import Measured, Table, growth

AT_LEAST, AT_MOST = "at least", "at most"
SMALL, MIDDLE, LARGE = 2_000_000, 20_000_000, 100_000_000


@dataclass(frozen=True)
class Claim:
    """A ratio of two contenders' times (`slower` / `faster`) in the jobs that `suits` picks."""

    what: str
    slower: str
    faster: str
    bound: float
    suits: Callable[[Job], bool]
    direction: str = AT_LEAST
    warm: bool = False


def training(size: int) -> Callable[[Job], bool]:
    """Return what picks training 32,768 entries on at least so many bytes."""
    return lambda job: (job.task, job.num_merges) == ("train", 32_512) and job.size >= size


def encoding(shape: str, output: str, name: str) -> Callable[[Job], bool]:
    """Return what picks encoding enough real text, done cold and warm, with a vocabulary."""
    wanted = ("encode", shape, output, name, 2)
    enough = SMALL if shape == "strings" else MIDDLE
    return lambda job: (
        (job.task, job.shape, job.output, job.vocabulary, job.passes) == wanted
        and job.size >= enough
    )


def claims() -> Iterator[Claim]:
    """Yield every claim that is a ratio of times."""
    for peer, bound in (
        ("gigatoken", 3),
        ("rustbpe", 8),
        ("sentencepiece", 8),
        ("huggingface", 20),
        ("bpeasy", 20),
    ):
        yield Claim("training", peer, "compiled", bound, training(LARGE))
    yield Claim("training in pure Python", "huggingface", "fast", 1, training(MIDDLE))
    for name in VOCABULARIES:
        yield from encoding_claims(name)


def encoding_claims(name: str) -> Iterator[Claim]:
    """Yield the claims on encoding with one vocabulary."""
    array, ids = encoding("text", "numpy", name), encoding("text", "list", name)
    for warm in (False, True):
        bound = 8 if name == "o200k_base" else 12
        temper = "warm" if warm else "cold"
        what = f"encoding, {name}, {temper}"
        yield Claim(f"{what}, to NumPy", "tiktoken", "compiled", bound, array, warm=warm)
        yield Claim(f"{what}, to NumPy", "gigatoken", "compiled", 0.5, array, warm=warm)
        yield Claim(f"{what}, to a list", "tiktoken", "compiled", 5, ids, warm=warm)
        yield Claim(f"{what}, in pure Python", "tiktoken", "fast", 0.5, ids, warm=warm)
    strings = encoding("strings", "list", name)
    short = f"short strings, {name}"
    yield Claim(short, "auto", "tiktoken", 1.5, strings, direction=AT_MOST, warm=True)
    both = f"two threads, {name}, to NumPy"
    yield Claim(both, "compiled", "compiled-2", 1.7, array, warm=True)


def claim_rows(measured: Sequence[Measured]) -> Table:
    """Return every claim that could be checked: what, the bound, the median ratio, its spread."""
    heading = ("", "wanted", "measured", "min to max", "")
    found = [row for claim in claims() for row in ratio_rows(claim, measured)]
    return [heading, *found, *memory_rows(measured), *start_rows(measured), *growth_rows(measured)]


def ratio_rows(claim: Claim, measured: Sequence[Measured]) -> Iterator[tuple[str, ...]]:
    """Yield a claim's row for each job in which both took part."""
    for job, results in measured:
        found = {result.name: result for result in results if result.sound}
        if not claim.suits(job) or not {claim.slower, claim.faster} <= found.keys():
            continue
        ratios = found[claim.slower].ratios(found[claim.faster], warm=claim.warm)
        if ratios:
            what = f"{claim.what}: {claim.slower} / {claim.faster}"
            yield verdict(what, claim.direction, claim.bound, ratios)


def verdict(what: str, direction: str, bound: float, values: Sequence[float]) -> tuple[str, ...]:
    """Return the row of one claim.

    >>> verdict("training", "at least", 3, [4.0, 2.0, 5.0])
    ('training', 'at least 3', '4.00', '2.00 to 5.00', 'yes')
    """
    middle = median(values)
    holds = middle >= bound if direction == AT_LEAST else middle <= bound
    spread = f"{min(values):.2f} to {max(values):.2f}"
    return what, f"{direction} {bound:g}", f"{middle:.2f}", spread, "yes" if holds else "NO"


def memory_rows(measured: Sequence[Measured]) -> Iterator[tuple[str, ...]]:
    """Yield the peaks of memory in the large training, ours as parts of gigatoken's."""
    for job, results in measured:
        peaks = {result.name: result.peak_bytes for result in results if result.sound}
        theirs = peaks.get("gigatoken")
        for name in ("compiled", "compiled-stream"):
            ours = peaks.get(name)
            if training(LARGE)(job) and ours and theirs:
                what = f"peak memory, training: {name} / gigatoken"
                yield verdict(what, AT_MOST, 1, [ours / theirs])


def start_rows(measured: Sequence[Measured]) -> Iterator[tuple[str, ...]]:
    """Yield the seconds of starting."""
    bounds = {"import": 0.3, "compiled": 2, "compiled-first-use": 60}
    for job, results in measured:
        for result in results:
            if job.task == "start" and result.name in bounds and result.sound:
                yield verdict(
                    f"start: {result.name}, seconds", AT_MOST, bounds[result.name], result.seconds
                )


def growth_rows(measured: Sequence[Measured]) -> Iterator[tuple[str, ...]]:
    """Yield the exponents of our engines, tiktoken's beside them."""
    for text, group in growing(measured):
        sizes = [job.size for job, _ in group]
        found = {name: fit_exponent(sizes, times) for name, times in growth(group).items()}
        beside = f", tiktoken {found['tiktoken']:.2f}" if "tiktoken" in found else ""
        for name in ("compiled", "fast"):
            if name in found:
                yield verdict(f"exponent, {text}: {name}{beside}", AT_MOST, 1.1, [found[name]])


def growing(measured: Sequence[Measured]) -> list[tuple[str, list[Measured]]]:
    """Return the jobs that differ in size alone, the smallest first, by the name of their text."""
    groups: dict[str, list[Measured]] = {}
    for job, results in sorted(measured, key=lambda entry: entry[0].size):
        if (job.task, job.passes) == ("encode", 1):
            groups.setdefault(job.text, []).append((job, results))
    return [(text, group) for text, group in groups.items() if len(group) > 1]
