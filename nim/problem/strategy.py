"""Positions of Nim as Hypothesis draws and shrinks them: few heaps and small ones come first."""

from hypothesis import strategies as st

from nim.problem.generate import MOST

_HEAPS = st.integers(0, 9) | st.integers(0, MOST - 1)
_PADDING = st.sampled_from([[], [], [], [0] * 900])


def inputs() -> st.SearchStrategy[str]:
    """Return a strategy of inputs; a quarter have over nine hundred heaps, most of them empty."""
    rows = st.builds(list.__add__, st.lists(_HEAPS, min_size=1), _PADDING)
    return rows.map(lambda row: f"{len(row)}\n{' '.join(map(str, row))}\n")
