"""What this machine can hold a program with."""

from functools import cache
from typing import NamedTuple

from cardjudge.language import say
from cardjudge.programs import launch
from cardjudge.programs.sandbox import cgroup, kernel, landlock, seccomp


class Layers(NamedTuple):
    """The layers that a sandbox is made of; `landlock` is its version, 0 for none."""

    landlock: int = 0
    seccomp: bool = False
    asks: bool = False
    """Whether the filter can ask the judge."""
    cgroup: bool = False
    """Whether a program can have a memory control group."""

    def missing(self) -> list[str]:
        """Return what is not kept with these layers, each in a few words of the user's language."""
        found = []
        if not self.landlock:
            found.append(say("不讀寫別的檔案，要有 Landlock（Linux 5.13 以後）"))
        if not self.seccomp:
            found.append(say("不連網路、用不到危險的系統呼叫，要有 seccomp"))
        elif not self.asks:
            found.append(say("行程不會太多，要有 Linux 5.5 以後的 seccomp"))
        return found


@cache
def probe() -> Layers:
    """Try each layer once on this machine."""
    if not launch.possible():
        return Layers()
    filters, asks = seccomp.available(kernel.machine())
    return Layers(landlock.version(), filters, filters and asks, filters and cgroup.possible())
