"""Processes of this machine: the judge reads, reaps and kills those of a program's family."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import NamedTuple

if sys.platform not in ("emscripten", "win32"):
    import resource

from cardjudge.programs.sandbox import kernel

_READS = ("read", "readv")
_SEVERAL = ("epoll_pwait", "epoll_wait", "poll", "ppoll", "pselect6", "select")
_ALL_KINDS = 0x40000000
"""__WALL: wait also for children that send no signal at their end."""
_MOST_DESCRIPTORS = 4096
"""Descriptors of a family that the judge examines to count its sockets."""
_LOOKS = 3
"""Attempts to measure a family while some of its processes end."""
_SHARED = b"/dev/zero (deleted)"
"""The kernel's name for shared anonymous memory."""


class Member(NamedTuple):
    """A process; `memory` is its resident bytes, and `lives` is false for a zombie."""

    pid: int
    thread: int
    """A living thread: if the first thread has ended, the files of the process are empty."""
    memory: int
    threads: int
    lives: bool


def adopt_orphans(adopts: bool = True) -> None:
    """Set or clear the subreaper flag of this process."""
    if sys.platform == "linux":
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, adopts)


def of_session(program: int, alone: bool = False) -> list[Member]:
    """Return the living processes in the session of a program.

    With `alone` the program has no children, so only its own process is read. To ask for the
    session of a process takes a hundredth of the time that its status takes.
    """
    if alone:
        return [*_seen([program])]
    return [*_seen(process for process in _processes() if session_of(int(process)) == program)]


def session_of(process: int) -> int:
    """Return the session of a process or thread; 0 if it has ended."""
    try:
        return os.getsid(process) if process > 0 else 0
    except OSError:
        return 0


def memory(living: list[Member], bounded: bool) -> int:
    """Return the resident bytes of processes together; shared pages count once.

    A process that ends during the sum leaves its share to the others, so the sum starts again.
    Without a control group (`bounded`), page tables count, too, and shared anonymous mappings with
    their full size: their pages stay when a process unmaps them. OSError if a process cannot be
    read.
    """
    shared: dict[bytes, int] = {}
    tables = 0
    for _ in range(_LOOKS):
        living = [member for member in living if member.lives]
        if not bounded:
            shared = _shared(living)
            tables = sum(map(_tables, living))
        alone = len(living) < 2
        shares = {member: _share(member, alone, bool(shared), bounded) for member in living}
        living = [member for member, share in shares.items() if share is not None]
        if len(living) == len(shares):
            break
    return sum(share or 0 for share in shares.values()) + sum(shared.values()) + tables


def _share(member: Member, alone: bool, without_shared: bool, bounded: bool) -> int | None:
    """Return the bytes of a process's share, without shared memory on demand; None at its end."""
    if alone and not without_shared:
        return member.memory
    try:
        with open(f"/proc/{member.thread}/smaps_rollup", "rb") as file:
            sizes = {line.split()[0]: int(line.split()[1]) << 10 for line in [*file][1:]}
            return sizes[b"Pss:"] - (sizes.get(b"Pss_Shmem:", 0) if without_shared else 0)
    except (FileNotFoundError, ProcessLookupError, KeyError):
        return None
    except OSError:
        if bounded:
            return member.memory
        raise


def _tables(member: Member) -> int:
    with suppress(FileNotFoundError, ProcessLookupError):
        return _fields(f"/proc/{member.thread}/status", b"VmPTE:")[0] << 10
    return 0


def _shared(living: list[Member]) -> dict[bytes, int]:
    """Return the bytes of each shared anonymous mapping of the processes, by inode."""
    sizes: dict[bytes, int] = {}
    for member in living:
        with (
            suppress(FileNotFoundError, ProcessLookupError),
            open(f"/proc/{member.thread}/maps", "rb") as maps,
        ):
            for line in maps:
                if line.rstrip().endswith(_SHARED):
                    where, _, _, _, inode, _ = line.split(None, 5)
                    first, last = (int(end, 16) for end in where.split(b"-"))
                    sizes[inode] = max(sizes.get(inode, 0), last - first)
    return sizes


def last_look(thread: int) -> tuple[int, int]:
    """Return the process of a thread that is about to end, and the peak resident bytes.

    Both are 0 if the thread has gone.
    """
    with suppress(OSError):
        process, peak = _fields(f"/proc/{thread}/status", b"Tgid:", b"VmHWM:")
        return process, peak << 10
    return 0, 0


def written() -> int:
    """Return the bytes that this process and the children it has reaped wrote to files and pipes.

    The first call opens the kernel's file, which a process that no other may read cannot open.
    """
    counts = _counts(os.getpid())
    return 0 if counts is None else int(os.pread(counts, 4096, 0).split()[3])


@cache
def _counts(judge: int) -> int | None:
    with suppress(OSError):
        return os.open(f"/proc/{judge}/io", os.O_RDONLY)
    return None


def queued(thread: int) -> int:
    """Return the timers and signals that the kernel has queued for the user of a thread."""
    return _fields(f"/proc/{thread}/status", b"SigQ:")[0]


