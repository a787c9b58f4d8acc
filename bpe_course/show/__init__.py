"""Seeing tokens: strips, chunks, merges and bytes, in a notebook and in a terminal.

Each function returns an object that JupyterLab draws, and whose text says the same.
"""

from bpe_course.show.characters import ByteTable, show_bytes
from bpe_course.show.chunks import ChunkStrip, show_chunks
from bpe_course.show.merges import MergeReplay, show_merges
from bpe_course.show.strips import TokenStrip, TokenStrips, compare_tokenizers, show_tokens

__all__ = [
    "ByteTable",
    "ChunkStrip",
    "MergeReplay",
    "TokenStrip",
    "TokenStrips",
    "compare_tokenizers",
    "show_bytes",
    "show_chunks",
    "show_merges",
    "show_tokens",
]
