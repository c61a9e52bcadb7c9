"""The problem asks for exactly what `nim` prints, however a homework is judged."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import NIM
from tests.processes import ROOT, kit_in
from web import app

CASE = "several-winning-moves"


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        (f"{NIM}        break\n", "WA"),  # after the first winning move
        pytest.param(NIM, "AC", marks=pytest.mark.slow),
    ],
)
def test_every_winning_move_is_asked_for_everywhere(
    code: str, verdict: str, tmp_path: Path
) -> None:
    homework = tmp_path / "hw/b1.py"
    homework.parent.mkdir()
    homework.write_text(code, "utf-8")
    accepted = verdict == "AC"
    for words in ("nim", str(homework)), (f"{ROOT}/testdata/nim", str(homework)):
        run = kit_in(tmp_path, "judge", *words, "--filter", "*several*")
        assert (run.returncode == 0, verdict in run.stdout) == (accepted, True), run.stderr
    tests = "--tests", f"{ROOT}/testdata/nim"
    run = kit_in(tmp_path, "judge", "class", "hw", *tests, "--json", "-")
    (student,) = json.loads(run.stdout)["students"]
    assert (student["verdict"], student["points"] == student["max"]) == (verdict, accepted)
    with (ROOT / f"testdata/nim/{CASE}.in").open("rb") as case:
        command = [sys.executable, str(homework)]
        ran = subprocess.run(command, stdin=case, capture_output=True, check=True)
    on_page = app.call("verdict", "nim", CASE, 2.0, 0, "", 0.1, "", ran.stdout, b"")
    assert json.loads(on_page)["value"]["verdict"] == verdict
