"""The packages under the judges' own tools, as far as these can run here."""

from pathlib import Path

import pytest

from judge.problem.package import export
from judge.problem.problem import Problem, new
from judge.problem.trial import Trial
from tests.judges import kattis

NAMES = ["big2", "blackjack", "nim", "take6", "war"]
KINDS = ["plain", "checker", "interactive"]


def exported(name: str, folder: Path) -> tuple[Path, dict[str, str]]:
    """Return a package for Kattis, and the verdict that each program in it must get."""
    if name in KINDS:
        new(folder / "source" / name, name)
    problem = Problem.load(folder / "source" / name if name in KINDS else name)
    with Trial(problem) as trial:
        package = export(trial, "kattis", folder / problem.described.id)
    programs = package.glob("submissions/*/*")
    return package, {f"{path.parent.name}/{path.name}": path.parent.name for path in programs}


@pytest.mark.slow
@pytest.mark.skipif(
    not kattis.available(), reason="problemtools is not installed: pip install problemtools"
)
@pytest.mark.parametrize("name", [*NAMES, *KINDS])
def test_verifyproblem_finds_no_fault_in_a_package(name: str, tmp_path: Path) -> None:
    package, expected = exported(name, tmp_path)
    printed = kattis.verify(package)
    assert printed.endswith(f"{name} tested: 0 errors, 1 warning\n"), printed
    assert "WARNING Support for version 2023-07-draft is very incomplete." in printed
    assert kattis.verdicts(printed) == expected
