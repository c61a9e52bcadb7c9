"""The way into the sandbox: prepared by the judge, gone by the child between fork and exec."""

import ctypes
import os
import socket
import struct
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from multiprocessing import parent_process
from typing import Any

from cardjudge.errors import UserError
from cardjudge.language import listed, say
from cardjudge.programs import folder
from cardjudge.programs.launch import Steps
from cardjudge.programs.limits import Limits
from cardjudge.programs.sandbox import Mode, Sandbox, cgroup, grants, kernel, landlock, seccomp
from cardjudge.programs.sandbox.layers import Layers
from cardjudge.stdio import tell

_CAP_VERSION = 0x20080522
_KEPT = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: root's way to files of others."""
_SCM_RIGHTS = 1


def hide_judge() -> None:
    """Let no process of the same user read or trace this one."""
    if kernel.machine() is not None:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


@lru_cache(maxsize=8)
def _filter(layers: Layers) -> seccomp.Filter | None:
    machine = kernel.machine()
    return seccomp.Filter(machine, layers) if machine is not None and layers.seccomp else None


@cache
def _system() -> list[landlock.Rule]:
    return landlock.rules([*_readable(grants.system()), *_DEVICES])


def _readable(paths: Iterable[str]) -> list[tuple[str, int]]:
    return [(path, landlock.READABLE) for path in paths]


_DEVICES = [(path, landlock.READ | landlock.WRITE) for path in grants.DEVICES]


@lru_cache(maxsize=64)
def _paths(sandbox: Sandbox, program: str) -> tuple[bool, list[tuple[str, int]]]:
    """Return whether the system may be read as it is, and what else may be used how."""
    hidden = [os.path.realpath(path) for path in sandbox.hidden]
    whole, names = grants.around(grants.readable(sandbox, program), hidden)
    system, some = grants.around(grants.system(), hidden)
    wanted = _readable(whole) + ([*_readable(system), *_DEVICES] if some else [])
    wanted += [(path, landlock.LIST) for path in (*names, *some)]
    wanted += [(os.fspath(path), landlock.ALL) for path in sandbox.writable]
    return not some, wanted


@lru_cache(maxsize=4)
def _ruleset(
    abi: int, plain: bool, wanted: tuple[tuple[str, int], ...], _: object
) -> landlock.Ruleset:
    """Return what is allowed; the last argument tells files apart that have the same name."""
    return landlock.Ruleset(abi, _system() if plain else [], landlock.rules(wanted))


def _file(path: str) -> tuple[int, int] | None:
    """Return what a file is known by, whatever its name."""
    with suppress(OSError):
        seen = os.stat(path)
        return seen.st_dev, seen.st_ino
    return None


