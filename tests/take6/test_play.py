"""Games of people at the terminal, their menus, and what the common table shows of Take 6!."""

import re
import sys
from itertools import permutations
from pathlib import Path

import pytest

from cardjudge.play.replay import Replay
from cardjudge.play.reviewing import review
from cardjudge.play.session import PERSON, Session, loaded
from take6.cards import HEADS
from take6.events import Appended, RowFilled, RowTaken
from take6.play.game import Take6
from tests.processes import kit


def play(tmp_path: Path, typed: list[str], *arguments: str) -> str:
    """Return what a person sees."""
    words = "play", "--plain", "--seed", 7, *arguments
    lines = "".join(f"{line}\n" for line in typed)
    run = kit("take6", *words, stdin=lines, XDG_STATE_HOME=str(tmp_path))
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_a_game_is_left_resumed_and_ended(tmp_path: Path) -> None:
    hand = Take6.dealt({"seats": 2}, 7).at.hands[0]
    first = play(tmp_path, [str(hand[0]), f"0{hand[0]}", f"0{hand[1]}"], "--seats", "2")
    assert f"沒有「{hand[0]}」這個選擇" in first
    assert "take6 play --resume" in first
    rest = [*hand[2:], 1, 2, 3, 4]
    ended = play(tmp_path, [str(choice) for choice in rest * 9], "--resume")
    assert "第 3 回合" in ended
    assert "遊戲結束" in ended
    assert "第 1 名 " in ended


def test_the_words_of_an_event_count_rows_from_1() -> None:
    game = Take6.dealt({}, 7)
    for event, words in (
        (Appended(0, 5, 1), "玩家 1 打出 5(2)，放在第 2 列"),
        (RowFilled(1, 55, 0, 9), "玩家 2 打出 55(7)，第 1 列已滿，拿走 9 個牛頭"),
        (RowTaken(2, 3, 1), "玩家 3 拿走第 4 列，1 個牛頭"),
    ):
        assert game.words(event, None) == words


def test_the_menus_of_the_assignment(tmp_path: Path) -> None:
    first, *rest = sorted(Take6.dealt({}, 7).at.hands[0], reverse=True)
    typed = f"/menu 1 {first} /menu 3 /menu 4 55 /menu 5 2 /menu 2 /menu 9".split()
    shown = play(tmp_path, typed)
    assert f"你 出過的牌：{first}({HEADS[first]})" in shown
    assert "55 有 7 個牛頭" in shown
    assert f"▶ 你  {' '.join(f'{card}({HEADS[card]})' for card in rest)}" in shown
    shown = play(tmp_path, "/m 8 1 2 20 2 3 3 1 小明 3 3 playouts:5 4 /menu 8 5 /rules /q".split())
    assert "規則設定（狂牛症 20）" in shown
    assert "等級設定（小明 normal playouts:5）" in shown
    assert "\n▶ 小明  " in shown
    assert "狂牛症規則：" in shown


def test_what_is_no_card_is_answered_as_it_was_typed(tmp_path: Path) -> None:
    typed = ["0", "00", "0x", "105", "-1", "/quit"]
    shown = play(tmp_path, typed)
    assert re.findall(r"沒有「(.*)」這個選擇", shown) == ["0", "0", "0x", "105", "-1"]


def test_people_at_one_terminal_do_not_see_each_others_hands(tmp_path: Path) -> None:
    """The seats of two people, and their cards that lie face down."""
    hands = Take6.dealt({"seats": 2}, 7).at.hands
    typed = ["", str(hands[0][0]), "", "/q"]
    shown = play(tmp_path, typed, "--seat", "1", "--seat", "2", "--seats", "2")
    first, second = shown.split("請把鍵盤交給")[1:]
    assert "\n" * 50 in first
    assert "蓋下" not in shown
    assert "0 個牛頭，蓋了一張" in second
    own, other = ({f"{card}(" for card in hand} for hand in hands)
    assert not [card for card in other if f" {card}" in first]
    assert not [card for card in own if f" {card}" in second]


def test_a_person_takes_a_card_back_before_the_others_have_laid_theirs(tmp_path: Path) -> None:
    hand = Take6.dealt({"seats": 2}, 7).at.hands[0]
    people = "--seat", "1", "--seat", "2", "--seats", "2"
    shown = play(tmp_path, ["", str(hand[0]), "/undo", "", str(hand[1]), "/quit"], *people)
    assert "回到你的上一手。" in shown
    assert shown.count("請把鍵盤交給 玩家 1") == 2


