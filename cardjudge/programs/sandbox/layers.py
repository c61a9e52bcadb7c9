"""The layers of a sandbox that a machine offers."""

from typing import NamedTuple

from cardjudge.language import say


class Layers(NamedTuple):
    """The layers of a sandbox; `landlock` is the version (ABI), 0 for none."""

    landlock: int = 0
    seccomp: bool = False
    asks: bool = False
    """Whether the filter can ask the judge (user notification)."""
    cgroup: bool = False
    """Whether the kernel bounds a family's memory and processes, and counts its CPU time."""
    mounts: bool = False
    """Whether a program can have a mount namespace of its own."""

    def missing(self) -> list[str]:
        """Return the promises that these layers do not keep, in the user's language."""
        found = []
        if not self.landlock:
            found.append(say("不讀寫別的檔案，要有 Landlock（Linux 5.13 以後）"))
        if not self.seccomp:
            found.append(say("不連網路、用不到危險的系統呼叫，要有 seccomp"))
        elif not self.asks:
            found.append(say("行程不會太多，要有 Linux 5.5 以後的 seccomp"))
        return found
