"""seccomp: the system calls that a program may make, as a BPF filter that the kernel runs.

The filter allows every call that it does not refuse by name, except calls newer than our table; a C
library has fallbacks for those. A program may act on itself by its process number. For other
processes of its family, and for new processes, the filter asks the judge.
"""

import ctypes
import errno
import os
import re
import struct
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from cardjudge.programs.sandbox import Layers, kernel, landlock
from cardjudge.programs.sandbox.kernel import Machine

ALLOW, ASK, KILL, _ERRNO = 0x7FFF0000, 0x7FC00000, 0x80000000, 0x00050000
_LOAD, _AND, _EQUAL, _ABOVE, _ANY, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_ARCHITECTURES: dict[Machine, int] = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000
_ACTION_AVAILABLE = 2
_NO_SLOWDOWN, _LISTENER, _WAIT_KILLABLE = 1 << 2, 1 << 3, 1 << 5
_WAITS_SINCE = 5, 19

_NAMESPACES = 0x7E020000
_CLONE_PARENT = 0x8000
REAL_TIME = 0x60
"""The bits of the signals 32 to 64, of which the kernel queues any number; it counts by user."""
_FORBIDDEN_FLAGS = _NAMESPACES | _CLONE_PARENT | REAL_TIME
_UNIX, _DATAGRAM, _RAW = 1, 2, 3
_OF_A_USER, _IO_OF_A_USER = 2, 3
THREAD, _SHARES_DESCRIPTORS, _UNSHARES_DESCRIPTORS = 0x10000, 0x400, 2
_TRACE_ME = 0
_LEASE, _NOTIFY, _SIGNAL = 1024, 1026, 10
"""F_SETLEASE blocks other processes that open a file; F_NOTIFY watches a folder; F_SETSIG queues
signals."""
_IOCTLS = (0x5401, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C542A)
"""TCGETS, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX and TCGETS2."""

SELF: Literal["self"] = "self"
CHANNEL: Literal["channel"] = "channel"
"""Placeholders for the program's process number and the channel's descriptor, which only the child
knows."""
PLACEHOLDERS = (SELF, CHANNEL)

_BY_PROCESS = {name: at for at in (0, 1) for name in kernel.refused(f"process-{at}")}
"""Calls that act on a process, with the position of the process among the arguments."""
_SIGNALS = dict.fromkeys(kernel.refused("signal"), 0)
_SIGNALS_BY_FILE = (8, 15)
"""F_SETOWN and F_SETOWN_EX."""
_BUFFERS = (7, 32)
"""SO_SNDBUF and SO_SNDBUFFORCE of SOL_SOCKET."""
TIMER = "timer_create"
SOCKETS = "socketpair"
QUEUES = {name: 2 if "tg" in name else 1 for name in (*_SIGNALS, "pidfd_send_signal")}
"""Calls that queue a signal, with the position of the signal among the arguments."""
_NEW_PROCESS = ("clone", "fork", "vfork")
BY_PROCESS = _BY_PROCESS | _SIGNALS
NEW_PROCESS = frozenset(_NEW_PROCESS)
LAST, LAST_OF_THREAD = "exit_group", "exit"
"""The calls that end a process and a thread; the judge, asked, reads what they have used."""


class Test(NamedTuple):
    """A condition on the lower half of an argument."""

    argument: int
    how: Literal["is", "is not", "has"]
    value: int | Literal["self", "channel"]
    mask: int = 0xFFFFFFFF


class Refusal(NamedTuple):
    """A system call, and the filter's action if all tests hold."""

    call: str
    action: int
    tests: tuple[Test, ...] = ()


Instruction: TypeAlias = tuple[int, int, int, int | str]


def refusals(layers: Layers, locks: bool = False) -> Iterator[Refusal]:
    """Yield the filter's refusals beyond Landlock; the first that matches decides.

    With `locks`, a build may lock whole files, as linkers and package managers do.
    """
    for call in kernel.refused("unknown"):
        yield Refusal(call, _ERRNO | errno.ENOSYS)
    if not layers.cgroup:  # its pages belong to no process, so no look counts them
        yield Refusal("memfd_create", ASK)
    if not locks:
        yield Refusal("flock", ASK)
    for call in ("sendmsg", "sendmmsg"):  # the kernel counts descriptors in transit by user
        yield Refusal(call, ASK, (Test(0, "is not", CHANNEL),))
    yield Refusal(TIMER, ASK)  # the judge counts timers and real-time signals
    for call, argument in QUEUES.items():
        yield Refusal(call, ASK, (Test(argument, "has", REAL_TIME),))
    # These calls hide a process's files from the judge.
    yield Refusal("prctl", _ERRNO, (Test(0, "is", kernel.PR_SET_DUMPABLE),))
    yield Refusal("close_range", ASK, (Test(2, "has", _UNSHARES_DESCRIPTORS),))
    yield Refusal("ioctl", ASK, tuple(Test(1, "is not", known) for known in _IOCTLS))
    for call in kernel.refused("forbidden"):
        yield Refusal(call, ASK)
    # They report success: a program that copies a file with its times must not fail.
    yield from (Refusal(call, _ERRNO) for call in kernel.refused("metadata"))
    if layers.landlock < landlock.TRUNCATES_SINCE:
        yield Refusal("truncate", ASK)
        yield Refusal("openat2", _ERRNO | errno.ENOSYS)
        for call, argument in (("open", 1), ("openat", 2)):
            empties = Test(argument, "is", os.O_TRUNC | os.O_RDONLY, os.O_TRUNC | os.O_ACCMODE)
            yield Refusal(call, ASK, (empties,))
    # A traced program stops at each signal, and its tracer, the judge, would see no end.
    yield Refusal("ptrace", ASK, (Test(0, "is", _TRACE_ME),))
    yield Refusal("sendto", ASK, (Test(4, "is not", 0),))
    yield Refusal(SOCKETS, ASK)
    for option in _BUFFERS:  # it reports success: a smaller buffer is no error
        yield Refusal("setsockopt", _ERRNO, (Test(1, "is", 1), Test(2, "is", option)))
    for command in _LEASE, _NOTIFY, _SIGNAL:
        yield Refusal("fcntl", ASK, (Test(1, "is", command),))
    yield Refusal("setpriority", ASK, (Test(0, "is", _OF_A_USER),))
    yield Refusal("ioprio_set", ASK, (Test(0, "is", _IO_OF_A_USER),))
    for call, argument in _BY_PROCESS.items():
        yield Refusal(call, ASK, (Test(argument, "is not", 0), Test(argument, "is not", "self")))
    if layers.landlock < landlock.SCOPES_SINCE:
        yield from _signals()
    yield from (Refusal(call, ASK) for call in (*_NEW_PROCESS, LAST, LAST_OF_THREAD))


