"""What a notebook builds in full view is what the package has under that name.

A cell tagged `builds` defines a function that the package also has. Here those cells are run as
they stand in the notebook, and each function is held equal to the package's on drawn examples.
"""

import ast
import contextlib
import functools
import io
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_course import (
    Tokenizer,
    bytelevel,
    decoding,
    improving,
    pairs,
    reference,
    special,
    utf8,
    vocab,
)
from bpe_course.pretokenize import PATTERNS, pretokenize

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
MERGES = st.builds(
    lambda chunk: reference.train([chunk], 8),
    st.one_of(strategies.chunks_over(b"ab"), strategies.runs()),
)
SOME_IDS = st.lists(st.integers(0, 257))
TRAINED = st.builds(
    lambda text: Tokenizer.train(text, 258, pattern=None), st.sampled_from(["ababab", "aé aé"])
)

SPECIAL_TOKENS = ["<s>", "<s>1", "|", "<|e|>", "  ", "    "]


def ranks_of(merges, extra):
    """Tokens and ranks, in the order of the merges, and perhaps a token that no merge makes."""
    tokens = [*vocab.build_tokens(merges).values(), *extra]
    return {token: rank for rank, token in enumerate(tokens)}


# Two merges may make the same token; then a rank is missing, and it is no list of ranks.
RANKS = st.builds(ranks_of, MERGES, st.sampled_from([[], [b"zzz"]])).filter(
    lambda ranks: len(ranks) == max(ranks.values()) + 1
)

# Every row of UTF-8's bit layout, the surrogates, and what lies outside the list.
NUMBERS = st.one_of(
    *(st.integers(0, last) for last in (0x7F, 0x7FF, 0xFFFF, 0x10FFFF)),
    st.integers(0xD7FF, 0xE000),
    st.integers(-2, 1 << 21),
)


# Chunks as training keeps them: each once, with how often it occurs.
WEIGHTED = strategies.chunk_lists().map(Counter)


def entered(chunk_counts):
    """The chunks as lists, the counts of their pairs, and who holds these."""
    counts, holders = {}, {}
    for number, (chunk, weight) in enumerate(chunk_counts.items()):
        improving.add_pairs(number, chunk, weight, counts, holders)
    return [list(chunk) for chunk in chunk_counts], counts, holders


def changed_by(change, chunk_counts, number, ids, weight):
    """What adding or removing the pairs of a chunk returns, and the counts and holders then."""
    _, counts, holders = entered(chunk_counts)
    return change(number, ids, weight, counts, holders), same_order(counts), same_order(holders)


def removed_by(remove, chunk_counts):
    """The same for removing the chunk entered last, if there is one."""
    if not chunk_counts:
        return None
    *_, (chunk, weight) = chunk_counts.items()
    return changed_by(remove, chunk_counts, len(chunk_counts) - 1, chunk, weight)


def first_places(find, chunk_counts):
    """The first place of every pair there is."""
    chunks, counts, holders = entered(chunk_counts)
    return [find(pair, chunks, holders) for pair in counts]


def best_of(find, chunk_counts):
    """The best pair, if there is one."""
    chunks, counts, holders = entered(chunk_counts)
    return find(counts, chunks, holders) if counts else None


def outcome(function, *arguments):
    """What a function returns, or the type of its error."""
    try:
        return function(*arguments)
    except (TypeError, ValueError) as error:
        return type(error)


def same_order(counts):
    """A dictionary as a list, since the order of its entries decides ties."""
    return list(counts.items())


