"""Worlds and play-outs for any chain of patterns, in plain Python.

`big2.players.fast` does the same for the built-in patterns, about a hundred times faster.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from big2.game import PLAYERS
from big2.patterns import Cards, Chain, Play
from big2.players.base import View
from big2.players.plan import WHIMS, WHOLE, broken, fitting, follow, lead, part

_IDLE = 2 * PLAYERS


@dataclass
class Seat:
    """A player in a play-out: its hand, its plan, and the frequency of its whims."""

    hand: Cards
    plays: Sequence[Play]
    plan: Sequence[Play]
    whim: int = 0

    @classmethod
    def of(cls, chain: Chain, hand: Cards, whim: int = 0) -> "Seat":
        """Return a player with a plan for its hand."""
        plays = list(chain.plays(hand))
        return cls(hand, plays, part(hand, plays), whim)

    def act(self, top: Play | None, fewest: int, rng: Random) -> Play | None:
        """Return the planned action, or another one on a whim."""
        whim = self.whim > 0 and rng.randrange(WHOLE) < self.whim
        if top is None:
            if not self.plan:
                return None
            return rng.choice(self.plan) if whim else lead(self.plan, fewest)
        play = follow(self.plan, top, fewest, self.plays)
        if not whim:
            return play
        if play is not None:
            return None
        return fitting(self.plan, top, PLAYERS * 13) or broken(self.plays, top, fewest)

    def without(self, play: Play) -> "Seat":
        """Return the player after a play; it makes a new plan if the play broke up the old one."""
        hand = tuple(card for card in self.hand if card not in play.cards)
        rest = set(hand)
        plays = [p for p in self.plays if rest.issuperset(p.cards)]
        plan = tuple(p for p in self.plan if p != play) if play in self.plan else part(hand, plays)
        return Seat(hand, plays, plan, self.whim)


class GeneralEngine:
    """Play-outs with any chain."""

    playouts = 200
    """Default number of play-outs for a move; they take about a second."""

    def __init__(self, view: View) -> None:
        self._view = view

    def wins(self, actions: Sequence[Play | None], worlds: int, seed: int) -> list[int]:
        """Return the number of worlds that each action wins; all actions share the same worlds."""
        rng = Random(seed)
        view = self._view
        wins = [0] * len(actions)
        me = Seat.of(view.chain, view.hand)
        own = [Seat.of(view.chain, me.without(p).hand) if p else me for p in actions]
        for _ in range(worlds):
            others = self._world(rng)
            for index, action in enumerate(actions):
                wins[index] += self.play_out(action, [own[index], *others], rng) == 0
        return wins

    def _world(self, rng: Random) -> list[Seat]:
        """Deal the unseen cards uniformly at random."""
        cards = rng.sample(self._view.unseen, len(self._view.unseen))
        seats = []
        for count in self._view.counts[1:]:
            hand = tuple(sorted(cards[:count]))
            del cards[:count]
            seats.append(Seat.of(self._view.chain, hand, rng.choice(WHIMS)))
        return seats

    def play_out(self, action: Play | None, seats: list[Seat], rng: Random) -> int | None:
        """Return the winner of a game in which all players follow their plans, apart from whims.

        None if all players are stuck: with some chains no play can use the left-over cards.
        """
        top, passes, turn = action, 0, 1
        if action is None:
            passes = self._view.passes + 1
            top = self._view.top if passes < PLAYERS - 1 else None
        idle = 0
        while seats[turn - 1].hand:
            fewest = min(len(seat.hand) for index, seat in enumerate(seats) if index != turn)
            play = seats[turn].act(top, fewest, rng)
            if play is None:
                passes, idle = passes + 1, idle + 1
                if passes >= PLAYERS - 1:
                    top, passes = None, 0
                if idle > _IDLE:
                    return None
            else:
                top, passes, idle = play, 0, 0
                seats[turn] = seats[turn].without(play)
            turn = (turn + 1) % PLAYERS
        return (turn - 1) % PLAYERS