def connected(domain: int, kind: int) -> bool:
    """Return whether a pair of sockets of a kind can talk to nobody else."""
    return domain == _UNIX and kind & 0xF not in (_DATAGRAM, _RAW)


def leaves_family(flags: int) -> bool:
    """Return whether flags of `clone` forbid it.

    They ask for namespaces, a sibling, a real-time signal at the end, or unshared descriptors.
    """
    return bool(flags & _FORBIDDEN_FLAGS or (flags & THREAD and not flags & _SHARES_DESCRIPTORS))


def _signals() -> Iterator[Refusal]:
    for call, argument in _SIGNALS.items():
        tests = (Test(argument, "is not", 0), Test(argument, "is not", "self"))
        yield Refusal(call, ASK, tests)
    for command in _SIGNALS_BY_FILE:
        yield Refusal("fcntl", ASK, (Test(1, "is", command),))
    yield Refusal("pidfd_send_signal", ASK)


def assemble(machine: Machine, rules: Iterable[Refusal]) -> list[Instruction]:
    """Return the filter of an architecture, with placeholders."""
    known = kernel.numbers(machine)
    program: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _ARCHITECTURES[machine]),
        (_RETURN, 0, 0, KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_ABOVE, 0, 3, kernel.NEWEST),
        (_ABOVE, 0, 1, _X32 - 1),
        (_RETURN, 0, 0, KILL),
        (_RETURN, 0, 0, _ERRNO | errno.ENOSYS),
    ]
    for refusal in rules:
        if refusal.call in known:
            program += _block(known[refusal.call], refusal)
    return [*program, (_RETURN, 0, 0, ALLOW)]


def _block(number: int, refusal: Refusal) -> list[Instruction]:
    """Return instructions that refuse a call, or else leave its number loaded."""
    body: list[Instruction] = [(_RETURN, 0, 0, refusal.action)]
    if refusal.tests:
        body.append((_LOAD, 0, 0, _NUMBER))
    for test in reversed(refusal.tests):
        past = len(body) - 1  # jumps from the comparison to the instruction that reloads the number
        jumps = (past, 0) if test.how == "is not" else (0, past)
        body = [
            (_LOAD, 0, 0, _ARGUMENTS + 8 * test.argument),
            (_AND, 0, 0, test.mask),
            (_ANY if test.how == "has" else _EQUAL, *jumps, test.value),
            *body,
        ]
    return [(_EQUAL, 0, len(body), number), *body]


Filter: TypeAlias = tuple[bytes, list[tuple[int, str]], int]
"""Instructions, positions and names of their placeholders, and flags: the helper's format."""


def filters(machine: Machine, layers: Layers, locks: bool) -> list[Filter]:
    """Return the filters of a program in the order in which it enters them."""
    newest = tuple(map(int, re.findall(r"\d+", os.uname().release)[:2]))
    waits = _WAIT_KILLABLE if newest >= _WAITS_SINCE else 0
    # The first filter lets the child send its listener to the judge; the second forbids it.
    closed = Refusal("sendmsg", _ERRNO | errno.EPERM, (Test(0, "is", CHANNEL),))
    first = assemble(machine, refusals(layers, locks))
    return [_filter(first, _LISTENER | waits), _filter(assemble(machine, [closed]), 0)]


def _filter(code: list[Instruction], flags: int) -> Filter:
    pack = struct.Struct("=HBBI").pack
    values = [0 if value in PLACEHOLDERS else value for *_, value in code]
    data = b"".join(pack(*line[:3], value) for line, value in zip(code, values, strict=True))
    placed = ((8 * at + 4, line[3]) for at, line in enumerate(code))
    patches = [(at, str(value)) for at, value in placed if value in PLACEHOLDERS]
    return data, patches, _NO_SLOWDOWN | flags


def available(machine: Machine) -> bool:
    """Return whether this kernel has filters that can ask."""
    wanted = ctypes.byref(ctypes.c_uint32(ASK))
    return kernel.call(kernel.numbers(machine)["seccomp"], _ACTION_AVAILABLE, 0, wanted) == 0
