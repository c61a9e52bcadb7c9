"""System calls that Python has no function for, by number; nothing here where there is no Linux."""

import ctypes
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

Machine: TypeAlias = Literal["x86_64", "aarch64"]

_Signals: TypeAlias = ctypes.c_uint64 * 16  # type: ignore[valid-type]
"""`sigset_t`."""
_ALL_SIGNALS = _Signals(*[(1 << 64) - 1] * 16)
PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36


NEWEST = 469
"""The highest number that syscalls.tsv has been checked against."""


@cache
def machine() -> Machine | None:
    """Return the architecture, if it is one whose system calls we know."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return None
    known: tuple[Machine, ...] = ("x86_64", "aarch64")
    return next((name for name in known if name == platform.machine()), None)


@cache
def numbers(machine: Machine) -> dict[str, int]:
    """Return the numbers of an architecture by name."""
    column = 1 if machine == "x86_64" else 2
    return {row[0]: int(row[column]) for row in _table() if row[column] != "-"}


def refused(how: str) -> list[str]:
    """Return the calls that a filter refuses in one way, whatever their arguments."""
    return [row[0] for row in _table() if row[3] == how]


@cache
def _table() -> list[list[str]]:
    text = Path(__file__).with_name("syscalls.tsv").read_text(encoding="ascii")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


@cache
def _libc() -> Any:
    """Return the C library, loaded before any fork needs it."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


def _numbers(arguments: tuple[Any, ...]) -> list[Any]:
    return [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]


def prepared(number: int, *arguments: Any) -> Callable[[], int]:
    """Return a system call with its arguments converted; it returns -1 where it fails."""
    call, ready = _libc().syscall, _numbers((number, *arguments))
    return lambda: int(call(*ready))


def error() -> OSError:
    """Return the error of the system call before."""
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))


def prctl(option: int, value: int, *more: Any) -> int:
    """Make the call `prctl`; it returns -1 where it fails."""
    rest = (*more, 0, 0, 0)[:3]
    return int(_libc().prctl(option, *_numbers((value, *rest))))


@contextmanager
def signals_wait() -> Iterator[Any]:
    """Let signals wait; give the mask as it was. Python's own way takes a hundred times as long."""
    before, change = _Signals(), _libc().pthread_sigmask
    change(signal.SIG_SETMASK, _ALL_SIGNALS, before)
    try:
        yield before
    finally:
        change(signal.SIG_SETMASK, before, None)
