"""System calls that no program may make: those of calls.toml, each made once.

A call is held if the filter has asked the judge, or has answered by itself as it is meant to. An
error of the kernel comes after the filter, and is a hole.
"""

import errno
from typing import NamedTuple

from cardjudge.files import toml
from cardjudge.programs.sandbox.layers import Layers

_ERRORS = {"forbidden": errno.EPERM, "unknown": errno.ENOSYS, "metadata": 0}


class Call(NamedTuple):
    """A call with its arguments, and the error that the filter gives; 0 is a success."""

    name: str
    arguments: tuple[int, ...]
    error: int

    @property
    def is_asked(self) -> bool:
        """Whether the filter asks the judge."""
        return self.error == errno.EPERM


def calls(layers: Layers) -> list[Call]:
    """Return all calls to try on a machine of these layers."""
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
"""Makes each call in a child, and prints its error."""
