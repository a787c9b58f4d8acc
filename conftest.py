"""What every test shares: how hypothesis makes its examples, and what kernels may depend on."""

import os
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tools.execute_notebooks import KERNEL_ENVIRONMENT

# The same examples on every run and every machine, and no clock: a failure can be repeated.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# For hunting: new examples on each run, and many more of them.
settings.register_profile("explore", max_examples=2_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_configure(config: pytest.Config) -> None:
    """Start the notebooks' kernels as the stored outputs were made, without a user's profile."""
    profile = tempfile.TemporaryDirectory()
    config.add_cleanup(profile.cleanup)
    os.environ.update(KERNEL_ENVIRONMENT, IPYTHONDIR=profile.name)
