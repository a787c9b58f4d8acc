"""The exercises of notebook 01, on tokenization issues, in the order in which it asks them."""

from bpe_course.check.notebook_01.cheapest_format import CHEAPEST_FORMAT
from bpe_course.check.notebook_01.number_pieces import NUMBER_PIECES
from bpe_course.check.notebook_01.predict_counts import PREDICT_COUNTS
from bpe_course.check.notebook_01.token_spans import TOKEN_SPANS

EXERCISES = (NUMBER_PIECES, TOKEN_SPANS, PREDICT_COUNTS, CHEAPEST_FORMAT)
