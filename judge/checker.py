"""Programs that judge programs: checkers, by the conventions of testlib and of Kattis.

Sources: M. Mirzayanov, testlib (``checker INPUT OUTPUT ANSWER``, status 0 accepted, 1 wrong answer,
2 presentation error); Kattis problem package format (``validator INPUT ANSWER FEEDBACK_DIR`` with
the output on standard input, status 42 accepted, 43 wrong answer). An exit status of either is
understood from both.
"""

from __future__ import annotations

import os
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cardjudge.errors import UserError, quote
from cardjudge.programs.process import Ended, Limits, run
from judge.cases import Case
from judge.compare import Finding, Verdict

_VERDICTS = {
    0: Verdict.AC,
    1: Verdict.WA,
    2: Verdict.PE,
    42: Verdict.AC,
    43: Verdict.WA,
}
_LIMITS = Limits(wall=60.0)


@dataclass(frozen=True)
class Referee:
    """The command of a checker or interactor, and whether its arguments are those of Kattis."""

    command: tuple[str, ...]
    kattis: bool = False

    @classmethod
    def parse(cls, words: str) -> Referee:
        """Read an option: a command with arguments, after ``kattis:`` with those of Kattis."""
        kattis = words.startswith("kattis:")
        try:
            command = tuple(shlex.split(words.removeprefix("kattis:")))
        except ValueError:
            raise UserError(f"{quote(words)}的引號沒有成對") from None
        if not command:
            raise UserError("檢查程式是空的")
        return cls(command, kattis)

    def on(self, case: Case, output: Path, feedback: Path) -> list[str]:
        """Return the command line that judges a case."""
        answer = str(case.answer or os.devnull)
        if self.kattis:
            return [*self.command, str(case.input), answer, f"{feedback}/"]
        return [*self.command, str(case.input), str(output), answer]

    def finding(self, ended: Ended, feedback: Path) -> Finding:
        """Return what it found; UserError where it failed, since then nothing is known."""
        message = feedback / "judgemessage.txt"
        said = message.read_bytes() if message.exists() else ended.stderr
        comment = said.decode(errors="replace").strip()
        verdict = None if ended.exceeded else _VERDICTS.get(ended.status)
        if verdict is None:
            told = f"：{quote(comment.splitlines()[0])}" if comment else ""
            how = "超過時間限制" if ended.exceeded else f"的結束狀態是 {ended.status}"
            raise UserError(f"檢查程式{quote(self.command[0])}{how}，不是判定{told}")
        return Finding(verdict, comment=comment)


@dataclass(frozen=True)
class Checker:
    """Compares by a program of the one who set the problem."""

    referee: Referee

    def __call__(self, case: Case, output: bytes) -> Finding:
        """Let the checker judge an output."""
        with tempfile.TemporaryDirectory(prefix="judge-") as folder:
            path, feedback = Path(folder, "output"), Path(folder, "feedback")
            path.write_bytes(output)
            feedback.mkdir()
            with path.open("rb") as stdin:
                command = self.referee.on(case, path, feedback)
                ended, _ = run(command, stdin=stdin, limits=_LIMITS)
            return self.referee.finding(ended, feedback)
