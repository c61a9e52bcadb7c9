"""The way into the sandbox: prepared by the judge, gone by the helper's child."""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from multiprocessing import parent_process
from typing import Any, NamedTuple

from cardjudge.errors import UserError
from cardjudge.language import listed, say
from cardjudge.programs.sandbox import Mode, Sandbox, cgroup, grants, kernel, landlock, seccomp
from cardjudge.programs.sandbox.layers import Layers
from cardjudge.programs.sandbox.mounts import Plan
from cardjudge.stdio import tell

_KEPT = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: root's way to files of others."""
_MANY = 100_000


def hide_judge() -> None:
    """Let no process of the same user read or trace this one."""
    if kernel.machine() is not None:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


@lru_cache(maxsize=8)
def _filters(layers: Layers, locks: bool) -> list[seccomp.Filter]:
    machine = kernel.machine()
    has = machine is not None and layers.seccomp
    return seccomp.filters(machine, layers, locks) if has and machine is not None else []


@cache
def _system() -> list[landlock.Rule]:
    return landlock.rules([*_readable(grants.system()), *_DEVICES])


def _readable(paths: Iterable[str]) -> list[tuple[str, int]]:
    return [(path, landlock.READABLE) for path in paths]


_WRITABLE_DEVICES = ("/dev/null", "/dev/full")
"""The others open for reading only: a shared mapping of /dev/zero is memory of nobody."""
_DEVICES = [
    (path, landlock.READ | (landlock.WRITE if path in _WRITABLE_DEVICES else 0))
    for path in grants.DEVICES
]


class Grants(NamedTuple):
    """What a program may use."""

    plain: bool
    """Whether the system may be read as it is."""
    rules: list[tuple[str, int]]
    """What else may be used how."""
    mounts: Plan | None


@lru_cache(maxsize=64)
def _grants(sandbox: Sandbox, program: str, mounts: bool) -> Grants:
    hidden = [os.path.realpath(path) for path in sandbox.hidden]
    writable = [os.fspath(path) for path in sandbox.writable]
    needed = grants.readable(sandbox, program)
    written = [(path, landlock.ALL) for path in writable]
    if mounts:
        reached = [path for path in needed if not grants.within(os.path.realpath(path), hidden)]
        rules = _readable(dict.fromkeys(map(os.path.realpath, reached)))
        return Grants(True, [*rules, *written], Plan.of(reached, writable, hidden))
    whole, names = grants.around(needed, hidden)
    system, some = grants.around(grants.system(), hidden)
    rules = _readable(whole) + ([*_readable(system), *_DEVICES] if some else [])
    rules += [(path, landlock.LIST) for path in (*names, *some)]
    return Grants(not some, [*rules, *written], None)


@lru_cache(maxsize=4)
def _ruleset(
    abi: int,
    plain: bool,
    wanted: tuple[tuple[str, int], ...],
    _files: tuple[tuple[int, int] | None, ...],
) -> landlock.Ruleset:
    """Return the ruleset for these files, which are not what they were if they were replaced."""
    return landlock.Ruleset(abi, _system() if plain else (), landlock.rules(wanted))


def _file(path: str) -> tuple[int, int] | None:
    """Return what a file is known by, whatever its name."""
    with suppress(OSError):
        seen = os.stat(path)
        return seen.st_dev, seen.st_ino
    return None


class Entry:
    """The way of one run of a program; without a sandbox it is none.

    `command` and `program` are what is run: its words, and its file. `folder` is the private one,
    an empty folder of the caller, and `size` the bytes that the program may write into it.
    """

    def __init__(
        self,
        sandbox: Sandbox | None,
        command: Sequence[str],
        cwd: str,
        folder: str | None,
        size: int | None,
    ) -> None:
        self.command = [*command]
        self._path = None if sandbox is None else sandbox.path
        self.program = grants.executable(command[0], cwd, self._path)
        self.folder, self._size = folder, size
        self.group: cgroup.Group | None = None
        """That which the kernel holds its memory by, and counts its CPU time."""
        self.writable: tuple[str, ...] = ()
        """Folders beside the private one in which it may write."""
        self.layers = Layers()
        self._filters: list[seccomp.Filter] = []
        self._ruleset: int | None = None
        self._plan: Plan | None = None
        if sandbox is not None and folder is not None:
            self._prepare(sandbox, cwd, folder)
        elif sandbox is not None:
            self.layers = Layers(cgroup=cgroup.possible())

    def _prepare(self, sandbox: Sandbox, cwd: str, folder: str) -> None:
        hide_judge()
        self.layers = layers = sandbox.made_of()
        _check(sandbox.mode, layers)
        self.writable = tuple(os.path.realpath(each) for each in sandbox.writable)
        if os.path.basename(self.program or "") == "java":  # it does not look at TMPDIR
            self.command.insert(1, f"-Djava.io.tmpdir={folder}")
        self._filters = _filters(layers, bool(sandbox.writable))
        if layers.landlock:
            program = self.program or self.command[0]
            plain, rules, self._plan = _grants(sandbox, os.path.join(cwd, program), layers.mounts)
            own = () if layers.mounts else ((folder, landlock.ALL),)
            allowed = (*rules, *own)
            files = tuple(_file(path) for path, _ in allowed)
            self._ruleset = _ruleset(layers.landlock, plain, allowed, files).made()

    def bound(self, memory: int | None, files: int | None, processes: int | None) -> None:
        """Take a control group, where that is possible, for so many bytes and processes."""
        if self.layers.cgroup and memory is not None and files is not None:
            with suppress(OSError):  # then the judge's own looks have to do
                self.group = cgroup.take(memory, files, processes or _MANY)

    @property
    def holds_session(self) -> bool:
        """Whether the program and its family cannot leave their session."""
        return bool(self._filters)

    @property
    def mounts(self) -> bool:
        """Whether the program has mounts of its own."""
        return self._plan is not None

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

    def order(self) -> tuple[dict[str, Any], list[int]]:
        """Return what the helper is told of the layers, and the descriptors that go with it."""
        fds = [] if self._ruleset is None else [self._ruleset]
        if self.group is not None:
            fds += self.group.entrances
        told = {
            "confined": self._ruleset is not None or self.holds_session,
            "groups": len(self.group.entrances) if self.group else 0,
            "filters": [tuple(each) for each in self._filters],
        }
        if self._ruleset is not None:
            told["rights"] = landlock.handled(self.layers.landlock)
            told["capabilities"] = _KEPT if os.geteuid() == 0 else 0
        if self._plan is not None and self.folder is not None:
            told["mounts"] = self._plan.order(self.folder, self._size)
        return told, fds

    def close(self) -> None:
        """Leave nothing."""
        if self._ruleset is not None:
            os.close(self._ruleset)
        if self.group is not None:
            cgroup.give_back(self.group)


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
