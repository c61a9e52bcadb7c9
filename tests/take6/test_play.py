"""The terminal game through a real pseudo-terminal."""

import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from take6.cards import HEADS
from take6.game import Rule
from take6.play import save, words
from take6.play.screen import Screen
from tests.processes import interrupt

PROMPT = r"(\x1b\[[0-9;]*m)? > (\x1b\[[0-9;]*m)?"
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
Start = Callable[..., "Player"]


def hand_of(shown: str) -> list[int]:
    """Return the cards of the last hand on the screen, in the order of the screen."""
    last = re.split(r"玩家 \d+ 的手牌", shown)[-1]
    return [int(card) for card in re.findall(r"(\d+)\(\d\)", last)]


class Player:
    """A person at the terminal: answers prompts and remembers every screen."""

    def __init__(
        self, folder: Path, *arguments: str, columns: int = 80, language: str = "C.UTF-8"
    ) -> None:
        command = [
            sys.executable,
            "-m",
            "take6",
            "play",
            "--save",
            str(folder / "game"),
            *arguments,
        ]
        self.seen = ""
        self.child = pexpect.spawn(
            command[0],
            command[1:],
            encoding="utf-8",
            dimensions=(50, columns),
            timeout=300,
            echo=False,
            env={"PATH": "/usr/bin:/bin", "TERM": "xterm", "LC_ALL": language},
        )

    def answer(self, *lines: str) -> str:
        """Wait for a prompt and answer it, for each line; return the last screen."""
        for line in lines:
            self.child.expect(PROMPT)
            shown = ESCAPE.sub("", str(self.child.before))
            self.seen += f"{shown}> {line}\n"
            self.child.sendline(line)
        return shown.replace("\r\n", "\n")

    def card(self) -> None:
        """Play the last card of the hand that is shown, and reveal it."""
        self.child.expect(PROMPT)
        shown = ESCAPE.sub("", str(self.child.before))
        self.seen += shown
        self.child.sendline(f"{hand_of(shown)[-1]:02}")
        self.answer("1")

    def raw(self) -> str:
        """Wait for a prompt; return the raw output before it."""
        self.child.expect(PROMPT)
        return str(self.child.before)

    def end(self, by_key: bool = False) -> str:
        """Wait for the end, or press Ctrl-C; return the output after the last answer."""
        if by_key:
            interrupt(self.child)
        else:
            self.child.expect(pexpect.EOF)
        self.child.close()
        return ESCAPE.sub("", str(self.child.before)).replace("\r\n", "\n")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    players: list[Player] = []

    def begin(*arguments: str, columns: int = 80, language: str = "C.UTF-8") -> Player:
        players.append(Player(tmp_path, *arguments, columns=columns, language=language))
        return players[-1]

    yield begin
    for player in players:
        player.child.close(force=True)


def finish(player: Player, until: str = "") -> str:
    """Play to the end of the game, or until a text is shown; return all screens."""
    begin = len(player.seen)
    for _ in range(200):
        player.child.expect(PROMPT)
        shown = ESCAPE.sub("", str(player.child.before)).replace("\r\n", "\n")
        player.seen += shown
        if until and until in shown:
            return player.seen[begin:]
        if "【誰是牛頭王】" in shown:
            player.child.sendline("3")
            player.seen += player.end()
            return player.seen[begin:]
        if "要拿走的列" in shown:
            player.child.sendline("2")
        elif "直接輸入牌" in shown:
            player.child.sendline(f"{hand_of(shown)[-1]:02}")
        else:
            player.child.sendline("1")
    raise AssertionError("the game did not end")


def test_a_game_is_played_to_its_end_by_keys(start: Start) -> None:
    player = start("--seed", "1")
    player.answer("1", "4")
    shown = finish(player)
    assert shown.count("牛頭：玩家 1 ") == 10
    assert re.findall(r"第 (\d+) 回合", shown) == [str(n) for n in range(1, 11)]
    assert re.search("遊戲結束\n名次  玩家 +牛頭  勝利指數", shown)
    assert shown.count("揭牌：") == 10
    assert player.child.exitstatus == 0


@pytest.mark.slow
def test_a_saved_and_loaded_game_equals_one_without_a_break(start: Start, tmp_path: Path) -> None:
    straight = start("--seed", "2")
    straight.answer("1", "4")
    whole = finish(straight)

    first = start("--seed", "2")
    first.answer("1", "4")
    finish(first, until="第 4 回合")
    first.child.sendline("5")
    first.answer("2")
    assert "暫時戰況" in first.end()
    assert len(save.read(tmp_path / "game").game.history) == 3

    second = start()
    second.answer("2")
    rest = finish(second)
    assert whole[whole.index("第 4 回合") :] == rest[rest.index("第 4 回合") :]


