"""Settings of all tests."""

import os

from hypothesis import HealthCheck, settings

# The help speaks the language of the environment; the tests read Chinese unless they say else.
for variable in "LANGUAGE", "LC_ALL", "LC_MESSAGES":
    os.environ.pop(variable, None)
os.environ["LANG"] = "C.UTF-8"

# Machines are shared and noisy: no test may fail for being slow.
settings.register_profile("kit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kit")
