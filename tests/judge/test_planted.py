"""Faults that were listed before the check was written: the check names each and its file."""

import re
import sys
from pathlib import Path

import pytest

from cardjudge.errors import UserError
from cardjudge.programs.process import Limits
from judge.problem.check import check
from judge.problem.description import Unchecked
from judge.problem.problem import Problem
from tests.judge.planted import FAULTS, HELLO, Fault, written
from tests.processes import kit

PLAIN = 23
"""Of the faults, the first ones are in problem.toml; of the others, each runs programs."""
QUICK = Limits(wall=30.0, cpu=1.0, output=1 << 20)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Problem, "author_limits", QUICK)
    monkeypatch.setattr("judge.interactive._GRACE", 1.0)


@pytest.mark.slow
def test_the_small_problem_has_no_fault_and_a_table_of_its_runs(tmp_path: Path) -> None:
    run = kit("judge", "problem", "check", written(tmp_path))
    assert (run.returncode, run.stderr) == (0, "")
    rows = re.sub(r"\d\.\d\d s", "t", run.stdout).splitlines()
    assert [row.split() for row in rows] == [
        ["1", "accepted/good.py"],
        ["2", "wrong_answer/minus.py"],
        ["1", "2"],
        ["sample/1", "AC", "t", "WA", "t"],
        ["secret/large", "AC", "t", "WA", "t"],
        ["secret/small", "AC", "t", "WA", "t"],
        ["最慢", "t", "t"],
        ["submissions/accepted：警告：只有一個程式，沒有另一個可以在抽出的輸入上比較"],
        [f"{tmp_path}：沒有問題"],
    ]


@pytest.mark.slow
def test_equal_inputs_are_a_warning_but_none_beside_a_sample(tmp_path: Path) -> None:
    folder = written(tmp_path / "hello", files=HELLO)
    run = kit("judge", "export", "kattis", folder, tmp_path / "out")
    assert (run.returncode, run.stderr) == (0, "")
    warning, _, package = run.stdout.splitlines()
    assert warning == "tests/secret/small.in：警告：和 large 的輸入一樣"
    assert package.endswith("3 個測試，2 個程式")


def test_what_a_function_gave_is_refused_in_the_language_of_its_author(tmp_path: Path) -> None:
    folder = written(tmp_path, files={"generate.py": "def tests(seed):\n    yield 'a', 5\n"})
    run = kit("judge", "problem", "check", folder, LC_ALL="en_US.UTF-8")
    assert re.search(r"^generate\.py:2: .*TypeError: [ -~]+$", run.stdout, re.MULTILINE)


def test_a_strategy_without_hypothesis_goes_unchecked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    text = "from hypothesis.strategies import just\n\ndef inputs():\n    return just('1 2\\n')\n"
    written(tmp_path, files={"strategy.py": text})
    found, _ = check(tmp_path)
    assert isinstance(found, Unchecked)
    assert re.match(r"strategy\.py：.*hypothesis.*pip install", str(found))


ROWS = [
    pytest.param(each, id=each.name, marks=[] if number < PLAIN else pytest.mark.slow)
    for number, each in enumerate(FAULTS)
]


@pytest.mark.parametrize("fault", ROWS)
def test_the_check_reports_a_planted_fault_at_its_file(fault: Fault, tmp_path: Path) -> None:
    written(tmp_path, fault.toml, fault.files)
    try:
        found = [str(each) for each in check(tmp_path)]
    except UserError as error:
        found = [str(error)]
    told = [each for each in found if re.match(rf"({fault.file})(/|:|：)", each)]
    assert any(re.search(fault.words, each) for each in told), found
