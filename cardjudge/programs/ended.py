"""How a program ended, and the clock that its wall time is read from."""

import time
from typing import Literal, NamedTuple, TypeAlias

from cardjudge.errors import UserError

Exceeded: TypeAlias = Literal["wall", "cpu", "memory", "output", "file"]

_STOPPED = 1.0
"""Seconds without a look that tell that this process has not run."""


class StarterLost(UserError):  # noqa: N818  (a system error of one run: the next has a new one)
    """The helper that starts programs has died."""


class Ended(NamedTuple):
    """How a program ended and what it used."""

    status: int
    """The exit status, or minus the number of the signal that killed it."""
    exceeded: Exceeded | None
    """The limit that was passed: it was killed for that, or its use tells so afterwards."""
    wall: float
    cpu: float
    """Seconds, user and system, of the program and its whole family."""
    memory: int | None
    """Peak resident bytes; None for a program too small and too short to be measured."""
    stderr: bytes
    """The last 16 KiB of standard error."""
    refused: tuple[str, ...] = ()
    """The system calls that the sandbox is known to have refused."""
    held: bool = False
    """Whether it ran in the sandbox."""
    waited: float = 0.0
    """Seconds in which it was ready and had no processor, where they decided: they do not count as
    wall time."""

    def last_lines(self, most: int = 0) -> list[str]:
        """Return the last lines of standard error that say something; all of them for 0."""
        lines = self.stderr.decode(errors="replace").split("\n")
        return [line.rstrip() for line in lines if line.strip()][-most:]


class Clock:
    """Seconds since a start, but for those in which this process was stopped, as by Ctrl-Z.

    It is looked at several times a second: a long time without a look is one that does not count.
    """

    def __init__(self) -> None:
        self._start = self._seen = time.monotonic()

    def seconds(self) -> float:
        """Look at the clock."""
        now = time.monotonic()
        if now - self._seen > _STOPPED:
            self._start += now - self._seen
        self._seen = now
        return now - self._start
