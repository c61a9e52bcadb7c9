"""What this machine can hold a program with."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from cardjudge.programs.sandbox import kernel, landlock, seccomp


class Layers(NamedTuple):
    """The layers that a sandbox is made of; `landlock` is its version, 0 for none."""

    landlock: int = 0
    seccomp: bool = False
    asks: bool = False
    """Whether the filter can ask the judge."""
    mounts: bool = False
    """Whether a program can have its own view of the file system."""


@cache
def probe() -> Layers:
    """Try each layer once on this machine."""
    filters, asks = seccomp.available(kernel.machine())
    return Layers(landlock.version(), filters, filters and asks)
