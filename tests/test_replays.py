"""Replays of War, Nim and blackjack: their frames agree with the output of the commands."""

import re
from importlib import import_module
from io import BytesIO
from pathlib import Path

import pytest

from cardjudge.stdio import Lines
from cardjudge.viewer import Frame
from tests.processes import ROOT, kit

SEED = "96\n"


def frames(game: str, data: str) -> list[Frame]:
    replay = import_module(f"{game}.play.replay")
    shown, error = replay.page_frames(Lines(BytesIO(data.encode())))
    assert error is None
    return list(shown)


def cases(game: str) -> list[Path]:
    return sorted((ROOT / "testdata" / game).glob("*.in"))


@pytest.mark.parametrize("path", cases("war"), ids=lambda path: path.stem)
def test_the_replay_of_war_ends_with_the_result_of_the_judge(path: Path) -> None:
    data, answer = path.read_text(), path.with_suffix(".out").read_text()
    shown = frames("war", data)
    cards = sorted(int(word) for line in data.splitlines()[:2] for word in line.split())
    for frame in shown:
        table = [line for line in frame.rows if line.name == "桌上"]
        assert sorted(int(card) for line in [*frame.seats, *table] for card in line.cards) == cards
    if len(shown) < 2000:
        result = re.search("平手|玩家 [12] 獲勝|無限遊戲", answer)
        assert result is not None
        assert result[0] in shown[-1].says


@pytest.mark.parametrize("path", cases("nim"), ids=lambda path: path.stem)
def test_the_winner_in_the_replay_of_nim_moves_to_x_0(path: Path) -> None:
    data, answer = path.read_text(), path.with_suffix(".out").read_text()
    shown = frames("nim", data)
    first = 1 if "先手必勝" in answer else 2
    for move, frame in enumerate(shown[1:], 1):
        if "->" in frame.says and (move - 1) % 2 + 1 == first:
            assert frame.rows[-1].cards == ["0"]
    if "->" not in shown[-1].says:
        assert shown[-1].says == f"玩家 {first} 拿走最後一顆，贏了。"


def test_the_replay_of_blackjack_plays_the_basic_strategy(tmp_path: Path) -> None:
    talk = tmp_path / "talk"
    kit("blackjack_judge", "--player", "basic", "--transcript", talk, stdin=SEED)
    own = frames("blackjack_judge", SEED)
    given = frames("blackjack_judge", SEED + talk.read_text())
    assert own == given[: len(own)]
    wrote = "".join(frame.says.split("\n")[0] + "\n" for frame in own[1:])
    asked = [line for line in talk.read_text().splitlines() if line.startswith(">")]
    assert wrote.splitlines() == asked[: len(own) - 1]
