"""Hidden cards dealt anew, for the `worlds` of a game."""

from collections.abc import Container, Sequence
from random import Random
from typing import TypeVar

Card = TypeVar("Card")
_EXCHANGES = 20
"""Exchanges for each hidden card; after half as many nothing of the first order can be seen."""


def shuffled(
    cards: Sequence[Card], forbidden: Sequence[Container[Card]], rng: Random
) -> list[Card]:
    """Return hidden cards in a random order in which no place has a card that is forbidden there.

    `cards` must be such an order. Random exchanges of two cards that break no rule lead away from
    it; they are symmetric, so in the limit all orders that they reach are equally likely.
    """
    order = list(cards)
    for _ in range(_EXCHANGES * len(order)):
        one, other = rng.randrange(len(order)), rng.randrange(len(order))
        if order[one] not in forbidden[other] and order[other] not in forbidden[one]:
            order[one], order[other] = order[other], order[one]
    return order
