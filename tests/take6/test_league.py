"""The contest as a command: its table, its saved games, and its starter."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from math import isnan
from pathlib import Path
from random import Random

import pytest

from cardjudge.errors import UserError
from cardjudge.programs.contestant import Command
from cardjudge.programs.sandbox import Sandbox
from cardjudge.series.contest import Terms, command, contest, ready
from cardjudge.series.league import League, Leg
from cardjudge.series.league import Played as GamePlayed
from take6.cards import ALL_HEADS
from take6.game import Game
from take6.players.base import shuffled
from take6.series.contest.build import source
from take6.series.contest.league import ARENA, play, table
from take6.series.contest.seat import Seat
from tests.processes import kit, kit_in
from tests.take6.test_contest import LIMITS, SOUND, STARTER
from tests.tools import needs

pytestmark = needs("gcc")


def entrants(sources: list[Path]) -> list[Command]:
    held = Sandbox("auto", hidden=tuple(sources))
    return ready(sources, partial(command, LIMITS, held, source), skip_broken=True)


@pytest.mark.slow
def test_a_source_that_does_not_compile_is_reported_in_one_line_or_skipped(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.c").write_text(SOUND % ("syntax error", ""))
    (tmp_path / "spy.c").write_text('#include "/etc/shadow"\n' + SOUND % ("", ""))
    for name in ("a.c", "b.c"):
        (tmp_path / name).write_text(SOUND % ("", ""))
    sources = [tmp_path / name for name in ("a.c", "b.c", "bad.c", "spy.c")]
    with pytest.raises(UserError, match=r"bad\.c：bad\.c:\d+:\d+: error: .*syntax") as caught:
        command(LIMITS, Sandbox(), source, sources[2])
    assert "\n" not in str(caught.value)
    assert [each.name for each in entrants(sources)] == ["a.c", "b.c"]
    told = capfd.readouterr().err
    assert told.count("略過：") == 2
    assert "root:" not in told


Played = tuple[list[Command], Path, League]


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("league")
    (folder / "broken.c").write_text(SOUND % ("abort();", ""))
    sources = [STARTER / "random.c", STARTER / "careful.c", folder / "broken.c"]
    found = entrants(sources)
    return found, folder / "games", contest(ARENA, found, Terms(4, 1, folder / "games"))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux binds programs to processors")
def test_quick_programs_share_a_processor_and_slow_ones_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each game records the processors of the arena and of a program; some games are slow."""
    monkeypatch.setattr("cardjudge.series.contest._QUICK", 0.03)  # seconds: machines differ
    anywhere = os.sched_getaffinity(0)
    places: list[list[set[int]]] = []

    def game(_terms: Terms, _leg: Leg, seats: Sequence[Seat], deal: int) -> GamePlayed:
        assert play(Game(shuffled(Random("1")), 2), seats) is None
        assert seats[0].process is not None
        places.append([os.sched_getaffinity(pid) for pid in (0, seats[0].process.pid)])
        time.sleep(0.05 if deal in (0, 40, 41) else 0)
        return GamePlayed(0.5)

    found = entrants([STARTER / "random.c", STARTER / "careful.c"])
    contest(ARENA._replace(game=game), found, Terms(60, 1))
    assert all(arena == program for arena, program in places)
    assert [places[deal][0] for deal in (0, 1, 41, 42)] == [anywhere] * 4
    assert min(len(arena) for arena, _ in places) == 1
    assert os.sched_getaffinity(0) == anywhere


def test_a_league_is_ordered_by_shares_of_points(league: Played) -> None:
    found, _, played = league
    rows = played.standings
    assert [played.names[row.entrant] for row in rows] == ["careful.c", "random.c", "broken.c"]
    assert [len(row.forfeits) for row in rows] == [0, 0, 16]
    careful, _, broken = played.means(ALL_HEADS)
    assert 0 <= careful.low < careful.value < careful.high <= ALL_HEADS
    assert (isnan(broken.value), broken.low, broken.high) == (True, 0, ALL_HEADS)
    for row in rows:
        assert 0 <= row.share.low <= row.share.value <= row.share.high <= 1
    assert contest(ARENA, found, Terms(4, 1), workers=2) == played
    told = table(played).splitlines()
    assert told[1].split() == ["名次", "程式", "得分率", "判負", "平均牛頭"]
    assert told[4].split()[-2:] == ["16", "–"]
    assert told[5:-1] == [
        "broken.c 判負 16 場，先在第 0 副牌：第 3 回合的 pick："
        "沒有回答就結束了，訊號 SIGABRT：程式自己中止，例如 assert 或沒有接住的例外"
    ]


def test_contestants_with_the_same_name_get_numbers(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for file in (first := tmp_path / "x.c", second := tmp_path / "a/x.c"):
        file.write_text(SOUND % ("", ""))
    assert [each.name for each in entrants([first, second, first])] == ["x.c", "x.c#2", "x.c#3"]


def test_every_game_is_kept_as_an_input_of_the_judge(league: Played) -> None:
    files = sorted(path.name for path in league[1].glob("[!.]*"))
    assert len(files) == 24
    for first, second in (("careful.c", "random.c"), ("random.c", "broken.c")):
        file = league[1] / f"3-{first}-{second}.in"
        judged = kit("take6", stdin=file.read_text())
        over = "遊戲結束" in judged.stdout
        assert (over, judged.returncode) == ((True, 0) if second == "random.c" else (False, 2))
        shown = kit("take6", "replay", file)
        assert shown.returncode == judged.returncode
        assert shown.stdout.count("打出") == (20 if over else 4)


def test_a_contest_shows_its_random_seed_at_the_end(tmp_path: Path) -> None:
    arguments = "take6", "contest", STARTER, "--games", 2
    first = kit_in(tmp_path, *arguments)
    *_, told = first.stdout.splitlines()
    assert kit(*arguments, "--seed", told.removeprefix("種子 ")).stdout == first.stdout


def test_export_header_writes_contestants_that_compile(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    kit("take6", "export-header", folder)
    names = ["Makefile", "careful.c", "random.c", "take6.h"]
    assert sorted(path.name for path in folder.iterdir()) == names
    made = subprocess.run(["make", "-C", folder], check=True, capture_output=True, text=True)
    assert "warning" not in made.stdout + made.stderr
    (folder / "random.c").write_text("mine")
    again = kit("take6", "export-header", folder)
    assert again.returncode == 2
    assert "mine 已經存在" in again.stderr
    assert (folder / "random.c").read_text() == "mine"
