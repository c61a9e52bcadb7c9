"""Positions of Nim as Hypothesis draws and shrinks them: few heaps and small ones come first."""

from __future__ import annotations

from hypothesis import strategies as st

_HEAPS = st.integers(0, 9) | st.integers(0, 10**18 - 1)


def inputs() -> st.SearchStrategy[str]:
    """Return a strategy of inputs; one in four has more than a hundred heaps."""
    few, many = st.lists(_HEAPS, min_size=1), st.lists(_HEAPS, min_size=101, max_size=130)
    rows = st.one_of(few, few, few, many)
    return rows.map(lambda row: f"{len(row)}\n{' '.join(map(str, row))}\n")
