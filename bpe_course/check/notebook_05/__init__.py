"""The exercises of notebook 05, on splitting, in the order in which it asks them."""

from bpe_course.check.notebook_05.last_space import LAST_SPACE
from bpe_course.check.notebook_05.numbers_in_threes import NUMBERS_IN_THREES
from bpe_course.check.notebook_05.one_word_a_chunk import ONE_WORD_A_CHUNK
from bpe_course.check.notebook_05.train_on_counts import TRAIN_ON_COUNTS

EXERCISES = (LAST_SPACE, ONE_WORD_A_CHUNK, TRAIN_ON_COUNTS, NUMBERS_IN_THREES)
