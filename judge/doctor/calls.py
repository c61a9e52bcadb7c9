"""System calls that no program may make; the doctor makes each call of calls.toml once.

The filter stops a call if it asks the judge, or if it returns the error that it should. Any other
error comes from the kernel behind the filter, so the call is a hole.
"""

import errno
from typing import NamedTuple

from cardjudge.files import toml
from cardjudge.programs.sandbox.layers import Layers

_ERRORS = {"forbidden": errno.EPERM, "unknown": errno.ENOSYS, "metadata": 0}


class Call(NamedTuple):
    """A system call with its arguments, and the filter's error number; 0 means success."""

    name: str
    arguments: tuple[int, ...]
    error: int

    @property
    def is_asked(self) -> bool:
        """Whether the filter asks the judge about this call."""
        return self.error == errno.EPERM


def calls(layers: Layers) -> list[Call]:
    """Return all calls to try on a machine with these layers."""
    table = toml(__file__, "calls.toml")
    for layer, names in table["without"].items():
        if not getattr(layers, layer):
            table["forbidden"] += f" {names}"
    nothing = (-1,) * 6
    found = [
        Call(name, nothing, error)
        for kind, error in _ERRORS.items()
        for name in table[kind].split()
    ]
    found.append(Call("prctl", (4, -1), 0))
    for name, variants in table["arguments"].items():
        found += [Call(name, tuple(each), errno.EPERM) for each in variants]
    return found


SCRIPT = """
import ctypes, json, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
for number, arguments in json.loads(sys.argv[1]):
    child = os.fork()
    if child == 0:
        ctypes.set_errno(0)
        words = [ctypes.c_long(each) for each in (number, *arguments)]
        failed = libc.syscall(*words) < 0
        os._exit(ctypes.get_errno() if failed else 0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Makes each call in a child and prints its error number."""
