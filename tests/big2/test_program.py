"""Programs as players: the clients of the documentation, failing ones, and a contest."""

import json
import re
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from big2.cards import DECK
from big2.cases import NAMES
from big2.patterns import Play
from big2.play import Big2
from big2.players.program import Program
from cardjudge.programs.contestant import Command, ForfeitError
from cardjudge.programs.process import Limits
from tests.big2 import plain
from tests.big2.test_cases import big2
from tests.processes import ROOT
from tests.tables import table

PAGE = (ROOT / "docs/big2.md").read_text("utf-8")
CPP = ROOT / "docs/big2-client.cpp"
FIRST = "import sys\nfor line in sys.stdin:\n    print(0, flush=True)\n"


def client() -> str:
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def program(source: str, wall: float = 20.0, cpu: float = 1.0) -> Program:
    limits = Limits(wall=wall, cpu=cpu)
    return Program(Command((sys.executable, "-c", source), limits, None, "mine"))


def turn(player: Program) -> Play | None:
    """Return the first move of a program that opens a game."""
    game = Big2(DECK, NAMES, {})
    move: Play | None = player.advise(game, game.at.player, Random(0)).move
    return move


def test_the_clients_of_the_documentation_have_at_most_40_lines() -> None:
    assert client().count("\n") <= 40
    assert CPP.read_text("utf-8").count("\n") <= 40


def test_a_question_contains_the_knowledge_of_a_player() -> None:
    game = Big2(DECK[::-1], NAMES, {})
    at = game.at
    for action in [0], [0], None:
        at.step(action)
    player = program("")
    asked = dict(word.split("=", 1) for word in player.question(game, at.player).split(" "))
    seats = [(at.player + step) % 4 for step in range(4)]
    assert asked["hand"].split(",") == [str(card) for card in at.hand]
    assert asked["top"] == "D[3]"
    assert asked["left"] == ",".join(str(len(at.hands[seat])) for seat in seats)
    assert asked["passes"] == "1"
    held = sorted(card for seat in seats[1:] for card in at.hands[seat])
    assert asked["unseen"].split(",") == [str(card) for card in held]
    assert asked["history"] == "1:C[3];2:D[3];3:-1"
    at.step(None)
    at.step(None)  # all others have passed
    assert " passes=0 " in player.question(game, at.player)


@pytest.mark.parametrize(("source", "wall", "words", "reason"), table("big2/failures.txt"))
def test_a_program_that_fails_loses_at_once(
    source: str, wall: str, words: str, reason: str
) -> None:
    player = program(source, int(wall), 0.3 if wall == "60" else 1.0)
    with pytest.raises(ForfeitError) as caught:
        turn(player)
    player.close()
    assert caught.value.reason.startswith(reason)
    assert caught.value.last_words == words


def test_a_program_that_closes_its_output_and_stays_has_not_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardjudge.programs.contestant._PATIENCE", 0.2)
    player = program("import os, time; os.close(1); time.sleep(60)")
    with pytest.raises(ForfeitError, match="關掉了輸出，沒有回答"):
        turn(player)
    player.close()


def test_the_cpu_time_limit_applies_to_each_answer() -> None:
    busy = """
from time import process_time
while input():
    start = process_time()
    while process_time() < start + 0.4:
        pass
    print(0, flush=True)
"""
    player = program(busy, wall=60.0, cpu=0.7)
    for _ in range(2):
        assert turn(player) is not None
    player.close()


def test_a_program_plays_whole_matches_against_computers(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(client())
    mine = f"{sys.executable} {tmp_path / 'mine.py'}"
    run = big2("match", "--games", "4", "--players", "random,smallest,greedy", "--program", mine)
    assert (run.stderr, run.returncode) == ("", 0)
    assert run.stdout.splitlines()[-1].startswith("4 ")


def test_a_program_that_fails_ends_a_match_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("import sys\nsys.exit('no idea')")
    bad = f"{sys.executable} {tmp_path / 'bad.py'}"
    run = big2("match", "--games", "4", "--program", bad)
    assert run.returncode == 2
    assert run.stderr.startswith("錯誤：「")
    assert run.stderr.endswith("判負：沒有回答就結束了，結束狀態 1；最後說：no idea\n")


@pytest.mark.slow
def test_programs_in_two_languages_play_a_contest(tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    (bots / "broken").mkdir(parents=True)
    (bots / "broken/main.py").write_text("raise ValueError(0)")
    (bots / "page.py").write_text(client())
    (bots / "notes.txt").write_text("no program")
    if shutil.which("g++"):
        shutil.copy(CPP, bots / "page.cpp")
    saves, document = tmp_path / "games", tmp_path / "out.json"
    arguments = ["--deals", "2", "--seed", "5", "--json", str(document), "--save-games"]
    runs = [big2("contest", str(bots), *arguments, str(saves / to)) for to in ("first", "second")]
    assert runs[0].stdout == runs[1].stdout
    assert (runs[0].stderr, runs[0].returncode) == ("", 0)
    rows = json.loads(document.read_text("utf-8"))["programs"]
    assert rows[-1]["program"] == "broken"
    assert rows[-1]["share"]["value"] == 0
    others = len(rows) - 1
    assert len(rows[-1]["forfeits"]) == 2 * 2 * others
    assert "ValueError: 0\n" in runs[0].stdout
    saved = [*(saves / "first").glob("[!.]*")]
    assert len(saved) == 2 * others * (others + 1)
    finished = [path.read_text("utf-8") for path in saved if "broken" not in path.name]
    assert all("遊戲結束" in plain.judge(case) for case in finished)
    assert len({case.splitlines()[0] for case in finished}) <= 2, "the same deals for all"


def test_a_contest_needs_two_programs(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(FIRST)
    run = big2("contest", str(tmp_path))
    assert (run.returncode, run.stdout) == (2, "")
    assert "至少要有兩位參賽者" in run.stderr
    assert "「/nowhere」" in big2("contest", "/nowhere").stderr
