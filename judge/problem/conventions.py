"""The convention of Kattis, by which judges run checkers and interactors.

Packages contain this module and the judging function of the problem, so that one function decides
on every judge:

- a `Check` gets the input, the answer and the output of a program;
- an `Interact` gets the input and the program itself, which it talks with.

Both return None or True if the program is right, False or the reason if it is wrong, or its share
of the points from 0 to 1. An exception means that the judge has failed; it is no verdict
on the program.

Source: the problem package format of Kattis (legacy), "Output validators".
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO, NoReturn, TypeAlias

    Judgement: TypeAlias = str | bool | float | None
    Check: TypeAlias = Callable[[bytes, bytes, bytes], Judgement]
    Interact: TypeAlias = Callable[[bytes, "Contestant"], Judgement]

KATTIS_ACCEPTED, KATTIS_WRONG = 42, 43
WRONG_TYPE = "judge() has to return None, a bool, a text or 0 to 1, not "
"""In English, since other judges show it to authors."""
_LONGEST_LINE = 4096
_CHUNK = 1 << 16


class Contestant:
    """The program at the other end of two pipes."""

    def __init__(self, output: BinaryIO, input: BinaryIO) -> None:
        self._output = output
        self._input = input

    def read(self) -> bytes:
        """Return the program's next line; empty if the program has closed its output.

        A line longer than any sensible one comes in pieces.
        """
        return self._output.readline(_LONGEST_LINE)

    def write(self, line: str) -> None:
        """Send the program a line, whose end may be missing.

        `read` returns nothing if the program no longer reads.
        """
        if not isinstance(line, str):
            raise TypeError(f"write() takes a str, not {type(line).__name__}")
        try:
            self._input.write(line.removesuffix("\n").encode() + b"\n")
            self._input.flush()
        except BrokenPipeError:
            pass

    def dismiss(self) -> None:
        """Close the program's input, then read its output until it ends.

        In the other order, a program that waits for a line would never end. Without reading, a
        program that still writes would be killed, which some judges report as its verdict.
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

    A wrong program is not dismissed: it may fail for lack of input, and the judge's verdict depends
    on which process ends first.
    """
    # The streams of `sys` would be flushed once more at the exit of Python.
    contestant = Contestant(os.fdopen(0, "rb"), os.fdopen(1, "wb"))
    judgement = interact(_content(sys.argv[1]), contestant)
    if share_of(judgement)[0]:
        contestant.dismiss()
    _kattis(judgement, sys.argv[3])


def share_of(judgement: object) -> tuple[float, str]:
    """Return the share of the points, from 0 to 1, and the message of a judging function."""
    if judgement is None or judgement is True:
        return 1.0, "Accepted"
    if isinstance(judgement, str):
        return 0.0, judgement
    if isinstance(judgement, float | int) and 0 <= judgement <= 1:
        return float(judgement), f"{100 * judgement:.3g}%" if judgement else "Wrong answer"
    raise TypeError(f"{WRONG_TYPE}{judgement!r:.80}")


def _kattis(judgement: Judgement, feedback: str) -> NoReturn:
    # An exception ends Python with status 1, which is neither verdict.
    share, message = share_of(judgement)
    with open(os.path.join(feedback, "judgemessage.txt"), "w", encoding="utf-8") as file:
        file.write(f"{message}\n")
    if 0 < share < 1:
        worth = float(sys.argv[4]) if len(sys.argv) > 4 else 100.0  # of the test, in a package
        with open(os.path.join(feedback, "score.txt"), "w", encoding="ascii") as file:
            file.write(f"{worth * share:g}\n")
    sys.exit(KATTIS_ACCEPTED if share else KATTIS_WRONG)


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
