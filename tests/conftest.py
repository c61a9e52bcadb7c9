"""Settings of all tests, and programs in C."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The help speaks the language of the environment; the tests read Chinese unless they say else.
for variable in "LANGUAGE", "LC_ALL", "LC_MESSAGES":
    os.environ.pop(variable, None)
os.environ["LANG"] = "C.UTF-8"

# Machines are shared and noisy: no test may fail for being slow.
settings.register_profile("kit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kit")

Build = Callable[[str], list[str]]


@pytest.fixture
def compiled(tmp_path: Path) -> Build:
    def build(source: str) -> list[str]:
        (tmp_path / "a.c").write_text(source)
        compiler = shutil.which("cc")
        assert compiler is not None, "these tests need a C compiler"
        subprocess.run([compiler, "-o", tmp_path / "a.out", tmp_path / "a.c"], check=True)
        return [str(tmp_path / "a.out")]

    return build
