"""System calls that Python has no function for, by number; nothing here where there is no Linux."""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal, TypeAlias

Machine: TypeAlias = Literal["x86_64", "aarch64"]

_Signals: TypeAlias = ctypes.c_uint64 * 16  # type: ignore[valid-type]
"""`sigset_t`."""
_ALL_SIGNALS = _Signals(*[(1 << 64) - 1] * 16)
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38


@cache
def machine() -> Machine | None:
    """Return the architecture, if it is one whose system calls we know."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return None
    known: tuple[Machine, ...] = ("x86_64", "aarch64")
    return next((name for name in known if name == platform.machine()), None)


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


def call(number: int, *arguments: Any) -> int:
    """Make a system call; raise OSError where it fails."""
    result = prepared(number, *arguments)()
    if result < 0:
        raise error()
    return result


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


def environment() -> int:
    """Return where the environment of this process is."""
    return ctypes.c_void_p.in_dll(_libc(), "environ").value or 0


def clone(code: int, stack: int, flags: int, argument: int) -> int:
    """Start a child at `code`, with the top of its stack and its argument; return its number."""
    pointers = ctypes.c_void_p(code), ctypes.c_void_p(stack)
    child = int(_libc().clone(*pointers, flags, ctypes.c_void_p(argument)))
    if child < 0:
        raise error()
    return child


def protect(address: int, size: int, protection: int) -> None:
    """Change what memory may be used for."""
    if _libc().mprotect(ctypes.c_void_p(address), ctypes.c_size_t(size), protection) < 0:
        raise error()
