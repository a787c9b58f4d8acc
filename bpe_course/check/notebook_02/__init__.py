"""The exercises of notebook 02, on encodings, in the order in which it asks them."""

from bpe_course.check.notebook_02.decode_pieces import DECODE_PIECES
from bpe_course.check.notebook_02.invalid_bytes import INVALID_BYTES
from bpe_course.check.notebook_02.two_spellings import TWO_SPELLINGS
from bpe_course.check.notebook_02.utf8_encode import UTF8_ENCODE

EXERCISES = (UTF8_ENCODE, INVALID_BYTES, DECODE_PIECES, TWO_SPELLINGS)
