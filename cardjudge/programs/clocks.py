"""The time of a family: its CPU time without a control group, and its waits for a processor.

The CPU time without a control group is the sum of the clocks of its processes.
A process's clock includes all its threads and can be read until the process is reaped. The judge
reads it at every look and when the process is about to end. If the judge misses the end of a
process, it charges the time since the last look on every processor that the process could use,
but the whole family no more than all processors had.
"""

import math
import os
import time
from bisect import bisect
from collections import deque
from collections.abc import Callable, Iterable
from heapq import nlargest
from typing import NamedTuple

from cardjudge.programs.processes import Member, schedules
from cardjudge.programs.sandbox.cgroup import Group
from cardjudge.programs.sandbox.start import Begun

_TOGETHER = 4
"""Living threads whose waits are added up: as many as a pipeline may have that take turns."""


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

    def __init__(self, begun: Begun, group: Group | None = None) -> None:
        self._group = group
        self._seen: dict[int, _Seen] = {}
        self._gone = 0.0
        self._births: deque[_Birth] = deque()
        """Births that the judge has allowed but not yet found as a process."""
        self._unseen: list[float] = []
        """Seconds charged for each birth that no look has found."""
        self._began = time.monotonic()
        self._note(begun.pid, 1)
        self._first = sum(seen.cpu for seen in self._seen.values())
        """The clock of the program here, which has run since before its start."""
        self.waits = Waits(begun, self.used)

    def born(self, thread: bool) -> None:
        """Note that the family may have gained a thread or a process."""
        self.waits.born()
        if not thread:
            self._births.append(_Birth(time.monotonic(), None))

    def ends(self, process: int) -> None:
        """Read the clock of a process that is about to end or is a zombie.

        It counts as ended from now on: on a busy machine it may still live at many looks.
        """
        self._note(process, 0)
        self.waits.ends(process)

    def thread_ends(self, process: int, thread: int) -> None:
        """Read the clock of a process that a thread is about to leave."""
        if process in self._seen:
            self._note(process, self._seen[process].threads)
        self.waits.ends(process, thread)

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
        most = (time.monotonic() - self._began) * (os.cpu_count() or 1)
        return min(self.used(), self._first + most)

    def _charge_unseen(self, now: float, last: bool) -> None:
        """Charge births that no look has found: such a process ended before the first look."""
        births, self._births = self._births, deque()
        for birth in births:
            if birth.look is None and not last:
                self._births.append(birth._replace(look=now))
            else:
                self._unseen.append((birth.look or now) - birth.when)
                self._gone += self._unseen[-1]

    def used(self) -> float:
        """Return the CPU seconds of the family at the last readings."""
        if self._group is not None:
            return self._group.cpu()
        return self._gone + sum(seen.cpu for seen in self._seen.values())

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


class _Moment(NamedTuple):
    when: float
    used: float
    """CPU seconds of the family."""
    idle: float = 0.0
    """Seconds since the look before in which the family neither ran nor is known to have waited."""


class _Thread(NamedTuple):
    cpu: float
    wait: float
    when: float


