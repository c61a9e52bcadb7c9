"""Compiled where Numba is installed, the same functions in Python where it is not.

What is compiled works on flat buffers, draws with a generator of its own and takes no sums in an
order of the compiler's choice: so both ways give the same results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

__all__ = ["COMPILED", "buffer", "compiled"]

Number = TypeVar("Number", int, float)
Function = TypeVar("Function", bound=Callable[..., Any])

try:
    import numba  # noqa: F401  (what compiles asks for it only when there is a function)
    import numpy

    from cardjudge.series.compiled import compiled
except ImportError:
    COMPILED = False

    def compiled(function: Function) -> Function:
        """Return the function as it is."""
        return function

    def buffer(values: Sequence[Number]) -> list[Number]:
        """Make a buffer of numbers of one type for functions that may be compiled."""
        return list(values)

else:
    COMPILED = True

    def buffer(values: Sequence[Number]) -> list[Number]:
        """Make a buffer of numbers of one type for functions that may be compiled."""
        dtype = numpy.float64 if values and isinstance(values[0], float) else numpy.int64
        # To its users it is a list that is never lengthened.
        return cast("list[Number]", numpy.array(values, dtype))
