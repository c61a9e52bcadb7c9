"""``python -m tests.blocked ERRNO NAME,… COMMAND…``: run a command without some system calls.

A filter refuses them, as that of a container does.
"""

import ctypes
import errno
import os
import struct
import sys

from cardjudge.programs.sandbox import kernel

_LOAD, _EQUALS, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_EVERYWHERE = {"pidfd_open": 434, "landlock_create_ruleset": 444}
"""Numbers that are the same on every machine."""
_NO_NEW_PRIVS, _SECCOMP, _FILTER = 38, 22, 2


def block(numbers: list[int], error: int) -> None:
    """Refuse system calls to this process and its children."""
    jumps = [(_EQUALS, len(numbers) - at, 0, each) for at, each in enumerate(numbers)]
    code = [(_LOAD, 0, 0, 0), *jumps, (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE | error)]
    data = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *each) for each in code))
    program = struct.pack("@HP", len(code), ctypes.addressof(data))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)
    if libc.prctl(_SECCOMP, _FILTER, program, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    name, calls, *command = sys.argv[1:]
    known = {**kernel.numbers(kernel.machine() or ""), **_EVERYWHERE}
    block([known[each] for each in calls.split(",") if each in known], getattr(errno, name))
    os.execvp(command[0], command)
