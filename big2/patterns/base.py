"""The base class of card patterns, and the chain of responsibility that recognises cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import namedtuple
from itertools import combinations

from big2.cards import Card
from cardjudge.errors import UserError, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Self

Cards = tuple[Card, ...]
"""Distinct cards in ascending order."""
Key = tuple["Any", ...]
"""Sort key of the plays of one pattern: a tuple of integers or cards. A `Card` is a key, too."""


class PatternError(UserError):
    """A pattern raised an exception; the message names the pattern, the error and the line."""

    def __init__(self, pattern: Pattern, cause: Exception) -> None:
        from traceback import extract_tb  # only a failure needs this module

        *_, last = extract_tb(cause.__traceback__)
        super().__init__(
            "牌型{name}出錯：{kind}：{cause}（{file} 第 {line} 行）",
            name=quote(str(getattr(pattern, "name", type(pattern).__name__))),
            kind=type(cause).__name__,
            cause=cause,
            file=last.filename,
            line=last.lineno,
        )


class Pattern(ABC):
    """A kind of play: its name, how it recognises its cards, and which plays it beats.

    To add a pattern, write a subclass in a file of its own. Patterns have no state.
    """

    name: str
    """The Chinese name; it is unique in a chain."""
    ways: int = 0
    """For a trump, the number of ways to choose it from 52 cards; 0 for other patterns.

    A trump beats every play that is not a trump, and every trump with more ways: the rarer one
    wins. So trumps of different packages agree on an order without knowing each other.
    """
    shape: str = ""
    """Description of its cards for `explain`; empty if the name suffices."""
    by: str = "自己的順序"
    """Description of its sort key for `explain`."""

    @abstractmethod
    def key(self, cards: Cards) -> Key | None:
        """Return the sort key of a play of these cards, or None if they do not match the pattern.

        The chain may pass any number of cards.
        """

    def beats(self, play: Play, top: Play) -> bool:
        """Whether `play` of this pattern beats the top play, which may have another pattern."""
        if top.pattern is self:
            return play.key > top.key
        return self.ways > 0 and (top.pattern.ways == 0 or self.ways < top.pattern.ways)

    def decisive(self, key: Key) -> str:
        """Return a key as `explain` shows it: a card, or the numbers unchanged."""
        return str(key) if isinstance(key, Card) else " ".join([str(part) for part in key])

    def choices(self, hand: Cards) -> Iterable[Cards]:
        """Yield every choice of cards of the hand that `key` recognises, each once.

        The default tries all choices with `key`, a few thousand for a full hand, so it works for
        any pattern. A pattern may override it with a faster method.
        """
        for size in range(1, len(hand) + 1):
            for cards in combinations(hand, size):
                if self.key(cards) is not None:
                    yield cards


class Play(namedtuple("Play", ("pattern", "cards", "key"))):
    """Recognised cards: their pattern, the cards in ascending order, and the sort key."""

    __slots__ = ()
    pattern: Pattern
    cards: Cards
    key: Key

    def beats(self, top: Play) -> bool:
        """Whether this play beats the top play."""
        try:
            return self.pattern.beats(self, top)
        except Exception as error:
            raise PatternError(self.pattern, error) from error


class Chain(tuple["Pattern", ...]):
    """A chain of responsibility: the first pattern that recognises the cards decides.

    A chain is immutable; its methods return a new chain.
    """

    __slots__ = ()

    @classmethod
    def of(cls, patterns: Iterable[Pattern]) -> Self:
        """Return the chain of these patterns; ValueError if two have the same name."""
        chain = cls(patterns)
        names = chain.names
        for name in names:
            if names.count(name) > 1:
                raise ValueError(name)
        return chain

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the patterns, in the order of the chain."""
        return tuple(pattern.name for pattern in self)

    def led_by(self, *newcomers: type[Pattern]) -> Self:
        """Return a chain that tries the newcomers first, in the order given.

        They come first because a new pattern is often a special case of an old one (a straight
        flush is a straight). ValueError if two patterns share a name.
        """
        return self.of((*(newcomer() for newcomer in newcomers), *self))

    def only(self, names: Iterable[str]) -> Self:
        """Return the chain of the patterns with these names; ignore unknown names."""
        name_set = set(names)
        return self.of(pattern for pattern in self if pattern.name in name_set)

    def recognise(self, cards: Iterable[Card]) -> Play | None:
        """Return the play of the cards, or None if no pattern matches. May raise `PatternError`."""
        ascending = tuple(sorted(cards))
        for pattern in self:
            try:
                key = pattern.key(ascending)
            except Exception as error:
                raise PatternError(pattern, error) from error
            if key is not None:
                return Play(pattern, ascending, key)
        return None

    def plays(self, hand: Cards) -> Iterator[Play]:
        """Yield all plays in the hand, pattern by pattern, regardless of the top play."""
        taken: set[Cards] = set()
        for pattern in self:
            try:
                for cards in pattern.choices(hand):
                    key = pattern.key(cards)
                    if key is not None and cards not in taken:
                        taken.add(cards)
                        yield Play(pattern, cards, key)
            except Exception as error:
                raise PatternError(pattern, error) from error