# For each function built in a notebook: what to draw, and the two results that must be equal.
Comparison = tuple[st.SearchStrategy, Callable]
COMPARISONS: dict[tuple[str, str], Comparison] = {
    ("02_encodings", "utf8_encode"): (
        NUMBERS,
        lambda built, number: (outcome(built, number), outcome(utf8.utf8_encode, number)),
    ),
    ("03_training", "count_pairs"): (
        strategies.chunks(),
        lambda built, ids: (same_order(built(ids)), same_order(pairs.count_pairs(ids))),
    ),
    ("03_training", "merge_pair"): (
        st.tuples(strategies.chunks_over(b"ab"), st.sampled_from([(97, 97), (97, 98), (1, 2)])),
        lambda built, drawn: (built(*drawn, 256), pairs.merge_pair(*drawn, 256)),
    ),
    ("03_training", "train"): (
        strategies.chunks(),
        lambda built, ids: (same_order(built(ids, 9)), same_order(reference.train([ids], 9))),
    ),
    ("03_training", "build_vocab"): (
        MERGES,
        lambda built, merges: (built(merges), vocab.build_tokens(merges)),
    ),
    ("04_encoding_decoding", "decode_bytes"): (
        st.tuples(SOME_IDS, st.just(vocab.build_tokens(reference.train([b"ababab"], 2)))),
        lambda built, drawn: (built(*drawn), reference.decode_bytes(*drawn)),
    ),
    ("04_encoding_decoding", "decode"): (
        st.tuples(TRAINED, SOME_IDS, st.sampled_from(["replace", "ignore"])),
        lambda built, drawn: (
            built(drawn[1], drawn[0].vocab, drawn[2]),
            drawn[0].decode(drawn[1], drawn[2]),
        ),
    ),
    ("04_encoding_decoding", "decode_stream"): (
        st.lists(st.one_of(st.binary(max_size=3), st.sampled_from([b"\xe4\xbd", b"\xa0"]))),
        lambda built, pieces: (list(built(pieces)), list(decoding.decode_stream(pieces))),
    ),
    ("04_encoding_decoding", "encode_chunk"): (
        st.tuples(strategies.chunks(), MERGES),
        lambda built, drawn: (built(*drawn), reference.encode_chunk(*drawn)),
    ),
    ("04_encoding_decoding", "encode"): (
        st.tuples(TRAINED, st.one_of(strategies.texts(), st.text("abé "))),
        lambda built, drawn: (built(drawn[1], drawn[0].merges), drawn[0].encode(drawn[1])),
    ),
    ("05_splitting", "pretokenize"): (
        st.tuples(strategies.texts(), st.sampled_from([*PATTERNS.values(), r"\p{L}+", None])),
        lambda built, drawn: (
            outcome(built, *drawn),
            outcome(pretokenize, *drawn),
        ),
    ),
    ("05_splitting", "count_pairs_in_chunks"): (
        strategies.chunk_lists(),
        lambda built, chunks: (
            same_order(built(chunks)),
            same_order(reference.count_pairs_in_chunks(chunks)),
        ),
    ),
    ("05_splitting", "train"): (
        strategies.chunk_lists(),
        lambda built, chunks: (
            same_order(built(chunks, 9)),
            same_order(reference.train(chunks, 9)),
        ),
    ),
    ("06_published_tokenizers", "bytes_to_unicode"): (
        st.none(),
        lambda built, _: (same_order(built()), same_order(bytelevel.bytes_to_unicode())),
    ),
    ("06_published_tokenizers", "recover_merges"): (
        RANKS,
        lambda built, ranks: (outcome(built, ranks), outcome(vocab.recover_merges, ranks)),
    ),
    ("06_published_tokenizers", "split_special"): (
        st.tuples(st.text("<s>1|e "), st.lists(st.sampled_from(SPECIAL_TOKENS), unique=True)),
        lambda built, drawn: (built(*drawn), special.split_special(*drawn)),
    ),
    ("09_making_it_fast", "count_weighted_pairs"): (
        WEIGHTED.map(Counter.items),
        lambda built, weighted: (
            same_order(built(weighted)),
            same_order(improving.count_weighted_pairs(weighted)),
        ),
    ),
    ("09_making_it_fast", "train_on_counts"): (
        WEIGHTED,
        lambda built, counts: (list(built(counts, 9)), list(improving.train_on_counts(counts, 9))),
    ),
    ("09_making_it_fast", "add_pairs"): (
        st.tuples(WEIGHTED, st.just(99), strategies.chunks_over(b"ab"), st.integers(1, 9)),
        lambda built, drawn: (
            changed_by(built, *drawn),
            changed_by(improving.add_pairs, *drawn),
        ),
    ),
    ("09_making_it_fast", "remove_pairs"): (
        WEIGHTED,
        lambda built, counts: (
            removed_by(built, counts),
            removed_by(improving.remove_pairs, counts),
        ),
    ),
    ("09_making_it_fast", "first_place"): (
        WEIGHTED,
        lambda built, counts: (
            first_places(built, counts),
            first_places(improving.first_place, counts),
        ),
    ),
    ("09_making_it_fast", "find_best"): (
        WEIGHTED,
        lambda built, counts: (best_of(built, counts), best_of(improving.find_best, counts)),
    ),
    ("09_making_it_fast", "train_incrementally"): (
        WEIGHTED,
        lambda built, counts: (
            list(built(counts, 9)),
            list(improving.train_incrementally(counts, 9)),
        ),
    ),
}


@functools.cache
def built_functions(notebook: str) -> dict[str, Callable]:
    """Run the import lines and the cells tagged `builds` of a notebook; return what they define."""
    cells = nbformat.read(NOTEBOOKS / f"{notebook}.ipynb", as_version=4).cells
    namespace: dict[str, object] = {}
    names: list[str] = []
    for cell in (cell for cell in cells if cell.cell_type == "code"):
        tree = ast.parse(cell.source)
        builds = "builds" in cell.metadata.get("tags", [])
        if not builds:
            tree.body = [
                line for line in tree.body if isinstance(line, ast.Import | ast.ImportFrom)
            ]
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(tree, notebook, "exec"), namespace)
        if builds:
            names += [line.name for line in tree.body if isinstance(line, ast.FunctionDef)]
    return {name: namespace[name] for name in names}


def all_built() -> Iterator[tuple[str, str]]:
    """Name every function that a cell tagged `builds` defines, with its notebook."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for name in built_functions(path.stem):
            yield path.stem, name


def test_every_function_that_is_built_has_its_comparison():
    """A cell tagged `builds` without a line in the table would be held to nothing."""
    assert set(all_built()) == set(COMPARISONS)


@pytest.mark.parametrize(("notebook", "name"), sorted(COMPARISONS))
def test_what_is_built_equals_the_package(notebook, name):
    """On every example drawn, the notebook's function gives what the package's gives."""
    built = built_functions(notebook)[name]
    strategy, compare = COMPARISONS[notebook, name]

    @settings(max_examples=100)
    @given(strategy)
    def check(drawn):
        in_notebook, in_package = compare(built, drawn)
        assert in_notebook == in_package

    check()
