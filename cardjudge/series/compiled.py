"""Numba's compiler for all kernels of the kit, typed and set once: the extra ``fast``."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar, cast

from cardjudge.language import say
from cardjudge.stdio import tell

Function = TypeVar("Function", bound=Callable[..., Any])


def compiles() -> bool:
    """Return whether Numba is installed, without loading it."""
    return find_spec("numba") is not None


def warn_if_slow() -> None:
    """Tell a user without Numba how to install it."""
    if not compiles():
        tell(say("沒有安裝 Numba，會慢數十到數百倍：python -m pip install numba numpy"))


def compiled(function: Function) -> Function:
    """Compile a function at its first call; type checkers see the original function.

    Results equal Python's to the last bit, because no operation is reordered or fused; only a
    division by zero is not checked. The GIL is released. The machine code is cached beside the
    source, in the user's cache folder, or nowhere if neither can be written.
    """
    import numba

    try:
        return cast(Function, numba.njit(nogil=True, error_model="numpy", cache=True)(function))
    except RuntimeError:  # no folder for the cache can be written
        return cast(Function, numba.njit(nogil=True, error_model="numpy")(function))
