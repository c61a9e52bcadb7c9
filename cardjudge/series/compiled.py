"""Numba's compiler for all kernels of the kit, typed and set once: the extra ``fast``."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar, cast

from cardjudge import files
from cardjudge.commands.extras import install
from cardjudge.language import say
from cardjudge.stdio import tell

Function = TypeVar("Function", bound=Callable[..., Any])


def compiles() -> bool:
    """Return whether Numba is installed, without loading it."""
    return find_spec("numba") is not None


def warn_if_slow() -> None:
    """Tell a user without Numba how to install it."""
    if not compiles():
        tell(say("沒有安裝 Numba，會慢數十到數百倍：{install}", install=install("fast")))


def compiled(function: Function) -> Function:
    """Compile a function at its first call; type checkers see the original function.

    Results equal Python's to the last bit, because no operation is reordered or fused; only a
    division by zero is not checked. The GIL is released. The machine code is kept in the user's
    cache folder, or in `NUMBA_CACHE_DIR`, until the function's file changes.
    """
    import numba

    numba.config.CACHE_DIR = numba.config.CACHE_DIR or str(files.cache() / "numba")  # type: ignore[attr-defined]
    return cast(Function, numba.njit(nogil=True, error_model="numpy", cache=True)(function))
