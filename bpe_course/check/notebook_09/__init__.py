"""The exercises of notebook 09, on speed, in the order in which it asks them."""

from bpe_course.check.notebook_09.incremental_counts import INCREMENTAL_COUNTS

EXERCISES = (INCREMENTAL_COUNTS,)
