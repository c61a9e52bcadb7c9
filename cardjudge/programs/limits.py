"""What a program may use, and what of that the kernel enforces by itself."""

import errno
import math
import sys
from functools import lru_cache
from typing import NamedTuple

from cardjudge.errors import UserError, why

MIB = 1 << 20
_SPARE_DATA = 4 << 30
"""More than a program can fill between two looks, so that it is seen to pass its limit, and not
refused the memory, which would look like an error of another kind."""
_SPARE_CPU = 2
"""The kernel compares this limit with the clock's ticks, which under load run ahead of the time
that is counted: a compiler would be killed before the judge has seen why."""
_STACKS = 64
"""As many threads as a program may have whose stacks are as large as its memory."""
_FILES = 1024
_OWN_FILES = 128
"""The rules of the sandbox have some 50 open, and a program some 15."""
_PAGE = 4096


class Limits(NamedTuple):
    """What a program may use; None is without limit.

    `wall` and `cpu` are seconds; `memory` is bytes of the program and its family together, shared
    pages once; `output` is bytes of the standard output that is collected, of any file that it
    writes and of its private folder; `processes` is how many may live at a time, in the sandbox.
    """

    wall: float | None = None
    cpu: float | None = None
    memory: int | None = None
    output: int | None = None
    processes: int | None = 64


def demand_system() -> None:
    """Raise UserError on a system, or with too few descriptors, that cannot hold a program."""
    if sys.platform == "win32":
        raise UserError("執行程式要在 Linux、macOS 或 WSL 裡")
    import resource

    if 0 <= resource.getrlimit(resource.RLIMIT_NOFILE)[0] < _OWN_FILES:
        raise UserError("{why}", why=why(OSError(errno.EMFILE, "")))


@lru_cache(maxsize=8)
def enforced(limits: Limits, bounds_memory: bool = False) -> tuple[tuple[int, int], ...]:
    """Return the kernel's limits, as a second line: generous, so that the judge's come first.

    Where a control group bounds the memory, address space is free, as AddressSanitizer needs it.
    """
    import resource

    wanted = [(resource.RLIMIT_CORE, 0)]
    if limits.cpu is not None:
        wanted.append((resource.RLIMIT_CPU, math.ceil(_SPARE_CPU * limits.cpu) + 1))
    if limits.output is not None:
        # A file that has one page more than the limit shows that it was passed.
        wanted.append((resource.RLIMIT_FSIZE, -(-limits.output // _PAGE) * _PAGE + 1))
    if limits.memory is not None:
        wanted.append((resource.RLIMIT_STACK, limits.memory))
        if sys.platform == "linux" and not bounds_memory:
            most = (_STACKS + 2) * limits.memory + _SPARE_DATA
            wanted.append((resource.RLIMIT_DATA, most))
    wanted.append((resource.RLIMIT_NOFILE, _FILES))
    hard = {what: resource.getrlimit(what)[1] for what, _ in wanted}  # -1 is without limit
    return tuple((each, most if hard[each] < 0 else min(most, hard[each])) for each, most in wanted)
