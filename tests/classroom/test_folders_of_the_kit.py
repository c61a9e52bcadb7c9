"""`judge class` over the cases of an assignment, as in README: correct homework gets all points."""

import csv
import io
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.processes import ROOT, kit_in
from tests.tools import tool


@pytest.mark.parametrize(
    "game", ["war", *(pytest.param(game, marks=pytest.mark.slow) for game in ("big2", "take6"))]
)
def test_a_correct_homework_gets_full_points(game: str, tmp_path: Path) -> None:
    program = ROOT / game / "problem/submissions/accepted/plain.cpp"
    tool("g++")
    with ZipFile(tmp_path / "hw1.zip", "w") as archive:
        archive.write(program, "b10902001.cpp")
    cases = ROOT / "testdata" / game
    words = ["class", "hw1.zip", "--tests", str(cases), "--csv", "grades.csv", "--workers", "2"]
    assert kit_in(tmp_path, "judge", *words).returncode == 0
    text = (tmp_path / "grades.csv").read_bytes().decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["verdict"], row["points"], row["max"]) == ("AC", "100", "100")
    assert int(row["accepted"]) == int(row["tests"]) == len([*cases.rglob("*.in")]) >= 15
