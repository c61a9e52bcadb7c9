"""The legal plays of a hand, found through the chain of patterns."""

from __future__ import annotations

from collections.abc import Iterator

from big2.game import fault
from big2.patterns import Cards, Chain, Play


class LegalPlays:
    """A collection that supports ``in``, ``bool`` and iteration, and is found on demand.

    It comes pattern by pattern in the order of the chain. A pattern unknown to this kit is found
    like any other, for the chain is all that is asked.
    """

    def __init__(self, chain: Chain, hand: Cards, top: Play | None, opening: bool) -> None:
        self._chain = chain
        self._hand = hand
        self._top = top
        self._opening = opening

    def __iter__(self) -> Iterator[Play]:
        for play in self._chain.plays(self._hand):
            if fault(play, self._top, self._opening) is None:
                yield play

    def __contains__(self, play: object) -> bool:
        return (
            isinstance(play, Play)
            and set(play.cards) <= set(self._hand)
            and self._chain.recognise(play.cards) == play
            and fault(play, self._top, self._opening) is None
        )

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def distinct(self) -> list[Play]:
        """Return one of all plays of the same pattern, key and ranks: that with the least cards.

        Which of two equal cards goes into the middle of a straight seldom matters, and there are
        4⁵ straights of the same ranks.
        """
        kinds: dict[object, Play] = {}
        for play in self:
            kind = play.pattern.name, play.key, tuple(card.rank for card in play.cards)
            if kind not in kinds or play.cards < kinds[kind].cards:
                kinds[kind] = play
        return list(kinds.values())
