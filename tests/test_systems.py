"""The kit on other systems: their missing modules and calls are taken away in a subprocess."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT
from tests.tools import slow_after

TAKE_AWAY = Path(__file__).with_name("systems.txt").read_text("utf-8")


def on(
    system: str, module: str, *arguments: str, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    script = TAKE_AWAY.replace("SYSTEM()", f"{system}()")
    script = script.replace("MODULE", repr(module)).replace("*ARGUMENTS", f"*{list(arguments)!r}")
    return subprocess.run(
        [sys.executable, "-c", script],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},  # as a console has it
        check=False,
    )


def is_plain(case: Path) -> bool:
    beside = [case.with_suffix(suffix).exists() for suffix in (".args", ".status", ".err")]
    return case.with_suffix(".out").stat().st_size > 0 and not any(beside)


def sample(game: str) -> tuple[str, str]:
    folder = ROOT / "testdata" / game
    played = [path for path in folder.glob("*.in") if is_plain(path)]
    given = min(played, key=lambda path: path.stat().st_size)
    return given.read_text("utf-8"), given.with_suffix(".out").read_text("utf-8")


@pytest.mark.parametrize("game", slow_after(2, ["big2", "take6", "nim", "war"]))
def test_the_judges_work_on_windows(game: str) -> None:
    given, expected = sample(game)
    result = on("windows", game, stdin=given)
    assert (result.stdout, result.stderr) == (expected, "")


@pytest.mark.parametrize(
    ("words", "typed"), [("big2 auto --seed 1", ""), ("blackjack_judge --player half-bold", "2\n")]
)
def test_computers_play_on_windows(words: str, typed: str) -> None:
    result = on("windows", *words.split(), stdin=typed)
    assert result.stderr == ""
    assert result.stdout


@pytest.mark.parametrize(
    "words", slow_after(1, ["judge {0} -- cat", "judge doctor", "big2 contest {0}"])
)
def test_a_command_that_runs_programs_names_its_systems(words: str, tmp_path: Path) -> None:
    for name in "a.in", "a.out":
        (tmp_path / name).write_text("1\n")
    result = on("windows", *words.format(tmp_path).split())
    assert result.returncode == 2
    assert result.stderr == "錯誤：執行程式要在 Linux、macOS 或 WSL 裡\n"


@pytest.mark.slow
def test_programs_on_macos_run_with_limits_only(tmp_path: Path) -> None:
    (tmp_path / "a.in").write_text("1\n")
    (tmp_path / "a.out").write_text("1\n")
    result = on("macos", "judge", str(tmp_path), "--", "cat")
    assert "AC" in result.stdout, result.stderr
    assert result.returncode == 0
    assert "Landlock" in result.stderr
    slow = on("macos", "judge", str(tmp_path), "--wall", "0.3", "--", "sleep", "60")
    assert "TLE" in slow.stdout
    unheld = on("macos", "judge", str(tmp_path), "--sandbox", "required", "--", "cat")
    assert unheld.returncode == 2
