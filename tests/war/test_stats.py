"""Statistics: the same totals in any chunks and by any workers."""

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardjudge.stdio import Lines
from tests.processes import FRESH, ROOT, kit
from war.cli import app
from war.judge import judge
from war.series import stats
from war.series.chunks import Chunk, Series, Tally, chunks
from war.series.report import statistics
from war.series.stats import count, tally, tally_plain
from war.text import RESULTS

SERIES = Series(4, seed=9)
War: TypeAlias = Callable[..., str]
"""The command line in this process: takes arguments, returns standard output."""
run = partial(kit, "war")


@pytest.fixture
def war(capsys: pytest.CaptureFixture[str]) -> War:
    def call(*arguments: object) -> str:
        app.answer([str(argument) for argument in arguments])
        return capsys.readouterr().out

    return call


@given(st.integers(1, 100), st.integers(1, 30))
def test_chunks_cover_every_game_once_and_are_not_small(games: int, size: int) -> None:
    pieces = chunks(SERIES, games, size)
    covered = [game for piece in pieces for game in range(piece.first, piece.first + piece.games)]
    assert covered == list(range(games))
    assert all(size <= piece.games < 2 * size for piece in pieces) or len(pieces) <= 1


@pytest.mark.slow
def test_totals_do_not_depend_on_the_chunks_or_the_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = tally_plain(Chunk(SERIES, 0, 300))
    assert whole.games == 300
    assert tally(Chunk(SERIES, 0, 300)) == whole
    for size, workers in (1, 1), (7, 1), (1000, 1), (100, 2):
        monkeypatch.setattr(stats, "_COMPILED_CHUNK", size)
        assert count(SERIES, 300, workers) == whole


def test_the_output_shows_the_counts(war: War) -> None:
    text = war("stats", 4, 500, "--seed", 9)
    read = json.loads(war("stats", 4, 500, "--seed", 9, "--json", "-"))
    counted = tally(Chunk(SERIES, 0, 500))
    assert Series(**{name: read[name] for name in Series._fields}) == SERIES
    for result, name in (
        ("wins1", "玩家 1 獲勝"),
        ("wins2", "玩家 2 獲勝"),
        ("draws", "平手"),
        ("infinite", "無限遊戲"),
    ):
        assert read[result]["games"] == getattr(counted, result)
        assert read[result]["share"]["value"] == read[result]["games"] / 500
        assert f"\n{name}：{read[result]['games']}，" in text
    assert read["games"] == 500
    assert read["mean_rounds"]["value"] == counted.rounds / counted.finite


def test_a_game_of_a_series_can_be_dealt_and_judged(war: War) -> None:
    for game in range(20):
        hands = war("deal", 4, "--seed", 9, "--game", game)
        judged: list[str] = []
        assert judge(Lines(hands.encode().splitlines(keepends=True)), judged.append) == 0
        counted = tally(Chunk(SERIES, game, 1))
        assert f"結果：{RESULTS[counted[:4].index(1)]}\n" in "".join(judged)
        assert counted.infinite or f"\n回合數：{counted.rounds}\n" in "".join(judged)


def without_numba(folder: Path) -> dict[str, str]:
    """Hide Numba from a process; return its environment."""
    hidden = folder / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text("import sys; sys.modules['numba'] = None\n")
    return {"PYTHONPATH": f"{hidden}:{ROOT}", **FRESH}


@pytest.mark.slow
def test_the_series_runs_without_numba_and_says_that_it_is_slow(tmp_path: Path) -> None:
    pure = run("stats", 3, 200, **without_numba(tmp_path))
    assert pure.stdout == run("stats", 3, 200).stdout
    assert pure.stderr.startswith("沒有安裝 Numba，會慢數十到數百倍")
    assert pure.stderr.count("\n") == 1


def test_a_terminal_shows_the_progress(tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        "-m war stats 3 2000".split(),
        encoding="utf-8",
        timeout=120,
        env=os.environ | without_numba(tmp_path),
    )
    child.expect("2000 場")
    child.expect("%")
    child.expect("平手：")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_rare_share_keeps_its_digits() -> None:
    counted = Tally(draws=3, wins1=499_999, wins2=499_998, rounds=10**6, squares=10**6)
    told = statistics(SERIES, counted)
    assert "平手：3，0.00030 % [0.00010, 0.00088]" in told
    assert "無限遊戲：0，0.00000 % [0.00000, 0.00038]" in told
    assert told.endswith("\n分出結果的遊戲平均回合數：1.00 [1.00, 1.00]")
    assert statistics(SERIES, Tally(infinite=3)).endswith("\n分出結果的遊戲平均回合數：無")
