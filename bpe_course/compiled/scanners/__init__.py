"""Scanners: for each named pattern, how the borders of its chunks are found in UTF-8."""

from collections.abc import Mapping

from bpe_course.compiled.scanners import cl100k, gpt2, o200k
from bpe_course.compiled.scanners.scanner import Scanner

SCANNERS: Mapping[str, Scanner] = {
    "gpt2": Scanner(gpt2.TABLES, by_neighbours=True),
    "cl100k_base": Scanner(cl100k.TABLES, by_neighbours=False),
    "o200k_base": Scanner(o200k.TABLES, by_neighbours=False),
}
