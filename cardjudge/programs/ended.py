"""How a program ended, and the clock that measures its wall time."""

import time
from typing import Literal, NamedTuple, TypeAlias

from cardjudge.errors import UserError

Exceeded: TypeAlias = Literal["wall", "cpu", "memory", "output", "file"]

_STOPPED = 1.0
"""Seconds without a look after which the judge itself must have been stopped."""


class StarterLost(UserError):  # noqa: N818  (a system error of one run; the next run has a new one)
    """The helper that starts programs has died, or cannot start one more process."""


class Ended(NamedTuple):
    """How a program ended and the resources that it used."""

    status: int
    """The exit status, or minus the number of the signal that killed it."""
    exceeded: Exceeded | None
    """The limit that the program exceeded, seen during the run or from its final usage."""
    wall: float
    cpu: float
    """CPU seconds, user and system, of the program and its whole family."""
    memory: int | None
    """Peak resident bytes; None for a program too small and too short to measure."""
    stderr: bytes
    """The last 16 KiB of standard error."""
    refused: tuple[str, ...] = ()
    """The system calls that the sandbox has refused, as far as they are known."""
    held: bool = False
    """Whether the program ran in the sandbox."""
    waited: float = 0.0
    """Seconds without a processor that the judge subtracted from the wall time; 0 where the wall
    time was not reached."""

    def last_lines(self, most: int = 0) -> list[str]:
        """Return the last `most` lines of standard error that are not blank; all of them for 0."""
        lines = self.stderr.decode(errors="replace").split("\n")
        return [line.rstrip() for line in lines if line.strip()][-most:]


class Clock:
    """Seconds since a start, without those in which this process was stopped, as by Ctrl-Z.

    The judge reads the clock several times a second, so a long gap between two readings means that
    it was stopped.
    """

    def __init__(self) -> None:
        self._start = self._seen = time.monotonic()

    def seconds(self) -> float:
        """Return the seconds so far."""
        now = time.monotonic()
        if now - self._seen > _STOPPED:
            self._start += now - self._seen
        self._seen = now
        return now - self._start
