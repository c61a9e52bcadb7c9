"""The sandbox: the files and processes that a program of others may touch, on top of its limits.

    sandbox = Sandbox("auto", readable=("data/",), hidden=("tests/",))
    ended, output = run(["python3", "my.py"], limits=limits, sandbox=sandbox)

The program reads the system, the installed languages, its own file, and `readable` paths. It never
reads `hidden` paths, even inside a readable folder. It writes in a private folder, which is its
HOME and TMPDIR and is removed afterwards, and in `writable` paths. It has no network, reaches no
process outside its family, and gets an environment of PATH, HOME, TMPDIR and LANG=C.UTF-8.
`docs/security.md` has the whole table.
"""

from os import PathLike
from typing import Literal, NamedTuple, TypeAlias

from cardjudge.language import say

Mode: TypeAlias = Literal["auto", "required", "none"]
Paths: TypeAlias = tuple[str | PathLike[str], ...]


class Layers(NamedTuple):
    """The layers of a sandbox; `landlock` is the version (ABI), 0 for none.

    A sandbox needs Landlock and seccomp. Without one of them only limits hold.
    """

    landlock: int = 0
    seccomp: bool = False
    """Whether there are filters that ask the judge (user notification)."""
    cgroup: bool = False
    """Whether the kernel bounds a family's memory and processes, and counts its CPU time."""
    mounts: bool = False
    """Whether a program can have a mount namespace of its own."""

    def missing(self) -> list[str]:
        """Return what a sandbox needs beyond these layers, in the user's language."""
        needed = {
            say("Landlock（Linux 5.13 以後）"): self.landlock,
            say("會詢問裁判的 seccomp（Linux 5.5 以後）"): self.seccomp,
        }
        return [name for name, layer in needed.items() if not layer]


class Sandbox(NamedTuple):
    """How to confine a program; it pickles.

    ``auto`` uses all layers of this machine. Where a sandbox is impossible, it reports that once on
    standard error, and only limits hold; ``required`` raises UserError then. ``none`` runs the
    program with the rights and the environment of the user, but without the user's locale.
    """

    mode: Mode = "auto"
    readable: Paths = ()
    hidden: Paths = ()
    writable: Paths = ()
    layers: Layers | None = None
    """The layers to use; None means all that this machine has."""
    path: str | None = None
    """The PATH of the program; None means the user's."""
    listed: Paths = ()
    """Folders of which a program may read the names alone."""

    def made_of(self) -> Layers:
        """Return the layers to use."""
        from cardjudge.programs.sandbox.probe import probe  # it runs a program, so only on demand

        return probe() if self.layers is None else self.layers
