"""Whether there are compiled kernels, asked only where a case is large enough to load them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


def kernels() -> ModuleType | None:
    """Return `nim.compiled`, or None without Numba."""
    try:
        from nim import compiled
    except ImportError:
        return None
    return compiled
