"""The shoe of the problem: shorter than the assignment's, so that any game ends in time."""

from blackjack_judge.shoe import make_shoe

DECKS = 750
"""39,000 cards are 9,750 rounds at most."""


def deal(seed: int) -> bytes:
    """Return the shoe of a seed."""
    return make_shoe(seed, DECKS)
