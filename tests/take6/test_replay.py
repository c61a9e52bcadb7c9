"""Replays: every card a step, back and forth."""

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pexpect
import pytest
from selenium.webdriver.remote.webelement import WebElement

from cardjudge.errors import InputError
from cardjudge.stdio import Lines
from take6 import text
from take6.play.replay import Frame, frames
from tests.browser import chromium, errors, resize
from tests.take6.test_play import ESCAPE

ROOT = Path(__file__).parents[2]
CASE = ROOT / "testdata/take6/four-players.in"


def test_a_replay_steps_card_by_card_in_both_directions() -> None:
    child = pexpect.spawn(
        sys.executable, ["-m", "take6", "replay", str(CASE)], encoding="utf-8", timeout=60
    )
    shown = []
    frames: list[int] = []
    for key in ("", "", "b", "", "5", "b", "q"):
        child.expect(r"\d+/\d+：.*q 離開.* > ")
        frames.append(int(str(child.after).partition("/")[0]))
        shown.append(ESCAPE.sub("", str(child.before)).replace("\r\n", "\n"))
        child.sendline(key)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert frames[:5] == [1, 2, 3, 2, 3]
    assert frames[6] == frames[5] - 1
    assert "第 1 回合" in shown[0]
    assert "打出" in shown[1]
    assert shown[3].split("\n", 3)[3] == shown[1].split("\n", 3)[3]  # back
    assert shown[4].split("\n", 3)[3] == shown[2].split("\n", 3)[3]  # and forth
    assert "第 5 回合" in shown[5]
    assert "打出" in shown[6] or "拿走" in shown[6]


def test_a_replay_shows_every_card_and_the_heads_of_the_judge() -> None:
    frames, error = read_frames(CASE)
    assert error is None
    assert sum("打出" in frame.says for frame in frames) == 40
    judged = subprocess.run(
        [sys.executable, "-m", "take6"], stdin=CASE.open("rb"), capture_output=True, check=True
    ).stdout.decode()
    final = [int(heads) for heads in re.findall(r"玩家 \d：(\d+) 個牛頭", judged)]
    assert [*frames[-1].heads] == final
    for before, after in pairwise(frames):
        assert all(a <= b for a, b in zip(before.heads, after.heads, strict=True))
    for number in range(1, 11):
        begins = next(frame for frame in frames if frame.round == number)
        rows = re.findall(r"第 \d 列：(.*)", judged.split(f"第 {number} 回合\n")[1])[:4]
        assert [text.cards(row) for row in begins.rows] == rows


def read_frames(path: Path) -> tuple[list[Frame], InputError | None]:
    with path.open("rb") as file:
        return frames(Lines(file), "mad-first")


@pytest.mark.slow
def test_the_page_of_a_game_shows_what_the_judge_says(tmp_path: Path) -> None:
    page = tmp_path / "replay.html"
    command = [sys.executable, "-m", "take6", "replay", str(CASE), "--html", str(page)]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    judged = subprocess.run(
        [sys.executable, "-m", "take6"], stdin=CASE.open("rb"), capture_output=True, check=True
    ).stdout.decode()
    with chromium(tmp_path / "profile") as browser:
        browser.get(page.as_uri())

        def one(name: str) -> WebElement:
            return browser.find_element("css selector", name)

        last = int(one("#count").text.split("/")[1])
        assert last > 40
        assert len(browser.find_elements("css selector", "#seats .card")) == 40
        one("#next").click()
        assert "打出" in one("#says").text
        assert one("#count").text == f"1 / {last}"
        one("#last").click()
        assert len(browser.find_elements("css selector", "#seats .card")) == 0
        notes = [each.text for each in browser.find_elements("css selector", "#seats .note")]
        assert notes == [
            f"{heads} 個牛頭" for heads in re.findall(r"玩家 \d：(\d+) 個牛頭", judged)
        ]
        best = re.findall(r"排名：玩家 (\d)", judged)[0]
        assert f"玩家 {best}" in one("#seats .winner .name").text
        resize(browser, 320, 568)
        browser.get(page.as_uri())
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 320
        assert errors(browser) == []
