"""Replays of War and Nim: their frames agree with the output of the commands."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardjudge.play import installed
from cardjudge.play.replay import Replay
from cardjudge.play.session import Session
from cardjudge.viewer import Frame
from tests.processes import ROOT
from war.play import WarGame


def frames(game: str, data: str) -> Sequence[Frame]:
    read = Replay(installed.game(game), data.encode(), {})
    assert read.error is None
    return read.frames


def cases(game: str) -> list[Path]:
    paths = sorted((ROOT / "testdata" / game).glob("*.in"))
    many = "thousand", "greatest", "powers"  # moves: several seconds each
    return [path for path in paths if not path.stem.startswith(many)]


@pytest.mark.parametrize("path", cases("war"), ids=lambda path: path.stem)
def test_the_replay_of_war_ends_with_the_result_of_the_judge(path: Path) -> None:
    data, answer = path.read_text(), path.with_suffix(".out").read_text()
    shown = frames("war", data)
    cards = sorted(int(word) for line in data.splitlines()[:2] for word in line.split())
    for frame in shown:
        table = [line for line in frame.rows if line.name == "桌上"]
        assert sorted(int(card) for line in [*frame.seats, *table] for card in line.cards) == cards
    if re.search("獲勝|平手|無限", shown[-1].says) or len(shown) < 300:
        result = re.search("平手|玩家 [12] 獲勝|無限遊戲", answer)
        assert result is not None
        assert result[0] in shown[-1].says


@pytest.mark.parametrize("saved", [False, True])
def test_the_replay_of_an_endless_deal_plays_no_further_than_it_shows(saved: bool) -> None:
    game = WarGame.dealt({"nb_vals": 2_500}, 1)
    data = Session(game, ["", ""], 1).dump() if saved else game.case()
    replay = Replay(WarGame, data.encode(), {})
    assert replay.frames[-1].says.endswith("\n這場遊戲太長，只顯示到這一步。")
    assert 2 < len(replay.frames) <= replay.session.game.rounds < 20  # type: ignore[attr-defined]


def test_the_replay_of_nim_with_huge_heaps_takes_seconds() -> None:
    shown = frames("nim", "2\n1000000000000000000 1000000000000000001\n")
    assert 2 < len(shown) < 10_000


@pytest.mark.parametrize("path", cases("nim"), ids=lambda path: path.stem)
def test_the_winner_in_the_replay_of_nim_moves_to_x_0(path: Path) -> None:
    data, answer = path.read_text(), path.with_suffix(".out").read_text()
    shown = frames("nim", data)
    first = 1 if "先手必勝" in answer else 2
    for move, frame in enumerate(shown[1:], 1):
        if "->" in frame.says and (move - 1) % 2 + 1 == first:
            assert frame.rows[-1].cards == ["0"]
    if "贏了" in shown[-1].says:
        assert shown[-1].says.endswith(f"玩家 {first}贏了。")
