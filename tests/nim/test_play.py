"""A person plays Nim and other impartial games against the perfect player."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest

from cardjudge.errors import UserError
from cardjudge.play.players import player_of
from cardjudge.play.session import Session
from nim.games import Heap, Sum
from nim.play import NimGame, columns
from tests.processes import kit
from tests.tools import needs_sandbox, slow_after

LECTURE = "nim 2 5 7 9 6"


def table(*words: str, lines: str, folder: Path) -> str:
    save = folder / "game.json"
    return kit("nim", "play", *words, "--plain", "--save", save, stdin=lines).stdout


def session(text: str, *players: str, misere: bool = False) -> Session:
    given = {"game": text, **({"misere": True} if misere else {})}
    return Session(NimGame.dealt(given, 0), players, 1)


def test_the_computer_explains_the_example_of_the_lecture_by_columns(tmp_path: Path) -> None:
    told = table(*LECTURE.split(), "--second", lines="", folder=tmp_path)
    assert "1 0 0 1 = 9\n0 1 1 0 = 6\n" in told
    assert told.count("1 1 1 1 = 15") == 1  # 24 rows hold the move, its reason and the heaps
    assert "X = 15，讓 X 變成 0：9 XOR 15 = 6" in told


def test_a_person_wins_after_illegal_moves_are_refused(tmp_path: Path) -> None:
    told = table("nim", "1", "2", lines="1 1\n3 0\nx\n1\n2 1\n2 0\n", folder=tmp_path)
    assert "規則不允許 第 1 堆 1 -> 1" in told
    assert "沒有第 「3」 堆" in told
    assert "請輸入第幾堆與剩下的石頭數" in told
    assert "你贏了" in told


def in_time(*words: object, lines: str) -> str:
    """Return what a command of Nim prints within 20 seconds of CPU time."""
    command = 'ulimit -t 20; exec "$@"', "-", sys.executable, "-m", "nim", *map(str, words)
    run = subprocess.run(
        ["sh", "-c", *command], input=lines, capture_output=True, text=True, check=True
    )
    return run.stdout


@pytest.mark.parametrize(
    ("game", "wrong", "right"),
    [
        ("nim 1000000000000 5", ["1 3 0", "1 1000000000000", "1", "0 0", "1 -1", ""], "1 5"),
        (f"nim {'9' * 4300} {'5' * 4300}", ["1 3 0", "2 -6", "3 1"], f"1 {'4' * 4300}"),
        (f"nim {' '.join(map(str, range(1, 2001)))}", ["7 7", "2001 0"], "2000 0"),
        (f"line 20000 0 : {' '.join(map(str, range(1, 100)))}", ["100", "5 5", "0"], "99"),
    ],
    ids=["stones", "digits", "heaps", "steps"],
)
@pytest.mark.parametrize("rule", slow_after(1, [[], ["--misere"]]), ids=["normal", "misere"])
def test_a_move_in_a_huge_game_is_checked_by_the_rules(
    game: str, wrong: list[str], right: str, rule: list[str], tmp_path: Path
) -> None:
    save, lines = tmp_path / "game.json", "\n".join([*wrong, right, ""])
    told = in_time("play", *game.split(), *rule, "--plain", "--save", save, lines=lines)
    record = json.loads(save.read_text())["moves"]
    assert "規則不允許" in told or "請輸入第幾堆" in told
    assert [len(record), record[0]] == [2, [0, right]]
    assert "你：1 個決定" in in_time("review", save, lines="")


@pytest.mark.parametrize(
    ("heaps", "rule"), slow_after(1, [(range(1, 20001), []), ([1] * 20000, ["--misere"])])
)
def test_an_explanation_takes_time_in_proportion_to_the_heaps(
    heaps: Sequence[int], rule: list[str]
) -> None:
    told = in_time("explain", *rule, lines=f"20000\n{' '.join(map(str, heaps))}\n")
    assert told.count("\n") == 20002


def test_two_people_share_a_terminal(tmp_path: Path) -> None:
    words = ("nim", "1", "2", "--seat", "1", "--seat", "2")
    told = table(*words, lines="\n2 1\n\n1 0\n\n2 0\n/undo\n", folder=tmp_path)
    assert re.findall("請把鍵盤交給 玩家 ([12])", told) == [*"1211"]
    assert "玩家 1贏了" in told


def test_the_question_says_the_rule_of_misere_play(tmp_path: Path) -> None:
    assert "不能動的人贏" in table("nim", "1", "2", "--misere", lines="", folder=tmp_path)


def test_a_game_that_cannot_be_kept_goes_on(tmp_path: Path) -> None:
    (tmp_path / "cardjudge").write_text("here is no folder")
    words = "nim", "play", "nim", "1", "2", "3", "--plain"
    saved = f"2 1\n/quit\n/save {tmp_path}/game.json\n/quit\n"
    for lines, status in (saved, 0), ("2 1\n/quit\n", 2):
        run = kit(*words, stdin=lines, XDG_STATE_HOME=str(tmp_path))
        assert (run.returncode, run.stdout.count("這一場沒有存檔")) == (status, 1)


def test_a_kept_game_is_named_and_another_file_is_not_replaced(tmp_path: Path) -> None:
    assert "2 1" in table("nim", "1", "2", "3", lines="2 1\n/save\n", folder=tmp_path / "new")
    assert "--resume" in table("nim", "4", "5", lines="", folder=tmp_path / "new").split("> ")[0]
    assert "沒有改" in table("nim", "4", "--resume", lines="", folder=tmp_path / "new")
    third, other = tmp_path / "third", tmp_path / "other.json"
    assert "存檔；" in table("nim", "4", "5", lines="/q\n", folder=tmp_path / "fourth")
    loads = f"/save {other}\n/load {other}\n2 1\n/load {other}\n"
    told = table("nim", "1", "2", "3", lines=loads, folder=third).split("讀入")
    assert ["取代它" in part for part in told] == [False, True, True]
    (tmp_path / "game.json").write_text("mine")
    assert table("nim", "1", "2", lines="2 1\n", folder=tmp_path) == ""
    assert (tmp_path / "game.json").read_text() == "mine"


def test_a_finished_game_is_not_kept(tmp_path: Path) -> None:
    table("nim", "1", "2", lines="2 1\n", folder=tmp_path)
    assert (tmp_path / "game.json").exists()
    assert "你贏了" in table("--resume", lines="2 0\n/review\n", folder=tmp_path)
    assert not (tmp_path / "game.json").exists()
    run = kit("nim", "play", "--resume", "--save", tmp_path / "game.json")
    assert (run.returncode, run.stderr) == (2, f"錯誤：沒有存檔：{tmp_path}/game.json\n")


def test_a_review_counts_points_and_one_without_decisions_is_a_line(tmp_path: Path) -> None:
    told = table("nim", "1", "2", lines="/review\n2 0\n/review\n", folder=tmp_path)
    assert "> Nim覆盤：還沒有可以覆盤的決定。\n> " in told
    assert "你：1 個決定，1 個失誤（標 *），共損失 100.0 個百分點" in told


@pytest.mark.parametrize(
    ("text", "why"), [("line 10 0 : 1 2", "X 變成 0：SG 從 "), (LECTURE, "X 變成 0：9 XOR 15 = 6")]
)
def test_a_reason_names_the_sg_value_where_it_is_not_the_heap(text: str, why: str) -> None:
    game = session(text, "", "").game
    assert isinstance(game, NimGame)
    best = next(game.winning_moves())
    assert why in game.values.reason(game, 0, best, best)


def test_the_way_back_to_an_unfinished_game_names_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    folder.mkdir()
    told = table("nim", "1", "2", lines="/quit\n", folder=folder)
    command, *words = shlex.split(told.rpartition("：")[2])
    run = kit(command, *words, "--plain", stdin="2 1\n2 0\n")
    assert (run.returncode, "你贏了" in run.stdout) == (0, True)


def test_a_game_without_moves_replaces_no_other(tmp_path: Path) -> None:
    table("nim", "1", "2", lines="2 1\n", folder=tmp_path)
    kept = (tmp_path / "game.json").read_text()
    table("nim", "7", "7", lines="/quit\n", folder=tmp_path)
    assert (tmp_path / "game.json").read_text() == kept


@needs_sandbox
def test_programs_meet_in_a_contest(tmp_path: Path) -> None:
    lines = "import json, sys\nfor line in sys.stdin:\n    turn = json.loads(line)\n"
    lines += "    if 'choices' in turn: print(turn['choices'][{}], flush=True)\n"
    for name, choice in ("first", 0), ("last", -1):
        (tmp_path / f"{name}.py").write_text(lines.format(choice))
    contest = kit("nim", "contest", tmp_path, "--deals", 2, "--game", "nim 3 4", "--json", "-")
    assert contest.stdout.count('"forfeits": []') == 2


@needs_sandbox
@pytest.mark.parametrize("answer", ["1 3 0", "1 1000000000000", "2 7", "3 0", "1 -1", "x"])
def test_an_illegal_answer_loses_at_once_and_is_quoted(answer: str, tmp_path: Path) -> None:
    for name, text in ("right", "2 0"), ("wrong", answer):
        (tmp_path / f"{name}.py").write_text(f"while input(): print('{text}', flush=True)\n")
    words = "--deals", 1, "--game", "nim 1000000000000 5", "--json", "-"
    contest = in_time("contest", tmp_path / "right.py", tmp_path / "wrong.py", *words, lines="")
    lost = json.loads(contest)["programs"][1]["forfeits"][0]["reason"]
    assert lost.startswith(f"第 2 步：「{answer}」不合法：")
    assert "Heap(" not in lost


@pytest.mark.parametrize(("level", "least", "most"), [("easy", 0.7, 0.9), ("normal", 0.2, 0.4)])
def test_levels_err_as_often_as_they_promise(level: str, least: float, most: float) -> None:
    player, game = player_of(NimGame, level), session("nim 30 41 52", "", "").game
    best = player_of(NimGame, "hard").advise(game, 0, Random(0)).move
    others = sum(player.advise(game, 0, Random(seed)).move != best for seed in range(1000))
    assert least < others / 1000 < most


@pytest.mark.parametrize("text", ["nim 3 4 5", "line 10 1 : 1 2", "line 12 0 : 1 3 4"])
def test_the_perfect_player_wins_every_won_position(text: str) -> None:
    played = session(text, "hard", "random")
    wins = played.game.won_by(played.game.position)  # type: ignore[attr-defined]
    played.play()
    assert not wins or played.game.shares()[0] == 1


@pytest.mark.parametrize("heaps", [*product((1, 2, 3), repeat=3)])
def test_the_perfect_player_keeps_every_won_position_in_misere_play(heaps: list[int]) -> None:
    played = session(f"nim {' '.join(map(str, heaps))}", "hard", "random", misere=True)
    game = played.game
    assert isinstance(game, NimGame)
    wins = game.won_by(Sum(tuple(map(Heap, heaps))))
    played.play()
    assert not wins or game.shares()[0] == 1


@pytest.mark.parametrize(
    ("text", "misere", "why"),
    [
        ("nim 4 5", False, "X = 1，讓 X 變成 0：5 XOR 1 = 4"),
        ("nim 4 4", False, "X = 0，怎麼走都會讓 X ≠ 0，對手有必勝的走法。"),
        ("nim 1 1", True, "走了這一步，對手必敗。"),
        ("nim 2 2", True, "怎麼走，對手都有必勝的走法。"),
    ],
)
def test_a_hint_says_whether_the_position_is_won(text: str, misere: bool, why: str) -> None:
    game = session(text, "", "", misere=misere).game
    advice = player_of(NimGame, "hard").advise(game, 0, Random(0))
    assert advice.reason.splitlines()[-1] == why


@pytest.mark.parametrize("text", ["octal 0.77 : 5", "nim 3 + x", "choose 0 1"])
def test_other_games_are_refused(text: str) -> None:
    with pytest.raises(UserError):
        session(text, "", "", misere=True)


def test_a_heap_of_any_size_is_a_range() -> None:
    game = session(f"nim {10**30} 3", "", "").game
    single, ranges = game.choices(0)
    assert not single
    assert [(each.prefix, each.most) for each in ranges] == [("1", 10**30 - 1), ("2", 2)]
    game.make(0, game.move(0, "1 3"))
    assert game.scene(None).rows[0].cards == ["3"]


def test_the_columns_of_no_heap_show_0() -> None:
    assert columns([], 0) == ["--------> XOR", "0 = 0"]


def test_a_piece_moves_to_one_position() -> None:
    game = session("line 5 0 : 1 2", "random").game
    single = game.choices(0).single
    assert [game.move(0, each.text) for each in single] == [each.move for each in single] != []
    with pytest.raises(UserError, match="位置"):
        game.move(0, "1 2")
