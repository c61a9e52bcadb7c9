"""Checkers and interactors: programs that judge programs, in the conventions of testlib or Kattis.

Sources: M. Mirzayanov, testlib (``checker INPUT OUTPUT ANSWER``; exit statuses as `resultExitCode`
in testlib.h); Kattis problem package format (``validator INPUT ANSWER FEEDBACK_DIR`` with the
output on standard input; status 42 accepts, 43 is a wrong answer). The exit status decides. If a
referee itself fails, the verdict is a system error, which blames no program.
"""

import os
import re
import shlex
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.programs.installed import kit, named
from cardjudge.programs.keeper import private
from cardjudge.programs.limits import MIB
from cardjudge.programs.process import Ended, Limits, Process
from cardjudge.programs.sandbox import Paths, Sandbox
from cardjudge.programs.signals import ending
from judge import wrapper
from judge.cases import Case
from judge.compare import Finding
from judge.runner import Program, Result, Runner, verdict_of_end
from judge.verdicts import Verdict

_KATTIS = {42: Verdict.AC, 43: Verdict.WA}
_TESTLIB = {
    0: Verdict.AC,
    1: Verdict.WA,
    2: Verdict.PE,
    4: Verdict.PE,  # the right answer with more output after it
    8: Verdict.PE,  # an output that ends early
}
_POINTS = 7
_SCORED = re.compile(rb"points (-?[0-9]+(?:\.[0-9]+)?)|partially correct \(([0-9]+)\)")
_PYTHON = re.compile(r"(python|pypy)[0-9.]*")
_TEXT = re.compile("-([A-Za-z]*)([cm])")
_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")
LIMITS = Limits(wall=60.0, cpu=60.0, memory=2048 * MIB, output=64 * MIB)
_LONGEST = 1 << 14
"""Most bytes of a comment."""


@dataclass(frozen=True)
class Referee:
    """The command of a checker or an interactor, and its convention."""

    command: tuple[str, ...]
    kattis: bool = False
    interacts: bool = False
    name: str = ""
    """The name in messages."""
    readable: Paths | None = None
    """The paths that it may read besides the case; None means what its command names."""
    contents: str = ""
    """A text of all its files; empty for those that its command names."""

    @classmethod
    def parse(cls, words: str) -> Self:
        """Return the referee of an option: a command, with ``kattis:`` before it for Kattis."""
        kattis = words.startswith("kattis:")
        try:
            command = tuple(shlex.split(words.removeprefix("kattis:")))
        except ValueError:
            raise UserError("{words}的引號沒有成對", words=quote(words)) from None
        if not command:
            raise UserError("檢查程式或互動程式是空的")
        return cls(command, kattis, name=" ".join(command))

    def anywhere(self) -> Self:
        """Return the referee with absolute paths: a worker may have another working folder."""
        first, *others = self.command
        first = os.path.abspath(first) if "/" in first else first
        rest = (os.path.abspath(word) if os.path.isfile(word) else word for word in others)
        return replace(self, command=(first, *rest))

    @property
    def how(self) -> str:
        """The command with the contents of its files, and of what they import beside them."""
        if self.contents:
            return self.contents
        words = [str(self.kattis)]
        for word in self.command:
            words += [word, *(data.hex() for data in _parts(word))]
        return "\n".join(words)

    @contextmanager
    def called(
        self, case: Case, sandbox: Sandbox | None
    ) -> Iterator[tuple[list[str], Sandbox | None, Path]]:
        """Yield the command line that judges a case, its sandbox, and its folder.

        In the folder are the file ``output`` of the program and ``feedback``, as in the convention.
        """
        with private() as folder:
            feedback = folder / "feedback"
            feedback.mkdir()
            after = [str(folder / "output"), str(case.answer or os.devnull)]
            if self.kattis:
                after = [after[1], f"{feedback}/"]
            command = [*self.wrapped(), str(case.input), *after]
            yield command, self._box(sandbox, case, folder), folder

    def wrapped(self) -> list[str]:
        """Return the command; a script for Python runs under the wrapper that reports exceptions.

        Without the wrapper, a script that crashes has the exit status of a wrong answer.
        """
        if not _PYTHON.fullmatch(os.path.basename(self.command[0])):
            return [*self.command]
        place = 1
        while place < len(self.command) and self.command[place].startswith("-"):
            if text := _TEXT.fullmatch(self.command[place]):
                flags = [f"-{text[1]}"] if text[1] else []
                here = [*flags, wrapper.__file__, f"-{text[2]}", *self.command[place + 1 :]]
                return [*self.command[:place], *here]
            place += 2 if self.command[place] in _WITH_VALUE else 1
        return [*self.command[:place], wrapper.__file__, *self.command[place:]]

    def _box(self, sandbox: Sandbox | None, case: Case, folder: Path) -> Sandbox | None:
        """Return the referee's sandbox: it reads the case and writes into `folder`."""
        if sandbox is None:
            return None
        case_files = [case.input, *([case.answer] if case.answer else [])]
        own = self.readable
        if own is None:
            own = (*sandbox.readable, *kit(), *named(self.command))
        return sandbox._replace(readable=(*own, *case_files, folder), hidden=(), writable=(folder,))

    def finding(self, ended: Ended, head: bytes, folder: Path) -> Finding:
        """Return the referee's finding, or a system error if it failed.

        The exit status decides. Its message, from its folder or from `head`, the beginning
        of standard error, may quote the program; it is only a comment, or the points of the status.
        """
        message = _message(folder) or head
        comment = message.decode(errors="replace").strip()
        if ended.exceeded is not None:
            return self.failed(say(verdict_of_end(ended).meaning), comment)
        if ended.status == wrapper.FAILED:
            return self.failed("".join(ended.last_lines(1)))
        if self.kattis:
            verdict, points = _KATTIS.get(ended.status), _score(folder)
        else:
            verdict, points = _testlib(ended.status, message)
        if verdict is None:
            return self.failed(ending(ended.status), comment)
        return Finding(verdict, comment=comment, points=points)

    def failed(self, how: str, message: str = "") -> Finding:
        """Return the system error of a referee that did not judge, with its message."""
        name = quote(self.name)
        template = (
            "互動程式{name}沒有判定：{how}" if self.interacts else "檢查程式{name}沒有判定：{how}"
        )
        sentence = say(template, name=name, how=how)
        return Finding(Verdict.SE, comment=f"{sentence}\n{message}".rstrip())


