"""Finds out which layers of the sandbox this machine offers.

Whether mounts and control groups work shows only a trial run. Its result holds as long as this boot
of the machine, the namespaces and the rights of this process, and it is kept in the user's cache.
"""

import os
import tempfile
from contextlib import suppress
from functools import cache
from typing import Any

from cardjudge import files
from cardjudge.programs.sandbox import Layers, cgroup, kernel, landlock, mounts, seccomp, start

_TRIAL = "trial.json"
_RIGHTS = ("Uid:", "CapEff:", "CapPrm:", "NoNewPrivs:", "Seccomp:")


@cache
def probe(anew: bool = False) -> Layers:
    """Return the layers that work on this machine; with `anew`, forget former trials."""
    machine = kernel.machine()
    if machine is None or not hasattr(os, "pidfd_open"):
        return Layers()
    asks, abi = seccomp.available(machine), landlock.version()
    with suppress(OSError):
        match {} if anew else files.remembered(_TRIAL):
            case {"here": here, "group": bool(group), "mounts": bool(in_mounts)} if here == _here():
                return Layers(abi, asks, group, bool(abi) and in_mounts)
    group, in_mounts = _tried(bool(abi))
    with suppress(OSError):
        files.remember(_TRIAL, {"here": _here(), "group": group, "mounts": in_mounts})
    return Layers(abi, asks, group, in_mounts)


def _here() -> list[str]:
    """Return what a trial depends on."""
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as boot:
        own = [boot.read().strip()]
    own += (os.readlink(f"/proc/self/ns/{kind}") for kind in ("mnt", "user", "cgroup", "pid"))
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        own += (line.rstrip() for line in status if line.startswith(_RIGHTS))
    with open("/proc/self/cgroup", encoding="utf-8", errors="replace") as groups:
        return [*own, groups.read()]


def _tried(with_mounts: bool) -> tuple[bool, bool]:
    """Return whether control groups work, and mounts."""
    group = None
    with suppress(OSError):
        group = cgroup.take(memory=0, files=0, processes=1)
    in_mounts = with_mounts and _runs(group, True)
    if group is None:
        return False, in_mounts
    if not in_mounts:
        _runs(group, False)
    cgroup.give_back(group)
    return group.cpu() > 0, in_mounts  # its CPU time shows whether the program entered


def _runs(group: cgroup.Group | None, in_mounts: bool) -> bool:
    """Run a program in a group, and in a mount namespace: mount, fill and execute."""
    with tempfile.TemporaryDirectory() as folder:
        granted = os.path.join(folder, "granted")
        private = os.path.join(folder, "private")
        for folder in granted, private:
            os.mkdir(folder)
        script = 'echo 1 >"$0/file" && ls "$1" && exec /bin/true'
        command = ["sh", "-c", script, private, granted]
        order: dict[str, Any] = {"program": "/bin/sh", "command": command, "environment": {}}
        order |= {"cwd": b"/", "limits": (), "targets": (0, 1, 2), "filters": ()}
        if in_mounts:
            plan = mounts.plan([granted], [], [os.path.join(granted, "hidden")])
            order["mounts"] = mounts.order(plan, private, mounts.PAGE)
        try:
            with open(os.devnull, "r+b") as null:
                fds = [null.fileno()] * 3 + (group.entrances if group else [])
                begun = start.helper(os.getpid(), in_mounts).start(order, fds)
        except OSError:
            return False
        status = os.waitpid(begun.pid, 0)[1]
        if begun.root is None:
            return status == 0
        full = mounts.used(begun.root) > 0
        os.close(begun.root)
        return status == 0 and full