class Waits:
    """Sums the seconds in which a family was ready to run, but the machine had no processor for it.

    Between two looks these are the waits of its threads, and at most the time in which the family
    did not run. Threads that wake together wait for each other, so the time in which the rest of
    the family ran is no wait, of the living threads only a few count, and the waits of ended ones
    only as far as they do not overlap. The kernel tells a wait when it is over, so a long one may
    belong to the time before the last look.
    """

    def __init__(self, begun: Begun, used: Callable[[], float]) -> None:
        self.seconds = 0.0
        self._used = used
        """The CPU seconds of the family so far."""
        self._threads = {begun.pid: _Thread(begun.on, begun.wait, begun.when)}
        self._births: deque[float] = deque()
        """Times of births whose threads have not been seen yet."""
        self._moments = [_Moment(begun.when, used())]
        self._looked, self._looks = begun.when, 1
        """The time of the last look, and the number of looks among the moments."""
        self._ready = self._longest = self._ended = 0.0
        """Since the last look, the sum of the waits, the longest time of a thread that was ready or
        ran, and the time of the last end."""
        self._owing = math.inf
        """When the first wait of the judge since the last look began."""

    def born(self) -> None:
        """Note that the family may have gained a thread."""
        self._births.append(self._mark().when)

    def ends(self, process: int, thread: int = 0) -> None:
        """Read the waits of a process, or of one thread, that is about to end."""
        now = self._mark()
        for wait, since in self._read(process, now, thread).values():
            self._ready += min(wait, max(now.when - max(since, self._ended), 0.0))
            self._ended = now.when

    def owes(self, seconds: float) -> None:
        """Add the wait of the judge itself, in which the family waited for the judge."""
        self._ready += max(seconds, 0.0)
        self._owing = min(self._owing, time.monotonic() - seconds)

    def look(self, living: Iterable[Member]) -> None:
        """Read the waits of the living family, and add what counts since the last look."""
        now = self._mark()
        waits: dict[int, tuple[float, float]] = {}
        for member in living:
            waits |= self._read(member.pid, now)
        self._ready += sum(wait for wait, _ in nlargest(_TOGETHER, waits.values()))
        self._threads = {thread: self._threads[thread] for thread in waits}
        self._births.clear()
        self._moments[self._looks :] = [now]
        idle = now.when - self._looked - (now.used - self._moments[self._looks - 1].used)
        before = self._idle_since(min(self._owing, now.when - self._longest))
        added = left = max(0.0, min(idle + sum(before.values()), self._ready))
        for at, part in before.items():
            moment, taken = self._moments[at], min(part, left)
            self._moments[at] = moment._replace(idle=moment.idle - taken)
            left -= taken
        self.seconds += added
        self._moments[-1] = now._replace(idle=max(0.0, idle - left))
        self._ready, self._longest, self._looked = 0.0, 0.0, now.when
        self._owing = math.inf
        self._looks += 1

    def _idle_since(self, when: float) -> dict[int, float]:
        """Return the idle time from a look before a time to the last look, by moments.

        It is the end of the time before a moment: there a wait went on that was not known yet. How
        much of it, is known one look later.
        """
        parts = {}
        when -= self._looked - self._moments[max(self._looks - 2, 0)].when
        for at in range(self._looks - 1, 0, -1):
            moment = self._moments[at]
            if moment.when <= when:
                break
            parts[at] = min(moment.idle, moment.when - when)
        return parts

    def _read(self, process: int, now: _Moment, only: int = 0) -> dict[int, tuple[float, float]]:
        """Read the threads of a process; return what each has waited, and since when."""
        waits = {}
        for thread, cpu, wait in schedules(process, only):
            seen = self._threads.get(thread)
            if seen is None or wait < seen.wait or cpu < seen.cpu:
                seen = _Thread(0.0, 0.0, self._births.popleft() if self._births else self._looked)
            ran, waited = cpu - seen.cpu, wait - seen.wait
            before = self._at(min(seen.when, now.when - ran - waited))
            own = max(now.used - before.used - ran, 0.0)
            waits[thread] = max(waited - own, 0.0), before.when
            self._longest = max(self._longest, ran + waited)
            self._threads[thread] = _Thread(cpu, wait, now.when)
        return waits

    def _mark(self) -> _Moment:
        self._moments.append(_Moment(time.monotonic(), self._used()))
        return self._moments[-1]

    def _at(self, when: float) -> _Moment:
        """Return the moment of a time, as if nothing had changed its pace between known ones."""
        after = bisect(self._moments, (when, math.inf))
        first, last = self._moments[max(after - 1, 0)], self._moments[after : after + 1]
        if after == 0 or not last:
            return first
        part = (when - first.when) / (last[0].when - first.when)
        return _Moment(when, first.used + part * (last[0].used - first.used))
