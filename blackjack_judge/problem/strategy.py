"""Seeds of shoes, as Hypothesis draws them."""

from hypothesis import strategies as st

from blackjack_judge.shoe import SEEDS


def inputs() -> st.SearchStrategy[str]:
    """Return a strategy of inputs."""
    return st.integers(1, SEEDS - 1).map(lambda seed: f"{seed}\n")
