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

_LONGEST_LINE = 1 << 16
_GRACE = 1.0
"""Seconds that a program has to exit after the verdict."""


class Program:
    """A contestant that is a command, started once for each game.

    `last` is the last game and how the program ended in it.
    """

    last: tuple[Conversation, Ended] | None = None
    is_deaf = False
    """Whether the last game had a reply that the program did not take."""

    def __init__(
        self, command: Sequence[str], limits: Limits, sandbox: Sandbox | None = None
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
            ends = process.stdin.fileno(), process.stdout.fileno()
            self.is_deaf = not talk(conversation, *ends)
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


def talk(conversation: Conversation, to_program: int, from_program: int) -> bool:
    """Answer requests until the verdict or the end of the output; whether all replies were taken.

    A program that has closed its input may have written requests before; they count. The limits
    end a program that does not read, and with it the wait for its input.
    """
    buffer, reply, taken = b"", conversation.begin(), True
    while conversation.verdict is None:
        if reply.startswith("play ") and not buffer and conversation.record is None:
            buffer = play_plain_rounds(conversation, to_program, from_program)
        else:
            taken = _send(to_program, reply) and taken
        request, buffer = _cut(buffer, from_program)
        if not request:
            return taken
        reply = conversation.answer(request.decode("utf-8", "backslashreplace").rstrip())
    return _send(to_program, reply) and taken


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


def _send(to_program: int, line: str) -> bool:
    """Send a reply; return whether the program still reads."""
    with suppress(BrokenPipeError):
        os.write(to_program, f"{line}\n".encode())
        return True
    return False


def _verdict_of(ended: Ended) -> Verdict:
    if ended.exceeded in ("wall", "cpu"):
        return Verdict(TIMED_OUT)
    return Verdict(STOPPED, ending(ended.status))
