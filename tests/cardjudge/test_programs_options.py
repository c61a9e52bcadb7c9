"""The options of commands that run programs of others."""

from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from cardjudge.commands.options import grouped
from cardjudge.commands.programs import ProgramOptions
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox

MIB = 1 << 20


def read(*words: str) -> tuple[Limits, Sandbox]:
    app, seen = typer.Typer(), []

    @app.command()
    @grouped
    def command(*, program: ProgramOptions) -> None:
        seen.append((program.limits(), program.sandbox(hidden=["tests"])))

    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return seen[0]


def test_limits_and_sandbox_come_from_one_group() -> None:
    words = "--time 2 --memory 64 --output 3 --processes 5 --sandbox required --allow /opt".split()
    limits, sandbox = read(*words, "--allow", "/srv")
    assert limits == Limits(5, 2, 64 * MIB, 3 * MIB, 5)
    assert sandbox == Sandbox("required", (Path("/opt"), Path("/srv")), ("tests",))
    assert read("--wall", "9")[0].wall == 9


@pytest.mark.parametrize("words", ["--time 0", "--memory 0", "--sandbox maybe", "--wall nan"])
def test_wrong_values_are_refused(words: str) -> None:
    def ask(*_: Any) -> None:
        read(*words.split())

    with pytest.raises(AssertionError, match=words.split()[0]):
        ask()
