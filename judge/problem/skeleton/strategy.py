"""Inputs as Hypothesis draws and shrinks them, for `judge hack`."""

from hypothesis import strategies as st


def inputs() -> st.SearchStrategy[str]:
    """Return a strategy of valid inputs: few numbers and small ones come first."""
    numbers = st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=300)
    return numbers.map(lambda row: f"{len(row)}\n{' '.join(map(str, row))}\n")
