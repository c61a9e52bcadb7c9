"""What is wrong in a game from outside is one line: its name, the file and the line."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.play.test_sevens import EXAMPLE
from tests.processes import ROOT, install, kit

NAME, PLAY, FIRST = 'name = "sevens"', "play.py", "self.at.fitting or self.at.hands[seat]"
FAULTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""The file, what stands there and what stands there in a broken game, the command, and the
start and the end of its error."""


def broken(folder: Path, file: str, right: str, wrong: str) -> Path:
    """Install the example with a fault in a file, as pip leaves it."""
    ignored = shutil.ignore_patterns("__pycache__", "problem")
    package = shutil.copytree(EXAMPLE / "sevens", folder / "sevens", ignore=ignored)
    text = (package / file).read_text("utf-8") if right else ""
    assert right in text
    (package / file).write_text(text.replace(right, wrong), "utf-8")
    return install(folder, "sevens", "cardjudge.games", "sevens = sevens.play:Sevens\n")


@pytest.mark.parametrize(
    ("file", "right", "wrong", "command", "told"),
    [*FAULTS["quick"], *(pytest.param(*row, marks=pytest.mark.slow) for row in FAULTS["slow"])],
)
def test_a_fault_is_one_line(
    tmp_path: Path, file: str, right: str, wrong: str, command: str, told: tuple[str, str]
) -> None:
    paths = f"{broken(tmp_path, file, right, wrong)}:{ROOT}"
    case = (EXAMPLE / "sevens/problem/tests/sample/example.in").read_text("utf-8")
    typed = {"play": "S[7]\n/quit\n", "review": case[: case.index("S[7]\n")]}
    stdin = typed.get(command.partition(" ")[0], case)
    run = kit(
        "sevens", *command.split(), stdin=stdin, PYTHONPATH=paths, XDG_STATE_HOME=f"{tmp_path}"
    )
    assert run.returncode == 2, run.stderr
    place = rf"{tmp_path}/sevens/\w+\.py:\d+"
    assert re.fullmatch(rf"錯誤：{told[0]}{place}：.*{told[1]}.*\n", run.stderr), run.stderr


def test_a_fault_is_no_defeat_of_a_program(tmp_path: Path) -> None:
    paths = f"{broken(tmp_path, PLAY, FIRST, 'self.at.hands[seat]')}:{ROOT}"
    for name in "one.py", "two.py":
        (tmp_path / name).write_text("import json\nprint(json.loads(input())['choices'][0])\n")
    files = tmp_path / "one.py", tmp_path / "two.py"
    run = kit("sevens", "contest", *files, "--deals", "1", PYTHONPATH=paths)
    assert (run.returncode, run.stdout) == (2, "")
    assert "規則拒絕了自己列出的選擇" in run.stderr


def test_a_game_that_does_not_load_harms_no_other(tmp_path: Path) -> None:
    paths = f"{broken(tmp_path, PLAY, 'from sevens.rules', 'from sevens.rulez')}:{ROOT}"
    alone, beside = (
        kit("big2", "--nonsense", LANG="en_US.UTF-8", **variables)
        for variables in ({}, {"PYTHONPATH": paths})
    )
    assert (alone.stdout, alone.stderr) == (beside.stdout, beside.stderr)
    run = kit("judge", "list", PYTHONPATH=paths)
    assert run.stdout.splitlines()[1] == "遊戲：big2、blackjack-judge、nim、take6、war"
    assert re.fullmatch(r"略過：遊戲 sevens 載入失敗：.*play.py:\d+：ModuleNot.*\n", run.stderr)


def test_a_game_without_a_problem_is_named(tmp_path: Path) -> None:
    paths = broken(tmp_path, PLAY, "", "")
    (tmp_path / "x.py").write_text("")
    run = kit("judge", "sevens", tmp_path / "x.py", PYTHONPATH=f"{paths}:{ROOT}")
    assert (run.returncode, run.stderr[:18]) == (2, "錯誤：遊戲 sevens 沒有題目：")


def test_a_name_is_that_of_one_game_and_of_its_entry_point(tmp_path: Path) -> None:
    paths = f"{broken(tmp_path, PLAY, NAME, NAME.replace('sevens', 'war'))}:{ROOT}"
    told = "遊戲 sevens（sevens.play:Sevens）的 name 是「war」，要和進入點的名字一樣\n"
    for command in "sevens play", "judge list":
        assert kit(*command.split(), PYTHONPATH=paths).stderr.endswith(told)
    install(tmp_path, "sevens", "cardjudge.games", "war = sevens.play:Sevens\n")
    told = "有好幾個遊戲叫 war：sevens.play:Sevens、war.play:WarGame；移除或改名，只留一個\n"
    for command in "sevens play", "war auto", "judge list":
        assert kit(*command.split(), PYTHONPATH=paths).stderr.endswith(told)


@pytest.mark.parametrize("fault", ["x = = 1", "import numpyy", "print(y)", "raise SystemExit(3)"])
def test_a_module_that_does_not_load_is_one_line(tmp_path: Path, fault: str) -> None:
    (tmp_path / "race.py").write_text(f"{fault}\n")
    paths = f"{install(tmp_path, 'race', 'cardjudge.games', 'race = race:Race')}:{ROOT}"
    code = "import sys; sys.argv[0] = 'race'; from cardjudge.play.installed import run; run()"
    words, ours = [sys.executable, "-c", code, "auto"], {**os.environ, "PYTHONPATH": paths}
    ended = subprocess.run(words, env=ours, capture_output=True, text=True, check=False)
    assert re.fullmatch(f"錯誤：race 載入失敗：{tmp_path}/race.py:1：.*\n", ended.stderr)
