"""Games at a real pseudo-terminal."""

import json
import os
import sys
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import TypeAlias

import pexpect
import pytest

from cardjudge.errors import UserError
from nim.games import MOST_LISTED, Heap, Move, Sum, TakingHeap
from nim.notation import read_game, read_octal
from nim.play.match import Match
from nim.play.terminal import Session, columns, load
from nim.taking.period import PeriodicValues
from tests.nim.reference import wins_by
from tests.processes import ROOT, interrupt

Child: TypeAlias = "pexpect.spawn[str]"
Spawn: TypeAlias = Callable[..., Child]


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Spawn]:
    children: list[Child] = []

    def start(*arguments: str) -> Child:
        child: Child = pexpect.spawn(
            sys.executable,
            ["-m", "nim", "play", *arguments],
            encoding="utf-8",
            timeout=30,
            cwd=str(tmp_path),
            dimensions=(50, 200),
            env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


def finish(child: Child) -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    status: int | None = child.exitstatus
    return status


def test_the_computer_explains_the_example_of_the_lecture_by_columns(spawn: Spawn) -> None:
    child = spawn("--second", "nim", "2", "5", "7", "9", "6")
    child.expect_exact(
        "0 0 1 0 = 2\r\n0 1 0 1 = 5\r\n0 1 1 1 = 7\r\n1 0 0 1 = 9\r\n0 1 1 0 = 6\r\n"
        "--------------> XOR\r\n1 1 1 1 = 15\r\n"
    )
    child.expect_exact("X = 15，讓 X 變成 0：9 XOR 15 = 6\r\n")
    child.expect_exact("1 0 0 1 = 9\r\n1 1 1 1 = 15\r\n--------------> XOR\r\n0 1 1 0 = 6\r\n")
    child.expect_exact("我走：第 4 堆 9 -> 6\r\n")
    child.expect_exact("第幾堆 剩幾顆> ")
    child.sendeof()
    child.expect_exact("下次再玩。")
    assert finish(child) == 0


def test_a_person_wins_after_illegal_moves_are_refused(spawn: Spawn) -> None:
    child = spawn("nim", "1", "2")
    for answer, reply in [
        ("2 2", "規則不允許 第 2 堆 2 -> 2"),
        ("3 0", "沒有第 「3」 堆"),
        ("1", "請輸入第幾堆與剩下的石頭數"),
        ("1 -1", "「-1」是負數"),
        ("x", "「x」不是非負整數"),
        ("1 0 0", "規則不允許 第 1 堆 1 -> 0 + 0"),
        ("?", "走法：第幾堆 剩幾顆"),
        ("log", "目前還沒有任何動作。"),
        ("u", "沒有可以收回的動作。"),
        ("h", "第 2 堆 2 -> 1：X = 3，走了之後 X = 0，對手怎麼走都輸。"),
    ]:
        child.expect_exact("剩幾顆> ")
        child.sendline(answer)
        child.expect_exact(reply)
    child.expect_exact("剩幾顆> ")
    child.sendline("2 1")
    child.expect_exact("X = 0，怎麼走都留給你 X ≠ 0 的盤面")
    child.expect_exact("我走：第 1 堆 1 -> 0")
    child.expect_exact("剩幾顆> ")
    child.sendline("2 0")
    child.expect_exact("你贏了！")
    child.expect_exact("1  你：第 2 堆 2 -> 1  好")
    child.expect_exact("2 步，0 個失誤。")
    assert finish(child) == 0


def test_an_empty_line_asks_again_and_shows_nothing(spawn: Spawn) -> None:
    child = spawn("nim", "1", "2")
    child.expect_exact("剩幾顆> ")
    child.sendline("")
    child.expect_exact("剩幾顆> ")
    assert "第 1 堆" not in str(child.before)


def test_a_person_takes_back_saves_and_loads(spawn: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    child = spawn("nim", "3", "4", "5", "--seed", "1")
    for line, reply in [
        ("2 1", "我走：第 3 堆 5 -> 2"),
        (f"s {path}", "存到"),
        (f"s {path}", "存到"),
        ("u", "回到你的上一手。\r\n第 1 堆 3，第 2 堆 4，第 3 堆 5"),
        (f"l {path}", "讀入"),
        ("log", "你：第 2 堆 4 -> 1\r\n我：第 3 堆 5 -> 2"),
        ("review", "1  你：第 2 堆 4 -> 1  失誤：走之前必勝，走之後輸"),
        ("l .", "這是資料夾"),
    ]:
        child.expect_exact("剩幾顆> ")
        child.sendline(line)
        child.expect_exact(reply)
    kept = json.loads(path.read_text("utf-8"))
    for wrong in ({"schema": "cardjudge/nim-play/2"}, {"moves": ["9 9"]}, {"level": "x"}):
        path.write_text(json.dumps(kept | wrong), "utf-8")
        with pytest.raises(UserError):
            load(path)


def test_a_game_in_progress_is_kept_and_an_ended_one_is_not(spawn: Spawn, tmp_path: Path) -> None:
    for heaps, answers in ((["1", "3"], ["2 2", "q"]), (["2"], ["1 0"])):
        before = {*tmp_path.iterdir()}
        child = spawn("nim", *heaps, "--seed", "1")
        for answer in answers:
            child.expect_exact("剩幾顆> ")
            child.sendline(answer)
        finish(child)
        saves = [path for path in {*tmp_path.iterdir()} - before if path.is_file()]
        assert len(saves) == (len(heaps) == 2), saves


@pytest.mark.parametrize(
    ("code", "stones", "is_listed"),
    [
        ("0.77", MOST_LISTED, True),
        ("0.33", MOST_LISTED + 1, True),
        ("0.77", MOST_LISTED + 1, False),
    ],
)
def test_a_large_heap_is_listed_unless_it_can_be_split(
    code: str, stones: int, is_listed: bool
) -> None:
    heap = TakingHeap(PeriodicValues(read_octal(code)), stones)
    assert heap.is_listed is is_listed


@pytest.mark.parametrize(
    ("level", "least", "most"), [("easy", 0.4, 1), ("normal", 0.05, 0.7), ("hard", 0, 0)]
)
def test_levels_err_as_often_as_they_promise(level: str, least: float, most: float) -> None:
    slips = games = 0
    for seed in range(60):
        session = Session("nim 3 4 6", False, 0, level, seed)
        session.make(session.choose())
        slips += session.match.wins
        games += 1
    assert least <= slips / games <= most


def test_the_computer_wins_a_line_game(spawn: Spawn) -> None:
    child = spawn("line", "10", "1", ":", "1", "2")
    at = 1
    while at < 10:
        child.expect_exact(f"棋子在 {at}，終點是 10")
        child.expect_exact("走到> ")
        child.sendline(str(at + 1))
        child.expect_exact(f"我走：{at + 1} -> {at + 3}")
        at += 3
    child.expect_exact("你不能動了，我贏了。")
    assert finish(child) == 0


def test_a_person_splits_a_heap_of_an_octal_game(spawn: Spawn) -> None:
    child = spawn("octal", "0.77", ":", "5")
    child.expect_exact("第 1 堆 5")
    child.expect_exact("第幾堆 剩下的一堆或兩堆> ")
    child.sendline("1 2 2")
    child.expect_exact("（用 SG 值算）")
    child.expect_exact("X = 0")
    child.expect_exact("我走：第 1 堆 2 -> 0")
    child.expect_exact("一堆或兩堆> ")
    child.sendline("1 0")
    child.expect_exact("你贏了！")
    assert finish(child) == 0


def test_ctrl_c_ends_with_130(spawn: Spawn) -> None:
    child = spawn("nim", "3")
    child.expect_exact("剩幾顆> ")
    interrupt(child)
    assert finish(child) == 130


def test_a_game_without_play_is_refused(spawn: Spawn) -> None:
    child = spawn("choose", "1", "2")
    child.expect_exact("錯誤：可以玩的是 nim、line、octal、subtract、grundy 與 graph")
    assert finish(child) == 2


def lost_by_every_first_player(game: Sum) -> bool:
    """Return whether the perfect player wins every game in which it moves second."""
    for move in game.moves():
        match = Match(game.after(move))
        if match.over:
            return False
        match.make(match.perfect_move())
        if not lost_by_every_first_player(match.game):
            return False
    return True


@pytest.mark.parametrize("text", ["nim 1 2 3", "line 10 1 : 1 2", "octal 0.07 : 9", "grundy 7"])
def test_the_perfect_player_wins_every_won_position(text: str) -> None:
    game = read_game(text)
    assert game.value == 0
    assert lost_by_every_first_player(game)


@pytest.mark.parametrize("text", ["nim 1 2 3", "nim 1 1", "nim 4 1 1", "line 9 1 : 1 2 4"])
def test_the_perfect_player_keeps_every_won_position_in_misere_play(text: str) -> None:
    def after(game: Hashable) -> list[Sum]:
        return list(game.options())  # type: ignore[attr-defined]

    wins = wins_by(after, misere=True)
    left = [read_game(text)]
    while left:
        match = Match(left.pop(), misere=True)
        assert match.wins == wins(match.game)
        left += after(match.game)
        if match.wins and not match.over:
            match.make(match.perfect_move())
            assert not wins(match.game)


@pytest.mark.parametrize("text", ["octal 0.77 : 5", "subtract 1 2 : 5", "grundy 7"])
def test_misere_play_is_refused_for_other_games(text: str) -> None:
    with pytest.raises(UserError, match="匱乏賽局只有 nim 與 line"):
        Session(text, True, 0, "hard", 1)


def test_a_line_with_too_long_steps_is_refused_in_misere_play() -> None:
    with pytest.raises(UserError, match="終點太遠"):
        Session("line 1000000 0 : 1 500000", True, 0, "hard", 1)


def test_a_match_has_a_winner_and_no_move_after_its_end() -> None:
    match = Match(Sum((Heap(1),)))
    move = match.perfect_move()
    match.make(move)
    assert match.over
    assert (match.player, match.winner) == (1, 0)
    assert not match.legal(Move(0, Heap(1), Heap(1)))


def test_the_columns_of_no_heap_show_0() -> None:
    assert columns([], 0) == ["--------> XOR", "0 = 0"]
