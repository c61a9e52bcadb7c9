"""Contestants that are programs: any command, connected by pipes."""

import os
from collections.abc import Sequence
from contextlib import suppress

from blackjack_judge.contestants.fast_lane import CHUNK, play_plain_rounds
from blackjack_judge.conversation import STOPPED, TIMED_OUT, Conversation, Verdict
from blackjack_judge.judge import Setting
from blackjack_judge.text import ending
from cardjudge.programs.cores import own_core
from cardjudge.programs.process import Ended, Limits, Process
from cardjudge.programs.sandbox import Sandbox

LIMITS = Limits(21.0, 10.0, 512 << 20, 64 << 20)
"""The defaults of the command line."""

_LONGEST_LINE = 1 << 16
_GRACE = 1.0
"""Seconds that a program has to exit after the verdict."""


class Program:
    """A contestant that is a command, started once for each game.

    `last` is the last game and how the program ended in it.
    """

    last: tuple[Conversation, Ended] | None = None

    def __init__(
        self, command: Sequence[str], limits: Limits = LIMITS, sandbox: Sandbox | None = None
    ) -> None:
        self.command = list(command)
        self.limits = limits
        self.sandbox = sandbox

    def __call__(self, conversation: Conversation, setting: Setting) -> None:
        """Play one game: answer each line of output until the verdict or the end of the output."""
        with own_core(), Process(self.command, limits=self.limits, sandbox=self.sandbox) as process:
            process.watch_in_background()
            assert process.stdin is not None
            assert process.stdout is not None
            talk(conversation, process.stdin.fileno(), process.stdout.fileno())
            process.stdin.close()
            process.stdout.close()
            if conversation.verdict is None:
                # A program that closed its output may still run; its time limit still applies.
                ended = process.wait()
                assert ended is not None
                conversation.end(_verdict_of(ended))
            else:
                process.wait(_GRACE)
            self.last = conversation, process.end()


class Redirected(Program):
    """A contestant whose interface writes its standard output to standard error."""


def talk(conversation: Conversation, to_program: int, from_program: int) -> None:
    """Answer requests until the verdict or the end of the program's output.

    A program that has closed its input may have written requests before; they count.
    """
    buffer, reply = b"", conversation.begin()
    while conversation.verdict is None:
        if reply.startswith("play ") and not buffer and conversation.record is None:
            buffer = play_plain_rounds(conversation, to_program, from_program)
        else:
            _send(to_program, reply)
        request, buffer = _cut(buffer, from_program)
        if not request:
            return
        reply = conversation.answer(request.decode("utf-8", "backslashreplace").rstrip())
    _send(to_program, reply)


def _cut(buffer: bytes, source: int) -> tuple[bytes, bytes]:
    """Return the first line (empty at the end of the output) and the rest.

    A line longer than any request is cut.
    """
    while b"\n" not in buffer and len(buffer) < _LONGEST_LINE:
        chunk = os.read(source, CHUNK)
        if not chunk:
            return b"", buffer
        buffer += chunk
    end = buffer.find(b"\n") + 1 or _LONGEST_LINE
    return buffer[:end], buffer[end:]


def _send(to_program: int, line: str) -> None:
    with suppress(BrokenPipeError):
        os.write(to_program, f"{line}\n".encode())


def _verdict_of(ended: Ended) -> Verdict:
    if ended.exceeded in ("wall", "cpu"):
        return Verdict(TIMED_OUT)
    return Verdict(STOPPED, ending(ended.status))
