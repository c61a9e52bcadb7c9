"""A pattern writes `key`, which recognises its cards; the base class makes a play of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import namedtuple
from itertools import combinations

from big2.cards import Card

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

Cards = tuple[Card, ...]
"""Distinct cards in ascending order."""
Key = tuple["Any", ...]
"""What `Pattern.key` returns: a tuple of integers or cards. A `Card` is a key, too."""


class Play(namedtuple("Play", ("pattern", "cards", "key"))):
    """Recognised cards: their pattern, the cards in ascending order, and their sort key."""

    __slots__ = ()
    pattern: Pattern
    cards: Cards
    key: tuple[int, ...]

    def beats(self, top: Play) -> bool:
        """Whether this play beats the top play."""
        return self.pattern.beats(self, top)


class Pattern(ABC):
    """A kind of play: its name, how it recognises its cards, and which plays it beats.

    To add a pattern, write a subclass in a file of its own. Patterns have no state.
    """

    name: str
    """The Chinese name; it is unique in a chain."""
    shape: str = ""
    """Description of its cards for `explain`; empty if the name suffices."""
    by: str = "自己的順序"
    """Description of its sort key for `explain`."""

    @abstractmethod
    def key(self, cards: Cards) -> Key | None:
        """Return the sort key of a play of these cards, or None if they do not match the pattern.

        The chain may pass any number of cards.
        """

    def match(self, cards: Cards) -> Play | None:
        """Return the play of these cards, whose key has a card as its rank and its suit."""
        key = self.key(cards)
        if key is None:
            return None
        for part in key:
            if isinstance(part, tuple):
                pairs = [each if isinstance(each, tuple) else (each,) for each in key]
                return Play(self, cards, sum(pairs, ()))
        return Play(self, cards, key)

    def beats(self, play: Play, top: Play) -> bool:
        """Whether `play` of this pattern beats the top play: only its own plays, by their keys."""
        return top.pattern is self and play.key > top.key

    def decisive(self, play: Play) -> str:
        """Return what decides between plays, as `explain` shows it: cards, or numbers unchanged."""
        key = self.key(play.cards)
        return str(key) if isinstance(key, Card) else " ".join([str(part) for part in key or ()])

    def choices(self, hand: Cards) -> Iterable[Cards]:
        """Yield every choice of cards of the hand that `key` recognises, each once.

        The default tries all choices with `key`, a few thousand for a full hand, so it works for
        any pattern. A pattern may override it with a faster method.
        """
        for size in range(1, len(hand) + 1):
            for cards in combinations(hand, size):
                if self.key(cards) is not None:
                    yield cards
