"""The players of the kit, matches between them, and the table in the terminal."""

import json
from functools import partial
from pathlib import Path

import pytest
from rich.cells import cell_len

from blackjack_judge.judge import PlayerOfTheKit, Setting
from blackjack_judge.players import DEFAULT, PLAYERS, load
from blackjack_judge.series.match import play_match
from blackjack_judge.table import ILLEGAL
from tests.processes import kit
from tests.tools import needs, needs_sandbox

blackjack_judge = partial(kit, "blackjack_judge")


@pytest.mark.slow
def test_the_number_of_workers_does_not_change_a_match() -> None:
    contestant = PlayerOfTheKit(load(DEFAULT))
    setting = Setting(decks=50)
    alone = play_match("x", contestant, range(1, 41), setting)
    assert play_match("x", contestant, range(1, 41), setting, workers=2) == alone
    assert sum(alone.outcomes.values()) == 40
    assert alone.won.low < alone.won.value < alone.won.high
    assert alone.won_in_a_row.value == pytest.approx(alone.won.value**5)
    for game in alone.games:
        assert (game.money > 1_300_000) == (game.outcome == "won")


def test_match_prints_text_or_json() -> None:
    arguments = "match --player bold --player sample --games 20 --seed 1 --decks".split()
    title, *table, difference = blackjack_judge(*arguments, "50").stdout.splitlines()
    assert title == "20 局，種子 1-20；方括號是 95 % 信賴區間"
    assert [row.split()[0] for row in table] == ["玩家", "bold", "sample"]
    assert len({cell_len(row) for row in table}) == 1
    document = json.loads(blackjack_judge(*arguments, "50", "--json", "-").stdout)
    assert document["schema"] == "cardjudge/blackjack-judge-match/1"
    bold, sample = document["players"]
    assert bold["player"] == "bold"
    assert {game["reason"] for game in bold["games"]} == {None}
    assert f" {100 * bold['won']['value']:.2f} % [" in table[1]
    assert sum(sample["outcomes"].values()) == 20
    more = 100 * (sample["won"]["value"] - bold["won"]["value"])
    assert difference.startswith(f"sample 減 bold 的勝率：{more:.2f} % [")
    assert [game["seed"] for game in sample["games"]] == list(range(1, 21))


def test_match_plays_a_program() -> None:
    run = blackjack_judge(*"match --games 3 --seed 1 --workers 2 -- echo fold".split())
    assert run.stdout == (
        "3 局，種子 1-3；方括號是 95 % 信賴區間\n"
        "玩家  獲勝  不合法  贏一局                連贏五局             平均回合\n"
        "echo     0       3  0.00 % [0.00, 56.15]  0.00 % [0.00, 5.58]       1.0\n"
        "\n"
        "種子  1       2       3\n"
        "echo  不合法  不合法  不合法\n"
        "\n"
        "echo：種子 1：第 1 回合：沒有這個操作；這時可以的是 init_game（這樣的有 3 局）\n"
    )
    assert run.returncode == 0


@needs_sandbox
def test_programs_meet_in_a_contest_and_do_not_read_each_other(tmp_path: Path) -> None:
    (tmp_path / "bold.py").write_text(
        "from blackjack_judge.player import *\n"
        "def play():\n    if init_game(min(bet_you_have(), 300_001))[2] == 1: buy_insurance(0)\n"
        "    stand()\n"
    )
    secret = str(tmp_path / "bold.py")
    (tmp_path / "spy.py").write_text(
        f"def play():\n    raise OSError(open({secret!r}).read()[:4])\n"
    )
    (tmp_path / "readme.txt").write_text("no program")
    run = blackjack_judge("contest", tmp_path, "--deals", "2", "--seed", "1")
    rows = [line.split()[0].rpartition("/")[2] for line in run.stdout.splitlines()[2:4]]
    assert rows == ["bold.py", "spy.py"]
    assert "OSError: from" not in run.stdout
    assert "獲勝" in run.stdout.splitlines()[7]
    (tmp_path / "none").mkdir()
    run = blackjack_judge("contest", tmp_path / "none")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "錯誤：至少要有兩位參賽者\n"


@pytest.mark.slow
@needs("g++")
def test_a_match_continues_without_a_program_that_does_not_compile(tmp_path: Path) -> None:
    (tmp_path / "x.cpp").write_text('#include "Blackjack.h"\nvoid play() { nonsense }\n')
    (tmp_path / "y.py").write_text("def play():\n    1 / 0\n")
    players = [word for name in ("x.cpp", "y.py") for word in ("--player", tmp_path / name)]
    told = tmp_path / "x.json"
    words = "--player bold --games 2 --seed 1 --json".split()
    run = blackjack_judge("match", *players, *words, told)
    assert run.returncode == 0
    assert "x.cpp:2:" in run.stderr
    assert "ZeroDivisionError: division by zero（這樣的有 2 局）" in run.stdout
    bad, stopped, bold = json.loads(told.read_text("utf-8"))["players"]
    assert bad["error"]
    assert bad["games"] == []
    assert [game["outcome"] for game in stopped["games"]] == ["stopped"] * 2
    assert [game["outcome"] for game in bold["games"]] == ["won"] * 2


def test_seeds_are_random_unless_they_are_given() -> None:
    titles = {blackjack_judge("match", "--player", "bold", "--decks", 1).stdout[:40] for _ in "12"}
    assert len(titles) == 2
    assert all(title.startswith("100 局，種子 ") for title in titles)


def test_no_player_bets_more_than_its_money() -> None:
    for money in (1, 1_300_000, 2_000_000):
        for name in PLAYERS:
            game = PlayerOfTheKit(load(name))
            [played] = play_match(name, game, [3], Setting(decks=2, money=money)).games
            assert played.outcome != ILLEGAL or (name == "sample" and played.money < 10)
