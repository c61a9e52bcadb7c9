"""Numba's decorator, typed once: the compiled function has the types of the written one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, and keep the machine code for the next run.

    Nothing is reordered or fused: results are those of Python to the last bit.
    """
    return cast(Function, numba.njit(cache=True)(function))