def _parts(word: str) -> Iterator[bytes]:
    """Yield the contents of a file, and of the modules beside it that it imports."""
    if os.path.isfile(word):
        path = Path(word)
        yield (data := path.read_bytes())
        if path.suffix == ".py":
            from judge.problem.modules import modules  # which starts slowly

            yield from modules(data.decode(errors="replace"), path.parent).values()


def _score(folder: Path) -> float | None:
    """Return the points in the file score.txt of Kattis; None if there are none."""
    try:
        return float(_message(folder, "score.txt") or "")
    except ValueError:
        return None


def _message(folder: Path, name: str = "judgemessage.txt") -> bytes | None:
    """Return the beginning of a file of Kattis; None if it is no regular file."""
    try:
        fd = os.open(folder / "feedback" / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(fd, "rb") as file:
        return file.read(_LONGEST) if stat.S_ISREG(os.fstat(fd).st_mode) else None


def _testlib(status: int, message: bytes) -> tuple[Verdict | None, float | None]:
    """Return the verdict of an exit status of testlib, and its points.

    A score above 0 is accepted and 0 is a wrong answer; a partially correct output is a wrong
    answer below 100.
    """
    score = _SCORED.match(message)
    points, part = score.groups() if score else (None, None)
    if points and status == _POINTS:
        return Verdict.AC if float(points) > 0 else Verdict.WA, float(points)
    if part and status % 50 == int(part) % 50:
        return Verdict.AC if int(part) >= 100 else Verdict.WA, float(part)
    return _TESTLIB.get(status), None


@dataclass(frozen=True)
class Checker:
    """Compares by the checker of the problem's author."""

    referee: Referee
    sandbox: Sandbox | None = None
    limits: Limits = LIMITS

    @property
    def how(self) -> str:
        """The checker with its contents."""
        return f"checker\n{self.referee.how}"

    def judging(self, program: Program) -> Callable[[Case], Result]:
        """Return the function that runs a program and checks its output in the same sandbox."""
        return Runner(program, replace(self, sandbox=program.sandbox))

    def __call__(self, case: Case, output: bytes) -> Finding:
        """Return the checker's finding on an output."""
        try:
            with self.referee.called(case, self.sandbox) as (command, box, folder):
                path = folder / "output"
                path.write_bytes(output)
                with (
                    path.open("rb") as stdin,
                    Process(command, stdin=stdin, limits=self.limits, sandbox=box) as process,
                ):
                    ended = process.watch(bytearray())
                return self.referee.finding(ended, bytes(process.stderr_head), folder)
        except UserError as error:  # the checker cannot be started
            return self.referee.failed(str(error))
