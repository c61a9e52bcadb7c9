"""Settings of all tests."""

from hypothesis import HealthCheck, settings

# Machines are shared and noisy: no test may fail for being slow.
settings.register_profile("kit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kit")
