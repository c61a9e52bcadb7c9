"""The family of a program: all processes that come from it, also those that try to get away.

A program runs in a session of its own. Its family are the processes of that session, all their
descendants, and those that left for another session and lost their parent: these the kernel hands
to this process, which has asked for its orphans. Only Linux does that; elsewhere a daemon escapes.
"""

import os
import signal
import sys
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from typing import NamedTuple

if sys.platform not in ("emscripten", "win32"):
    import resource

from cardjudge.programs.sandbox import kernel

_READS = ("read", "readv")
_SEVERAL = ("epoll_pwait", "epoll_wait", "poll", "ppoll", "pselect6", "select")
_ALL_KINDS = 0x40000000
"""__WALL: children also that tell of their end by no signal."""
_LOOKS = 3
"""At processes that end meanwhile."""


class Member(NamedTuple):
    """A process: CPU time in seconds, with that of its children that have ended; resident bytes."""

    pid: int
    parent: int
    session: int
    cpu: float
    memory: int
    threads: int


def adopt_orphans(adopts: bool = True) -> None:
    """Become the parent of descendants that lose theirs, or no more."""
    if sys.platform == "linux":
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, adopts)


def members(program: int, other_programs: Set[int]) -> list[Member]:
    """Return the living family of a program; `other_programs` also run and have their own."""
    here, own_session = os.getpid(), os.getsid(0)
    foreign = {own_session, *other_programs} - {program}
    family: dict[int, Member] = {}
    strangers = list(_seen(_processes()))
    while found := [
        process
        for process in strangers
        if process.session == program
        or process.parent in family
        or (process.parent == here and process.session not in foreign)
    ]:
        family |= {process.pid: process for process in found}
        strangers = [process for process in strangers if process.pid not in family]
    return list(family.values())


def of_session(program: int, alone: bool = False) -> list[Member]:
    """Return the living family of a program that cannot leave its session; `alone` it has none.

    To ask for a session costs a hundredth of reading what else there is to know of a process.
    """
    if alone:
        return [*_seen([program])]
    return [*_seen(each for each in _processes() if session_of(int(each)) == program)]


def session_of(process: int) -> int:
    """Return the session of a process or thread; 0 if it does not live."""
    try:
        return os.getsid(process) if process > 0 else 0
    except OSError:
        return 0


def memory(living: list[Member]) -> int:
    """Return the resident bytes of processes together: what they share counts once.

    Whoever ends meanwhile leaves its part to the others, so these are looked at again.
    """
    if len(living) < 2:
        return sum(member.memory for member in living)
    for _ in range(_LOOKS):
        shares = {member: _proportional(member) for member in living}
        living = [member for member, share in shares.items() if share is not None]
        if len(living) == len(shares):
            break
    return sum(share or 0 for share in shares.values())


def peak(process: int) -> int:
    """Return the most resident bytes that a process has had; 0 if it is gone."""
    with suppress(OSError), open(f"/proc/{process}/status", "rb", buffering=0) as file:
        _, _, rest = file.read().partition(b"VmHWM:")
        return int(rest.split(maxsplit=1)[0]) << 10 if rest else 0
    return 0


def waits_for_input(process: int) -> list[bool]:
    """Return of each thread that sleeps in a system call whether that is for standard input.

    Whoever waits for several files at a time is taken to wait for it, too.
    """
    known = kernel.numbers(kernel.machine() or "x86_64")
    reads = {str(known[name]) for name in _READS}
    several = {str(known[name]) for name in _SEVERAL if name in known}
    found = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/syscall") as file:
                call, *arguments = file.read().split()
            if arguments:
                found.append(call in several or (call in reads and arguments[0] == "0x0"))
    return found


def _proportional(member: Member) -> int | None:
    """Return a process's share; all that it has where it does not let us look; None at its end."""
    try:
        with open(f"/proc/{member.pid}/smaps_rollup", "rb") as file:
            share = next((line for line in file if line.startswith(b"Pss:")), None)
            return None if share is None else int(share.split()[1]) << 10
    except (FileNotFoundError, ProcessLookupError):
        return None
    except OSError:
        return member.memory


def end_session(program: int) -> float:
    """Kill a family that cannot leave its session; return the CPU seconds of those reaped."""
    kill_session(program)
    cpu = 0.0
    with suppress(ChildProcessError):
        while True:
            usage = os.wait4(-program, _ALL_KINDS)[2]
            cpu += usage.ru_utime + usage.ru_stime
    return cpu


def kill_session(program: int) -> None:
    """Kill the process group that a program leads."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program, signal.SIGKILL)


def end(program: int, other_programs: Set[int]) -> float:
    """Kill the family of a program that has itself ended; return the CPU seconds of those reaped.

    To kill a process may make an orphan of another, so this goes on until there is none.
    """
    kill_session(program)
    cpu = 0.0
    while _has_children():
        family = members(program, other_programs)
        if not family:
            break
        for member in family:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(member.pid, signal.SIGKILL)
        for member in family:
            # Those that are not our children yet will be, when their parents have been reaped.
            with suppress(ChildProcessError):
                usage = os.wait4(member.pid, 0)[2]
                cpu += usage.ru_utime + usage.ru_stime
    return cpu


def _has_children() -> bool:
    """Whether there is any child at all: mostly there is none, and no need to look for it."""
    if sys.platform != "linux":
        return False
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _processes() -> list[str]:
    """Return the numbers of all processes; none where they cannot be known."""
    return [*filter(str.isdigit, os.listdir("/proc"))] if sys.platform == "linux" else []


def _seen(processes: Iterable[object]) -> Iterator[Member]:
    """Look at processes, those that live."""
    page, tick = resource.getpagesize(), os.sysconf("SC_CLK_TCK")
    for each in processes:
        with suppress(OSError), open(f"/proc/{each}/stat", "rb", buffering=0) as file:
            # The second field is the name of the program, which may hold blanks and brackets.
            name, _, rest = file.read().rpartition(b")")
            fields = rest.split()
            cpu, memory = sum(map(int, fields[11:15])) / tick, int(fields[21]) * page
            parent, session, threads = int(fields[1]), int(fields[3]), int(fields[17])
            yield Member(int(name.split()[0]), parent, session, cpu, memory, threads)