def sockets(living: list[Member], most: int) -> int:
    """Return the number of sockets that processes have open; `most` if they cannot be counted.

    Processes with many descriptors count as having `most`.
    """
    found: set[str] = set()
    left = _MOST_DESCRIPTORS
    try:
        for member in living:
            with suppress(FileNotFoundError, ProcessLookupError):
                names = os.listdir(f"/proc/{member.thread}/fd")
                left -= len(names)
                if left < 0:
                    return most
                for name in names:
                    with suppress(FileNotFoundError):
                        found.add(os.readlink(f"/proc/{member.thread}/fd/{name}"))
    except OSError:
        return most
    return sum(target.startswith("socket:") for target in found)


def _fields(file: str, *names: bytes) -> list[int]:
    """Return the numbers after names in a file of /proc; 0 for a name that is missing."""
    with open(file, "rb", buffering=0) as lines:
        words = lines.read().split()
    values = [words[words.index(name) + 1] if name in words else b"0" for name in names]
    return [int(word.partition(b"/")[0]) for word in values]


def schedules(process: int, only: int) -> Iterator[tuple[int, float, float]]:
    """Yield the threads of a process, or one of them: number, seconds on and without a processor.

    OSError if a thread cannot be read.
    """
    with suppress(FileNotFoundError, ProcessLookupError):
        for thread in [only] if only else map(int, os.listdir(f"/proc/{process}/task")):
            with (
                suppress(FileNotFoundError, ProcessLookupError),
                open(f"/proc/{thread}/schedstat", "rb", buffering=0) as file,
            ):
                on, wait, _ = map(int, file.read().split())
                yield thread, on / 1e9, wait / 1e9


def open_schedule() -> int | None:
    """Return a descriptor of the schedule of this thread, for `ran` and `waits_of`, or None."""
    with suppress(OSError):
        return os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
    return None


def ran(schedule: int | None) -> float:
    """Return the CPU seconds of the thread of a schedule."""
    return _scheduled(schedule, 0)


def waits_of(schedule: int | None) -> float:
    """Return the seconds for which the thread of a schedule has waited for a processor."""
    return _scheduled(schedule, 1)


def _scheduled(schedule: int | None, which: int) -> float:
    return 0.0 if schedule is None else int(os.pread(schedule, 64, 0).split()[which]) / 1e9


def waits_for_input(process: int) -> list[bool]:
    """Return, for each thread that sleeps in a system call, whether it waits for standard input.

    A thread that polls several files counts as waiting for standard input.
    """
    known = kernel.numbers(kernel.machine() or "x86_64")
    reads = {str(known[name]) for name in _READS}
    several = {str(known[name]) for name in _SEVERAL if name in known}
    waits = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/syscall") as file:
                call, *arguments = file.read().split()
            if arguments:
                waits.append(call in several or (call in reads and arguments[0] == "0x0"))
    return waits


def reaped(
    program: int, ends: Callable[[int], None], waits: bool
) -> tuple[int, resource.struct_rusage, int] | None:
    """Reap a program that has ended; return its wait status, its usage, and the bytes it wrote."""
    how = 0 if waits else os.WNOHANG
    if sys.platform == "linux":
        if os.waitid(os.P_PID, program, os.WEXITED | os.WNOWAIT | how) is None:
            return None
        ends(program)
    before = written()
    pid, status, usage = os.wait4(program, how)
    while os.WIFSTOPPED(status):  # without a filter, it can make the judge its tracer
        os.kill(program, signal.SIGKILL)
        pid, status, usage = os.wait4(program, how)
    return (status, usage, written() - before) if pid else None


def reap(program: int, ends: Callable[[int], None], waits: bool = False) -> None:
    """Reap the ended orphans of a session, but not its program; with `waits`, wait for all.

    `ends` is called for each process while its clock can still be read.
    """
    if sys.platform != "linux":
        return
    options = os.WEXITED | os.WNOWAIT | (0 if waits else os.WNOHANG)
    with suppress(ChildProcessError):
        while zombie := os.waitid(os.P_PGID, program, options | _ALL_KINDS):
            if zombie.si_pid == program and not waits:
                return
            ends(zombie.si_pid)
            os.waitpid(zombie.si_pid, _ALL_KINDS)


def _processes() -> list[str]:
    """Return the numbers of all processes; empty outside of Linux."""
    return [*filter(str.isdigit, os.listdir("/proc"))] if sys.platform == "linux" else []


def _seen(processes: Iterable[object]) -> Iterator[Member]:
    """Yield the processes that still exist. OSError if one cannot be read."""
    for process in processes:
        with suppress(FileNotFoundError, ProcessLookupError):
            yield _of(str(process))


def _of(process: str, thread: str = "") -> Member:
    """Read a process, through the number of another thread if its first thread has ended."""
    with open(f"/proc/{thread or process}/stat", "rb", buffering=0) as file:
        # The second field is the program's name, which may contain blanks and brackets.
        fields = file.read().rpartition(b")")[2].split()
    lives = fields[0] not in (b"Z", b"X")
    threads, memory = int(fields[17]), int(fields[21]) * resource.getpagesize()
    if not lives and threads > 1 and not thread:
        if left := os.listdir(f"/proc/{process}/task"):
            return _of(process, left[-1])
        raise ProcessLookupError(process)  # it was reaped while the folder was open
    pid, seen = int(process), int(thread or process)
    return Member(pid, seen, memory, threads, lives)
