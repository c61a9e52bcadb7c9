"""Landlock: which files a program may use, which sockets and signals leave its family.

Source: Linux, Documentation/userspace-api/landlock.rst. Each right exists from a version (ABI) of
the kernel on: 1 files, 2 to move between folders, 3 to truncate, 4 TCP, 5 device calls, 6 signals
and abstract sockets; 7 only logs. A right that the kernel does not know must not be asked for.
"""

import ctypes
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from cardjudge.programs.sandbox import kernel

_CREATE, _ADD = 444, 445
"""The same numbers on every architecture."""
_VERSION_FLAG = 1
_BENEATH = 1

EXECUTE, WRITE, READ, LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REFER, TRUNCATE, _DEVICE = 1 << 13, 1 << 14, 1 << 15
_FIRST_FILES = (1 << 13) - 1
_NET = 3
_SCOPES = 3
TRUNCATES_SINCE, SCOPES_SINCE = 3, 6
_LATER_FILES = ((2, _REFER), (TRUNCATES_SINCE, TRUNCATE), (5, _DEVICE))
ALL = -1

READABLE = EXECUTE | READ | LIST
_OF_FILES = EXECUTE | WRITE | READ | TRUNCATE | _DEVICE
"""The rights that make sense for what is no folder: others are refused there."""


def version() -> int:
    """Return the version of Landlock in this kernel; 0 if there is none."""
    if kernel.machine() is None:
        return 0
    return max(0, kernel.prepared(_CREATE, None, 0, _VERSION_FLAG)())


def handled(abi: int) -> int:
    """Return the rights on files that a version knows."""
    return _FIRST_FILES | sum(right for since, right in _LATER_FILES if abi >= since)


class _Beneath(ctypes.Structure):
    _fields_ = [("rights", ctypes.c_uint64), ("fd", ctypes.c_int32)]


class Rule(NamedTuple):
    """An open file or folder, and what may be done with all beneath it."""

    fd: int
    rights: int


class Ruleset:
    """What will be allowed: prepared once, and made for each program anew.

    Each adds what it alone may use, which nobody can take back; what programs share would grow, and
    let them read each other's input.
    """

    def __init__(self, abi: int, rules: Iterable[Rule], own: Sequence[Rule]) -> None:
        rights = handled(abi)
        size = 8 if abi < 4 else 16 if abi < SCOPES_SINCE else 24
        wanted = (ctypes.c_uint64 * 3)(rights, _NET, _SCOPES)
        self._new = kernel.prepared(_CREATE, ctypes.byref(wanted), size, 0)
        self._fd, self._own = ctypes.c_long(), own
        beneath = (ctypes.byref(_Beneath(each.rights & rights, each.fd)) for each in (*rules, *own))
        # A rule whose file is of a kind that cannot have one is left out.
        self._add = [kernel.prepared(_ADD, self._fd, _BENEATH, each, 0) for each in beneath]

    def __del__(self) -> None:
        """Close what was opened for it alone."""
        for rule in self._own:
            os.close(rule.fd)

    def made(self) -> int:
        """Make it; return its descriptor."""
        fd = self._new()
        if fd < 0:
            raise kernel.error()
        self._fd.value = fd
        for add in self._add:
            add()
        return fd


def rules(wanted: Iterable[tuple[str, int]]) -> list[Rule]:
    """Open paths for rules, those that exist."""
    opened = []
    for path, rights in wanted:
        with suppress(OSError):
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
            opened.append(Rule(fd, rights if os.path.isdir(path) else rights & _OF_FILES))
    return opened
