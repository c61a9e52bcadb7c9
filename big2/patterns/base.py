"""What a card pattern is, and the chain of responsibility that finds the pattern of some cards."""

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
"""What plays of one pattern are compared by: integers or cards; a `Card` is one too."""


class PatternError(UserError):
    """A pattern has failed: which, how, and in what line of its file."""

    def __init__(self, pattern: Pattern, cause: Exception) -> None:
        from traceback import extract_tb  # no judge that ends well fails

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
    """A kind of play: its name, how its cards are recognised, and what it beats.

    A subclass in a file of its own is all that a new pattern takes. Patterns have no state.
    """

    name: str
    """The Chinese name, unique in a chain."""
    ways: int = 0
    """Of a trump, in how many ways it can be chosen from 52 cards; of other patterns 0.

    A trump beats whatever is none, and every trump that can be chosen in more ways: the rarer is
    the greater. So trumps of any packages agree, though none knows another.
    """
    shape: str = ""
    """Which cards it takes, in words, for `explain`; empty where only the name tells."""
    by: str = "自己的順序"
    """What plays of it are compared by, in words, for `explain`."""

    @abstractmethod
    def key(self, cards: Cards) -> Key | None:
        """Return what plays of this pattern are compared by, or None for other cards.

        Any number of cards may come.
        """

    def beats(self, play: Play, top: Play) -> bool:
        """Whether `play`, which is of this pattern, beats the top play, which may be of another."""
        if top.pattern is self:
            return play.key > top.key
        return self.ways > 0 and (top.pattern.ways == 0 or self.ways < top.pattern.ways)

    def decisive(self, key: Key) -> str:
        """Return what a key compares as `explain` shows it: a card, or the numbers as they are."""
        return str(key) if isinstance(key, Card) else " ".join([str(part) for part in key])

    def choices(self, hand: Cards) -> Iterable[Cards]:
        """Yield every choice of cards of the hand that `key` recognises, each once.

        This asks `key` about all the ways to choose, a few thousand for a full hand, so it holds
        for any pattern; a pattern that knows better says so here.
        """
        for size in range(1, len(hand) + 1):
            for cards in combinations(hand, size):
                if self.key(cards) is not None:
                    yield cards


class Play(namedtuple("Play", ("pattern", "cards", "key"))):
    """Cards that have been recognised: their pattern, the cards ascending, and the key."""

    __slots__ = ()
    pattern: Pattern
    cards: Cards
    key: Key

    def beats(self, top: Play) -> bool:
        """Whether this play may be laid on the top play."""
        try:
            return self.pattern.beats(self, top)
        except Exception as error:
            raise PatternError(self.pattern, error) from error


class Chain(tuple["Pattern", ...]):
    """A chain of responsibility: the first pattern that recognises the cards has them.

    A chain is a value: nothing joins it, the methods return another chain.
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
        """The names of the patterns, in the order in which they are asked."""
        return tuple(pattern.name for pattern in self)

    def led_by(self, *newcomers: type[Pattern]) -> Self:
        """Return a chain that asks the newcomers first, in the order given.

        They come first because a new pattern is often a special case of an old one (a straight
        flush is a straight). ValueError if a name would occur twice.
        """
        return self.of((*(newcomer() for newcomer in newcomers), *self))

    def only(self, names: Iterable[str]) -> Self:
        """Return the chain of the patterns with these names; names of others are ignored."""
        wanted = set(names)
        return self.of(pattern for pattern in self if pattern.name in wanted)

    def recognise(self, cards: Iterable[Card]) -> Play | None:
        """Return the cards as a play, or None if no pattern recognises them; `PatternError`."""
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
        """Yield all plays that the hand holds, whatever is on the table, pattern by pattern."""
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
