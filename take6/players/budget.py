"""How long a player may think."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """A number of play-outs, or milliseconds of the thread's CPU time, for one move.

    Only a number of play-outs gives the same game on every machine.
    """

    playouts: int = 0
    milliseconds: int = 0
