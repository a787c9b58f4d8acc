"""What every test shares: how hypothesis makes its examples."""

import os

from hypothesis import settings

# The same examples on every run and every machine, and no clock: a failure can be repeated.
settings.register_profile("repeatable", derandomize=True, deadline=None)
# For hunting: new examples on each run, and many more of them.
settings.register_profile("explore", max_examples=2_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
