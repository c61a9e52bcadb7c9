"""Files of a problem that nothing reads, found without running a program."""

from pathlib import Path

from judge.problem.places import misplaced
from judge.problem.problem import Problem
from tests.judge.problems import change, small


def test_the_check_finds_the_answer_of_a_test_that_needs_none(tmp_path: Path) -> None:
    folder = small(tmp_path / "sum")
    assert [*misplaced(Problem.load(folder))] == []
    change(folder, "problem.toml", 'compare = "lines"', 'interactor = "validate.py"')
    assert [str(fault) for fault in misplaced(Problem.load(folder))] == [
        "tests/secret/small-zero.out：沒有東西會讀它：這一題的測試不用答案"
    ]
