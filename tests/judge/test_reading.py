"""Reading a word and then a line gives the rest of that line: said only where it is the cause."""

from pathlib import Path

import pytest

from judge.reading import _MIXED, _TAKEN
from tests.processes import kit_in
from tests.tools import needs, slow_after

FOLDER = Path(__file__).parent / "programs/reading"
PY = "import sys\n{reads}\nprint(sum(map(int, input().split())))\n"
PROGRAMS = {
    "mixed.cpp": ("", _MIXED),
    "in_one_line.cpp": ("", ""),
    "taken.py": (PY.format(reads="n = sys.stdin.read()"), _TAKEN),
    "too_many.py": (PY.format(reads="if input() == 'x': sys.stdin.read()\ninput()"), ""),
    "otherwise.cpp": ("", ""),
    "Main.java": ("", _MIXED),
}


@needs("g++")
@pytest.mark.parametrize("name", slow_after(4, PROGRAMS))
def test_only_a_mixture_that_is_the_cause_is_said(name: str, tmp_path: Path) -> None:
    source, sentence = PROGRAMS[name]
    (tmp_path / name).write_text(source or (FOLDER / name).read_text())
    (tmp_path / "t").mkdir()
    (tmp_path / "t/a.in").write_text("3\n10 20 30\n")
    (tmp_path / "t/a.out").write_text("60\n")
    run = kit_in(tmp_path, "judge", "t", name, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert run.returncode == 1, run
    said = [each for each in (_MIXED, _TAKEN) if each in run.stdout]
    assert said == [*filter(None, [sentence])], run.stdout
