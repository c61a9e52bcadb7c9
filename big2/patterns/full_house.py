"""葫蘆: three cards of one rank and two of another."""

from __future__ import annotations

from itertools import combinations, permutations

from big2.cards import RANKS, by_rank
from big2.patterns.base import Cards, Key, Pattern, Play


class FullHouse(Pattern):
    """A triple and a pair, compared by the rank of the triple."""

    name = "葫蘆"
    shape = "三張點數相同，另外兩張點數也相同"
    by = "三張的點數"

    def key(self, cards: Cards) -> Key | None:
        if len(cards) != 5:
            return None
        low, low2, middle, high2, high = (card.rank for card in cards)
        # In ascending order the middle card always belongs to the triple.
        if low == low2 and high2 == high and middle in (low, high):
            return (middle,)
        return None

    def decisive(self, play: Play) -> str:
        return RANKS[play.key[0]]

    def choices(self, hand: Cards) -> list[Cards]:
        return [
            triple + pair if triple < pair else pair + triple
            for threes, twos in permutations(by_rank(hand).values(), 2)
            for triple in combinations(threes, 3)
            for pair in combinations(twos, 2)
        ]
