"""Help texts and error messages, through a real process: one golden file each in tests/cli/."""

import os

import pytest
from pytest_golden.plugin import GoldenTestFixture

from tests.processes import forked


@pytest.mark.golden_test("cli/*.yml")
def test_a_command_prints_its_golden_output(golden: GoldenTestFixture) -> None:
    check(golden)


@pytest.mark.slow
@pytest.mark.golden_test("cli/compiled/*.yml")
def test_a_command_that_compiles_first_prints_its_golden_output(golden: GoldenTestFixture) -> None:
    check(golden)


def check(golden: GoldenTestFixture) -> None:
    command, *arguments = golden["command"]
    ours = {**os.environ, "COLUMNS": "100", **(golden.get("environment") or {})}
    stdin = (golden.get("stdin") or "").encode()
    out, err, status = forked(ours).run(command, arguments, stdin, ours)
    assert out.decode() == golden.out["stdout"]
    assert err.decode() == golden.out["stderr"]
    assert status == golden.out["status"]
