"""The packages under the judges' own tools, as far as these can run here."""

from pathlib import Path

import pytest

from bench.judges import dmoj, kattis
from judge.problem.package import export
from judge.problem.problem import Problem, new
from judge.problem.trial import Trial

JAVA = """
import java.math.BigInteger;
import java.util.*;

public class Sum {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        BigInteger sum = BigInteger.ZERO;
        for (int left = in.nextInt(); left > 0; left--) sum = sum.add(in.nextBigInteger());
        System.out.println(sum);
    }
}
"""
NAMES = ["big2", "blackjack", "nim", "take6", "war"]


def exported(name: str, form: str, folder: Path) -> tuple[Path, dict[str, str]]:
    """Return a package, and the verdict that each program in it must get."""
    if name == "new":
        new(folder / "new")
        if form == "dmoj":  # problemtools asks for Java 21
            (folder / "new/submissions/accepted/Sum.java").write_text(JAVA)
    problem = Problem.load(folder / "new" if name == "new" else name)
    with Trial(problem) as trial:
        package = export(trial, form, folder / "packages")
    return package, {
        f"{program.verdict}/{program.file}": program.verdict for program in problem.submissions
    }


@pytest.mark.slow
@pytest.mark.skipif(
    not kattis.available(), reason="problemtools is not installed: pip install problemtools"
)
@pytest.mark.parametrize("name", [*NAMES, "new"])
def test_verifyproblem_has_nothing_to_say_against_a_package(name: str, tmp_path: Path) -> None:
    package, expected = exported(name, "kattis", tmp_path)
    printed = kattis.verify(package)
    assert printed.endswith(f"{name} tested: 0 errors, 0 warnings\n"), printed
    assert kattis.verdicts(printed) == expected


@pytest.mark.slow
@pytest.mark.skipif(dmoj.missing() is not None, reason=str(dmoj.missing()))
@pytest.mark.parametrize("name", [*NAMES, "new"])
def test_dmoj_gives_every_program_its_verdict(name: str, tmp_path: Path) -> None:
    package, expected = exported(name, "dmoj", tmp_path)
    printed = dmoj.test(package.parent, [name])
    assert "All tests passed." in printed, printed
    assert dmoj.verdicts(printed) == expected
