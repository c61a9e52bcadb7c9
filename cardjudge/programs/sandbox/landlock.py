"""Landlock: the files that a program may use, and the sockets and signals that leave its family.

Source: Linux, Documentation/userspace-api/landlock.rst. Each version (ABI) of the kernel adds
rights: 1 files, 2 moving between folders, 3 truncation, 4 TCP, 5 device calls, 6 signals and
abstract sockets; 7 adds only logs. A ruleset must not contain a right that the kernel lacks.
"""

import os
import struct
from collections.abc import Iterable

from cardjudge.programs.sandbox import kernel

_CREATE = 444
"""landlock_create_ruleset has the same number on every architecture."""
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
"""Rights that apply to a file; the kernel refuses a rule on a file with any other right."""


def version() -> int:
    """Return the version of Landlock in this kernel; 0 if there is none."""
    if kernel.machine() is None:
        return 0
    return max(0, kernel.call(_CREATE, None, 0, _VERSION_FLAG))


def handled(abi: int) -> int:
    """Return the rights on files that a version knows."""
    return _FIRST_FILES | sum(right for since, right in _LATER_FILES if abi >= since)


def attributes(abi: int) -> bytes:
    """Return the attributes of a ruleset that forbids all that a version can forbid."""
    size = 8 if abi < 4 else 16 if abi < SCOPES_SINCE else 24
    return struct.pack("=3Q", handled(abi), _NET, _SCOPES)[:size]


def rules(wanted: Iterable[tuple[str, int]], abi: int) -> list[tuple[bytes, int]]:
    """Return the rules of a version for paths, each with the rights that apply to its kind."""
    known = handled(abi)
    return [
        (os.fsencode(path), rights & known & (-1 if os.path.isdir(path) else _OF_FILES))
        for path, rights in wanted
    ]
