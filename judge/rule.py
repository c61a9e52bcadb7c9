"""The rule behind a first difference, from the ``explain.py`` of a problem.

``explain.py`` runs in a process of its own, under limits and in the sandbox, whoever its author is;
if it fails, there is no rule.
"""

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Self

from cardjudge.errors import UserError
from cardjudge.language import is_chinese
from cardjudge.programs.keeper import private
from cardjudge.programs.sandbox import Mode
from judge.compare import exact
from judge.problem.generate import called
from judge.problem.problem import Problem
from judge.runner import Result
from judge.verdicts import Verdict

_FILE = "explain.py"
_MOST_LINES = 3
_MORE = 1 << 16
"""Bytes beyond the length of the answer that ``explain.py`` sees of an output."""


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

    def behind(self, result: Result) -> str:
        """Return the rule behind a result's first difference or end, or behind its last request.

        `asks` holds for the result. The rule has at most three lines; empty if the file gives none.
        """
        talk, answer, output = "\n".join(result.transcript), b"", result.output
        if talk:
            output, line = talk.encode(errors="surrogateescape"), len(result.transcript)
        else:
            answer = result.case.expected()
            if result.difference is not None:
                line = result.difference.expected.line
            else:  # a checker gives no place, nor does an output that ends early
                at = exact(answer, output).at or (0, 0)
                line = answer.count(b"\n", 0, at[0]) + 1
            output = output[: len(answer) + _MORE]  # a game needs eight times as much memory
        with private() as files, suppress(UserError, OSError):
            data = {"input": result.case.input.read_bytes(), "answer": answer, "output": output}
            for name, content in data.items():
                (files / name).write_bytes(content)
            language = "zh" if is_chinese() else "en"
            words = *(files / name for name in data), line, language
            path = self.problem.folder / _FILE
            reply = called(self.problem, path, "explain", *words, readable=(files,))
            return "\n".join((json.loads(reply) or "").splitlines()[:_MOST_LINES])
        return ""


def asks(result: Result) -> bool:
    """Return whether a rule may explain a result: its output or its conversation is wrong.

    A rule also explains the next line of a program that ended early, unless a buffer was cut off.
    """
    if result.difference is not None:
        hint = result.difference.hint
        return not (result.on_stderr or (hint is not None and hint.is_layout))
    if result.transcript or result.case.answer is None:
        return result.verdict is Verdict.WA and bool(result.transcript)
    if result.verdict in {Verdict.RE, Verdict.TLE}:
        return not result.arrived and (result.output[-1:] or b"\n") == b"\n"
    return result.verdict is Verdict.WA
