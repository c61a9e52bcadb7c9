"""The packages under the judges' own tools, as far as these can run here."""

from importlib.metadata import entry_points
from pathlib import Path

import pytest

from bench.judges import dmoj, kattis
from judge.problem.formats import export
from judge.problem.problem import GROUP, Problem


def expected(problem: Problem) -> dict[str, str]:
    return {f"{program.verdict}/{program.file}": program.verdict for program in problem.submissions}


@pytest.mark.skipif(not kattis.available(), reason="problemtools is not installed")
@pytest.mark.parametrize("name", sorted(entry.name for entry in entry_points(group=GROUP)))
def test_verifyproblem_has_nothing_to_say_against_a_package(name: str, tmp_path: Path) -> None:
    problem = Problem.load(name)
    printed = kattis.verify(export(problem, "kattis", tmp_path))
    assert printed.endswith(f"{name} tested: 0 errors, 0 warnings\n"), printed
    assert kattis.verdicts(printed) == expected(problem)


@pytest.mark.skipif(dmoj.missing() is not None, reason=str(dmoj.missing()))
@pytest.mark.parametrize("name", ["big2", "blackjack", "nim"])
def test_dmoj_gives_every_program_its_verdict(name: str, tmp_path: Path) -> None:
    problem = Problem.load(name)
    export(problem, "dmoj", tmp_path)
    printed = dmoj.test(tmp_path, [name])
    assert "All tests passed." in printed, printed
    assert dmoj.verdicts(printed) == expected(problem)
