"""Landlock: which files a program may use, which sockets and signals leave its family.

Source: Linux, Documentation/userspace-api/landlock.rst. Each right exists from a version (ABI) of
the kernel on: 1 files, 2 to move between folders, 3 to truncate, 4 TCP, 5 device calls, 6 signals
and abstract sockets; 7 only logs. A right that the kernel does not know must not be asked for.
"""

import os
import struct
from collections.abc import Iterable

from cardjudge.programs.sandbox import kernel

_CREATE = 444
"""The same number on every architecture."""
_VERSION_FLAG = 1

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
    return max(0, kernel.call(_CREATE, None, 0, _VERSION_FLAG))


def handled(abi: int) -> int:
    """Return the rights on files that a version knows."""
    return _FIRST_FILES | sum(right for since, right in _LATER_FILES if abi >= since)


def attributes(abi: int) -> bytes:
    """Return what a ruleset of a version forbids: the argument of its making."""
    size = 8 if abi < 4 else 16 if abi < SCOPES_SINCE else 24
    return struct.pack("=3Q", handled(abi), _NET, _SCOPES)[:size]


def rules(wanted: Iterable[tuple[str, int]], abi: int) -> list[tuple[bytes, int]]:
    """Return the rules of a version for paths, with the rights that make sense for their kind."""
    known = handled(abi)
    return [
        (os.fsencode(path), rights & known & (-1 if os.path.isdir(path) else _OF_FILES))
        for path, rights in wanted
    ]
