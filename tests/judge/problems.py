"""Problems for the tests: the one of `judge problem new`, small enough to be judged at once."""

from pathlib import Path

from judge.problem.problem import Problem, new


def small(folder: Path) -> Path:
    """Make the skeleton of a problem, with small tests."""
    new(folder)
    path = folder / "generate.py"
    path.write_text(
        path.read_text().replace("1000, 10", "200, 10").replace("range(1, 5)", "range(1, 2)")
    )
    return folder


def change(folder: Path, file: str, old: str, new: str) -> None:
    """Replace a part of a file that must be there."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def games() -> list[Problem]:
    problems = map(Problem.load, Problem.names())
    return [problem for problem in problems if not problem.grader]
