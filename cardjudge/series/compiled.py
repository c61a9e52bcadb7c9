"""Numba's compiler for all kernels of the kit, typed and set once: the extra ``fast``."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar, cast

from cardjudge.language import say
from cardjudge.stdio import tell

Function = TypeVar("Function", bound=Callable[..., Any])


def compiles() -> bool:
    """Return whether there is Numba, without loading it."""
    return find_spec("numba") is not None


def warn_if_slow() -> None:
    """Tell the user who waits without Numba how to get it."""
    if not compiles():
        tell(say("沒有安裝 Numba，會慢數十到數百倍：pip install 'cardjudge[fast]'"))


def compiled(function: Function) -> Function:
    """Compile a function at its first call; to its callers it keeps the types of the written one.

    Results are those of Python to the last bit, since nothing is reordered or fused, but that
    nobody looks for a division by zero. Threads run side by side. The machine code is kept beside
    the source for the next process, or where the user keeps caches, or not at all.
    """
    import numba

    try:
        return cast(Function, numba.njit(nogil=True, error_model="numpy", cache=True)(function))
    except RuntimeError:  # there is no folder to keep it in
        return cast(Function, numba.njit(nogil=True, error_model="numpy")(function))
