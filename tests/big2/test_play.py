"""A person's game at a real pseudo-terminal."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from rich.cells import cell_len

from big2.cards import DECK, Card
from big2.patterns import BUILTIN
from big2.play import words
from big2.play.screen import card_named
from big2.play.session import Session, load
from big2.players.record import StuckError
from cardjudge.errors import UserError
from tests.big2 import plain
from tests.big2.test_cases import big2
from tests.processes import ROOT, interrupt
from tests.tools import slow_after

PROMPT = "出牌> "


class Person:
    """A person at a terminal: types a line and reads the screen up to the next prompt."""

    def __init__(self, folder: Path, *arguments: str, columns: int = 120, **variables: str) -> None:
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
        environment |= {"HOME": str(folder), **variables}
        for variable in "NO_COLOR", "COLUMNS", "LINES":
            environment.pop(variable, None)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "big2", "play", "--playouts", "40", *arguments],
            encoding="utf-8",
            env=environment,
            cwd=str(folder),
            dimensions=(40, columns),
            echo=False,
            timeout=120,
        )
        self.over = False

    def read(self) -> str:
        """Return the lines up to the next prompt or the end."""
        self.over = self.child.expect_exact([PROMPT, pexpect.EOF]) == 1
        return str(self.child.before).replace("\r", "")

    def say(self, line: str) -> str:
        self.child.sendline(line)
        return self.read()

    def status(self) -> int | None:
        self.child.close()
        return self.child.exitstatus


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    person = Person(tmp_path, "--plain", "--seed", "5")
    yield person
    person.child.close(force=True)


def hand_of(screen: str) -> list[str]:
    """Return the hand: the last line, under that of the indices."""
    indices, cards = screen.splitlines()[-2:]
    columns = [match.start() for match in re.finditer(r"\S+", cards)]
    assert [match.start() for match in re.finditer(r"\S+", indices)] == columns
    assert indices.split() == [str(index) for index in range(len(columns))]
    assert cards.split() == [str(card) for card in DECK if str(card) in cards.split()]
    return cards.split()


def hinted(screen: str) -> str:
    match = re.search(r"（([-\d ]+)）：", screen)
    assert match is not None, screen
    return match[1]


@pytest.mark.slow
def test_a_game_played_by_hints_can_be_saved_at_its_end(person: Person, tmp_path: Path) -> None:
    screen = person.read()
    assert "輸入牌的索引" in screen
    assert "新的回合開始了。" in screen
    while words.OVER not in screen:
        hint = person.say("h")
        assert "想一下" in hint
        screen = person.say(hinted(hint))
    assert re.search(r"(\S+) 打完了，贏了這一場。", screen)
    assert "存到 game.in。裁判：big2 < game.in" in person.say("s game.in")
    case = (tmp_path / "game.in").read_text(encoding="utf-8")
    verdict = big2(stdin=case)
    assert (verdict.returncode, verdict.stdout) == (0, plain.judge(case))
    assert "不合法" not in verdict.stdout
    assert "回到你的上一手" in person.say("u")
    assert words.OVER in person.say("l game.in")
    person.child.sendline("q")
    person.child.expect(pexpect.EOF)
    assert "這一場存在" not in str(person.child.before)
    assert person.status() == 0


def test_the_list_shows_plays_that_differ_only_in_suits_once(person: Person) -> None:
    hand = hand_of(person.read())
    shown = person.say("?")
    rows = [line for line in shown.splitlines() if re.match(r"\d.*\[", line)]
    assert rows
    assert len({cell_len(row[: row.index("[") - 1]) for row in rows}) == 1, "in line"
    ranks = [tuple(re.findall(r"\[(\w+)\]", row)) for row in rows]
    assert len(set(ranks)) == len(ranks)
    for row in rows:
        indices, cards = row.split("  ", 1)[0], re.findall(r"[CDHS]\[\w+\]", row)
        assert [hand[int(index)] for index in indices.split()] == cards
    assert "也可以 PASS" in shown


def test_the_list_names_the_pass_if_no_cards_beat_the_top(person: Person, tmp_path: Path) -> None:
    three, *others, two = DECK  # the third player opens, and the fourth plays the highest card
    dealt = [*others[:2], three, two, *others[2:]]
    session = Session(dealt[::-1], list("甲乙丙丁"), BUILTIN, seat=0)
    session.step([0])
    session.step([12])
    session.save(tmp_path / "a.in")
    person.read()
    person.say("l a.in")
    assert "沒有壓得過的牌，只能 PASS（-1）。" in person.say("?")


def test_cards_are_played_by_index_or_by_name(person: Person, tmp_path: Path) -> None:
    hand = hand_of(person.read())
    by_name = person.say(hand[0])
    assert person.say("u")
    assert person.say(f"{hand[0][2:-1]}{hand[0][0].lower()},") == by_name
    person.say("u")
    assert person.say("0") == by_name
    missing = next(str(card) for card in DECK if str(card) not in hand)
    assert f"手上沒有 {missing} 這張牌。" in person.say(missing)


@pytest.mark.parametrize(
    ("word", "card"),
    [("C[3]", "C[3]"), ("3C", "C[3]"), ("c3", "C[3]"), ("10h", "H[10]"), ("♠2", "S[2]")],
)
def test_a_card_has_several_names(word: str, card: str) -> None:
    assert card_named(word) == Card.parse(card)


@pytest.mark.parametrize("word", ["3", "C", "11C", "CC", "", "pass", "C3C"])
def test_other_words_name_no_card(word: str) -> None:
    assert card_named(word) is None


def test_an_illegal_action_is_refused_with_its_reason(person: Person) -> None:
    hand = hand_of(person.read())
    assert "這些牌不是任何牌型" in person.say("0 1 2")
    assert "索引不是數字、重複，或不在手牌裡" in person.say("99")
    assert "重複" in person.say("0 0")
    assert "輸入牌的索引" in person.say("help")
    assert hand_of(person.say("x")) == hand
    assert "沒有可以收回的動作。" in person.say("u")


def test_take_back_returns_to_the_turn_before_and_the_game_goes_on_the_same(
    person: Person,
) -> None:
    before = hand_of(person.read())
    after = hand_of(person.say("0"))
    assert len(after) == len(before) - 1
    screen = person.say("u")
    assert "回到你的上一手。" in screen
    assert hand_of(screen) == before
    assert hand_of(person.say("0")) == after
    screen = person.say("p")
    assert "你 PASS" in screen
    assert hand_of(person.say("u")) == after
    assert hand_of(person.say("u")) == before


def test_a_save_is_the_input_of_the_judge_and_loads(person: Person, tmp_path: Path) -> None:
    person.read()
    middle = person.say("0")
    hand = hand_of(middle)
    assert "裁判：big2 < '我的 存檔.in'" in person.say("s 我的 存檔.in")
    path = tmp_path / "我的 存檔.in"
    person.say("p")
    screen = person.say("l 我的 存檔.in")
    assert hand_of(screen) == hand
    assert screen.splitlines()[-4:] == middle.splitlines()[-4:]
    assert "這一場存在 big2-1.in" in screen
    assert (tmp_path / "big2-1.in").read_text("utf-8").startswith(path.read_text("utf-8"))
    verdict = big2(stdin=path.read_text(encoding="utf-8"))
    assert verdict.returncode == 2
    assert "缺少下一個動作，遊戲還沒有結束" in verdict.stderr
    assert verdict.stdout.splitlines()[-1].split() == hand


def test_a_failed_load_or_save_changes_nothing(person: Person, tmp_path: Path) -> None:
    hand = hand_of(person.read())
    person.say("s game.in")
    case = (tmp_path / "game.in").read_text("utf-8")
    (tmp_path / "deck.in").write_text("S[3]\n")
    (tmp_path / "illegal.in").write_text(f"{case}\n99\n", "utf-8")
    actions = len(case.splitlines())
    for name, why in [
        ("deck.in", "第 1 行：牌堆裡少了 51 張牌"),
        ("illegal.in", f"第 {actions + 2} 行：「99」不合法：索引不是數字、重複，或不在手牌裡"),
        ("none", "沒有這個檔案或資料夾"),
        ("/", "這是資料夾"),
        ("..", "這是資料夾"),
    ]:
        screen = person.say(f"l {name}")
        assert f"{name}：{why}" in screen
        assert "這一場沒有改變" in screen
    assert hand_of(person.say("x")) == hand
    assert "deck.in 已經存在；要蓋掉就輸入 s! deck.in" in person.say("s deck.in")
    assert (tmp_path / "deck.in").read_text() == "S[3]\n"
    assert "存到 deck.in" in person.say("s! deck.in")
    assert "存到 deck.in" in person.say("s deck.in")
    assert "沒有這個檔案或資料夾" in person.say("s none/none")
    assert "/：這是資料夾" in person.say("s /")
    assert "..：這是資料夾" in person.say("s! ..")
    assert not (tmp_path / "...json").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_patterns_and_seat_are_kept_beside_a_save(tmp_path: Path) -> None:
    chain = BUILTIN.only(["單張", "對子"])
    session = Session(DECK, list("甲乙丙丁"), chain, seat=3)
    session.step([0])
    path = tmp_path / "a b.in"
    session.save(path)
    again = load(path, BUILTIN, 0)
    assert (again.chain, again.seat, again.actions) == (chain, 3, [[0]])
    assert session.command(path) == f"big2 --patterns '單張,對子' < '{path}'"
    beside = path.with_name("a b.in.json")
    for wrong in ("", "[]", "{}", '{"patterns": ["單張"], "seat": 4}'):
        beside.write_text(wrong)
        with pytest.raises(UserError, match="不是存檔的一部分"):
            load(path, BUILTIN, 0)
    beside.unlink()
    assert load(path, BUILTIN, 1).seat == 1


@pytest.mark.parametrize(("arguments", "coloured"), [((), True), (("--plain",), False)])
def test_a_terminal_gets_colours_unless_it_is_plain(
    arguments: tuple[str, ...], coloured: bool, tmp_path: Path
) -> None:
    person = Person(tmp_path, "--seed", "5", *arguments)
    screen = person.read()
    assert ("\x1b[31;47m" in screen) == ("♥" in screen) == coloured
    person.child.close(force=True)


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_every_index_stands_above_its_card(columns: int, tmp_path: Path) -> None:
    person = Person(tmp_path, "--plain", "--seed", "5", columns=columns)
    lines = [line for line in person.read().splitlines() if line]
    assert all(cell_len(line) <= columns for line in lines), "words and cards stay whole"
    first = next(number for number, line in enumerate(lines) if re.fullmatch(r"0 +1 .*", line))
    seen = []
    for indices, cards in zip(lines[first::2], lines[first + 1 :: 2], strict=True):
        assert cell_len(cards) <= columns
        starts = [match.start() for match in re.finditer(r"\S+", cards)]
        assert [match.start() for match in re.finditer(r"\S+", indices)] == starts
        seen += indices.split()
    assert seen == [str(index) for index in range(13)]
    person.child.close(force=True)


@pytest.mark.parametrize("way", slow_after(1, ["end", "interrupt", "q"]))
def test_every_way_of_leaving_saves_the_game(way: str, person: Person, tmp_path: Path) -> None:
    person.read()
    hand = hand_of(person.say("0"))
    if way == "end":
        person.child.sendeof()
    elif way == "q":
        person.child.sendline("q")
    else:
        interrupt(person.child)
    if way != "interrupt":
        person.child.expect(pexpect.EOF)
    told = str(person.child.before)
    assert "Traceback" not in told
    assert "這一場存在 big2-1.in，下次用 l big2-1.in 接著打。" in told
    assert person.status() == (130 if way == "interrupt" else 0)
    again = Person(tmp_path, "--plain", "--seed", "6")
    again.read()
    assert hand_of(again.say("l big2-1.in")) == hand
    again.child.close(force=True)


@pytest.mark.parametrize("typed", [b"\xff\n", b"\xe7\x89\x8c\n", b"s a\0b\n", b"l \0\n"])
def test_arbitrary_bytes_are_unknown_words(typed: bytes, tmp_path: Path) -> None:
    played = subprocess.run(
        [sys.executable, "-m", "big2", "play", "--seed", "3", "--plain"],
        input=typed,
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict", "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert played.stdout.decode().count(words.COMMANDS) == 2


def test_an_empty_line_prints_nothing_but_the_prompt(person: Person) -> None:
    person.read()
    assert person.say("").strip() == ""


def test_a_screen_uses_one_notation_of_cards(tmp_path: Path) -> None:
    person = Person(tmp_path, "--seed", "5")
    screen = (
        person.read() + person.say("h") + person.say("0") + person.say("log") + person.say("3c")
    )
    assert "♣" in screen
    assert not re.search(r"[CDHS]\[\w+\]", screen)
    person.child.close(force=True)


def test_the_notice_about_compiling_appears_once(person: Person) -> None:
    person.read()
    assert "編譯" in person.say("h")
    assert "編譯" not in person.say("提示")


@pytest.mark.slow
def test_a_level_has_a_name_and_its_wins_are_recorded(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for number in (1, 2):
        person = Person(
            tmp_path, "--plain", "--seed", "5", "--level", "簡單", XDG_DATA_HOME=str(data)
        )
        screen = person.read()
        while words.OVER not in screen:
            screen = person.say(hinted(person.say("h")))
        won = "你 打完了" in screen
        kept = json.loads((data / "cardjudge/wins.json").read_text("utf-8"))
        assert kept["big2"]["easy"] == {"games": number, "wins": number * won}
        assert f"等級「簡單」玩過 {number} 場，贏了 {number * won} 場。" in screen
        assert "大老二覆盤" in person.say("review") if number == 1 else True
        person.child.close(force=True)


def test_an_unknown_level_is_reported_in_one_line() -> None:
    run = big2("play", "--level", "hardest")
    assert run.returncode == 2
    assert "easy（簡單）、normal（普通）或 hard（困難）" in run.stderr


def test_options_choose_the_seat_and_the_names(tmp_path: Path) -> None:
    person = Person(tmp_path, "--plain", "--seed", "5", "--seat", "3", "--names", "甲,Bob,我,丁")
    screen = person.read()
    assert re.search(r"你坐第 3 位　剩牌　甲 \d+  Bob \d+  我 13  丁 \d+", screen)
    person.child.close(force=True)


def test_a_chain_without_a_legal_first_play_is_reported_in_one_line(tmp_path: Path) -> None:
    person = Person(tmp_path, "--patterns", "葫蘆", "--seed", "5")
    assert person.read().splitlines()[-1] == f"錯誤：{StuckError()}"
    assert person.over
    assert person.status() == 2
