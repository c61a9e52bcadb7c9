"""The same bytes everywhere: cases of testdata/ under every condition, as real processes.

The processes are forked from one that was started under the condition (see `tests.forks`).
"""

from __future__ import annotations

import os
import pty
import termios
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from threading import Thread
from typing import NamedTuple

import pytest

from judge.cases import Case
from judge.layouts import find
from tests.forks import Forked
from tests.processes import forked

ROOT = Path(__file__).parent.parent / "testdata"
CASES = [
    find([folder])
    for folder in sorted({path.parent for path in ROOT.rglob("*.in")} - {ROOT / "blackjack_judge"})
]
"""The cases of each folder, but the games of blackjack with a full shoe."""
END = b"\x04"
GREETING = "從終端機讀取輸入：Ctrl-D 結束，Ctrl-C 中斷，加上 --help 看說明。\n".encode()


class Run(NamedTuple):
    """The expected or actual output and status of a run."""

    out: bytes
    err: bytes
    status: int


Feed = Callable[[ExitStack, bytes], int | None]
Drain = Callable[[ExitStack], int | None]


def from_file(stack: ExitStack, data: bytes) -> int:
    file = TemporaryFile()  # noqa: SIM115  (the stack closes it)
    stack.callback(file.close)
    file.write(data)
    file.seek(0)
    return file.fileno()


def from_terminal(stack: ExitStack, data: bytes) -> int:
    """A terminal where a person types the input, and Ctrl-D at the end."""
    keyboard, terminal = pty.openpty()
    _, _, cflag, _, *speeds, characters = termios.tcgetattr(terminal)
    # Only Ctrl-D means anything: no echo, no Ctrl-C, and a CR is not taken for a line end.
    off: list[bytes | int] = [os.fpathconf(terminal, "PC_VDISABLE").to_bytes()] * len(characters)
    off[termios.VEOF] = END
    mode = [0, 0, cflag, termios.ICANON, *speeds, off]
    termios.tcsetattr(terminal, termios.TCSANOW, mode)
    # A line that is too long for the terminal goes in pieces: Ctrl-D hands over each piece.
    pieces = [
        row[start : start + 1000]
        for row in data.splitlines(keepends=True)
        for start in range(0, len(row), 1000)
    ]

    def feed() -> None:
        for piece in [*pieces, b""]:
            os.write(keyboard, piece if piece.endswith(b"\n") else piece + END)

    thread = Thread(target=feed)
    thread.start()

    def end() -> None:
        while thread.is_alive():  # unread bytes make room
            termios.tcflush(terminal, termios.TCIFLUSH)
            thread.join(0.01)
        os.close(terminal)
        os.close(keyboard)

    stack.callback(end)
    return terminal


def broken(stack: ExitStack) -> int:
    """A pipe whose reader has gone."""
    reader, writer = os.pipe()
    os.close(reader)
    stack.callback(os.close, writer)
    return writer


def full_disk(stack: ExitStack) -> int:
    return stack.enter_context(open("/dev/full", "wb")).fileno()


class Condition(NamedTuple):
    """The differences from a plain run."""

    environment: dict[str, str] = {}
    feed: Feed = from_file
    stdout: Drain | None = None
    """Where standard output goes if not to a file that is read afterwards."""
    reason: str = ""
    """Why nothing can be written: an error if the command has an output."""

    def expect(self, case: Case) -> Run:
        said = case.stderr.read_bytes() if case.stderr else b""
        run = Run(case.expected(), said, case.status)
        if self.stdout is None or not run.out:
            return run
        hints = said if run.status != 2 else b""  # an error of the input is never reached
        error = f"錯誤：{self.reason}\n".encode() if self.reason else b""
        return Run(b"", hints + error, 2 if error else 0)


CONDITIONS = {
    "no UTF-8 mode": Condition(
        {
            "LC_ALL": "C",
            "PYTHONIOENCODING": "ascii",
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
        }
    ),
    "terminal": Condition(feed=from_terminal),
    "closed pipe": Condition(stdout=broken),
    "closed output": Condition(stdout=lambda _: None, reason="輸出沒有開啟"),
    "full disk": Condition(stdout=full_disk, reason="磁碟滿了"),
}


def came(case: Case, condition: Condition, process: Forked, data: bytes) -> Run:
    """Run the command of a case under a condition."""
    with ExitStack() as stack, TemporaryFile() as out, TemporaryFile() as err:
        stdin = condition.feed(stack, data)
        stdout = out.fileno() if condition.stdout is None else condition.stdout(stack)
        process.start(case.input.parent.name, case.arguments, (stdin, stdout, err.fileno()))
        status = process.wait()
        out.seek(0)
        err.seek(0)
        said = err.read()
        if condition.feed is from_terminal:  # a reader of the terminal says so before
            said = said.removeprefix(GREETING)
        return Run(out.read(), said, status)


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_case_has_the_same_bytes(name: str) -> None:
    """One case of each folder, another under each condition."""
    condition, chance = CONDITIONS[name], Random(name)
    with ExitStack() as stack:
        process = forked()
        if condition.environment:
            ours = {n: v for n, v in os.environ.items() if n != "PYTHONUNBUFFERED"}
            process = stack.enter_context(Forked({**ours, **condition.environment}))
        for case in map(chance.choice, CASES):
            run = came(case, condition, process, case.input.read_bytes())
            assert run == condition.expect(case), case.input


@pytest.mark.parametrize("feed", [lambda *_: None, from_file, from_terminal])
def test_no_input_is_an_error_of_one_line(feed: Feed) -> None:
    run = came(CASES[0][0], Condition(feed=feed), forked(), b"")
    assert (run.status, run.err.count(b"\n")) == (2, 1)
    assert run.err.startswith("錯誤：".encode())
