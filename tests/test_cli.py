"""Help texts and error messages, through a real process: one golden file each in tests/cli/."""

import os
import subprocess
import sys

import pytest
from pytest_golden.plugin import GoldenTestFixture


@pytest.mark.golden_test("cli/*.yml")
def test_command_line(golden: GoldenTestFixture) -> None:
    command, *arguments = golden["command"]
    run = subprocess.run(
        [sys.executable, "-m", command, *arguments],
        input=golden.get("stdin") or "",
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "100", **(golden.get("environment") or {})},
        check=False,
    )
    assert run.stdout == golden.out["stdout"]
    assert run.stderr == golden.out["stderr"]
    assert run.returncode == golden.out["status"]
