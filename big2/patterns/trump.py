"""Trumps, which beat plays of other patterns."""

from __future__ import annotations

from big2.patterns.base import Pattern, Play


class Trump(Pattern):
    """A pattern that beats every play that is no trump, and every trump with more ways.

    The rarer one wins, so trumps of different packages agree on an order without knowing each
    other.
    """

    ways: int
    """The number of ways to choose it from 52 cards."""

    def beats(self, play: Play, top: Play) -> bool:
        """Whether `play` of this trump beats the top play, which may have another pattern."""
        if top.pattern is self:
            return play.key > top.key
        return not isinstance(top.pattern, Trump) or self.ways < top.pattern.ways
