"""The exercises of notebook 09, on speed, in the order in which it asks them."""

from bpe_course.check.notebook_09.incremental_counts import INCREMENTAL_COUNTS
from bpe_course.check.notebook_09.streaming_encode import STREAMING_ENCODE

EXERCISES = (INCREMENTAL_COUNTS, STREAMING_ENCODE)
