"""Scanners: the named patterns, each compiled to find the borders of chunks in UTF-8."""

from collections.abc import Callable, Mapping

from bpe_course.compiled.chunks import Bytes, Integers
from bpe_course.compiled.scanners.cl100k import find_cl100k_borders
from bpe_course.compiled.scanners.gpt2 import find_gpt2_borders
from bpe_course.compiled.scanners.o200k import find_o200k_borders

Scanner = Callable[[Bytes, Bytes, int, int, Integers], int]

SCANNERS: Mapping[str, Scanner] = {
    "gpt2": find_gpt2_borders,
    "cl100k_base": find_cl100k_borders,
    "o200k_base": find_o200k_borders,
}
