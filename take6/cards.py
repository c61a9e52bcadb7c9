"""The cards of Take 6!: numbers from 1 to 104, each with its heads."""

from __future__ import annotations

from collections.abc import Iterable

CARDS = range(1, 105)


def _heads(card: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


HEADS = (0, *(_heads(card) for card in CARDS))
"""The bull heads (牛頭) of each card; 0 for 0, which stands for an empty place."""

ALL_HEADS = sum(HEADS)
"""The heads of all cards together: 171."""


def heads_of(cards: Iterable[int]) -> int:
    """Return the heads of cards together."""
    return sum([HEADS[card] for card in cards])
