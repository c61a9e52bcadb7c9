"""A program is started by a list of system calls, which a child makes that is nothing else.

The child shares the memory of the judge, as after `vfork`, so a start costs the same however large
the judge is, and no line of Python runs between fork and exec: no lock can be held there that
nobody gives back. It runs the few instructions below, prepared for its architecture, over a table
that the judge has filled in: the number of a call, its arguments, where to store the result, and
between which values that has to be. At the first that is not, it exits; the last call is `execve`.
"""

import ctypes
import mmap
import os
import signal
import struct
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from cardjudge.programs.sandbox import kernel
from cardjudge.programs.sandbox.kernel import Machine

CODE: dict[Machine, str] = {
    "x86_64": """
        4889fb          mov %rdi, %rbx              # the table, a row at a time
        488b03          next: mov (%rbx), %rax      # the call
        488b7b08        mov 8(%rbx), %rdi           # six arguments
        488b7310        mov 16(%rbx), %rsi
        488b5318        mov 24(%rbx), %rdx
        4c8b5320        mov 32(%rbx), %r10
        4c8b4328        mov 40(%rbx), %r8
        4c8b4b30        mov 48(%rbx), %r9
        0f05            syscall
        48894350        mov %rax, 80(%rbx)          # the result, in the row and
        488b4b38        mov 56(%rbx), %rcx          # where it is to be stored
        4885c9          test %rcx, %rcx
        7402            jz compare
        8901            mov %eax, (%rcx)
        483b4340        compare: cmp 64(%rbx), %rax # the least that it may be
        7c0c            jl failed
        483b4348        cmp 72(%rbx), %rax          # the most
        7f06            jg failed
        4883c358        add $88, %rbx
        ebc2            jmp next
        bf7f000000      failed: mov $127, %edi
        b83c000000      mov $60, %eax               # exit; about exit_group the filter would ask
        0f05            syscall                     # the judge, who waits for this child
    """,
    "aarch64": """
        f30300aa        mov x19, x0
        680240f9        next: ldr x8, [x19]
        608640a9        ldp x0, x1, [x19, #8]
        628e41a9        ldp x2, x3, [x19, #24]
        649642a9        ldp x4, x5, [x19, #40]
        010000d4        svc #0
        602a00f9        str x0, [x19, #80]
        661e40f9        ldr x6, [x19, #56]
        460000b4        cbz x6, compare
        c00000b9        str w0, [x6]
        661e44a9        compare: ldp x6, x7, [x19, #64]
        1f0006eb        cmp x0, x6
        ab000054        b.lt failed
        1f0007eb        cmp x0, x7
        6c000054        b.gt failed
        73620191        add x19, x19, #88
        f1ffff17        b next
        e00f80d2        failed: mov x0, #127
        a80b80d2        mov x8, #93
        010000d4        svc #0
    """,
}
_CLONE_VM, _CLONE_VFORK = 0x100, 0x4000
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1
_NOT_MADE = 0x7EAD7EAD7EAD
"""The result of a call that has not been made: `execve` does not come back."""
_NOTHING = (None,) * 6
_STACK = 1 << 14
_SET_DESCRIPTOR_FLAGS = 2
_CLOSE_ON_EXEC = 4
_SET_MASK = 2


_ROW = struct.Struct("=8q3q")
"""The number of a call, six arguments, where to store the result, its bounds, the result."""


