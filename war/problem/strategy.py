"""Deals of War as Hypothesis draws and shrinks them: few cards and low ones come first."""

from hypothesis import strategies as st

_HANDS = st.lists(st.integers(1, 3) | st.integers(1, 13), max_size=26)
_LIMITS = st.none() | st.integers(0, 40)


def inputs() -> st.SearchStrategy[str]:
    """Return a strategy of inputs, half of them with a limit of rounds."""
    return st.builds(_case, _HANDS, _HANDS, _LIMITS)


def _case(one: list[int], two: list[int], limit: int | None) -> str:
    rows = [" ".join(map(str, one)), " ".join(map(str, two))]
    return "".join(f"{row}\n" for row in [*rows, *([] if limit is None else [limit])])
