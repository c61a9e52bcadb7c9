"""The search for records: what it finds is what the reference plays, whoever searches."""

import json
import re
from pathlib import Path

import pytest

from cardjudge.stdio import Lines
from tests.processes import ROOT, kit
from war.cli import app
from war.course import follow
from war.judge import judge
from war.series.records import GOALS, Found, Hunt, hunt, search

PAGE = (ROOT / "docs" / "research" / "war.md").read_text("utf-8")
KEPT = re.findall(r"^\| ([a-z ]+) \| (.+) \| ([\d,]+) rounds \|.*`(.+) / (.+)` \|$", PAGE, re.M)


@pytest.mark.slow
@pytest.mark.parametrize("alternate", [False, True])
@pytest.mark.parametrize("longest", GOALS)
@pytest.mark.parametrize("nb_vals", [1, 2, 3, 5])
def test_what_is_found_is_as_long_as_the_reference_says(
    nb_vals: int, longest: str, alternate: bool
) -> None:
    settings = Hunt(nb_vals, longest, 3, alternate, steps=300)
    for number in range(5):
        found = search(settings, number)
        assert length(found, longest, alternate) == found.length
        assert found.is_possible()


def length(found: Found, longest: str, alternate: bool) -> int:
    """Return what is to be long by the rules; 0 where the game is no such game."""
    if not found.cards:
        return 0
    course = follow(found.battle(alternate))
    if (course.period is None) != (longest == "game"):
        return 0
    return int(course.period or 0) if longest == "cycle" else int(course.rounds)


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: f"{kept[0]}, {kept[1]}")
def test_the_records_are_what_the_judge_says(kept: tuple[str, ...]) -> None:
    what, rule, length, *hands = kept
    lines = Lines([f"{hand}\n".encode() for hand in hands])
    judged: list[str] = []
    judge(lines, judged.append, alternate=rule == "alternating", nb_vals=13)
    told = {
        "game that ends": f"\n回合數：{length}\n結果：玩家",
        "cycle": f"每 {length} 回合重複一次\n",
        "way to a cycle": f"\n循環：從第 {length} 回合起，",
    }
    assert told[what].replace(",", "") in judged[0]


def test_there_are_records_of_all_kinds() -> None:
    kinds = {what for what, *_ in KEPT}
    assert kinds == {"game that ends", "cycle", "way to a cycle"}
    assert sum("alternating" in kept for kept in KEPT) == 1


@pytest.mark.parametrize("longest", GOALS)
def test_no_deal_of_a_tiny_deck_is_missed(longest: str) -> None:
    """With two values there are 70 deals: a long walk passes all, and finds the best of them."""
    every = [
        Found(1, 0, [1 + (place in twos) for place in range(8)])
        for twos in ({p for p in range(8) if bits >> p & 1} for bits in range(256))
        if len(twos) == 4
    ]
    assert len(every) == 70
    found = search(Hunt(2, longest, steps=5000), 0)
    assert found.length == max(length(deal, longest, False) for deal in every)


@pytest.mark.slow
def test_records_do_not_depend_on_workers_or_interruptions(tmp_path: Path) -> None:
    settings, path = Hunt(5, "tail", steps=200), tmp_path / "found.json"
    whole, lost = hunt(settings, 6)
    assert (whole.searches, lost) == (6, None)
    assert hunt(settings, 6, 2) == (whole, None)
    hunt(settings, 2, 1, path)
    resumed, _ = hunt(settings, 6, 1, path)
    assert (resumed.length, list(resumed.cards)) == (whole.length, list(whole.cards))


@pytest.mark.parametrize("cards", [[1, 1, 1, 2], [1, 1, 1, 1, 1], ["1"] * 4, [1, 1, 1, 0]])
def test_a_checkpoint_of_no_deck_is_refused(cards: list[int], tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    saved = {"searches": 1, "length": 1, "cards": cards}
    path.write_text(json.dumps({"settings": Hunt(1, "game")._asdict(), "counted": saved}))
    done = kit("war", "records", "1", "2", "--checkpoint", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "錯誤：「found.json」不是這個命令的進度檔\n"


def test_the_output_is_what_the_judge_reads(capfd: pytest.CaptureFixture[str]) -> None:
    app(["records", "2", "1", "--longest", "cycle"], standalone_mode=False)
    hands, told = capfd.readouterr()
    judged: list[str] = []
    judge(Lines(hands.encode().splitlines(keepends=True)), judged.append)
    assert "回合起，每 2 回合重複一次\n" in judged[0]
    assert told == "每 2 回合重複一次；搜尋了 1 次，每次換牌 1048576 次\n"


def test_where_there_is_none_it_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    app(["records", "2", "1", "--longest", "cycle", "--alternate"], standalone_mode=False)
    assert capfd.readouterr() == ("", "沒有找到；搜尋了 1 次，每次換牌 1048576 次\n")
