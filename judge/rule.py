"""The rule behind a first difference: what the ``explain.py`` of a problem says of it.

It runs in a process of its own, under limits and in the sandbox, whoever has written it; one that
fails says nothing.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Self

from cardjudge.errors import UserError
from cardjudge.language import is_chinese
from cardjudge.programs.folder import private
from cardjudge.programs.limits import MIB
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Mode, Sandbox
from judge.compare import Verdict
from judge.problem.problem import HIDDEN, Problem
from judge.runner import Result

_FILE = "explain.py"
_LIMITS = Limits(wall=20.0, cpu=5.0, memory=1024 * MIB, output=1 << 16)
_KIT = Path(__file__).parents[1]
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
    """Asks the ``explain.py`` in the folder of a problem."""

    folder: Path
    mode: Mode = "auto"

    @classmethod
    def of_problem(cls, folder: Path, mode: Mode) -> Self | None:
        """Return the rules of a problem; None where it explains nothing."""
        return cls(folder.resolve(), mode) if (folder / _FILE).is_file() else None

    @staticmethod
    def owner(folders: Sequence[Path]) -> Path | None:
        """Return the folder of the problem whose tests all these folders have; None for others.

        Those of hidden tests have none.
        """
        if any(folder.name == HIDDEN for folder in folders):
            return None
        owners = {Problem.owner(folder) for folder in folders}
        return owners.pop() if len(owners) == 1 else None

    def behind(self, result: Result, output: bytes) -> str:
        """Return the rule behind the first difference of a result, or behind the last request.

        At most three lines; empty where the file says nothing.
        """
        if not asks(result):
            return ""
        talk, answer = "\n".join(result.transcript), b""
        if talk:
            output, line = talk.encode(errors="surrogateescape"), len(result.transcript)
        else:
            answer = result.case.expected()
            line = _line_of(result, answer, output)
        with private() as files, suppress(UserError, OSError):
            data = {"input": result.case.input.read_bytes(), "answer": answer, "output": output}
            for name, content in data.items():
                (files / name).write_bytes(content)
            language = "zh" if is_chinese() else "en"
            words = [self.folder, files, line, language]
            command = [sys.executable, "-P", "-c", _ASK, *map(str, words)]
            box = Sandbox(self.mode, readable=(_KIT, self.folder, files))
            ended, said = run(command, limits=_LIMITS, sandbox=box)
            if ended.status == 0 and ended.exceeded is None:
                rows = said.decode(errors="replace").splitlines()[:_MOST_LINES]
                return "\n".join(rows)
        return ""


def asks(result: Result) -> bool:
    """Tell whether a rule may be behind a result: its output or its conversation is wrong."""
    if result.difference is not None:
        return not result.on_stderr
    judged = bool(result.transcript) or result.case.answer is not None
    return result.verdict is Verdict.WA and judged


def _line_of(result: Result, answer: bytes, output: bytes) -> int:
    """Return the line of the answer at which the output first differs; a checker names none."""
    if result.difference is not None:
        return result.difference.expected.line
    pairs = zip_longest(answer.split(b"\n"), output.split(b"\n"))
    return next((at for at, (ours, came) in enumerate(pairs, 1) if ours != came), 1)
