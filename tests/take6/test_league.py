"""The contest as a command: its table, its saved games, and its starter."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.processes import kit, kit_in
from tests.take6.test_contest import SOUND, STARTER
from tests.tools import needs

pytestmark = needs("gcc")


@pytest.mark.slow
def test_a_source_that_does_not_compile_is_reported_in_one_line_and_skipped(tmp_path: Path) -> None:
    (tmp_path / "bad.c").write_text(SOUND % ("syntax error", ""))
    (tmp_path / "spy.c").write_text('#include "/etc/shadow"\n' + SOUND % ("", ""))
    for name in ("a.c", "b.c"):
        (tmp_path / name).write_text(SOUND % ("", ""))
    told = kit("take6", "contest", tmp_path, "--deals", 1, "--json", "-")
    assert {row["program"] for row in json.loads(told.stdout)["programs"]} == {"a.c", "b.c"}
    skipped = told.stderr.splitlines()
    assert len(skipped) == 2
    assert skipped[0].startswith("略過：bad.c：bad.c:")
    assert "root:" not in told.stderr


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("league")
    (folder / "broken.c").write_text(SOUND % ("abort();", ""))
    sources = [STARTER / "random.c", STARTER / "careful.c", folder / "broken.c"]
    words = "contest", *sources, "--deals", 4, "--seed", 1
    table = kit("take6", *words, "--save-games", folder / "games").stdout
    assert kit("take6", *words, "--workers", 2).stdout == table
    return folder / "games", table


def test_a_league_is_ordered_by_shares_of_points(league: tuple[Path, str]) -> None:
    rows = [row.split() for row in league[1].splitlines()]
    assert rows[1] == ["名次", "程式", "得分率", "判負", "平均牛頭"]
    assert [row[1] for row in rows[2:5]] == ["careful.c", "random.c", "broken.c"]
    assert rows[4][-2:] == ["16", "–"]
    assert league[1].splitlines()[5:-1] == [
        "broken.c 判負 16 場，先在第 0 副牌：第 3 回合："
        "沒有回答就結束了，訊號 SIGABRT：程式自己中止，例如 assert 或沒有接住的例外"
    ]


def test_every_game_is_kept_as_an_input_of_the_judge(league: tuple[Path, str]) -> None:
    files = sorted(path.name for path in league[0].glob("[!.]*"))
    assert len(files) == 24
    for pair in ("careful.c+random.c", "random.c+broken.c"):
        file = league[0] / f"3-{pair}.in"
        judged = kit("take6", stdin=file.read_text())
        over = "遊戲結束" in judged.stdout
        assert (over, judged.returncode) == ((False, 2) if "broken" in pair else (True, 0))
        shown = kit("take6", "replay", file)
        assert shown.returncode == judged.returncode
        assert shown.stdout.count("打出") == (20 if over else 4)


def test_a_contest_shows_its_random_seed_at_the_end(tmp_path: Path) -> None:
    arguments = "take6", "contest", STARTER, "--deals", 1
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