@pytest.mark.slow
def test_the_menus_change_every_setting(start: Start, tmp_path: Path) -> None:
    player = start("--seed", "3")
    player.answer("1", "1", "2", "25")  # the mad-cow rule, 25
    player.answer("2", "11", "4")  # four players; there are no eleven
    player.answer("3", "2", "0")  # player 2 is a person
    player.answer("3", "3", "1")  # the number of a level is its number
    player.answer("3", "4", "7", "阿明")  # there is no level 7; a name is that of a person
    shown = player.answer("4")
    assert "規則設定（狂牛症 25）" in shown
    assert "遊戲人數（4）" in shown
    assert "等級設定（人 人 1 阿明）" in shown
    assert "請輸入 2 到 10 的數字，不是「11」" in player.seen
    assert "請把鍵盤交給玩家 1，其他人不要看" in player.answer("")
    player.answer("s", "q")
    assert "暫時戰況" in player.end()
    session = save.read(tmp_path / "game")
    assert (session.levels, session.rule.threshold) == (("0", "0", "1", "0"), 25)
    assert session.names == ("", "", "", "阿明")


@pytest.mark.slow
def test_the_menu_of_a_turn_does_what_it_offers(start: Start) -> None:
    player = start("--seed", "1")
    player.answer("1", "4")
    player.answer("4", "55")
    assert "55 有 7 個牛頭" in player.answer("3")
    assert "玩家 2 出過的牌" in player.answer("6")
    player.answer("2")
    hand = hand_of(player.answer("6"))
    assert hand == sorted(hand, reverse=True)
    player.answer("3")
    heads = [HEADS[card] for card in hand_of(player.answer("6"))]
    assert heads == sorted(heads, reverse=True)
    player.answer("4")
    heads = [HEADS[card] for card in hand_of(player.answer("2"))]
    assert heads == sorted(heads)
    assert "第 1 回合" in player.answer("7")
    advice = player.answer("q")
    assert re.search(r"建議 \d+\(\d\)：.*勝率約 \d+ %", advice)
    assert "次模擬" in advice


def test_the_log_has_a_title_for_each_round_and_none_for_a_row_taken(start: Start) -> None:
    player = start("--seed", "1")
    player.answer("1", "4")
    player.seen = finish(player, until="要拿走的列")
    player.child.sendline("2")
    rounds = player.seen.count("揭牌：")
    player.answer("log")
    shown = player.answer("q")
    assert re.findall(r"第 (\d+) 回合", shown)[:rounds] == [str(n + 1) for n in range(rounds)]
    assert "拿走第 2 列" in shown
    player.end()


def test_a_player_takes_a_card_back_before_it_is_revealed(start: Start) -> None:
    player = start("--seed", "1")
    player.answer("1", "4")
    shown = player.answer("200")
    low, high, *_ = hand_of(shown)
    player.answer("1", f"{low}")
    assert "手上沒有「200」這張牌" in player.seen
    assert f"出 {low}(" in player.answer("2")
    player.answer(f"{high:02}")
    assert f"出 {high}(" in player.answer("1")
    assert f"玩家 1 打出 {high}(" in player.answer("q")


ALTERNATE = re.compile(r"\x1b\[\?1049h.*?\x1b\[\?1049l", re.DOTALL)


def test_no_hand_stays_on_the_screen_between_two_people(start: Start) -> None:
    player = start("--seed", "1")
    player.answer("1", "3", "2", "阿明", "4")
    raw, hands = "", []
    for name in ("玩家 1", "阿明"):
        raw += (before := player.raw())
        assert f"請把鍵盤交給{name}" in before
        player.child.sendline("")
        raw += (before := player.raw())
        hands.append(hand_of(ESCAPE.sub("", before)))
        player.child.sendline(f"{hands[-1][-1]:02}")
    raw += player.raw()
    assert len(ALTERNATE.findall(raw)) == 2
    public = ESCAPE.sub("", ALTERNATE.sub("", raw))
    table = set(re.findall(r"(\d+)\(", "".join(re.findall(r"^\d .*=.*$", public, re.MULTILINE))))
    for card in {str(card) for hand in hands for card in hand} - table:
        assert f"{card}(" not in public
    player.child.sendline("1")
    player.child.expect("玩家 1 打出|阿明 打出")
    shown = ESCAPE.sub("", str(player.child.before))
    assert f"揭牌：玩家 1 {hands[0][-1]}(" in shown
    assert f"阿明 {hands[1][-1]}(" in shown


def test_plain_mode_prints_blank_lines_between_two_people(start: Start) -> None:
    player = start("--seed", "1", "--plain")
    player.answer("1", "3", "2", "0", "4", "")
    shown = player.answer("2")
    player.answer(f"{hand_of(shown)[-1]:02}")
    shown = player.answer("")
    assert "\n" * 50 in shown
    assert "純文字模式不清螢幕" in shown
    assert "請把鍵盤交給玩家 2" in shown


