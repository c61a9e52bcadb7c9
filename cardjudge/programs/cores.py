"""Processors: a game that wakes its programs all the time keeps them on a core of its own."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

_NAME = "\0cardjudge-{user}-core-{core}"
"""Abstract socket that claims a core for one game; the claim ends with the process."""


@contextmanager
def own_core() -> Iterator[None]:
    """Keep this thread and the programs that it starts on one core, apart from other games.

    To wake a process on another core takes far longer than the few microseconds of a request, and
    two games on one core slow each other down. If there are more games than cores, the last games
    share the core that they are on.
    """
    if sys.platform != "linux":
        yield
        return
    allowed = os.sched_getaffinity(0)
    with ExitStack() as stack:
        stack.callback(_set_cores, 0, allowed)
        with open("/proc/thread-self/stat", encoding="ascii", errors="replace") as stat:
            here = int(stat.read().rpartition(")")[2].split()[36])
        taken = (core for core in sorted(allowed, key=lambda core: core != here))
        _set_cores(0, {next((core for core in taken if _take(core, stack)), here)} & allowed)
        yield


def available() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _take(core: int, stack: ExitStack) -> bool:
    """Claim a core by binding an abstract socket; return whether it was free."""
    from socket import AF_UNIX, socket  # not on Windows

    with suppress(OSError):
        name = stack.enter_context(socket(AF_UNIX))
        name.bind(_NAME.format(user=os.getuid(), core=core))
        return True
    return False


def _set_cores(process: int, cores: set[int]) -> None:
    with suppress(OSError):
        os.sched_setaffinity(process, cores)
