"""The CPU time of a family without a control group: the sum of every process's own clock.

A clock has all threads of its process and answers until the process is reaped. It is asked when a
process is about to end, and at every look. The time of a process whose end nobody saw is not known:
it is charged as if it had computed from the last look on, on all processors that it could use.
"""

import os
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from cardjudge.programs.family import Member


class _Seen(NamedTuple):
    cpu: float
    when: float
    threads: int
    """0 where its end was seen."""


class _Birth(NamedTuple):
    when: float
    look: float | None
    """When the first look after it was."""


class Clocks:
    """Adds up the clocks of one family."""

    def __init__(self, program: int) -> None:
        self._seen: dict[int, _Seen] = {}
        self._gone = 0.0
        self._births: deque[_Birth] = deque()
        """Of processes that were allowed and have not been seen."""
        self._unseen: list[float] = []
        """What was charged for those that seem to have come and gone."""
        self._note(program, 1)

    def born(self) -> None:
        """Note that the family may have one process more."""
        self._births.append(_Birth(time.monotonic(), None))

    def ends(self, process: int) -> None:
        """Look at a process that is about to end, or has ended and is not reaped."""
        self._note(process, 0)

    def look(self, living: Iterable[Member], last: bool = False) -> float:
        """Look at the family as it is now; return its CPU seconds so far."""
        now = time.monotonic()
        members = [*living]
        for member in members:
            self._note(member.pid, member.threads if member.lives else 0)
        for process in self._seen.keys() - {member.pid for member in members}:
            cpu, when, threads = self._seen.pop(process)
            self._gone += cpu + _charged(now - when, threads)
        self._charge_unseen(now, last)
        return self._gone + sum(seen.cpu for seen in self._seen.values())

    def _charge_unseen(self, now: float, last: bool) -> None:
        """Charge processes that no look has found: they can only have lived until the first."""
        births, self._births = self._births, deque()
        for birth in births:
            if birth.look is None and not last:
                self._births.append(birth._replace(look=now))
            else:
                self._unseen.append((birth.look or now) - birth.when)
                self._gone += self._unseen[-1]

    def _note(self, process: int, threads: int) -> None:
        with suppress(OSError):  # it is gone
            cpu = time.clock_gettime((~process << 3) | 2)
            before = self._seen.get(process)
            if before is not None and cpu < before.cpu:  # another one of the same number
                self._gone += before.cpu
                before = None
            if before is None and self._births:
                self._births.popleft()
            elif before is None and self._unseen:  # it had not yet been made
                self._gone -= self._unseen.pop()
            self._seen[process] = _Seen(cpu, time.monotonic(), threads)


def _charged(seconds: float, threads: int) -> float:
    """Return the CPU seconds that so many threads can have used unseen."""
    return seconds * min(threads, os.cpu_count() or 1)
