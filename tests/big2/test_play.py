"""A person's game at a real pseudo-terminal."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from big2.cards import BY_TEXT, DECK
from big2.play import card_named
from tests.big2.test_cases import big2
from tests.processes import ROOT, interrupt
from tests.tools import slow_after

PROMPT = "> "


class Person:
    """A person at a terminal: types a line and reads the screen up to the next prompt."""

    def __init__(self, folder: Path, *arguments: str, columns: int = 120, **variables: str) -> None:
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
        environment |= {"HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"), **variables}
        for variable in "NO_COLOR", "COLUMNS", "LINES":
            environment.pop(variable, None)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "big2", "play", *arguments],
            encoding="utf-8",
            env=environment,
            cwd=str(folder),
            dimensions=(40, columns),
            echo=False,
            timeout=120,
        )

    def read(self) -> str:
        """Return the lines up to the next prompt or the end."""
        ends = [f"{before}{PROMPT}" for before in ("\n", "\x1b[1m", "離開 ", "繼續 ")]
        self.child.expect_exact([*ends, pexpect.EOF])
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
    """Return the hand on the last screen; each card has its index before it."""
    line = screen[screen.rindex("▶ ") :].partition("輪到")[0]
    cards = re.findall(r"(\d+):([CDHS]\[\w+\])", line)
    assert [int(index) for index, _ in cards] == [*range(len(cards))]
    assert [card for _, card in cards] == [str(c) for c in DECK if f":{c}" in line]
    return [card for _, card in cards]


@pytest.mark.slow
def test_a_game_played_by_hints_ends_and_is_reviewed(person: Person, tmp_path: Path) -> None:
    screen = person.read()
    while "Enter 再打一場" not in screen:
        hint = re.search(r"建議 ([-\d ]+)（", person.say("/hint"))
        assert hint is not None
        screen = person.say(hint[1])
    assert re.search(r"(\S+) 打完了，贏了這一場。", screen)
    assert "大老二覆盤" in person.say("/review")
    assert "回到你的上一手" in person.say("/undo")
    assert "存到 game.json" in person.say("/save game.json")
    person.child.sendline("/quit")
    person.child.expect(pexpect.EOF)
    assert person.status() == 0
    assert "大老二覆盤" in big2("review", tmp_path / "game.json", "--playouts", 2).stdout


def test_the_help_lists_the_legal_plays_and_others_are_refused(person: Person) -> None:
    hand = hand_of(person.read())
    shown = person.say("?").replace("\n", "")
    rows = re.findall(r"(\d[\d ]*)（[^ ]+ ([^）]+)）", shown)
    assert rows
    for indices, cards in rows:
        assert [hand[int(index)] for index in indices.split()] == cards.split()
    assert "-1（PASS）" in shown
    assert "這些牌不是任何牌型" in person.say("0 1 2")
    for wrong in "99", "0 0", "x", "0 -1":
        assert "索引不是數字、重複，或不在手牌裡" in person.say(wrong)
    assert "沒有可以收回的動作。" in person.say("/undo")
    assert hand_of(person.say("0")) == hand[1:]


def test_cards_are_played_by_index_or_by_name(person: Person) -> None:
    hand = hand_of(person.read())
    by_name = hand_of(person.say(hand[0]))
    assert by_name == hand[1:]
    assert hand_of(person.say("/undo")) == hand
    assert hand_of(person.say(f"{hand[0][2:-1]}{hand[0][0].lower()},")) == by_name
    assert hand_of(person.say("u")) == hand
    assert hand_of(person.say("0")) == by_name
    missing = next(str(card) for card in DECK if str(card) not in hand)
    assert f"手上沒有「{missing}」這張牌" in person.say(missing)
    assert "你 PASS" in person.say("P")


@pytest.mark.parametrize(
    ("word", "card"),
    [("C[3]", "C[3]"), ("3C", "C[3]"), ("c3", "C[3]"), ("10h", "H[10]"), ("♠2", "S[2]")],
)
def test_a_card_has_several_names(word: str, card: str) -> None:
    assert card_named(word) == BY_TEXT[card]


def test_a_terminal_draws_cards_in_one_notation_unless_it_is_plain(tmp_path: Path) -> None:
    person = Person(tmp_path, "--seed", "5")
    screen = "".join([person.read(), *map(person.say, ("/h", "0", "/log", "?", "3c"))])
    assert "♣" in screen
    assert "\x1b[31m" in screen
    assert not re.search(r"[CDHS]\[\w+\]", screen)
    person.child.close(force=True)


@pytest.mark.parametrize("way", slow_after(1, ["end", "interrupt", "/q"]))
def test_every_way_of_leaving_keeps_the_game(way: str, person: Person, tmp_path: Path) -> None:
    person.read()
    hand = hand_of(person.say("0"))
    if way == "end":
        person.child.sendeof()
    elif way == "interrupt":
        interrupt(person.child)
    else:
        person.child.sendline(way)
    if way != "interrupt":
        person.child.expect(pexpect.EOF)
    told = str(person.child.before)
    assert "Traceback" not in told
    assert "繼續玩：big2 play --resume" in told
    assert person.status() == (130 if way == "interrupt" else 0)
    assert [path.name for path in tmp_path.iterdir() if path.name != "state"] == []
    again = Person(tmp_path, "--plain", "--resume")
    assert hand_of(again.read()) == hand
    again.child.close(force=True)


def test_arbitrary_bytes_are_unknown_words(tmp_path: Path) -> None:
    played = subprocess.run(
        [sys.executable, "-m", "big2", "play", "--seed", "3", "--plain"],
        input=b"\xff\n\xe7\x89\x8c\n/save a\0b.json\n/load \0\n",
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict", "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, b"")


def test_an_option_chooses_the_seat(tmp_path: Path) -> None:
    person = Person(tmp_path, "--plain", "--seed", "5", "--seat", "3")
    screen = person.read()
    assert "▶ 你  0:" in screen
    assert re.search(r"火球  剩 \d+ 張", screen)
    person.child.close(force=True)


@pytest.mark.parametrize("end", slow_after(1, ["SIGHUP", "SIGTERM"]))
def test_a_game_is_kept_when_the_terminal_closes(person: Person, tmp_path: Path, end: str) -> None:
    person.read()
    person.say("0")
    person.child.kill(getattr(signal, end))
    person.child.expect_exact("繼續玩")
    assert (tmp_path / "state/cardjudge/big2.json").is_file()


def test_a_save_of_another_version_or_none_is_said_in_one_line(tmp_path: Path) -> None:
    person = Person(tmp_path, "--plain", "--seed", "5")
    hand = hand_of(person.read())
    (tmp_path / "old.in").write_text(big2("auto", "--start").stdout)
    (tmp_path / "old.json").write_text('{"schema": "cardjudge/save/0"}')
    for name, why in [
        ("old.in", "這不是存檔"),
        ("old.json", "別的版本的存檔"),
        ("none", "none：沒有這個檔案或資料夾"),
        ("/", "這是資料夾"),
    ]:
        assert why in person.say(f"/load {name}")
    assert "檔名要以 .txt、.in、.json 結尾" in person.say("/save old.py")
    assert hand_of(person.say("0")) == hand[1:]
    person.child.close(force=True)


def test_a_hand_is_erased_before_the_next_person_looks(tmp_path: Path) -> None:
    person = Person(tmp_path, "--seed", "5", "--seat", "1", "--seat", "2", TERM="linux")
    person.read()
    assert "[" in person.say("").partition("\x1b[2J")[2]
    assert "\x1b[2J" in person.say("pass")
    person.child.close(force=True)
