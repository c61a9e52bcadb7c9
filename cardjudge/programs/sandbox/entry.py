"""The way into the sandbox: prepared by the judge, gone by the child between fork and exec."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import socket
import struct
import sys
import tempfile
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from functools import cache, lru_cache
from typing import NamedTuple

from cardjudge.programs.sandbox import Sandbox, grants, kernel, landlock, seccomp
from cardjudge.programs.sandbox.layers import Layers

_HAND_OVER = struct.Struct("=dq")


class Arrived(NamedTuple):
    """What a child says of itself before its program begins."""

    cpu: float
    """Seconds."""
    memory: int
    """Its peak, in the units of `getrusage`."""
    questions: int | None
    """The descriptor on which its filter asks."""


@cache
def hide_judge() -> None:
    """Let no process of the same user read or trace this one."""
    if kernel.machine() is not None:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


@lru_cache(maxsize=8)
def _filter(layers: Layers) -> seccomp.Filter | None:
    machine = kernel.machine()
    if machine is None or not layers.seccomp:
        return None
    return seccomp.Filter(
        machine,
        seccomp.Kept(layers.asks, layers.landlock >= 1, layers.landlock >= 6, layers.mounts),
    )


@lru_cache(maxsize=8)
def _rules(
    sandbox: Sandbox, command: tuple[str, ...], cwd: str, program: str
) -> list[landlock.Rule]:
    """Return the rules that are the same for every run of a command."""
    hidden = [os.path.realpath(path) for path in sandbox.hidden]
    asked = [os.fspath(path) for path in sandbox.readable]
    paths = (*grants.system(), *grants.needed(command, program, cwd), *asked)
    whole, names = grants.around(paths, hidden)
    wanted = [(path, landlock.READABLE) for path in whole]
    wanted += [(path, landlock.LIST) for path in names]
    wanted += [(path, landlock.READ | landlock.WRITE) for path in grants.DEVICES]
    wanted += [(os.fspath(path), -1) for path in sandbox.writable]
    return [rule for path, rights in wanted if (rule := landlock.rule(path, rights))]


class Entry:
    """The way of one run of a program from fork to exec: limits, and layers if there are any.

    `command` and `program` are what is to be run: its words, and its file if that is known.
    """

    def __init__(
        self,
        sandbox: Sandbox | None,
        command: Sequence[str],
        cwd: str | os.PathLike[str] | None,
        limits: Sequence[tuple[int, int]],
        cpus: Set[int] | None = None,
    ) -> None:
        self.command = [*command]
        self.program: str | None = None
        self._limits, self._cpus = limits, cpus
        self._judge = os.getpid()
        self._filter: seccomp.Filter | None = None
        self._ruleset: landlock.Ruleset | None = None
        self.folder: str | None = None
        if sandbox is not None and sandbox.mode != "none":
            self._prepare(sandbox, os.path.abspath(cwd or os.getcwd()))
        self._here, self._there = socket.socketpair()

    def _prepare(self, sandbox: Sandbox, cwd: str) -> None:
        hide_judge()
        layers = sandbox.made_of()
        self.program = grants.executable(self.command[0], cwd)
        if self.program is not None and os.path.basename(self.program) != self.command[0]:
            self.command[0] = self.program
        self.folder = tempfile.mkdtemp(prefix="judge-")
        self._filter = _filter(layers)
        if layers.landlock:
            self._ruleset = landlock.Ruleset(layers.landlock)
            program = self.program or self.command[0]
            self._ruleset.add(_rules(sandbox, tuple(self.command), cwd, program))
            own = landlock.rule(self.folder, -1)
            if own is not None:
                self._ruleset.add([own])
                os.close(own.fd)

    @property
    def holds_session(self) -> bool:
        """Whether the program and its family cannot leave their session."""
        return self._filter is not None

    def environment(self, given: Mapping[str, str] | None) -> Mapping[str, str] | None:
        """Return the whole environment of the program; in the sandbox it is a small one."""
        if self.folder is None:
            return given
        if given is None:
            language = os.environ.get("LC_ALL") or os.environ.get("LANG") or "C.UTF-8"
            given = {"PATH": os.environ.get("PATH", os.defpath), "LANG": language}
        return {**given, "HOME": self.folder, "TMPDIR": self.folder}

    def enter(self) -> None:
        """Go the way: called in the child, which is an image of the judge until it execs."""
        process = os.getpid()
        die_with(self._judge)
        for what, most in self._limits:
            resource.setrlimit(what, (most, most))
        if self._cpus is not None and sys.platform == "linux":
            os.sched_setaffinity(0, self._cpus)
        if self._ruleset is not None or self._filter is not None:
            kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        if self._ruleset is not None:
            self._ruleset.add(_own(process))
            if self._ruleset.enter() < 0:
                raise kernel.error()
            if os.geteuid() == 0:
                kernel.drop_capabilities()
        asked = self._filter.enter(process) if self._filter is not None else 0
        used = resource.getrusage(resource.RUSAGE_SELF)
        said = _HAND_OVER.pack(used.ru_utime + used.ru_stime, used.ru_maxrss)
        socket.send_fds(self._there, [said], [asked] if asked else [])

    def arrived(self) -> Arrived:
        """Return what the child said before its program began."""
        self._there.close()
        said, fds, _, _ = socket.recv_fds(self._here, _HAND_OVER.size, 1)
        cpu, memory = _HAND_OVER.unpack(said)
        return Arrived(cpu, memory, fds[0] if fds else None)

    def close(self) -> None:
        """Leave nothing."""
        self._here.close()
        self._there.close()
        if self._ruleset is not None:
            os.close(self._ruleset.fd)
            self._ruleset = None
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def _own(process: int) -> list[landlock.Rule]:
    """Return what only the child can open: its own /proc, and what stands at its descriptors."""
    rules = [landlock.rule(f"/proc/{process}", landlock.READ | landlock.LIST | landlock.WRITE)]
    with suppress(OSError):
        rules.append(landlock.Rule(0, landlock.READ))
    return [rule for rule in rules if rule is not None]


def die_with(judge: int) -> None:
    """Die when the judge does, also if it died just now."""
    if kernel.machine() is not None:
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != judge:
            os._exit(127)
