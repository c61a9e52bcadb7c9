"""The card patterns of the assignment.

The order of these four does not matter, because no cards match two of them: single and pair differ
from the rest in the number of cards; a straight has five ranks, and a full house has two. It
matters for a straight flush, which is a straight: asked after it, it would never be recognised.
"""

from big2.patterns.base import Cards, Key, Pattern, Play
from big2.patterns.chain import Chain
from big2.patterns.full_house import FullHouse
from big2.patterns.pair import Pair
from big2.patterns.single import Single
from big2.patterns.straight import Straight
from big2.patterns.trump import Trump

__all__ = [
    "BUILTIN",
    "Cards",
    "Chain",
    "FullHouse",
    "Key",
    "Pair",
    "Pattern",
    "Play",
    "Single",
    "Straight",
    "Trump",
]

BUILTIN = Chain.of((Single(), Pair(), Straight(), FullHouse()))
