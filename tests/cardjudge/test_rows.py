"""Rows of commands, and each place that touches the inside of Typer, the oldest and the newest."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import pytest

from cardjudge.commands.command import HELP
from cardjudge.commands.rows import Asked, UnreadError, argument, arranged, option, parsed, rows_of
from cardjudge.errors import UserError
from tests.processes import ROOT


class Limits(NamedTuple):
    least: Annotated[int, option(help="", least=1)] = 3
    times: Annotated[list[float] | None, option("--time", "-t", help="", least=0, most=9)] = None


def show(
    folders: Annotated[list[Path], argument(help="", metavar="FOLDER")],
    plain: Annotated[bool, option(help="")] = False,
    *,
    limits: Limits,
) -> None:
    """Show."""


ROWS = [*rows_of(show), HELP]
READ: list[tuple[str, dict[str, object], list[str]]] = [
    ("a", {"folders": [Path("a")]}, []),
    (
        "a -t 1 b --time=2 --plain",
        {"folders": [Path("a"), Path("b")], "times": [1.0, 2.0], "plain": True},
        [],
    ),
    ("--least 0007", {"least": 7}, []),
    ("-- -5", {"folders": [Path("-5")]}, []),
    ("-t3", {"times": [3.0]}, []),
]
WRONG = [
    "--least 0",
    "--least +1",
    "--least 1_0",
    "-t nan",
    "-t inf",
    "-t 10",
    "--least",
    "--plain=x",
    "--nope",
    "-x",
]


@pytest.mark.parametrize(("words", "values", "rest"), READ)
def test_typer_reads_the_rows(words: str, values: dict[str, object], rest: list[str]) -> None:
    assert parsed(ROWS, words.split()) == (values, rest)


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_an_error_of_the_kit(words: str) -> None:
    with pytest.raises((UserError, UnreadError)):
        parsed(ROWS, words.split())


def test_words_that_no_row_takes_are_left() -> None:
    rows = [row for row in ROWS if row.flags]
    assert parsed(rows, ["a", "--plain", "b"]) == ({"plain": True}, ["a", "b"])
    assert parsed(rows, ["a", "--plain"], interspersed=False) == ({}, ["a", "--plain"])


def test_an_option_that_acts_comes_first() -> None:
    with pytest.raises(Asked) as asked:
        parsed(ROWS, ["--least", "0", "--help"])
    assert asked.value.row is HELP


def test_a_function_gets_what_was_given_and_else_the_usual() -> None:
    assert arranged(show, {"folders": ["a"]}) == {
        "folders": ["a"],
        "plain": False,
        "limits": Limits(3, None),
    }
    assert arranged(show, {"folders": [], "least": 1})["limits"] == Limits(1)


@pytest.fixture(scope="module", params=["lowest", "newest"])
def typer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the lowest Typer of pyproject.toml, or with the newest that there is."""
    folder = tmp_path_factory.mktemp(request.param)
    lines = (ROOT / "pyproject.toml").read_text("utf-8").splitlines()
    lowest = next(line.strip(' ",') for line in lines if "typer>=" in line).replace(">=", "==")
    wanted = lowest if request.param == "lowest" else "typer"
    command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder), wanted]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def run(typer: Path, command: Sequence[str], **environment: str) -> tuple[int, str, str]:
    ours = {**os.environ, "PYTHONPATH": f"{typer}:{ROOT}", "LC_ALL": "C.UTF-8", **environment}
    done = subprocess.run(command, env=ours, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_each_touch_of_typer_holds(typer: Path, tmp_path: Path) -> None:
    python = [sys.executable, "-m"]
    told = run(typer, [*python, "pytest", "-q", "-n", "0", __file__, "-m", "not slow"])
    assert told[0] == 0, told[1]
    files = "tests/test_slips.py", "tests/test_completion.py"
    told = run(typer, [*python, "pytest", "-q", "-n", "0", *(str(ROOT / file) for file in files)])
    assert told[0] == 0, told[1]
    where = run(typer, [sys.executable, "-c", "import typer; print(typer.__file__)"])[1]
    assert where.startswith(str(typer))