class Entry:
    """The way of one run of a program; without a sandbox it is none.

    `command` and `program` are what is run: its words, and its file.
    """

    def __init__(
        self, sandbox: Sandbox | None, command: Sequence[str], cwd: str, limits: Limits
    ) -> None:
        self.command = [*command]
        self._path = None if sandbox is None else sandbox.path
        self.program = grants.executable(command[0], cwd, self._path)
        self.folder: str | None = None
        """The private one."""
        self.group: cgroup.Group | None = None
        """That which the kernel holds its memory by."""
        self._filter: seccomp.Filter | None = None
        self._ruleset: int | None = None
        self._channel: tuple[socket.socket, socket.socket] | None = None
        if sandbox is not None and sandbox.mode != "none":
            self._prepare(sandbox, cwd, limits)

    def _prepare(self, sandbox: Sandbox, cwd: str, limits: Limits) -> None:
        hide_judge()
        layers = sandbox.made_of()
        _check(sandbox.mode, layers)
        self.folder = folder.take()
        if os.path.basename(self.program or "") == "java":  # it does not look at TMPDIR
            self.command.insert(1, f"-Djava.io.tmpdir={self.folder}")
        self._filter = _filter(layers)
        if self._filter is not None and self._filter.asks:
            self._channel = socket.socketpair()
        if layers.cgroup and limits.memory is not None and limits.output is not None:
            for_files = folder.in_memory(self.folder) * limits.output
            with suppress(OSError):  # then our own looks have to do
                self.group = cgroup.take(limits.memory, for_files)
        if layers.landlock:
            program = self.program or self.command[0]
            plain, wanted = _paths(sandbox, os.path.join(cwd, program))
            allowed = (*wanted, (self.folder, landlock.ALL))
            files = tuple(_file(path) for path, _ in allowed)
            self._ruleset = _ruleset(layers.landlock, plain, allowed, files).made()

    @property
    def holds_session(self) -> bool:
        """Whether the program and its family cannot leave their session."""
        return self._filter is not None

    def environment(self, given: Mapping[str, str] | None) -> Mapping[str, str] | None:
        """Return the whole environment of the program, None for the judge's own.

        In the sandbox it is a small one.
        """
        if self.folder is None:
            return given
        if given is None:
            language = os.environ.get("LC_ALL") or os.environ.get("LANG") or "C.UTF-8"
            path = self._path or os.environ.get("PATH", os.defpath)
            given = {"PATH": path, "LANG": language}
        return {**given, "HOME": self.folder, "TMPDIR": self.folder}

    def enter(self, steps: Steps) -> None:
        """Add the steps into the layers, the filter last."""
        if self.group is not None:
            steps.attempt("write", self.group.entrance, b"0", 1)
        if self._ruleset is not None or self._filter is not None:
            steps.add("prctl", kernel.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if self._ruleset is not None:
            landlock.enter(self._ruleset, steps)
            if os.geteuid() == 0:
                header = (ctypes.c_uint32 * 2)(_CAP_VERSION, 0)
                steps.add("capset", header, (ctypes.c_uint32 * 6)(_KEPT, _KEPT))
        if self._filter is not None:
            # The judge gets the descriptor on which the filter asks.
            right, message = _message()
            self._filter.enter(steps, right if self._channel else None)
            if self._channel is not None:
                steps.add("sendmsg", self._channel[1].fileno(), message, 0)

    def asks_on(self) -> int | None:
        """Return the descriptor on which the filter asks, when the program has begun."""
        if self._channel is None:
            return None
        _, fds, _, _ = socket.recv_fds(self._channel[0], 1, 1)
        return fds[0]

    def close(self) -> None:
        """Leave nothing."""
        for end in self._channel or ():
            end.close()
        if self._ruleset is not None:
            os.close(self._ruleset)
        if self.group is not None:
            cgroup.give_back(self.group)
        if self.folder is not None:
            folder.give_back(self.folder) if self.holds_session else folder.remove(self.folder)


def _check(mode: Mode, layers: Layers) -> None:
    """Say once what is not kept; UserError where all of it is required."""
    missing = layers.missing()
    if missing and mode == "required":
        raise UserError("沙箱在這台機器做不到：{missing}", missing=listed(missing))
    if missing and parent_process() is None:
        _warn("沙箱在這台機器做不到：{missing}（judge doctor 說明）", listed(missing))


@cache
def _warn(template: str, missing: str) -> None:
    tell(say(template, missing=missing))


def _message() -> tuple[tuple[ctypes.Array[ctypes.c_char], int], Any]:
    """Return the place for a descriptor in a message, and the message: a `struct msghdr`.

    It has no name, one part, of one byte, and one control message, which carries the descriptor.
    """
    header = struct.pack("=Qii", 20, socket.SOL_SOCKET, _SCM_RIGHTS)
    control = ctypes.create_string_buffer(header, 24)
    byte = ctypes.create_string_buffer(b"?", 1)
    part = (ctypes.c_uint64 * 2)(ctypes.addressof(byte), 1)
    fields = (0, 0, ctypes.addressof(part), 1, ctypes.addressof(control), 24, 0)
    message: Any = (ctypes.c_uint64 * len(fields))(*fields)
    message.kept = byte, part, control
    return (control, len(header)), message
