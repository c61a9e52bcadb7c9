"""The same bytes everywhere: the cases of testdata/ under every condition, as real processes.

A case without arguments gets a fresh Python. Those with arguments are forked from one process that
was started under the condition (see `tests.forks`); now and then one gets a fresh Python, too. The
games of blackjack with a full shoe, whose inputs differ in a digit, take turns.
"""

from __future__ import annotations

import os
import pty
import termios
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from threading import Thread
from typing import NamedTuple

import pytest

from judge.cases import Case
from judge.layouts import find
from tests.forks import Forked, Fresh
from tests.processes import forked
from tests.tools import slow_after

ROOT = Path(__file__).parent.parent / "testdata"
FOLDERS = sorted({path.parent for path in ROOT.rglob("*.in")})
CASES = {folder: find([folder]) for folder in FOLDERS}
FULL_SHOES = ROOT / "blackjack_judge"
SAMPLE = 1
"""Cases of a folder that a plain run judges under one condition."""
BOM = b"\xef\xbb\xbf"
END = b"\x04"
GREETING = "從終端機讀取輸入：Ctrl-D 結束，Ctrl-C 中斷，加上 --help 看說明。\n".encode()


class Run(NamedTuple):
    """The expected or actual output and status of a run."""

    out: bytes
    err: bytes
    status: int


Feed = Callable[[ExitStack, bytes], int | None]
Drain = Callable[[ExitStack], int | None]
Expect = Callable[[Run], Run]


def from_file(stack: ExitStack, data: bytes) -> int:
    file = TemporaryFile()  # noqa: SIM115  (the stack closes it)
    stack.callback(file.close)
    file.write(data)
    file.seek(0)
    return file.fileno()


def byte_by_byte(stack: ExitStack, data: bytes) -> int:
    """A pipe in packet mode: no read returns more than one write has written."""
    reader, writer = os.pipe2(os.O_CLOEXEC | os.O_DIRECT)

    def feed() -> None:
        try:
            for byte in data:
                os.write(writer, bytes([byte]))
        except BrokenPipeError:
            pass  # it has read enough
        os.close(writer)

    thread = Thread(target=feed)
    thread.start()
    stack.callback(thread.join)
    stack.callback(os.close, reader)
    return reader


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


def closed(stack: ExitStack, *_: bytes) -> None:
    return None


def broken(stack: ExitStack) -> int:
    """A pipe whose reader has gone."""
    reader, writer = os.pipe()
    os.close(reader)
    stack.callback(os.close, writer)
    return writer


def full_disk(stack: ExitStack) -> int:
    return stack.enter_context(open("/dev/full", "wb")).fileno()


def same(run: Run) -> Run:
    return run


def unseen(run: Run) -> Run:
    """The reader has gone, which is no error."""
    return Run(b"", _hints(run), 0) if run.out else run


def _hints(run: Run) -> bytes:
    """Return the hints about a verdict; the judge never reaches an error of the input."""
    return run.err if run.status != 2 else b""


def unwritten(reason: str) -> Expect:
    def expect(run: Run) -> Run:
        return Run(b"", _hints(run) + f"錯誤：{reason}\n".encode(), 2) if run.out else run

    return expect


def to_crlf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def with_bom(data: bytes) -> bytes:
    return BOM + data.removeprefix(BOM)


def without_last_newline(data: bytes) -> bytes:
    cut = data.removesuffix(b"\n").removesuffix(b"\r")
    # An empty last line is nothing but its newline.
    return data if cut.endswith(b"\n") else cut


class Condition(NamedTuple):
    """The differences from a plain run."""

    name: str
    environment: dict[str, str] = {}
    alter: Callable[[bytes], bytes] = bytes
    feed: Feed = from_file
    stdout: Drain | None = None
    """Where standard output goes if not to a file that is read afterwards."""
    expect: Expect = same


NO_UTF8 = {
    "LC_ALL": "C",
    "PYTHONIOENCODING": "ascii",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
}
CONDITIONS = [
    Condition("LC_ALL=C", {"LC_ALL": "C"}),
    Condition("PYTHONIOENCODING=ascii", {"PYTHONIOENCODING": "ascii"}),
    Condition("no UTF-8 mode", NO_UTF8),
    Condition("CRLF", alter=to_crlf),
    Condition("byte-order mark", alter=with_bom),
    Condition("no last newline", alter=without_last_newline),
    Condition("byte by byte", feed=byte_by_byte),
    Condition("terminal", feed=from_terminal),
    Condition("closed pipe", stdout=broken, expect=unseen),
    Condition("closed output", stdout=closed, expect=unwritten("輸出沒有開啟")),
    Condition("full disk", stdout=full_disk, expect=unwritten("磁碟滿了")),
]


