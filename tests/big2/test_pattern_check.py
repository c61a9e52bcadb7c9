"""`big2 patterns --check` reports each fault of a pattern of another package, and its place."""

from importlib import import_module
from pathlib import Path

import pytest

from big2.patterns import BUILTIN, check, installed
from tests.big2.test_open_closed import big2, bomb_game
from tests.processes import install
from tests.tools import slow_after

WRONG = Path(__file__).with_name("wrong_patterns.txt").read_text("utf-8")


@pytest.fixture
def wrong_package(tmp_path: Path) -> Path:
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    names = "無名:Nameless 沒有:Keyless 出錯:Breaking 小數:Floating 忘記:Forgetting 三條:Boasting"
    offer(tmp_path, f"{names} 石頭:Rock 剪刀:Scissors")
    return tmp_path


def offer(package: Path, names: str) -> None:
    """Write the entry points of the wrong package."""
    pairs = [pair.split(":") for pair in names.split()]
    points = "".join(f"{name} = wrong:{kind}\n" for name, kind in pairs)
    install(package, "wrong", "big2.patterns", points)


@pytest.mark.parametrize(
    ("entry", "told"),
    slow_after(
        2,
        [
            ("沒包:Bare", " 的 key 要是整數或牌的 tuple，或是 None，不是 "),
            ("少的:Missing", "少的：choices 少了 "),
            ("不停:Endless", "不停：choices 多了 C[3]，手牌 C[3] C[4]"),
            ("多少:Worded", "多少：ways 要是自然數，不是 'many'\n"),
            ("離開:Leaving", "離開：牌型「離開」出錯：SystemExit：0（"),
            ("做不出:Unmade", "「做不出」的套件無法載入：TypeError: "),
        ],
    ),
)
def test_check_finds_a_fault_that_only_rare_cards_show(
    wrong_package: Path, entry: str, told: str
) -> None:
    offer(wrong_package, entry)
    run = big2(wrong_package, "patterns", "--check")
    assert (run.returncode, run.stderr) == (1, "")
    assert told in run.stdout


@pytest.mark.parametrize(
    ("kind", "told"),
    [("Circling", "牌型互相壓過：繞圈 "), ("Refusing", "牌型「不比」出錯：RuntimeError：no（")],
)
def test_check_finds_plays_that_cannot_be_compared(
    wrong_package: Path, kind: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(wrong_package)
    [wrong] = check.cycle(BUILTIN.led_by(installed.guarded(getattr(import_module("wrong"), kind))))
    assert wrong.startswith(told)


@pytest.mark.slow
def test_check_reports_the_faults_of_a_package(wrong_package: Path) -> None:
    run = big2(wrong_package, "patterns", "--check")
    assert (run.returncode, run.stderr) == (1, "")
    told = run.stdout
    for sentence in (
        "「無名」的類別 Nameless 的 name 要是「無名」\n",
        "「沒有」的類別 Keyless 沒有 key\n",
        "出錯：牌型「出錯」出錯：IndexError：tuple index out of range（",
        "wrong.py 第 12 行）",
        "小數：",
        "的 key 要是整數或牌的 tuple，或是 None，不是 0.5\n",
        "忘記：choices 少了 ",
        "三條：ways 是 1，其實有 52 種\n",
        "牌型互相壓過：",
    ):
        assert sentence in told
    assert "石頭" in told.splitlines()[-1]


def test_an_error_in_a_pattern_during_a_game_is_reported_with_its_line(wrong_package: Path) -> None:
    run = big2(wrong_package, "--patterns", "單張,出錯", stdin=bomb_game())
    assert run.returncode == 2
    assert run.stderr.startswith("錯誤：牌型「出錯」出錯：IndexError：tuple index out of range（")
    assert run.stderr.endswith("wrong.py 第 12 行）\n")
    assert "輪到甲了" in run.stdout
