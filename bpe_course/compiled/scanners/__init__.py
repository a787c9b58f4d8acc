"""Scanners: the named patterns, each an automaton that finds the borders of chunks in UTF-8."""

from collections.abc import Mapping

from bpe_course.compiled.scanners import cl100k, gpt2, o200k
from bpe_course.compiled.scanners.automaton import Tables

SCANNERS: Mapping[str, Tables] = {
    "gpt2": gpt2.TABLES,
    "cl100k_base": cl100k.TABLES,
    "o200k_base": o200k.TABLES,
}
