"""System calls by number, for which Python has no function; Linux only."""

import ctypes
import platform
import sys
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

Machine: TypeAlias = Literal["x86_64", "aarch64"]

PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36


NEWEST = 469
"""The highest system call number that syscalls.tsv covers."""


@cache
def machine() -> Machine | None:
    """Return the architecture if syscalls.tsv has its numbers, else None."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return None
    known: tuple[Machine, ...] = ("x86_64", "aarch64")
    return next((name for name in known if name == platform.machine()), None)


@cache
def numbers(machine: Machine) -> dict[str, int]:
    """Return the system call numbers of an architecture by name."""
    column = 1 if machine == "x86_64" else 2
    return {row[0]: int(row[column]) for row in _table() if row[column] != "-"}


def refused(how: str) -> list[str]:
    """Return the names of the calls that a filter refuses for one reason."""
    return [row[0] for row in _table() if row[3] == how]


@cache
def _table() -> list[list[str]]:
    text = Path(__file__).with_name("syscalls.tsv").read_text(encoding="ascii")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


@cache
def _libc() -> Any:
    """Return the C library, which must be loaded before any fork."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


def _numbers(arguments: tuple[Any, ...]) -> list[Any]:
    return [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]


def call(number: int, *arguments: Any) -> int:
    """Make a system call; return its result, -1 on failure."""
    return int(_libc().syscall(*_numbers((number, *arguments))))


def prctl(option: int, value: int, *more: Any) -> int:
    """Call `prctl`; return its result, -1 on failure."""
    rest = (*more, 0, 0, 0)[:3]
    return int(_libc().prctl(option, *_numbers((value, *rest))))
