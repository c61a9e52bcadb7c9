"""What this machine can hold a program with."""

from typing import NamedTuple

from cardjudge.language import say


class Layers(NamedTuple):
    """The layers that a sandbox is made of; `landlock` is its version, 0 for none."""

    landlock: int = 0
    seccomp: bool = False
    asks: bool = False
    """Whether the filter can ask the judge."""
    cgroup: bool = False
    """Whether a program can have a control group: memory, CPU time, processes."""
    mounts: bool = False
    """Whether a program can have mounts of its own."""

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
