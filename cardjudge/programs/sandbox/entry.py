"""The entry into the sandbox: the judge prepares it, and the helper's child carries it out."""

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from multiprocessing import parent_process
from typing import Any, TypeAlias

from cardjudge.errors import UserError
from cardjudge.language import listed, say
from cardjudge.programs.sandbox import (
    Layers,
    Mode,
    Sandbox,
    cgroup,
    grants,
    kernel,
    landlock,
    mounts,
    seccomp,
)
from cardjudge.stdio import tell

Rule: TypeAlias = tuple[bytes, int]
Plan: TypeAlias = dict[str, Any] | None
_KEPT = 1 << 1
"""CAP_DAC_OVERRIDE, with which root opens files of other users."""
_MANY = 100_000
_LOCALE = "C.UTF-8"
"""The locale of every program: one that is not installed here would change verdicts."""
_ROOM, _SMALLEST = 64 << 20, 8 << 20
"""Bytes that a machine of Java needs beside its heap (55 MiB with a busy compiler), and the
smallest heap."""


@cache
def _kept() -> int:
    """Return the capabilities of `_KEPT` that root has here: a container may have taken them."""
    if os.geteuid() != 0:
        return 0
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        return _KEPT & int(status.read().partition("CapPrm:")[2].split()[0], 16)


@lru_cache(maxsize=8)
def _filters(layers: Layers, locks: bool) -> list[seccomp.Filter]:
    machine = kernel.machine()
    assert machine is not None
    return seccomp.filters(machine, layers, locks)


_WRITABLE_DEVICES = ("/dev/null", "/dev/full")
"""The other devices are read-only: a shared mapping of /dev/zero is memory of no process."""
_DEVICES = [
    (path, landlock.READ | (landlock.WRITE if path in _WRITABLE_DEVICES else 0))
    for path in grants.DEVICES
]


@lru_cache(maxsize=64)
def _grants(sandbox: Sandbox, program: str, layers: Layers) -> tuple[list[Rule], Plan]:
    """Return the Landlock rules of a program, and its mounts if it has some."""
    hidden = [os.path.realpath(path) for path in sandbox.hidden]
    writable = [os.fspath(path) for path in sandbox.writable]
    needed = grants.readable(sandbox, program)
    written = [(path, landlock.ALL) for path in writable]
    if layers.mounts:
        reached = [path for path in needed if not grants.within(os.path.realpath(path), hidden)]
        whole = dict.fromkeys(map(os.path.realpath, (*reached, *grants.system())))
        names: Iterable[str] = ()
    else:
        reached = []
        whole, names = grants.around((*needed, *grants.system()), hidden)
    listed = [(path, landlock.LIST) for path in (*names, *map(str, sandbox.listed))]
    outer = [path for path in whole if not grants.within(os.path.dirname(path), whole)]
    wanted = [*((path, landlock.READABLE) for path in outer), *listed, *written, *_DEVICES]
    covered = [path for path in hidden if grants.within(path, whole)]
    plan = mounts.plan(reached, writable, covered) if layers.mounts else None
    return landlock.rules(wanted, layers.landlock), plan


