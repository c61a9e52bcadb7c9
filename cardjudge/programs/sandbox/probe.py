"""Tries each layer of the sandbox on this machine."""

import os
import tempfile
from functools import cache
from typing import Any

from cardjudge.programs.sandbox import cgroup, kernel, landlock, mounts, seccomp, start
from cardjudge.programs.sandbox.layers import Layers


@cache
def probe() -> Layers:
    """Return the layers that work on this machine; each is tried once."""
    machine = kernel.machine()
    if machine is None or not hasattr(os, "pidfd_open"):
        return Layers()
    filters, asks = seccomp.available(machine)
    abi = landlock.version()
    group = cgroup.first() if filters else None
    in_mounts = bool(abi) and filters and _runs(group, True)
    if group is not None:
        if not in_mounts:
            _runs(group, False)
        cgroup.give_back(group)
    cpu = 0.0 if group is None else group.cpu()  # it shows whether the program entered
    return Layers(abi, filters, filters and asks, cpu > 0, in_mounts)


def _runs(group: cgroup.Group | None, in_mounts: bool) -> bool:
    """Run a program in a group, and in a mount namespace: mount, fill and execute."""
    with tempfile.TemporaryDirectory() as folder:
        granted = os.path.join(folder, "granted")
        private = os.path.join(folder, "private")
        for each in granted, private:
            os.mkdir(each)
        script = 'echo 1 >"$0/file" && ls "$1" && exec /bin/true'
        command = ["sh", "-c", script, private, granted]
        order: dict[str, Any] = {"program": "/bin/sh", "command": command, "environment": {}}
        order |= {"cwd": b"/", "limits": (), "targets": (0, 1, 2), "confined": False, "filters": ()}
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
