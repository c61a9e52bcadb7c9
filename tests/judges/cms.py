"""CMS: its Batch and Communication task types run a package, without isolate.

Source: CMS 1.5, ``cms/grading/tasktypes/Batch.py`` and ``Communication.py``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cardjudge.programs.process import Ended, Limits, Process, run
from tests.judges import FAILED
from tests.judges.programs import command

_GRACE = 10.0
"""Seconds that the manager has beyond the time of the program."""


@dataclass(frozen=True)
class Outcome:
    """The result of an evaluation, as an administrator of CMS sees it."""

    verdict: str
    text: str
    manager: Ended | None = None


def verdicts(package: Path, seconds: float) -> dict[str, str]:
    """Return the verdict of each submission in C++ or, for Batch, in Python."""
    inputs = sorted((package / "input").glob("*.txt"), key=lambda path: int(path.stem[5:]))
    interactive = (package / "check" / "manager").exists()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted((package / "submissions").glob("*/*.*")):
            if interactive and source.suffix == ".py":
                continue  # the stub is C++
            program = command(source, sorted((package / "sol").glob("*")), Path(folder))
            evaluate = communication if interactive else batch
            for input in inputs:
                verdict = evaluate(package, input, program, seconds).verdict
                if verdict != "accepted":
                    break
            found[f"{source.parent.name}/{source.name}"] = verdict
    return found


def batch(package: Path, input: Path, program: list[str], seconds: float) -> Outcome:
    """Run a program on an input, then the checker on its output."""
    with input.open("rb") as stdin, tempfile.TemporaryDirectory() as folder:
        ended, printed = run(program, stdin=stdin, limits=Limits(2 * seconds, seconds))
        fault = _fault(ended)
        if fault is not None:
            return Outcome(fault, "")
        output = Path(folder, "output.txt")
        output.write_bytes(printed)
        answer = package / "output" / input.name.replace("input", "output")
        checker = package / "check" / "checker"
        return _outcome(*run([str(checker), str(input), str(answer), str(output)]))


def communication(package: Path, input: Path, program: list[str], seconds: float) -> Outcome:
    """Let a program and the manager talk by FIFOs.

    The program's standard input is opened before its standard output, as the sandbox does.
    """
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Path(folder, "manager")
        sandbox.mkdir()
        shutil.copy(package / "check" / "manager", sandbox)
        shutil.copy(input, sandbox / "input.txt")
        to_manager, to_user = Path(folder, "u0_to_m"), Path(folder, "m_to_u0")
        for fifo in (to_manager, to_user):
            os.mkfifo(fifo)
        patient = Limits(wall=2 * seconds + _GRACE)
        printed = bytearray()
        redirected = ["sh", "-c", 'i=$1 o=$2; shift 2; exec "$@" <"$i" >"$o"', "sh"]
        user_command = [*redirected, str(to_user), str(to_manager), *program]
        manager_command = ["./manager", str(to_manager), str(to_user)]
        with (
            Process(manager_command, stdin=subprocess.DEVNULL, cwd=sandbox, limits=patient) as m,
            Process(user_command, limits=Limits(2 * seconds, seconds)) as user,
        ):
            user.watch_in_background()
            manager = m.watch(printed)
            ended = user.end() if manager.status else user.wait()
        assert ended is not None
        outcome = _outcome(manager, bytes(printed))
        fault = _fault(ended)
        if outcome.verdict != FAILED and fault is not None:
            return Outcome(fault, "", manager)
        return outcome


def _fault(user: Ended) -> str | None:
    if user.exceeded is not None:
        return "time_limit_exceeded"
    return "run_time_error" if user.status else None


def _outcome(manager: Ended, printed: bytes) -> Outcome:
    """Read the outcome on the first line of standard output, and the text of standard error."""
    text = manager.stderr.decode(errors="replace").partition("\n")[0]
    if manager.status or manager.exceeded:
        return Outcome(FAILED, text, manager)
    try:
        outcome = float(printed.split(b"\n")[0])
    except ValueError:
        return Outcome(FAILED, text, manager)
    return Outcome("accepted" if outcome == 1.0 else "wrong_answer", text, manager)
