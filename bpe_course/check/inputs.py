"""Inputs on which answers are tried: all small ones, smallest first, then a few larger ones.

Most mistakes show on some small input, so trying all of them finds most mistakes, and the first
that fails is a smallest counterexample. Sources: Jackson, "Software Abstractions" (2006), on the
small scope hypothesis; Runciman, Naylor and Lindblad, "SmallCheck and Lazy SmallCheck" (2008).
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeVar

Symbol = TypeVar("Symbol")


def sequences(
    alphabet: Iterable[Symbol], longest: int, shortest: int = 0
) -> Iterator[list[Symbol]]:
    """Every list over the alphabet, shorter ones first.

    >>> list(sequences([1, 2], 2))
    [[], [1], [2], [1, 1], [1, 2], [2, 1], [2, 2]]
    """
    letters = list(alphabet)
    for length in range(shortest, longest + 1):
        yield from map(list, product(letters, repeat=length))


def texts(alphabet: Iterable[str], longest: int, shortest: int = 0) -> Iterator[str]:
    """Every string made of these pieces, those of fewer pieces first.

    >>> list(texts(["a", "né"], 2, shortest=1))
    ['a', 'né', 'aa', 'ané', 'néa', 'néné']
    """
    return map("".join, sequences(alphabet, longest, shortest))


def seeded_sequences(
    alphabet: Sequence[Symbol], lengths: Iterable[int], seed: int = 0
) -> Iterator[list[Symbol]]:
    """One list of each length, drawn from the alphabet; the seed alone decides them.

    >>> [len(ids) for ids in seeded_sequences([7, 8], [3, 5])]
    [3, 5]
    """
    source = random.Random(seed)
    for length in lengths:
        yield [source.choice(alphabet) for _ in range(length)]