class Steps:
    """The list of calls of one start; what it points to is kept with it."""

    def __init__(self, machine: Machine, before: "Steps | None" = None) -> None:
        self._known = kernel.numbers(machine)
        self._rows: list[bytes] = [*before._rows] if before else []
        self._names: list[str] = [*before._names] if before else []
        self._kept: list[Any] = [before]

    def add(
        self, name: str, *arguments: Any, least: int = 0, most: int = _MOST, store: Any = None
    ) -> None:
        """Add a call; it must return at least `least` and at most `most`.

        Arguments are integers, bytes, None, or ctypes objects, of which the address is meant; the
        lower half of the result is stored at `store`, another such object, or one with an offset.
        """
        values = map(self._value, (*arguments, *_NOTHING[len(arguments) :], store))
        self._rows.append(_ROW.pack(self._known[name], *values, least, most, _NOT_MADE))
        self._names.append(name)

    def attempt(self, name: str, *arguments: Any, store: Any = None) -> None:
        """Add a call that may fail."""
        self.add(name, *arguments, least=_LEAST, store=store)

    def inherit(self, streams: Sequence[int], others: Sequence[int]) -> None:
        """Leave open these descriptors alone: the standard streams, and others by their numbers."""
        for target, source in enumerate(streams):
            self.add("dup3", source, target, 0)
        self.add("close_range", 3, 0xFFFFFFFF, _CLOSE_ON_EXEC)
        for descriptor in others:
            self.add("fcntl", descriptor, _SET_DESCRIPTOR_FLAGS, 0)

    def default_signals(self) -> None:
        """Undo what Python ignores, which a program would inherit."""
        for number in signal.SIGPIPE, signal.SIGXFSZ:
            self.add("rt_sigaction", number, (ctypes.c_uint64 * 4)(), None, 8)

    def execute(
        self, program: str, command: Sequence[str], environment: Mapping[str, str] | None
    ) -> None:
        """Say what the last call is; without an environment the program gets that of the judge."""
        words = self._strings(command)
        if environment is None:
            self._last = os.fsencode(program), words, kernel.environment()
        else:
            pairs = [f"{name}={value}" for name, value in environment.items()]
            self._last = os.fsencode(program), words, self._strings(pairs)

    def table(self, mask: Any) -> tuple[Any, list[str]]:
        """Return the rows as the child reads them, and the names of their calls.

        Signals wait until the last moment, when `execve` puts back what the judge does about them.
        """
        self.add("rt_sigprocmask", _SET_MASK, mask, None, 8)
        self.add("execve", *self._last, most=-1)
        rows = b"".join(self._rows)
        return ctypes.create_string_buffer(rows, len(rows)), self._names

    def _strings(self, strings: Sequence[str]) -> Any:
        return (ctypes.c_char_p * (len(strings) + 1))(*map(os.fsencode, strings), None)

    def _value(self, argument: Any) -> int:
        if argument is None or isinstance(argument, int):
            return argument or 0
        if isinstance(argument, bytes):
            argument = ctypes.create_string_buffer(argument)
        whole, offset = argument if isinstance(argument, tuple) else (argument, 0)
        self._kept.append(whole)
        return ctypes.addressof(whole) + int(offset)


class LaunchError(OSError):
    """A start that failed, with the call where it did."""

    def __init__(self, call: str, number: int) -> None:
        super().__init__(number, os.strerror(number))
        self.call = call


def launch(steps: Steps, mask: Any) -> int:
    """Start a child that makes the calls; return its number when its program has begun.

    Signals have to wait meanwhile; `mask` is what they are set to in the program. LaunchError where
    a call fails. One at a time: the stack is the same for all.
    """
    code = _code()
    assert code is not None
    table, names = steps.table(mask)
    flags = _CLONE_VM | _CLONE_VFORK | signal.SIGCHLD
    child = kernel.clone(code[0], _stack()[0], flags, ctypes.addressof(table))
    for name, row in zip(names, _ROW.iter_unpack(table), strict=True):
        least, most, result = row[-3:]
        if result != _NOT_MADE and not least <= result <= most:
            os.waitpid(child, 0)
            raise LaunchError(name, -result if result < 0 else 0)
    return child


def possible() -> bool:
    """Whether programs can be started this way: not where memory can be made no program."""
    return _code() is not None


@cache
def _code() -> tuple[int, Any] | None:
    """Return the address of the instructions, and the memory that they are in."""
    machine = kernel.machine()
    if machine is None or not hasattr(os, "pidfd_open"):
        return None
    code = code_of(machine)
    try:
        os.close(os.pidfd_open(os.getpid()))
        memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        memory.write(code)
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        kernel.protect(address, mmap.PAGESIZE, mmap.PROT_READ | mmap.PROT_EXEC)
    except OSError:
        return None
    return address, memory


def code_of(machine: Machine) -> bytes:
    """Return the instructions of an architecture."""
    lines = (line.split() for line in CODE[machine].splitlines())
    return bytes.fromhex("".join(words[0] for words in lines if words))


@cache
def _stack() -> tuple[int, Any]:
    """Return the top of the stack, and its memory."""
    memory = ctypes.create_string_buffer(_STACK + 16)
    return (ctypes.addressof(memory) + _STACK) & ~15, memory
