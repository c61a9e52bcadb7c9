"""The card patterns of the assignment.

Their order in the chain does not matter, because no cards match two of them. Single and pair differ
from the rest in the number of cards; a straight has five ranks, and a full house has two.
"""

from big2.patterns.base import Cards, Chain, Key, Pattern, PatternError, Play
from big2.patterns.full_house import FullHouse
from big2.patterns.pair import Pair
from big2.patterns.single import Single
from big2.patterns.straight import Straight

__all__ = [
    "BUILTIN",
    "Cards",
    "Chain",
    "FullHouse",
    "Key",
    "Pair",
    "Pattern",
    "PatternError",
    "Play",
    "Single",
    "Straight",
]

BUILTIN = Chain.of((Single(), Pair(), Straight(), FullHouse()))
