"""The table of promises: which layer keeps which promise on which kind of machine."""

from cardjudge.files import toml
from cardjudge.programs.sandbox import Layers

_TABLE = toml(__file__, "promises.toml")
KINDS: dict[str, str] = _TABLE["kinds"]
PROMISES: dict[str, str] = _TABLE["promises"]
ATTACKS: dict[str, str] = _TABLE["attacks"]
_BY_GROUP = ("processes", "cpu", "memory")


def kind(layers: Layers) -> str:
    """Return the kind of a machine, one of four."""
    if layers.missing():
        return "limits"
    if not layers.mounts:
        return "neither"
    return "both" if layers.cgroup else "mounts"


def held_by(promise: str, of_kind: str, cgroup: bool = False) -> list[str]:
    """Return the layers that keep a promise on machines of a kind; empty if it is not kept.

    If a machine has control groups, they keep the promises on resources, whatever its kind.
    """
    at = 0 if cgroup and promise in _BY_GROUP else list(KINDS).index(of_kind)
    held: list[str] = _TABLE["held"][promise]
    return held[at].split()
