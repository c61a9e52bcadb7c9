"""葫蘆: three cards of one rank and two of another."""

from __future__ import annotations

from itertools import combinations

from big2.cards import by_rank
from big2.patterns.base import Cards, Key, Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class FullHouse(Pattern):
    """A triple and a pair, compared by the rank of the triple."""

    name = "葫蘆"

    def key(self, cards: Cards) -> Key | None:
        if len(cards) != 5:
            return None
        low, low2, middle, high2, high = (card.rank for card in cards)
        # In ascending cards the middle one is always of the triple.
        if low == low2 and high2 == high and middle in (low, high):
            return (middle,)
        return None

    def choices(self, hand: Cards) -> Iterable[Cards]:
        ranks = by_rank(hand)
        for three, threes in ranks.items():
            for two, twos in ranks.items():
                if three != two:
                    for triple in combinations(threes, 3):
                        for pair in combinations(twos, 2):
                            yield triple + pair if three < two else pair + triple
