"""The sandbox: what a program of others may touch, on top of its limits.

    sandbox = Sandbox("auto", readable=("data/",), hidden=("tests/",))
    ended, output = run(["python3", "my.py"], limits=limits, sandbox=sandbox)

The program reads the system, the languages that are installed, its own file, and what is
`readable`; never what is `hidden`, also where that lies inside. It
writes in a private folder, which is its HOME and TMPDIR and is gone afterwards, and in what is
`writable`. It has no network, reaches no process outside its family, and gets an environment of
PATH, LANG, HOME and TMPDIR. `docs/security.md` has the whole table.
"""

from os import PathLike
from typing import Literal, NamedTuple, TypeAlias

from cardjudge.programs.sandbox.layers import Layers

Mode: TypeAlias = Literal["auto", "required", "none"]
Paths: TypeAlias = tuple[str | PathLike[str], ...]


class Sandbox(NamedTuple):
    """How a program is held; it pickles.

    ``auto`` has all layers that hold here and says on standard error, once, which promise cannot be
    kept; ``required`` raises UserError there; ``none`` runs the program as the user.
    """

    mode: Mode = "auto"
    readable: Paths = ()
    hidden: Paths = ()
    writable: Paths = ()
    layers: Layers | None = None
    """What it is made of; None is all that this machine has."""
    path: str | None = None
    """The PATH of the program; None is that of the user."""

    def made_of(self) -> Layers:
        """Return the layers to use."""
        from cardjudge.programs.sandbox.probe import probe  # it starts a program in them

        return probe() if self.layers is None else self.layers
