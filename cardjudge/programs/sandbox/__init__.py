"""The sandbox: the files and processes that a program of others may touch, on top of its limits.

    sandbox = Sandbox("auto", readable=("data/",), hidden=("tests/",))
    ended, output = run(["python3", "my.py"], limits=limits, sandbox=sandbox)

The program reads the system, the installed languages, its own file, and `readable` paths. It never
reads `hidden` paths, even inside a readable folder. It writes in a private folder, which is its
HOME and TMPDIR and is removed afterwards, and in `writable` paths. It has no network, reaches no
process outside its family, and gets an environment of PATH, LANG, HOME and TMPDIR.
`docs/security.md` has the whole table.
"""

from os import PathLike
from typing import Literal, NamedTuple, TypeAlias

from cardjudge.programs.sandbox.layers import Layers

Mode: TypeAlias = Literal["auto", "required", "none"]
Paths: TypeAlias = tuple[str | PathLike[str], ...]


class Sandbox(NamedTuple):
    """How to confine a program; it pickles.

    ``auto`` uses all layers of this machine and reports on standard error, once, each promise that
    they do not keep; ``required`` raises UserError in that case; ``none`` runs the program with the
    rights of the user.
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
