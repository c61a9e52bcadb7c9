"""Numba's compiler for all kernels of the kit, typed and set once. Needs the extra ``fast``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function at its first call; to its callers it keeps the types of the written one.

    Results are those of Python to the last bit, since nothing is reordered or fused, but that
    nobody looks for a division by zero. Threads run side by side. The machine code is kept beside
    the source for the next process, or where the user keeps caches, or not at all.
    """
    try:
        return cast(Function, numba.njit(nogil=True, error_model="numpy", cache=True)(function))
    except RuntimeError:  # there is no folder to keep it in
        return cast(Function, numba.njit(nogil=True, error_model="numpy")(function))
