"""Contestants that are programs: any command, talked to by pipes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from blackjack_judge.conversation import STOPPED, TIMED_OUT, Conversation, Verdict
from blackjack_judge.judge import Setting
from blackjack_judge.text import ending
from cardjudge.programs.process import Ended, Limits, Process

_CHUNK = 1 << 12
_LONGEST_LINE = 1 << 16
_GRACE = 1.0
"""Seconds that a program has to exit after the verdict."""


class Program:
    """A contestant that is a command; it is started anew for every game.

    `stderr` is the end of what the last one wrote to standard error.
    """

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.command = list(command)
        self.limits = limits
        self.stderr = b""

    def __call__(self, conversation: Conversation, setting: Setting) -> None:
        """Play one game: every line that comes is a request, until the verdict or the end."""
        with _one_core(), Process(self.command, limits=self.limits) as process:
            process.watch_in_background()
            assert process.stdin is not None
            assert process.stdout is not None
            _talk(conversation, process.stdin.fileno(), process.stdout.fileno())
            process.stdin.close()
            process.stdout.close()
            if conversation.verdict is None:
                # Only a program that has closed its output can still be running; its time is, too.
                ended = process.wait()
                assert ended is not None
                conversation.end(_verdict_of(ended))
            else:
                process.wait(_GRACE)
            self.stderr = process.end().stderr


def _talk(conversation: Conversation, to_program: int, from_program: int) -> None:
    """Answer requests until the verdict or the end of the program's output.

    A program that reads no more may still have written: a request counts when it was made.
    """
    _send(to_program, conversation.begin())
    for request in _lines(from_program):
        _send(to_program, conversation.answer(request))
        if conversation.verdict is not None:
            return


def _send(to_program: int, line: str) -> None:
    try:
        os.write(to_program, f"{line}\n".encode())  # so short that a pipe takes all of it or none
    except BrokenPipeError:
        pass  # it reads no more


def _lines(source: int) -> Iterator[str]:
    """Yield the complete lines of a pipe; one without an end is cut where it is too long to be."""
    with open(source, "rb", buffering=_CHUNK, closefd=False) as pipe:
        while line := pipe.readline(_LONGEST_LINE):
            if line.endswith(b"\n") or len(line) == _LONGEST_LINE:
                yield line.decode("utf-8", "backslashreplace").rstrip()


def _verdict_of(ended: Ended) -> Verdict:
    if ended.exceeded in ("wall", "cpu"):
        return Verdict(TIMED_OUT)
    return Verdict(STOPPED, ending(ended.status))


@contextmanager
def _one_core() -> Iterator[None]:
    """Keep this process and the programs that it starts on the core where it is running now.

    Waking a process on another core costs far more than the few microseconds of a request.
    """
    if sys.platform != "linux":
        yield
        return
    allowed = os.sched_getaffinity(0)
    with suppress(OSError):
        os.sched_setaffinity(0, {_current_core()} & allowed or {min(allowed)})
    try:
        yield
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, allowed)


def _current_core() -> int:
    with open("/proc/thread-self/stat", encoding="ascii", errors="replace") as stat:
        return int(stat.read().rpartition(")")[2].split()[36])