def test_the_rules_fit_on_a_screen(start: Start) -> None:
    player = start("--seed", "1")
    shown = player.answer("r", "3")
    assert "例：" in shown
    assert len(shown.splitlines()) < 22
    assert max(map(width, shown.splitlines())) <= 80


@pytest.mark.slow
def test_an_english_game_contains_no_chinese(start: Start) -> None:
    player = start("--seed", "1", language="en_US.UTF-8")
    player.answer("1", "4", "7", "?", "r", "q")
    shown = player.seen + player.end()
    assert "Best is " in shown
    assert not re.search("[\u3000-\u9fff\uff00-\uffef]", shown)


def test_a_damaged_save_is_reported_in_one_line_and_the_game_goes_on(
    start: Start, tmp_path: Path
) -> None:
    player = start("--seed", "1")
    player.answer("2")
    # The line is broken where the window ends.
    assert "沒有這個檔案" in "".join(player.answer("1").split())
    player.answer("4")
    (tmp_path / "game").write_bytes(b"\x89PNG\r\n")
    player.answer("l")
    assert "這不是誰是牛頭王的存檔" in player.answer("s").replace("\n", "")
    player.answer("?")  # by now it is saved
    text = (tmp_path / "game").read_text()
    (tmp_path / "game").write_text(text[:-9])
    player.answer("l")
    assert "存檔已損壞" in player.answer("q").replace("\n", "")
    assert "暫時戰況" in player.end()


def test_the_end_of_input_shows_the_interim_ranking_and_leaves(
    start: Start, tmp_path: Path
) -> None:
    player = start("--seed", "1")
    player.answer("1", "4")
    player.child.expect(PROMPT)
    player.child.sendeof()
    assert "暫時戰況" in player.end()
    assert player.child.exitstatus == 0
    assert [*tmp_path.iterdir()] == []  # nothing was played


def test_every_way_of_leaving_saves_the_game(start: Start, tmp_path: Path) -> None:
    player = start("--seed", "1")
    player.answer("1", "4")
    player.card()
    player.child.expect(PROMPT)
    player.child.sendeof()
    told = "".join(player.end().split())  # lines break where the path's length has it
    assert f"接著玩：take6play--save{tmp_path / 'game'}" in told
    again = start()
    again.answer("2")
    again.card()
    again.child.expect(PROMPT)
    told = again.end(by_key=True)
    assert again.child.exitstatus == 130
    assert "Traceback" not in told
    assert "暫時戰況" in told
    assert len(save.read(tmp_path / "game.2").game.history) == 2
    assert len(save.read(tmp_path / "game").game.history) == 1


def test_the_ranking_gives_equal_results_equal_places() -> None:
    rows = words.standings("ABCD", [35, 5, 12, 12], Rule(30))
    assert [(row[0], row[1]) for row in rows[1:]] == [
        ("1", "A"),
        ("1", "B"),
        ("3", "C"),
        ("3", "D"),
    ]


def width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


@pytest.mark.parametrize("columns", [39, 40, 80])
def test_a_narrow_window_shows_every_card(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    Screen(plain=False).rows([(101, 102, 103, 104, 55), (3,), (4, 5), (100,)])
    lines = capsys.readouterr().out.splitlines()
    cells = [re.findall(r"\d+\(\d\)", line) for line in lines]
    assert [len(row) for row in cells] == [5, 1, 2, 1]
    assert [line.split("=")[-1].strip() for line in lines] == ["11", "1", "3", "3"]
    assert columns == 39 or len({width(line) for line in lines}) == 1
    assert columns == 39 or max(map(width, lines)) <= 40
    assert columns != 39 or width(lines[1]) < 20


def test_plain_mode_prints_lines_of_text(start: Start) -> None:
    player = start("--seed", "1", "--plain")
    player.answer("1", "4")
    player.card()
    player.answer("q")
    player.end()
    assert "\x1b" not in str(player.child.before)
    assert re.search(r"第 1 列：\d+\(\d\)，共 \d 個牛頭", player.seen)


def test_the_game_reads_its_keys_from_a_pipe(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "take6", "play", "--plain", "--seed", "1"]
    run = subprocess.run(
        command, input="1\n4\n", capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert run.stdout.endswith("   1  玩家 2     0         0\n結束遊戲\n")


@pytest.mark.slow
def test_a_person_can_watch_computers_play(start: Start) -> None:
    player = start("--seed", "1", "--plain")
    player.answer("1", "3", "1", "4", "4")
    for _ in range(10):
        player.answer("")
    assert "遊戲結束" in player.answer("3")
