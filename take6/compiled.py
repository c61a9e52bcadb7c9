"""Compiled where Numba is installed (``pip install 'cardjudge[fast]'``), the same functions in Python where not.

What is compiled keeps to whole numbers in flat buffers, so both ways give the same results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

try:
    import numpy
    from numba import njit
except ImportError:
    COMPILED = False

    def compiled(function: Function) -> Function:
        """Return the function as it is."""
        return function

    def buffer(values: Sequence[int]) -> list[int]:
        """Make a buffer of whole numbers for functions that may be compiled."""
        return list(values)

else:
    COMPILED = True

    def compiled(function: Function) -> Function:
        """Compile a function of whole numbers and buffers at its first call."""
        return cast(Function, njit(cache=True, error_model="numpy")(function))

    def buffer(values: Sequence[int]) -> list[int]:
        """Make a buffer of whole numbers for functions that may be compiled."""
        # To its users it is a list that is never lengthened.
        return cast("list[int]", numpy.array(values, dtype=numpy.int64))