class Entry:
    """The entry of one run of a program; without a sandbox it confines nothing.

    `command` is the words and `program` the file to execute; `environment` None means the judge's.
    `folder` is the private folder, empty and made by the caller. `memory` and `size` bound the
    bytes of the family and of its files, and `processes` their number.
    """

    def __init__(
        self,
        sandbox: Sandbox | None,
        command: Sequence[str],
        cwd: str,
        environment: Mapping[str, str] | None,
        folder: str | None,
        memory: int | None = None,
        size: int | None = None,
        processes: int | None = None,
    ) -> None:
        self.command, self.cwd = [*command], cwd
        self._path = None if sandbox is None else sandbox.path
        name = command[0]
        self.program = (
            os.path.join(cwd, name) if "/" in name else shutil.which(name, path=self._path)
        )
        """The file to execute; None if there is none."""
        self.folder, self._size = folder, size
        self.group: cgroup.Group | None = None
        """The control group that bounds the family's memory and counts its CPU time."""
        self.writable: tuple[str, ...] = ()
        """Folders other than the private one in which the program may write."""
        self.environment = environment if sandbox is None else self._environment(environment)
        """The whole environment; None means the judge's. In the sandbox it is small."""
        self.sets_heap = False
        """Whether the memory limit decides the heap of Java."""
        if sandbox is not None and os.path.basename(self.program or "") == "java":
            self._lead_java(memory)
        self.layers = Layers()
        self.filters: list[seccomp.Filter] = []
        """The filters; without one, the family can leave its session."""
        self._rules: list[Rule] = []
        self.plan: Plan = None
        """The mounts of the program, if it has any."""
        if sandbox is not None and folder is not None:
            self._prepare(sandbox, cwd, folder)
        elif sandbox is not None:
            self.layers = Layers(cgroup=sandbox.made_of().cgroup)
        if self.layers.cgroup and memory is not None and size is not None:
            with suppress(OSError):  # the judge's own looks replace the group
                self.group = cgroup.take(memory, size, processes or _MANY)

    def _prepare(self, sandbox: Sandbox, cwd: str, folder: str) -> None:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)  # no process of the user may read the judge
        self.layers = layers = sandbox.made_of()
        self.writable = tuple(os.path.realpath(folder) for folder in sandbox.writable)
        self.filters = _filters(layers, bool(sandbox.writable))
        program = self.program or self.command[0]
        rules, self.plan = _grants(sandbox, os.path.join(cwd, program), layers)
        own = () if layers.mounts else ((folder, landlock.ALL),)
        self._rules = [*rules, *landlock.rules(own, layers.landlock)]

    def _lead_java(self, memory: int | None) -> None:
        """Give Java its heap from the memory limit, not from the memory of the machine."""
        if self.folder is not None:  # Java ignores TMPDIR
            self.command.insert(1, f"-Djava.io.tmpdir={self.folder}")
        if memory is not None and not any(word.startswith("-Xm") for word in self.command):
            self.sets_heap = True
            heap = max(memory - _ROOM, memory // 2, _SMALLEST)
            self.command[1:1] = [f"-Xms{heap}", f"-Xmx{heap}"]

    def _environment(self, variables: Mapping[str, str] | None) -> Mapping[str, str]:
        if variables is None and self.folder is None:  # without a sandbox, all but the locale
            user = os.environ.items()
            variables = {n: text for n, text in user if n != "LANGUAGE" and n[:3] != "LC_"}
        path = self._path or os.environ.get("PATH", os.defpath)
        own = {} if self.folder is None else {"HOME": self.folder, "TMPDIR": self.folder}
        return {"PATH": path, **(variables or {}), "LANG": _LOCALE, **own}

    def order(self, limits: Sequence[tuple[int, int]], pass_fds: Sequence[int]) -> dict[str, Any]:
        """Return the order for the helper."""
        variables: Mapping[bytes, bytes] = os.environb
        if self.environment is not None:
            names = self.environment
            variables = {os.fsencode(name): os.fsencode(names[name]) for name in names}
        order: dict[str, Any] = {
            "program": os.fsencode(self.program or ""),
            "command": [*map(os.fsencode, self.command)],
            "cwd": os.fsencode(self.cwd),
            "environment": dict(variables),
            "limits": limits,
            "targets": [0, 1, 2, *pass_fds],
            "filters": self.filters,
        }
        if self._rules:
            order["ruleset"] = landlock.attributes(self.layers.landlock)
            order["rules"] = self._rules
            order["capabilities"] = _kept()
        if self.plan is not None and self.folder is not None:
            order["mounts"] = mounts.order(self.plan, self.folder, self._size)
        return order

    def close(self) -> None:
        """Return the control group."""
        if self.group is not None:
            cgroup.give_back(self.group)


def confines(mode: Mode, layers: Layers) -> bool:
    """Return whether layers confine a program; else warn once, or UserError if it is required."""
    missing = [] if mode == "none" else layers.missing()
    if missing and mode == "required":
        template = "這台機器沒有沙箱，缺少{missing}。--sandbox auto 只維持時間、記憶體與輸出的限制"
        raise UserError(template, missing=listed(missing))
    if missing and parent_process() is None:
        template = "沒有沙箱，只維持時間、記憶體與輸出的限制；這台機器缺少{missing}（judge doctor）"
        _warn(template, listed(missing))
    return mode != "none" and not missing


@cache
def _warn(template: str, missing: str) -> None:
    tell(say(template, missing=missing))
