"""The limits of a program, how it ended, and the limits that the kernel enforces itself."""

import errno
import math
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from cardjudge.errors import UserError, why

MIB = 1 << 20
_SPARE_DATA = 4 << 30
"""Head-room in bytes above the memory limit, more than a program can fill between two looks. The
judge then sees the limit exceeded; a refused allocation would look like another error."""
_SPARE_CPU = 2
"""Head-room as a factor: under load the kernel's ticks run ahead of the CPU time that the judge
measures, and would kill a compiler before the judge has seen the reason."""
_STACKS = 64
"""Threads a program may have while each stack is as large as its memory limit."""
_FILES = 1024
_OWN_FILES = 128
"""Descriptors that the judge needs itself: the rules of the sandbox have some 50 open, and each
program some 15."""
_OWN_PROCESSES = 16
"""Processes and threads that the judge needs itself, with one program."""
_PAGE = 4096
_WAITS_AT_MOST = 10
"""A starved program may live for this many times its wall time."""
_LATEST, _LATER = 0.25, 0.1
"""Seconds, and part of the wall time, by which a program is ended late: the kernel tells a wait for
a processor only when it is over."""
_STOPPED = 1.0
"""Shortest stop of the judge, in seconds, that its clocks leave out."""
_HANDLED = 0.02
"""Seconds after which the main thread has handled a signal."""
Exceeded: TypeAlias = Literal["wall", "cpu", "memory", "output", "file"]


class Limits(NamedTuple):
    """The limits of a program; None means no limit.

    `wall` and `cpu` are seconds. `memory` is bytes of the program and its family together; shared
    pages count once. `output` is bytes of collected standard output, of any file that the program
    writes and of its private folder. `processes` is the number that may live at a time; only the
    sandbox enforces it.
    """

    wall: float | None = None
    cpu: float | None = None
    memory: int | None = None
    output: int | None = None
    processes: int | None = 64

    def passed(self, wall: float, cpu: float, memory: int | None) -> Exceeded | None:
        """Return the limit that a run has exceeded; `wall` excludes waits for a processor."""
        if self.memory is not None and memory is not None and memory > self.memory:
            return "memory"
        if self.cpu is not None and cpu > self.cpu:
            return "cpu"
        return "wall" if self.wall is not None and wall >= self.wall else None

    def end(self, waited: float) -> float:
        """Return the seconds after its start at which a program that waited so long is ended."""
        if self.wall is None:
            return math.inf
        late = min(_LATER * self.wall, _LATEST)
        return min(self.wall + waited + late, _WAITS_AT_MOST * self.wall)


def demand_system() -> None:
    """Raise UserError with the cause if this system cannot run programs under limits."""
    if sys.platform == "win32":
        raise UserError("執行程式要在 Linux、macOS 或 WSL 裡")
    import resource

    if 0 <= resource.getrlimit(resource.RLIMIT_NOFILE)[0] < _OWN_FILES:
        raise UserError("{why}", why=why(OSError(errno.EMFILE, "")))
    if os.getuid() and 0 <= resource.getrlimit(resource.RLIMIT_NPROC)[0] < _OWN_PROCESSES:
        raise UserError("{why}", why=why(OSError(errno.EAGAIN, "")))
    if sys.platform == "linux":
        _demand_kernel()


@lru_cache(maxsize=1)
def _demand_kernel() -> None:
    if not os.path.exists("/proc/self/stat"):
        raise UserError("執行程式要有 /proc，這裡沒有掛載：mount -t proc proc /proc")
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (OSError, AttributeError):
        raise UserError("執行程式要有 pidfd_open：Linux 5.3 以後，而且容器沒有擋住它") from None


@lru_cache(maxsize=8)
def enforced(limits: Limits, bounds_memory: bool = False) -> tuple[tuple[int, int], ...]:
    """Return the kernel's limits: a second line, generous, so that the judge's act first.

    Where a control group bounds the memory, RLIMIT_DATA stays unset: AddressSanitizer reserves
    terabytes of address space.
    """
    import resource

    wanted = [(resource.RLIMIT_CORE, 0)]
    if limits.cpu is not None:
        wanted.append((resource.RLIMIT_CPU, math.ceil(_SPARE_CPU * limits.cpu) + 1))
    if limits.output is not None:
        # The limit in whole pages and one byte: a file of that size shows the excess.
        wanted.append((resource.RLIMIT_FSIZE, -(-limits.output // _PAGE) * _PAGE + 1))
    if limits.memory is not None:
        wanted.append((resource.RLIMIT_STACK, limits.memory))
        if sys.platform == "linux" and not bounds_memory:
            most = (_STACKS + 2) * limits.memory + _SPARE_DATA
            wanted.append((resource.RLIMIT_DATA, most))
    wanted.append((resource.RLIMIT_NOFILE, _FILES))
    hard = {what: resource.getrlimit(what)[1] for what, _ in wanted}  # -1 means no limit
    return tuple((what, most if hard[what] < 0 else min(most, hard[what])) for what, most in wanted)


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
    """Seconds without a processor, which do not count as wall time."""

    def last_lines(self, most: int = 0) -> list[str]:
        """Return the last `most` lines of standard error that are not blank; all of them for 0."""
        lines = self.stderr.decode(errors="replace").split("\n")
        return [line.rstrip() for line in lines if line.strip()][-most:]


class Clock:
    """Seconds since a start, without those in which this process was stopped, as by Ctrl-Z.

    The judge learns of a stop by the signal that ends it. Threads may share a clock; each reads it
    several times a second.
    """

    _continued = 0.0
    """When this process has last been continued."""

    def __init__(self, start: float | None = None) -> None:
        self._start = self._seen = time.monotonic() if start is None else start
        self._lock = threading.Lock()

    @classmethod
    def hear(cls) -> None:
        """Handle the signal that continues this process, unless it has a handler already."""
        if signal.getsignal(signal.SIGCONT) == signal.SIG_DFL:
            with suppress(ValueError):  # only the main thread may
                signal.signal(signal.SIGCONT, cls._go_on)

    @classmethod
    def _go_on(cls, *_: object) -> None:
        cls._continued = time.monotonic()

    def seconds(self) -> float:
        """Return the seconds so far."""
        with self._lock:
            now = time.monotonic()
            if now - self._seen > _STOPPED:
                time.sleep(_HANDLED)
                if self._continued > self._seen:
                    self._start += now - self._seen
            self._seen = now
            return now - self._start
