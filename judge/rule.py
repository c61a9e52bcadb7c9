"""The rule behind a first difference, from the ``explain.py`` of a problem.

``explain.py`` runs in a process of its own, under limits and in the sandbox, whoever its author is;
if it fails, there is no rule.
"""

import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Self

from cardjudge.errors import UserError
from cardjudge.language import is_chinese
from cardjudge.programs.folder import private
from cardjudge.programs.limits import MIB
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Mode
from judge.causes import ONLY_SHOWN
from judge.compare import exact
from judge.problem.problem import Problem
from judge.runner import Result
from judge.verdicts import Verdict

_FILE = "explain.py"
_LIMITS = Limits(wall=20.0, cpu=5.0, memory=1024 * MIB, output=1 << 16)
_MOST_LINES = 3
_ASK = """\
import runpy, sys
folder, files, line, language = sys.argv[1:]
sys.path.insert(0, folder)
given = [open(f"{files}/{name}", "rb").read() for name in ("input", "answer", "output")]
said = runpy.run_path(f"{folder}/explain.py")["explain"](*given, int(line), language)
sys.stdout.buffer.write((said or "").encode())
"""


@dataclass(frozen=True)
class Rules:
    """Calls the ``explain.py`` in a problem's folder."""

    problem: Problem

    @classmethod
    def of_problem(cls, problem: Problem | None, mode: Mode) -> Self | None:
        """Return the rules of a problem; None if it has no ``explain.py``."""
        if problem is None or not (problem.folder / _FILE).is_file():
            return None
        return cls(replace(problem, folder=problem.folder.resolve(), mode=mode))

    def behind(self, result: Result, output: bytes) -> str:
        """Return the rule behind a result's first difference, or behind its last request.

        It has at most three lines; empty if the file gives none.
        """
        if not asks(result):
            return ""
        talk, answer = "\n".join(result.transcript), b""
        if talk:
            output, line = talk.encode(errors="surrogateescape"), len(result.transcript)
        else:
            answer = result.case.expected()
            differs = result.difference
            at = exact(answer, output).at or (0, 0)  # a checker gives no place
            line = differs.expected.line if differs else answer.count(b"\n", 0, at[0]) + 1
        with private() as files, suppress(UserError, OSError):
            data = {"input": result.case.input.read_bytes(), "answer": answer, "output": output}
            for name, content in data.items():
                (files / name).write_bytes(content)
            language = "zh" if is_chinese() else "en"
            words = [self.problem.folder, files, line, language]
            command = [sys.executable, "-P", "-c", _ASK, *map(str, words)]
            box = self.problem.box(files)
            ended, said = run(command, limits=_LIMITS, sandbox=box)
            if ended.status == 0 and ended.exceeded is None:
                rows = said.decode(errors="replace").splitlines()[:_MOST_LINES]
                return "\n".join(rows)
        return ""


def asks(result: Result) -> bool:
    """Return whether a rule may explain a result: its output or its conversation is wrong."""
    if result.difference is not None:
        return not result.on_stderr and result.difference.hint not in ONLY_SHOWN
    judged = bool(result.transcript) or result.case.answer is not None
    return result.verdict is Verdict.WA and judged
