"""Processors: a game that wakes its programs all the time keeps them on its own."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

_NAME = "\0cardjudge-{user}-core-{core}"
"""Of a socket that whoever has a core to itself is bound to; it ends with the process."""


@contextmanager
def own_core() -> Iterator[None]:
    """Keep this thread and the programs that it starts on one core, which no other game has.

    Waking a process on another core costs far more than the few microseconds of a request, and two
    games on one core would take each other's time. Where there are more games than cores, some
    share the core where they are.
    """
    if sys.platform != "linux":
        yield
        return
    allowed = os.sched_getaffinity(0)
    with ExitStack() as stack:
        stack.callback(_set_cores, 0, allowed)
        here = _current_core()
        taken = (core for core in sorted(allowed, key=lambda core: core != here))
        _set_cores(0, {next((core for core in taken if _take(core, stack)), here)} & allowed)
        yield


def join_us(process: int) -> None:
    """Let a process run where this thread may; what it has started stays where it is."""
    if sys.platform == "linux":
        _set_cores(process, os.sched_getaffinity(0))


def _take(core: int, stack: ExitStack) -> bool:
    """Have a name until the stack is left, unless another game has it; no file is made."""
    from socket import AF_UNIX, socket  # not on Windows

    with suppress(OSError):
        name = stack.enter_context(socket(AF_UNIX))
        name.bind(_NAME.format(user=os.getuid(), core=core))
        return True
    return False


def _set_cores(process: int, cores: set[int]) -> None:
    with suppress(OSError):
        os.sched_setaffinity(process, cores)


def _current_core() -> int:
    with open("/proc/thread-self/stat", encoding="ascii", errors="replace") as stat:
        return int(stat.read().rpartition(")")[2].split()[36])
