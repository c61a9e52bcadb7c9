"""How a checker and an interactor speak to the judge that runs them: Kattis or CMS.

This module goes into the packages, together with the judging code of the problem, so that one
function decides on every judge:

- a `Check` is given the input, the answer and the output of a program;
- an `Interact` is given the input and the program itself, which it talks with.

Both return why the program is wrong, or None where it is right. If they raise, the judge has
failed; no convention may let that look like a verdict on the program.

Sources: the problem package format of Kattis (legacy), "Output validators"; CMS,
``cms/grading/tasktypes/Communication.py`` and "Standard manager output" of its manual.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO, NoReturn, TypeAlias

    Check: TypeAlias = Callable[[bytes, bytes, bytes], "str | None"]
    Interact: TypeAlias = Callable[[bytes, "Contestant"], "str | None"]

KATTIS_ACCEPTED, KATTIS_WRONG = 42, 43
CMS_INPUT = "input.txt"
_LONGEST_LINE = 4096
_CHUNK = 1 << 16


class Contestant:
    """The program at the other end of two pipes."""

    def __init__(self, output: BinaryIO, input: BinaryIO) -> None:
        self._output = output
        self._input = input

    def read(self) -> bytes:
        """Return its next line; nothing where it has closed its output.

        A line longer than any sensible one comes in pieces.
        """
        return self._output.readline(_LONGEST_LINE)

    def write(self, line: str) -> None:
        """Send it a line; that it reads no more is found out at the next `read`."""
        try:
            self._input.write(f"{line}\n".encode())
            self._input.flush()
        except BrokenPipeError:
            pass

    def dismiss(self) -> None:
        """Let it see the end of its input, then read on until it has ended.

        In this order: a program that waits for a line would never end, and one that still writes
        would be killed for it, which some judges take for a verdict of its own.
        """
        try:
            self._input.close()
        except BrokenPipeError:
            pass
        while self._output.read(_CHUNK):
            pass


def kattis_validator(check: Check) -> NoReturn:
    """Run as ``validator INPUT ANSWER FEEDBACK_DIR < OUTPUT``."""
    input, answer, feedback = sys.argv[1:4]
    _kattis(check(_content(input), _content(answer), sys.stdin.buffer.read()), feedback)


def kattis_interactor(interact: Interact) -> NoReturn:
    """Run as ``validator INPUT ANSWER FEEDBACK_DIR`` with the program at the standard streams.

    A program that is wrong is not dismissed: it may fail for want of input, and who ends first
    decides.
    """
    contestant = Contestant(*_standard_streams())
    fault = interact(_content(sys.argv[1]), contestant)
    if fault is None:
        contestant.dismiss()
    _kattis(fault, sys.argv[3])


def _kattis(fault: str | None, feedback: str) -> NoReturn:
    # A failure ends Python with status 1, which is neither verdict.
    with open(os.path.join(feedback, "judgemessage.txt"), "w", encoding="utf-8") as message:
        message.write(f"{fault or 'Accepted'}\n")
    sys.exit(KATTIS_ACCEPTED if fault is None else KATTIS_WRONG)


def cms_checker(check: Check) -> NoReturn:
    """Run as ``checker INPUT ANSWER OUTPUT``."""
    _cms(check(*map(_content, sys.argv[1:4])))


def cms_manager(interact: Interact) -> NoReturn:
    """Run as ``manager FROM_USER TO_USER`` with the input in the folder.

    Opening a FIFO waits for its other end. The program's standard input is opened first, so the
    manager must also begin with that one, or both would wait for ever.
    """
    from_user, to_user = sys.argv[1:3]
    input = open(to_user, "wb")  # noqa: SIM115  (closed by `dismiss`)
    output = open(from_user, "rb")  # noqa: SIM115
    _cms(_talk(interact, _content(CMS_INPUT), output, input))


def _cms(fault: str | None) -> NoReturn:
    print("1.0" if fault is None else "0.0", flush=True)
    print(fault or "Accepted", file=sys.stderr)
    sys.exit(0)


def _talk(interact: Interact, data: bytes, output: BinaryIO, input: BinaryIO) -> str | None:
    contestant = Contestant(output, input)
    fault = interact(data, contestant)
    contestant.dismiss()
    return fault


def _standard_streams() -> tuple[BinaryIO, BinaryIO]:
    # Not those of `sys`, which Python flushes again at its exit.
    return open(0, "rb"), os.fdopen(1, "wb")


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
