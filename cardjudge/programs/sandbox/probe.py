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
    groups = filters and cgroup.possible()
    return Layers(abi, filters, filters and asks, groups, bool(abi) and filters and _mounts())


def _mounts() -> bool:
    """Try a program in a mount namespace: mount, fill and execute."""
    with tempfile.TemporaryDirectory() as folder:
        granted = os.path.join(folder, "granted")
        private = os.path.join(folder, "private")
        for each in granted, private:
            os.mkdir(each)
        plan = mounts.plan([granted], [], [os.path.join(granted, "hidden")])
        script = 'echo 1 >"$0/file" && ls "$1" && exec /bin/true'
        command = ["sh", "-c", script, private, granted]
        order: dict[str, Any] = {"program": "/bin/sh", "command": command, "environment": {}}
        order |= {"cwd": b"/", "limits": (), "targets": (0, 1, 2), "confined": False, "filters": ()}
        order["mounts"] = mounts.order(plan, private, mounts.PAGE)
        try:
            with open(os.devnull, "r+b") as null:
                begun = start.helper(os.getpid(), True).start(order, [null.fileno()] * 3)
        except OSError:
            return False
        status = os.waitpid(begun.pid, 0)[1]
        assert begun.root is not None
        full = mounts.used(begun.root) > 0
        os.close(begun.root)
        return status == 0 and full
