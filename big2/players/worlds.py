"""Play-outs of a game whose players all play like `greedy`, who divide each hand only once.

Asking `greedy` at every turn, as `cardjudge.play.game.Game.wins` does, gives the same numbers in
ten times the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from big2.cards import Card
from big2.game import PLAYERS, Game
from big2.patterns import Cards, Chain, Play
from big2.players.plan import follow, lead, part

_IDLE = 2 * PLAYERS
"""Passes in a row after which nobody can play: some chains leave cards that fit no pattern."""


class Seat(NamedTuple):
    """A player: its hand, its plan, and plays, some perhaps of cards that are gone."""

    hand: frozenset[Card]
    plays: Sequence[Play]
    plan: Sequence[Play]

    @classmethod
    def of(cls, chain: Chain, hand: Iterable[Card]) -> Seat:
        """Return a player with a plan for its hand."""
        cards = tuple(sorted(hand))
        plays = [*chain.plays(cards)]
        return cls(frozenset(cards), plays, part(cards, plays))

    def without(self, play: Play) -> Seat:
        """Return the player after a play; it makes a new plan if the play broke up the old one."""
        hand = self.hand.difference(play.cards)
        if play in self.plan:
            return Seat(hand, self.plays, [other for other in self.plan if other is not play])
        plays = [other for other in self.plays if hand.issuperset(other.cards)]
        return Seat(hand, plays, part(hand, plays))

    def act(self, top: Play | None, fewest: int) -> Play | None:
        """Return the play, or None to pass; another player has the `fewest` cards."""
        if top is None:
            return lead(self.plan, fewest) if self.plan else None
        return follow(self.plan, self.hand, self.plays, top, fewest)


def wins(at: Game, moves: Sequence[Play | None], deals: Iterable[Sequence[Cards]]) -> list[float]:
    """Return the number of deals that each move of the player to act wins; a pass is None."""
    player, won = at.player, [0.0] * len(moves)
    own = [Seat.of(at.chain, {*at.hand}.difference(move.cards if move else ())) for move in moves]
    for hands in deals:
        others = [
            own[0] if seat == player else Seat.of(at.chain, hand) for seat, hand in enumerate(hands)
        ]
        for number, move in enumerate(moves):
            seats = [*others]
            seats[player] = own[number]
            won[number] += _winner(seats, player, move, at) == player
    return won


def _winner(seats: list[Seat], player: int, move: Play | None, at: Game) -> int | None:
    """Return who wins after a move when all go on like `greedy`; None if nobody can play."""
    top, passes, idle = move, 0, 0
    if move is None:
        top, passes = at.top, at.passes + 1
    counts = [len(seat.hand) for seat in seats]
    while all(counts) and idle <= _IDLE:
        if passes == PLAYERS - 1:
            top, passes = None, 0
        player = (player + 1) % PLAYERS
        fewest = min([count for other, count in enumerate(counts) if other != player])
        play = seats[player].act(top, fewest)
        if play is None:
            passes, idle = passes + 1, idle + 1
        else:
            top, passes, idle = play, 0, 0
            seats[player] = seats[player].without(play)
            counts[player] -= len(play.cards)
    return None if all(counts) else counts.index(0)
