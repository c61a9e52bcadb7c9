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
from rich.cells import cell_len

from bench import plain_big2
from big2.cards import DECK
from big2.events import TurnStarted
from big2.patterns import BUILTIN
from big2.play import words
from big2.play.terminal import Session
from big2.players.record import StuckError
from tests.big2.test_cases import big2

PROMPT = "出牌> "


class Person:
    """Someone at a terminal: says a line, reads what comes up to the next prompt."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "big2", "play", "--playouts", "40", *arguments],
            encoding="utf-8",
            env=environment,
            dimensions=(40, 120),
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
def person() -> Iterator[Person]:
    person = Person("--plain", "--seed", "5")
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


def test_a_whole_game_by_hints(person: Person, tmp_path: Path) -> None:
    screen = person.read()
    assert "輸入要出的牌的索引" in screen
    assert "新的回合開始了。" in screen
    save = tmp_path / "game.in"
    while not person.over:
        hand_of(screen)
        person.say(f"s {save}")
        action = hinted(person.say("h"))
        screen = person.say(action)
    assert re.search(r"遊戲結束，遊戲的勝利者為 \S+\n$", screen)
    assert person.status() == 0
    # The last save is the game without the last action of the person.
    save.write_text(f"{save.read_text(encoding='utf-8')}{action}\n", encoding="utf-8")
    verdict = big2(stdin=save.read_text(encoding="utf-8"))
    assert verdict.stdout == plain_big2.judge(save.read_text(encoding="utf-8"))
    assert "不合法" not in verdict.stdout


def test_the_list_has_the_legal_plays_by_their_indices(person: Person) -> None:
    hand = hand_of(person.read())
    rows = [line for line in person.say("?").splitlines() if re.match(r"\d", line)]
    listed = [line for line in rows if "單張" in line or "對子" in line]
    assert listed
    assert len({cell_len(row[: row.index("[") - 1]) for row in listed}) == 1, "in line"
    for row in listed:
        indices, cards = row.split("  ", 1)[0], row.split(maxsplit=row.count(" "))
        chosen = [hand[int(index)] for index in indices.split()]
        assert cards[-len(chosen) :] == chosen
    assert "桌上　單張 C[3]" in person.say("?")
    assert "也可以 PASS" in person.say("?")


def test_what_is_illegal_is_refused_with_its_reason(person: Person) -> None:
    hand = hand_of(person.read())
    assert "這些牌不是任何牌型" in person.say("0 1 2")
    assert "索引不是數字、重複，或不在手牌裡" in person.say("99")
    assert "重複" in person.say("0 0")
    assert "輸入要出的牌的索引" in person.say("help")
    assert hand_of(person.say("x")) == hand
    assert "沒有可以收回的動作。" in person.say("u")


def test_take_back_returns_to_the_turn_before_and_the_game_goes_on_the_same(
    person: Person,
) -> None:
    before = hand_of(person.read())
    first = person.say("0")
    after = hand_of(first)
    assert len(after) == len(before) - 1
    screen = person.say("u")
    assert "回到你的上一手。" in screen
    assert hand_of(screen) == before
    assert hand_of(person.say("0")) == after
    screen = person.say("p")
    assert "玩家 你 PASS." in screen
    assert hand_of(person.say("u")) == after
    assert hand_of(person.say("u")) == before


def test_a_save_is_the_input_of_the_judge_and_loads(person: Person, tmp_path: Path) -> None:
    person.read()
    middle = person.say("0")
    hand = hand_of(middle)
    path = tmp_path / "我的 存檔.in"
    assert f"存到 {path}" in person.say(f"s {path}")
    person.say("p")
    screen = person.say(f"l {path}")
    assert hand_of(screen) == hand
    assert screen.splitlines()[-4:] == middle.splitlines()[-4:]
    verdict = big2(stdin=path.read_text(encoding="utf-8"))
    assert verdict.returncode == 2
    assert "缺少下一個動作，遊戲還沒有結束" in verdict.stderr
    assert verdict.stdout.splitlines()[-1].split() == hand
    (tmp_path / "wrong").write_text("S[3]\n")
    assert "第 1 行：牌堆裡少了 51 張牌" in person.say(f"l {tmp_path / 'wrong'}")
    assert "No such file" in person.say(f"l {tmp_path / 'none'}")
    assert "No such file" in person.say(f"s {tmp_path / 'none' / 'none'}")
    assert hand_of(person.say("")) == hand
    person.child.sendline("q")
    person.child.expect(pexpect.EOF)
    assert person.status() == 0


@pytest.mark.parametrize(("arguments", "coloured"), [((), True), (("--plain",), False)])
def test_colours(arguments: tuple[str, ...], coloured: bool) -> None:
    person = Person("--seed", "5", *arguments)
    assert ("\x1b[31m" in person.read()) == coloured
    person.child.close(force=True)


def test_end_of_input_leaves_quietly(person: Person) -> None:
    person.read()
    person.child.sendeof()
    person.child.expect(pexpect.EOF)
    assert "Traceback" not in str(person.child.before)
    assert person.status() == 0


@pytest.mark.parametrize("typed", [b"\xff\n", b"\xe7\x89\x8c\n", b"s a\0b\n", b"l \0\n"])
def test_bytes_of_any_kind_are_words_that_nobody_knows(typed: bytes) -> None:
    played = subprocess.run(
        [sys.executable, "-m", "big2", "play", "--seed", "3", "--plain"],
        input=typed,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert played.stdout.decode().count(words.COMMANDS) == 2


def test_ctrl_c_leaves_with_130(person: Person) -> None:
    person.read()
    person.child.kill(signal.SIGINT)
    person.child.expect(pexpect.EOF)
    assert "Traceback" not in str(person.child.before)
    assert person.status() == 130


def test_another_seat_and_other_names() -> None:
    person = Person("--plain", "--seed", "5", "--seat", "2", "--names", "甲,Bob,我,丁")
    screen = person.read()
    assert re.search(r"剩牌　甲 \d+  Bob \d+  我 13  丁 \d+", screen)
    person.child.close(force=True)


def test_a_session_remembers_what_is_legal_only(tmp_path: Path) -> None:
    session = Session(DECK, list("甲乙丙丁"), BUILTIN, ())
    session.step([99])
    session.step(None)
    events = session.step([0])
    assert isinstance(events[-1], TurnStarted)
    assert session.actions == [[0]]
    path = tmp_path / "x"
    session.save(path)
    # What was refused in a file is left out, blank lines and a missing last newline are fine.
    path.write_text(path.read_text(encoding="utf-8") + "99\n\n-1", encoding="utf-8")
    assert Session.load(path, BUILTIN).actions == [[0], None]


def test_a_chain_in_which_nobody_can_begin_is_one_line() -> None:
    person = Person("--patterns", "葫蘆", "--seed", "5")
    assert person.read().splitlines()[-1] == f"錯誤：{StuckError()}"
    assert person.over
    assert person.status() == 2
