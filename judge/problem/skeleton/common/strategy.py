"""Inputs that Hypothesis draws and shrinks, for `judge hack`."""

from hypothesis import strategies as st


def inputs() -> st.SearchStrategy[str]:
    """Return a strategy of valid inputs; it shrinks to few and small numbers."""
    number = st.integers(-(10**12), 10**12)
    rows = st.lists(number, min_size=1, max_size=300)  # almost never more than twenty
    long = st.builds(lambda value, count: [value] * count, number, st.integers(1, 300))
    return (rows | long).map(lambda row: f"{len(row)}\n{' '.join(map(str, row))}\n")
