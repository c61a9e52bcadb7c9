"""The chain of responsibility: the first pattern that recognises the cards decides."""

from __future__ import annotations

from big2.patterns.base import Cards, Pattern, Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self

    from big2.cards import Card


class Chain(tuple["Pattern", ...]):
    """Patterns in the order in which they are asked; a chain never changes."""

    __slots__ = ()

    def recognise(self, cards: Iterable[Card]) -> Play | None:
        """Return the play of the cards, or None if no pattern matches."""
        ascending = tuple(sorted(cards))
        for pattern in self:
            play = pattern.match(ascending)
            if play is not None:
                return play
        return None

    def plays(self, hand: Cards) -> Iterator[Play]:
        """Yield all plays in the hand, pattern by pattern, regardless of the top play."""
        taken: set[Cards] = set()
        for pattern in self:
            for cards in pattern.choices(hand):
                play = pattern.match(cards)
                if play is not None and cards not in taken:
                    taken.add(cards)
                    yield play

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
        """Return a chain that asks the newcomers first, in the order given.

        A new pattern is often a special case of an old one: a straight flush is a straight.
        ValueError if two patterns share a name.
        """
        return self.of((*(newcomer() for newcomer in newcomers), *self))

    def only(self, names: Iterable[str]) -> Self:
        """Return the chain of the patterns with these names; ignore unknown names."""
        name_set = set(names)
        return self.of(pattern for pattern in self if pattern.name in name_set)
