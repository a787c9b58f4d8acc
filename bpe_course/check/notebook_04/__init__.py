"""The exercises of notebook 04, on encoding and decoding, in the order in which it asks them."""

from bpe_course.check.notebook_04.decode import DECODE
from bpe_course.check.notebook_04.encode import ENCODE
from bpe_course.check.notebook_04.lost_ids import LOST_IDS
from bpe_course.check.notebook_04.unsafe_cuts import UNSAFE_CUTS

EXERCISES = (DECODE, ENCODE, LOST_IDS, UNSAFE_CUTS)
