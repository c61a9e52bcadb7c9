"""A contestant: a C or Python file made into a command, and that command as a process."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Literal, NoReturn, TypeAlias

from cardjudge.errors import UserError, quote
from cardjudge.programs.process import Limits, Process, run
from take6.series.contest.wire import ANSWER

Loss: TypeAlias = Literal["card", "row", "crash", "time", "output", "memory", "protocol"]
"""Why a contestant lost a game at once."""

_FUNCTIONS = ("setup", "deal", "pick", "choose")
_COMPILING = Limits(wall=60, output=1 << 26)
_COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_PATIENCE = 5.0
"""Seconds in which a process that has been cut off must be seen to end."""


class Failed(Exception):  # noqa: N818  (a contestant's failure is the arena's daily business)
    """A contestant has lost the game at once."""

    def __init__(self, loss: Loss) -> None:
        super().__init__(loss)
        self.loss = loss


def prefix(source: str) -> str:
    """Return the prefix of the four functions that a C source defines.

    ValueError if there is none, or more than one.

    >>> prefix("void A_setup(int32_t); void A_deal(); int A_pick(); int A_choose ();")
    'A'
    """
    code = _COMMENT_OR_STRING.sub(" ", source)
    found = [set(re.findall(rf"\b([A-Za-z_]\w*)_{name}\s*\(", code)) for name in _FUNCTIONS]
    prefixes = set.intersection(*found)
    if len(prefixes) != 1:
        raise ValueError(" ".join(sorted(prefixes)))
    return str(prefixes.pop())


def command(source: Path, folder: Path) -> list[str]:
    """Compile a contestant into `folder`; return its command. UserError if it cannot be."""
    if source.suffix == ".py":
        if not source.is_file():
            raise UserError(f"沒有{quote(str(source))}這個檔案")
        module = "take6.series.contest.python_contestant"
        return [sys.executable, "-m", module, str(source.resolve())]
    text = source.read_text(encoding="utf-8", errors="replace")
    try:
        name = prefix(text)
    except ValueError as error:
        found = f"，找到不只一組：{error}" if str(error) else ""
        listed = "、".join(f"P_{function}" for function in _FUNCTIONS)
        raise UserError(f"{source} 應該有一組函式 {listed}（P 任意）{found}") from None
    program = folder / "contestant"
    with resources.as_file(resources.files("take6.series.contest") / "arena.c") as arena:
        include = resources.files("take6.series.contest") / "starter"
        options = [
            "-std=gnu11",
            "-O2",
            "-w",
            "-I",
            str(source.resolve().parent),
            "-I",
            str(include),
        ]
        # A main function of the contestant's own would be a second one.
        _compile(source, [*options, "-Dmain=contestant_main", "-c", str(source)], folder / "own.o")
        _compile(source, [*options, f"-DP={name}", "-c", str(arena)], folder / "arena.o")
    objects = [str(folder / "own.o"), str(folder / "arena.o")]
    _compile(source, [*objects, "-lm"], program)
    return [str(program)]


def _compile(source: Path, arguments: Sequence[str], result: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C"}
    compiler = os.environ.get("CC") or "cc"
    arguments = [compiler, *arguments, "-o", str(result)]
    ended, _ = run(arguments, limits=_COMPILING, env=environment)
    if ended.status != 0:
        lines = ended.stderr.decode(errors="replace").splitlines()
        error = next((line for line in lines if "error" in line or "undefined" in line), "")
        raise UserError(
            f"無法編譯 {source}：{quote(error.replace(str(source), source.name).strip())}"
        )


class Contestant:
    """A contestant's process: started when it is needed, and afresh after every failure."""

    def __init__(self, command: Sequence[str], seconds: float, memory: int) -> None:
        self._command = command
        self._milliseconds = seconds * 1000
        self._limits = Limits(memory=memory)
        self._process: Process | None = None
        self._to = self._from = -1

    def ask(self, question: bytes) -> None:
        """Send questions; a process that cannot take them will fail to answer."""
        if self._process is None:
            self._start()
        try:
            os.write(self._to, question)
        except BrokenPipeError:
            pass

    def answer(self) -> int:
        """Return the answer to the question; Failed if there is none, or anything besides."""
        assert self._process is not None
        assert self._process.stdout is not None
        stdout = self._process.stdout.fileno()
        ready: list[int] = []
        while self._from not in ready:
            ready = [descriptor for descriptor, _ in self._poll.poll(self._milliseconds)]
            if not ready:
                self._fail("time")
            if stdout in ready:
                if os.read(stdout, 1):
                    self._fail("output")
                self._poll.unregister(stdout)  # it was closed
        data = os.read(self._from, 2 * ANSWER.size)
        if not data:
            self._fail(self._why())
        if len(data) != ANSWER.size:
            self._fail("protocol")
        return int(ANSWER.unpack(data)[0])

    def lose(self, loss: Loss) -> Failed:
        """End the process of a contestant that broke the rules; return the failure."""
        self.close()
        return Failed(loss)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            os.close(self._to)
            os.close(self._from)
            self._process = None

    def _start(self) -> None:
        questions, self._to = os.pipe()
        self._from, answers = os.pipe()
        try:
            self._process = Process(
                [*self._command, str(questions), str(answers)],
                stdin=subprocess.DEVNULL,
                limits=self._limits,
                pass_fds=(questions, answers),
            ).start()
        finally:
            os.close(questions)
            os.close(answers)
        self._process.watch_in_background()
        self._watch()

    def _watch(self) -> None:
        """Wait from now on for an answer, and for anything on standard output."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._poll = select.poll()
        self._poll.register(self._from, select.POLLIN)
        self._poll.register(self._process.stdout.fileno(), select.POLLIN)

    def _why(self) -> Loss:
        assert self._process is not None
        ended = self._process.wait(_PATIENCE) or self._process.end()
        return "memory" if ended.exceeded == "memory" else "crash"

    def _fail(self, loss: Loss) -> NoReturn:
        raise self.lose(loss)
