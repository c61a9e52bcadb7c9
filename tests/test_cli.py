"""Help texts and error messages, through a real process: one golden file each in tests/cli/."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from pytest_golden.plugin import GoldenTestFixture

from tests.forks import Forked


@pytest.fixture(scope="module")
def forked() -> Iterator[Callable[[dict[str, str]], Forked]]:
    with ExitStack() as stack:

        @cache
        def start(environment: tuple[tuple[str, str], ...]) -> Forked:
            ours = {**os.environ, "COLUMNS": "100", **dict(environment)}
            return stack.enter_context(Forked(ours))

        yield lambda environment: start(tuple(environment.items()))


@pytest.mark.golden_test("cli/*.yml")
def test_a_command_prints_its_golden_output(
    golden: GoldenTestFixture, forked: Callable[[dict[str, str]], Forked]
) -> None:
    check(golden, forked)


@pytest.mark.slow
@pytest.mark.golden_test("cli/compiled/*.yml")
def test_a_command_that_compiles_first_prints_its_golden_output(
    golden: GoldenTestFixture, forked: Callable[[dict[str, str]], Forked]
) -> None:
    check(golden, forked)


def check(golden: GoldenTestFixture, forked: Callable[[dict[str, str]], Forked]) -> None:
    command, *arguments = golden["command"]
    process = forked(golden.get("environment") or {})
    stdin = (golden.get("stdin") or "").encode()
    out, err, status = process.run(command, arguments, stdin)
    assert out.decode() == golden.out["stdout"]
    assert err.decode() == golden.out["stderr"]
    assert status == golden.out["status"]
