"""The options that all commands share; tests/mistakes.txt has the errors of all others."""

from pathlib import Path

import pytest

from cardjudge.commands.app import App
from cardjudge.commands.types import AnySeed, Json, Plain, Seed, Workers
from cardjudge.stdio import guard

app = App("game")


@app.command("match")
def match(seed: Seed = 0, workers: Workers = "1", json: Json = None, plain: Plain = False) -> None:
    """Print the values of the options."""
    print(seed, workers, json, plain)


@app.command("deal")
def deal(seed: AnySeed = None) -> None:
    """Print the value of the option."""
    print(seed)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    status = guard(lambda: app.answer(arguments))
    return status, *capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ([], (0, "1", None, False)),
        (["--seed", str(2**64 - 1), "--plain"], (2**64 - 1, "1", None, True)),
        (["--workers", "3", "--json", "-"], (0, "3", Path("-"), False)),
        (["--workers", "dask://[::1]:8786"], (0, "dask://[::1]:8786", None, False)),
    ],
)
def test_values_are_read_within_their_bounds(
    arguments: list[str], read: tuple[object, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    assert told(capfd, "match", *arguments) == (0, " ".join(map(str, read)) + "\n", "")


@pytest.mark.parametrize("seed", ["-1", str(2**64), "x", "", "+1", "1_0", " 1", "1.0", "１"])
@pytest.mark.parametrize("command", ["match", "deal"])
def test_a_seed_out_of_bounds_is_refused(
    command: str, seed: str, capfd: pytest.CaptureFixture[str]
) -> None:
    status, out, error = told(capfd, command, "--seed", seed)
    assert (status, out) == (2, "")
    assert error.startswith("錯誤：--seed 的值不對：")
