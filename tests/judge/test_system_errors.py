"""Failures that no program causes: a dead helper, a missing processor, a sanitizer."""

import os
import signal
from pathlib import Path

import pytest

from cardjudge.programs.process import Ended, Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.probe import probe
from cardjudge.programs.sandbox.start import helper
from judge.cases import Case
from judge.checker import Referee
from judge.interactive import Interactor
from judge.runner import Comparison, Judge, Program, Result
from judge.text import explanation, reason
from judge.verdicts import Verdict
from tests.tools import needs_sandbox

LIMITS = Limits(wall=10, cpu=5, memory=64 << 20, output=1 << 20)


@needs_sandbox
@pytest.mark.parametrize("interacts", [False, True])
def test_a_helper_that_dies_is_a_system_error_of_one_run(interacts: bool, tmp_path: Path) -> None:
    for name in "1.in", "1.out":
        (tmp_path / name).write_text("3\n")
    case = Case("1", tmp_path / "1.in", (tmp_path / "1.out",))
    sandbox = Sandbox("auto")
    talks = Interactor(Referee(("sh", "-c", "read line")))
    judge: Judge = talks if interacts else Comparison()
    judged = judge.judging(Program(("echo", "3"), LIMITS, sandbox))
    assert judged(case).verdict is Verdict.AC
    lost = helper(os.getpid(), probe().mounts).pid
    os.kill(lost, signal.SIGKILL)
    assert judged(case).verdict is Verdict.SE
    assert judged(case).verdict is Verdict.AC
    assert not Path(f"/proc/{lost}").exists()  # not even as a zombie


def test_time_spent_waiting_for_a_processor_is_reported(tmp_path: Path) -> None:
    ended = Ended(0, "wall", 3.5, 0.1, None, b"", waited=1.25)
    result = Result(Case("1", tmp_path), Verdict.TLE, ended)
    assert explanation(result) == ["等處理器的 1.2 秒不算在經過的時間裡"]
    assert not explanation(Result(result.case, Verdict.TLE, ended._replace(waited=0.0)))
    accepted = Result(result.case, Verdict.AC, ended._replace(exceeded=None))
    assert reason(accepted, Limits(wall=3)) == "等處理器的 1.2 秒不算在經過的時間裡"
    assert reason(accepted, Limits(wall=4)) == ""  # it decided nothing
