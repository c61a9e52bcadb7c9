"""What a terminal of 80 columns shows: no phrase of `screens.txt` is divided between two lines."""

import os
import re
import shlex
import sys
from pathlib import Path

import pexpect
import pytest
from rich.cells import chop_cells

from tests.processes import ROOT

COLUMNS = 80
LANGUAGES = {"en": "en_US.UTF-8", "zh": "zh_TW.UTF-8"}
ROWS = [row.split("\t") for row in Path(__file__).with_name("screens.txt").read_text().splitlines()]
REMARK = "the late submission of the whole group was told in the class before the exam"


@pytest.mark.parametrize(("language", "command", "phrase"), ROWS)
def test_a_phrase_stands_in_one_line(
    tmp_path: Path, language: str, command: str, phrase: str
) -> None:
    for folder in "hw", "tests":
        (tmp_path / folder).mkdir()
    for path in "main.py", "hw/b1.py", "tests/a.in", "tests/a.out":
        (tmp_path / path).write_text("0\n")
    (tmp_path / "hint").write_text("/hint\n")
    (tmp_path / "own.toml").write_text(f'[students.b1]\npoints = 3\nremark = "{REMARK}"\n')
    places = {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    environment = {**os.environ, **places, "LC_ALL": LANGUAGES[language]}
    environment.pop("COLUMNS", None)
    child = pexpect.spawn(
        "sh",
        ["-c", f"exec {shlex.quote(sys.executable)} -m {command}"],
        cwd=tmp_path,
        env=environment,
        dimensions=(24, COLUMNS),
        encoding="utf-8",
        timeout=300,
    )
    child.expect(pexpect.EOF)
    # A terminal breaks a line that is too long, wherever that is.
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before or "").splitlines()
    rows = [row for line in lines for row in chop_cells(line, COLUMNS)]
    assert any(phrase in row for row in rows), rows