class Starter:
    """Starts processes under an environment, forked ones from one that lives as long as this."""

    def __init__(self, stack: ExitStack, environment: dict[str, str]) -> None:
        unset = {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
        kept = {name: value for name, value in os.environ.items() if name not in unset}
        self.fresh = Fresh(kept | environment)
        ours = Forked(kept | environment) if environment else None
        self.forked = stack.enter_context(ours) if ours else forked()

    def run(self, case: Case, condition: Condition, fresh: bool) -> Run:
        """Run the command of a case under a condition."""
        module = case.input.parent.name
        data = condition.alter(case.input.read_bytes())
        process = self.fresh if fresh else self.forked
        with ExitStack() as stack, TemporaryFile() as out, TemporaryFile() as err:
            stdin = condition.feed(stack, data)
            stdout = out.fileno() if condition.stdout is None else condition.stdout(stack)
            process.start(module, case.arguments, (stdin, stdout, err.fileno()))
            status = process.wait()
            out.seek(0)
            err.seek(0)
            said = err.read()
            if condition.feed is from_terminal:  # a reader of the terminal says so before
                said = said.removeprefix(GREETING)
            return Run(out.read(), said, status)


@pytest.fixture(scope="session")
def starter() -> Iterator[Callable[[dict[str, str]], Starter]]:
    with ExitStack() as stack:

        @cache
        def start(environment: tuple[tuple[str, str], ...]) -> Starter:
            return Starter(stack, dict(environment))

        yield lambda environment: start(tuple(environment.items()))


def expected(case: Case) -> Run:
    return Run(case.expected(), case.stderr.read_bytes() if case.stderr else b"", case.status)


WITHIN_PLAIN = CONDITIONS[2:]
"""No UTF-8 mode has the variables of the first two conditions, too."""
conditions = pytest.mark.parametrize(
    "condition", CONDITIONS, ids=[each.name for each in CONDITIONS]
)


@pytest.mark.parametrize("condition", WITHIN_PLAIN, ids=[each.name for each in WITHIN_PLAIN])
def test_a_sample_of_the_cases_has_the_same_bytes(
    condition: Condition, starter: Callable[[dict[str, str]], Starter]
) -> None:
    for folder in FOLDERS:
        cases = [] if folder == FULL_SHOES else CASES[folder]
        drawn = Random(f"{condition.name} {folder.name}").sample(cases, min(SAMPLE, len(cases)))
        assert_same_bytes(condition, folder, drawn, starter(condition.environment))


@pytest.mark.slow
@conditions
def test_every_case_has_the_same_bytes(
    condition: Condition, starter: Callable[[dict[str, str]], Starter]
) -> None:
    for folder, cases in CASES.items():
        turn = CONDITIONS.index(condition) % len(cases)
        some = [cases[turn]] if folder == FULL_SHOES else cases
        assert_same_bytes(condition, folder, some, starter(condition.environment))


def assert_same_bytes(
    condition: Condition, folder: Path, cases: Sequence[Case], start: Starter
) -> None:
    with_arguments = [case for case in cases if case.arguments]
    turn = CONDITIONS.index(condition) % len(FOLDERS)
    fresh = with_arguments[:1] if turn == FOLDERS.index(folder) else []
    wrong = []
    for case in cases:
        run = start.run(case, condition, fresh=case in fresh or not case.arguments)
        should = condition.expect(expected(case))
        if run != should:
            wrong.append((case.name, run, should))
    assert not wrong, folder


def nothing(data: bytes) -> bytes:
    return b""


NOTHING = [
    Condition("an empty file", alter=nothing),
    Condition("no standard input", feed=closed),
    Condition("a byte-order mark alone", alter=lambda data: BOM),
    Condition("Ctrl-D at a terminal", alter=nothing, feed=from_terminal),
]


@pytest.mark.parametrize("most", slow_after(1, [2, None]))
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_all_kinds_of_empty_input_give_the_same_answer(
    folder: Path, most: int | None, starter: Callable[[dict[str, str]], Starter]
) -> None:
    """Every kind of empty input gives the same output, with one line for an error."""
    start = starter({})
    by_options = {options(case): case for case in CASES[folder]}
    for case in [*by_options.values()][:most]:
        empty, *others = (start.run(case, condition, fresh=False) for condition in NOTHING)
        assert others == [empty] * len(others)
        if empty.status == 2:
            assert empty.err.startswith("錯誤：".encode())
            assert empty.err.count(b"\n") == 1
        else:
            assert empty.err == b""


def options(case: Case) -> tuple[str, ...]:
    """Return the arguments without a command of others."""
    end = case.arguments.index("--") if "--" in case.arguments else None
    return case.arguments[:end]
