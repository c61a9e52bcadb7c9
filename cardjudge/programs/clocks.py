"""The CPU time of a family without a control group: the sum of the clocks of its processes.

A process's clock includes all its threads and can be read until the process is reaped. The judge
reads it at every look and when the process is about to end. If the judge misses the end of a
process, it charges the time since the last look on every processor that the process could use,
but the whole family no more than all processors had.
"""

import os
import time
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from cardjudge.programs.processes import Member


class _Seen(NamedTuple):
    cpu: float
    when: float
    threads: int
    """0 once the judge has seen the process end."""


class _Birth(NamedTuple):
    when: float
    look: float | None
    """Time of the first look after the birth."""


class Clocks:
    """Sums the clocks of one family."""

    def __init__(self, program: int) -> None:
        self._seen: dict[int, _Seen] = {}
        self._gone = 0.0
        self._births: deque[_Birth] = deque()
        """Births that the judge has allowed but not yet found as a process."""
        self._unseen: list[float] = []
        """Seconds charged for each birth that no look has found."""
        self._began = time.monotonic()
        self._note(program, 1)
        self._first = sum(seen.cpu for seen in self._seen.values())
        """The clock of the program here, which has run since before its start."""

    def born(self) -> None:
        """Note that the family may have gained a process."""
        self._births.append(_Birth(time.monotonic(), None))

    def ends(self, process: int) -> None:
        """Read the clock of a process that is about to end or is a zombie.

        It counts as ended from now on: on a busy machine it may still live at many looks.
        """
        self._note(process, 0)

    def goes_on(self, process: int) -> None:
        """Note that a process has not ended: a signal has interrupted its last call."""
        if process in self._seen:
            self._seen[process] = self._seen[process]._replace(threads=1)

    def look(self, living: Iterable[Member], last: bool = False) -> float:
        """Read the clocks of the living family; return its CPU seconds so far."""
        now = time.monotonic()
        members = [*living]
        for member in members:
            self._note(member.pid, member.threads if member.lives else 0)
        for process in self._seen.keys() - {member.pid for member in members}:
            cpu, when, threads = self._seen.pop(process)
            self._gone += cpu + (now - when) * min(threads, os.cpu_count() or 1)
        self._charge_unseen(now, last)
        used = self._gone + sum(seen.cpu for seen in self._seen.values())
        most = (time.monotonic() - self._began) * (os.cpu_count() or 1)
        return min(used, self._first + most)

    def _charge_unseen(self, now: float, last: bool) -> None:
        """Charge births that no look has found: such a process ended before the first look."""
        births, self._births = self._births, deque()
        for birth in births:
            if birth.look is None and not last:
                self._births.append(birth._replace(look=now))
            else:
                self._unseen.append((birth.look or now) - birth.when)
                self._gone += self._unseen[-1]

    def _note(self, process: int, threads: int) -> None:
        try:
            cpu = time.clock_gettime((~process << 3) | 2)
        except OSError:  # the process has gone
            return
        seen = self._seen.get(process)
        if seen is None or cpu < seen.cpu:  # it is new, maybe under the number of one that ended
            self._gone += seen.cpu if seen else 0
            if self._births:  # a birth without a process is this one; a charge for it goes back
                self._births.popleft()
            elif self._unseen:
                self._gone -= self._unseen.pop()
        elif not seen.threads:
            threads = 0
        self._seen[process] = _Seen(cpu, time.monotonic(), threads)
