"""The runner of the kit, on a package for Kattis: its cases, its validators."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from cardjudge.programs.process import Limits
from judge.cases import find
from judge.checker import Checker, Referee
from judge.compare import Verdict, WithAnswer, exact
from judge.interactive import InteractiveRunner
from judge.runner import Runner
from tests.judges import FAILED
from tests.judges.programs import command

VERDICTS = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong_answer",
    Verdict.PE: "wrong_answer",
    Verdict.RE: "run_time_error",
    Verdict.TLE: "time_limit_exceeded",
    Verdict.SE: FAILED,
}


def verdicts(package: Path, seconds: float) -> dict[str, str]:
    """Return the verdict of each submission, by its folder and name: that of its first fault."""
    cases = find([package / "data" / "sample", package / "data" / "secret"])
    others = sorted((package / "include" / "cpp").glob("*"))
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted((package / "submissions").glob("*/*.*")):
            run = _runner(package, command(source, others, Path(folder)), seconds)
            verdict = "accepted"
            for case in cases:
                verdict = VERDICTS[run(case).verdict]
                if verdict != "accepted":
                    break
            found[f"{source.parent.name}/{source.name}"] = verdict
    return found


def _runner(package: Path, program: list[str], seconds: float) -> Runner | InteractiveRunner:
    limits = Limits(wall=2 * seconds, cpu=seconds)
    validator = package / "output_validators" / "validator.py"
    if not validator.exists():
        return Runner(program, WithAnswer(exact), limits)
    referee = Referee((sys.executable, str(validator)), kattis=True)
    if "interactive" in (package / "problem.yaml").read_text(encoding="utf-8"):
        return InteractiveRunner(program, referee, limits)
    return Runner(program, Checker(referee), limits)
