"""對子: two cards of one rank."""

from __future__ import annotations

from itertools import combinations

from big2.cards import by_rank
from big2.patterns.base import Cards, Key, Pattern


class Pair(Pattern):
    """Two cards of one rank, compared by the greater card."""

    name = "對子"
    shape = "兩張點數相同的牌"
    by = "較大的那張牌"

    def key(self, cards: Cards) -> Key | None:
        return cards[1] if len(cards) == 2 and cards[0].rank == cards[1].rank else None

    def choices(self, hand: Cards) -> list[Cards]:
        return [pair for equals in by_rank(hand).values() for pair in combinations(equals, 2)]
