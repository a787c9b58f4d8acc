"""The exercises of notebook 06, on published tokenizers, in the order in which it asks them."""

from bpe_course.check.notebook_06.export_tiktoken import EXPORT_TIKTOKEN
from bpe_course.check.notebook_06.match_encodings import MATCH_ENCODINGS
from bpe_course.check.notebook_06.recover_merges import RECOVER_MERGES
from bpe_course.check.notebook_06.special_policy import SPECIAL_POLICY

EXERCISES = (RECOVER_MERGES, MATCH_ENCODINGS, SPECIAL_POLICY, EXPORT_TIKTOKEN)
