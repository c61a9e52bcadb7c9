"""Games of Take 6! as Hypothesis draws and shrinks them: few players and legal lines come first."""

import random

from hypothesis import strategies as st

from take6.cards import CARDS
from take6.problem.generate import random_game


def inputs() -> st.SearchStrategy[str]:
    """Return a strategy of whole games, with illegal lines."""
    decks = st.integers(0, 2**32 - 1).map(_shuffled)
    thresholds = st.none() | st.integers(1, 40)
    return st.builds(random_game, st.randoms(), st.integers(2, 10), thresholds, decks)


def _shuffled(seed: int) -> list[int]:
    """Return the deck of a seed; seed 0 is sorted, because a permutation shrinks for a minute."""
    deck = [*CARDS]
    if seed:
        random.Random(seed).shuffle(deck)
    return deck
