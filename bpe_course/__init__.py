"""How GPT tokenizers work: byte pair encoding, written to be read, and right id for id."""

from bpe_course.decoding import TokenSpan
from bpe_course.pairs import count_pairs, merge_pair, most_common_pair
from bpe_course.pretokenize import pretokenize
from bpe_course.tokenizer import Tokenizer

__version__ = "0.1.0"

__all__ = [
    "TokenSpan",
    "Tokenizer",
    "count_pairs",
    "merge_pair",
    "most_common_pair",
    "pretokenize",
]
