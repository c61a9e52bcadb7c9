"""順子: five cards of consecutive ranks."""

from big2.cards import RANKS
from big2.patterns.base import Cards, Key, Pattern

_RUNS = frozenset(
    frozenset((lowest + step) % len(RANKS) for step in range(5)) for lowest in range(len(RANKS))
)


class Straight(Pattern):
    """Five consecutive ranks on the circle 3 4 … K A 2 (3), compared by the greatest card."""

    name = "順子"

    def key(self, cards: Cards) -> Key | None:
        if len(cards) == 5 and frozenset(card.rank for card in cards) in _RUNS:
            return cards[4]
        return None
