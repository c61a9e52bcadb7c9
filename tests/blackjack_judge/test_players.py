"""The players of the kit, and matches and contests of programs with them."""

import json
import sys
from functools import partial
from pathlib import Path

import pytest

from blackjack_judge.judge import PlayerOfTheKit, Setting, play
from blackjack_judge.players import PLAYERS
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import ILLEGAL
from tests.processes import kit
from tests.tools import needs, needs_sandbox

blackjack_judge = partial(kit, "blackjack_judge")
BOLD = """
from blackjack_judge.player import *
def play():
    money = bet_you_have()
    if init_game(min(money, 1300001 - money))[2] == 1: buy_insurance(0)
    stand()
"""
AT_ONCE = "print('init_game 300001', 'buy_insurance 0', 'stand', 'return', 'fold', sep=chr(10))"
PROGRAMS = {
    "print('fold')": "「fold」不合法：沒有這個操作；這時可以的是 init_game",
    "print('init_game 0')": "「init_game 0」不合法：至少要下注 1 元",
    "print(' init_game 1')": "「 init_game 1」不合法：沒有這個操作；這時可以的是 init_game",
    "print('x' * 9999)": "回答不是一行",
    "print()": "回答是空白的一行",
    "import os; os.abort()": "沒有回答就結束了，訊號 SIGABRT",
    "while True: pass": "超過 0.5 秒的 CPU 時間",
    AT_ONCE: "「buy_insurance 0」不合法：莊家的明牌不是 A，不能 buy_insurance",
}
"""What a program does in its first round, and the reason why it loses."""


def test_a_match_plays_the_games_of_the_judge(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(BOLD)
    (tmp_path / "zero.py").write_text("def play():\n    1 / 0\n")
    words = ["--players", "bold,half-bold", *("--player", tmp_path / "my.py")]
    words += ["--player", tmp_path / "zero.py", "--games", "4", "--seed", "1", "--decks", "50"]
    run = blackjack_judge("match", *words, "--json", tmp_path / "out.json", "--workers", "2")
    assert (run.returncode, run.stderr) == (0, "")
    document = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert document["schema"] == "cardjudge/blackjack-judge-match/1"
    for row in document["programs"]:
        lost = {game["deal"]: game["reason"] for game in row["forfeits"]}
        judged = [
            blackjack_judge("--player", row["program"], "--decks", "50", stdin=f"{1 + deal}\n")
            for deal in range(4)
        ]
        assert lost.keys() == {deal for deal, game in enumerate(judged) if game.returncode == 1}
        assert row["share"]["value"] == 1 - len(lost) / 4
        if not row["program"].endswith("zero.py"):
            ends = {deal: judged[deal].stdout.splitlines()[1] for deal in lost}
            assert all(reason.endswith(f"回合：{ends[deal]}") for deal, reason in lost.items())
    assert "ZeroDivisionError: division by zero" in run.stdout
    assert f"zero.py 減 {document['programs'][0]['program']} 的得分率：-100.0 %" in run.stdout


@pytest.mark.parametrize("code", PROGRAMS)
def test_a_program_that_fails_loses_its_game_with_the_reason(code: str, tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(code)
    words = "--program", f"{sys.executable} {tmp_path / 'x.py'}", "--time", 0.5, "--wall", 60
    run = blackjack_judge("match", "--games", 1, "--seed", 1, *words, "--json", "-")
    assert run.returncode == 0, run.stderr
    ((lost,),) = (row["forfeits"] for row in json.loads(run.stdout)["programs"])
    assert lost["reason"].startswith(f"第 1 回合：{PROGRAMS[code]}"), lost


@needs_sandbox
def test_programs_meet_in_a_contest_and_do_not_read_each_other(tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "bold.py").write_text(BOLD)
    (bots / "folds.py").write_text(BOLD.replace("stand()", "hit_2()"))
    secret = str(bots / "bold.py")
    spy = f"def play():\n    raise OSError(open({secret!r}).read()[:5])\n"
    (bots / "spy.py").write_text(spy)
    (bots / "readme.txt").write_text("no program")
    words = "contest", bots, "--deals", "2", "--seed", "1"
    run = blackjack_judge(*words, "--save-games", tmp_path / "games")
    assert run.returncode == 0, run.stderr
    rows = [line.split()[1] for line in run.stdout.splitlines()[2:5]]
    assert sorted(rows) == ["bold.py", "folds.py", "spy.py"]
    assert "No such file or directory" in run.stdout or "Permission denied" in run.stdout
    assert "from" not in run.stdout
    assert blackjack_judge(*words, "--save-games", tmp_path / "games").stdout == run.stdout
    saved = {path.name: path for path in (tmp_path / "games").glob("[!.]*")}
    assert len(saved) == 6
    told = saved["0-folds.py.in"].read_text().splitlines()
    assert (told[0], told[-2:]) == ("1", ["> hit_2", "< Wrong_answer"])
    talk = tmp_path / "talk.txt"
    for name in "bold.py", "folds.py":
        seed, rest = saved[f"1-{name}.in"].read_text().split("\n", 1)
        talk.write_text(rest)
        assert blackjack_judge("explain", talk, "--seed", seed).returncode == 0
        assert blackjack_judge("review", saved[f"1-{name}.in"]).returncode == 0


@needs("g++")
def test_a_contest_needs_two_programs_that_compile(tmp_path: Path) -> None:
    (tmp_path / "x.cpp").write_text('#include "Blackjack.h"\nvoid play() { nonsense }\n')
    (tmp_path / "y.py").write_text(BOLD)
    run = blackjack_judge("contest", tmp_path, "--sandbox", "auto")
    assert (run.returncode, run.stdout) == (2, "")
    skipped, error = run.stderr.splitlines()
    assert skipped.startswith("略過：x.cpp：x.cpp:2:")
    assert error == "錯誤：至少要有兩位參賽者"
    blackjack_judge("starter", tmp_path / "mine")
    play = '#include "Blackjack.h"\n#include "sum.h"\nvoid play() { init_game(one()); }\n'
    parts = {"Blackjack.cpp": play, "sum.h": "int one();\n", "sum.cpp": "int one() { return 1; }\n"}
    for name, text in parts.items():
        (tmp_path / "mine" / name).write_text(text)
    (tmp_path / "lines.sh").write_text("read play; echo bet_you_have; read money; echo stand\n")
    told = blackjack_judge("contest", tmp_path, "--deals", "1", "--seed", "1").stdout
    assert {row.split()[1] for row in told.splitlines()[2:5]} == {"lines.sh", "mine", "y.py"}
    assert "第 1 回合：「stand」不合法" in told
    alone = blackjack_judge("--player", tmp_path / "mine/Blackjack.cpp", stdin="1\n").stdout
    assert "不合法的操作：return" in alone


def test_no_player_bets_more_than_its_money() -> None:
    for money in (1, 1_300_000, 2_000_000):
        for name in PLAYERS:
            played = play(make_shoe(3, 2), PlayerOfTheKit(PLAYERS[name]), Setting(2, money))
            assert played.verdict is not None
            is_illegal = played.verdict.outcome == ILLEGAL
            assert not is_illegal or (name == "sample" and played.table.money < 10)
