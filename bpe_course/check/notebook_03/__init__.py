"""The exercises of notebook 03, on training, in the order in which it asks them."""

from bpe_course.check.notebook_03.count_pairs import COUNT_PAIRS
from bpe_course.check.notebook_03.merge_pair import MERGE_PAIR
from bpe_course.check.notebook_03.off_by_one import OFF_BY_ONE
from bpe_course.check.notebook_03.pairs_run_out import PAIRS_RUN_OUT
from bpe_course.check.notebook_03.train import TRAIN

EXERCISES = (COUNT_PAIRS, MERGE_PAIR, TRAIN, OFF_BY_ONE, PAIRS_RUN_OUT)
