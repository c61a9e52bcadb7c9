"""Inputs that Hypothesis draws and shrinks, for `judge hack`."""

from hypothesis import strategies as st


def inputs() -> st.SearchStrategy[str]:
    """Return a strategy of valid inputs; it shrinks to few and small numbers."""
    numbers = st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=300)
    return numbers.map(lambda row: f"{len(row)}\n{' '.join(map(str, row))}\n")
