"""順子: five cards of consecutive ranks."""

from __future__ import annotations

from itertools import product

from big2.cards import RANKS, by_rank
from big2.patterns.base import Cards, Key, Pattern

_RUNS = frozenset(
    frozenset((lowest + step) % len(RANKS) for step in range(5)) for lowest in range(len(RANKS))
)


class Straight(Pattern):
    """Five consecutive ranks on the circle 3 4 … K A 2 (3), compared by the greatest card."""

    name = "順子"
    shape = "五張點數相連的牌，2 之後接 3"
    by = "最大的那張牌"

    def key(self, cards: Cards) -> Key | None:
        if len(cards) == 5 and frozenset(card.rank for card in cards) in _RUNS:
            return cards[4]
        return None

    def choices(self, hand: Cards) -> list[Cards]:
        ranks = by_rank(hand)
        return [
            cards
            for run in sorted(map(sorted, _RUNS))
            for cards in product(*(ranks.get(rank, []) for rank in run))
        ]