def test_a_card_that_lies_face_down_is_marked_and_kept_by_a_save() -> None:
    session = Session(Take6.dealt({"seats": 3}, 1), [PERSON] * 3, 1)
    for seat in (2, 0):
        session.make(seat, str(session.game.choices(seat).single[0].text))
    text = session.dump()
    assert text.count("true") == 2
    again = loaded(text.encode(), Take6)
    assert again.dump() == text
    assert again.game.awaited == (1,)
    assert not [line for line in again.log(1) if "蓋下" in line]
    assert len([line for line in again.log(2) if "蓋下" in line]) == 1


def test_a_replay_shows_one_card_after_the_other() -> None:
    replay = Replay(Take6, kit("take6", "auto", "--seed", "5").stdout.encode(), {})
    game = replay.session.game
    assert isinstance(game, Take6)
    rows = sum(
        isinstance(event, RowTaken) for made in replay.session.record for event in made.events
    )
    assert len(replay.frames) == 1 + 1 + 10 + 10 * game.at.players + rows
    steps = [replay.frame_of[number] for number in range(4)]
    assert len(set(steps)) == 1
    assert replay.frames[steps[0]].says.startswith("揭牌：")


def test_a_row_in_the_last_round_has_its_exact_value() -> None:
    """All cards are seen by then, so the rules alone give each row's share of the win."""
    reviewed = 0
    for seed in range(60):
        session = Session(Take6.dealt({"seats": 3}, f"{seed}"), ["2"] * 3, seed)
        session.play()
        last = session.record[-1]
        if not isinstance(last.events[0], RowTaken):
            continue
        shares = []
        for row in range(4):
            game = session.after(session.record[:-1]).game
            game.make(last.seat, row)
            while not game.over and not game.awaited:
                game.advance()
            if game.over:
                shares.append(game.shares()[last.seat])
        if len(shares) < 4:
            continue
        result = review(
            Replay(Take6, session.dump().encode(), {}),
            {last.seat},
            400,
            spread=lambda weigh, tasks: map(weigh, tasks[-1:]),
        )
        (decision,) = result.decisions
        assert decision.turn == 10
        assert decision.after.value == pytest.approx(shares[int(last.text) - 1])
        assert decision.before.value == pytest.approx(max(shares))
        assert bool(decision.reason) == decision.is_mistake == (decision.loss.value > 0)
        reviewed += 1
    assert reviewed >= 5


def test_a_reason_speaks_for_the_better_card() -> None:
    game = Take6.dealt({}, 7)
    pairs = [*permutations(game.at.hands[0], 2)]
    said = [pair for pair in pairs if game.values.reason(game, 0, *pair)]
    assert said
    assert not {(best, done) for done, best in said}.intersection(said)
    game = Take6.dealt({"seats": 2}, 7)
    assert [row[-1] for row in game.at.rows] == [100, 55, 81, 101]
    assert re.findall(r"列尾 (\d+)", game.values.reason(game, 0, 79, 57)) == ["24", "2"]


PROGRAM = """
import json, os, pathlib, sys
processes = pathlib.Path(sys.argv[1])
before = [line.split()[0] for line in processes.read_text().splitlines()]
alive = [pid for pid in before if pathlib.Path("/proc", pid).exists()]
with processes.open("a") as file:
    print(os.getpid(), *alive, file=file)
for line in sys.stdin:
    print(json.loads(line)["choices"][0], flush=True)
"""


def test_new_games_from_the_menu_end_the_programs_of_the_old_ones(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(PROGRAM)
    (tmp_path / "processes").touch()
    command = f"{sys.executable} {tmp_path / 'first.py'} {tmp_path / 'processes'}"
    everything = " ".join(map(str, range(1, 105))).split()
    typed = [*everything, *"/menu 8 4".split()] * 3 + ["/quit"]
    play(tmp_path, typed, "--seats", "2", "--program", command, "--sandbox", "none")
    started = [line.split() for line in (tmp_path / "processes").read_text().splitlines()]
    assert len(started) >= 3
    assert [alive for _, *alive in started if alive] == []
