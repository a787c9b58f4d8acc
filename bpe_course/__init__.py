"""How GPT tokenizers work: byte pair encoding, written to be read, and right id for id."""

from bpe_course.pairs import count_pairs, merge_pair, most_common_pair

__all__ = ["count_pairs", "merge_pair", "most_common_pair"]
