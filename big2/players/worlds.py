"""Worlds and play-outs through the chain: for any patterns, in plain Python.

The same as `big2.players.fast` does for the patterns of this kit, some hundred times slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from big2.cards import Card
from big2.game import PLAYERS
from big2.patterns import Cards, Play
from big2.players.base import View
from big2.players.plan import follow, lead, part

_TRIES = 3
_OTHERS = range(1, PLAYERS)


class GeneralEngine:
    """Play-outs with any chain; `doubt` is from 0 to 1."""

    playouts = 200
    """How many play-outs a move takes unless told otherwise: about a second."""

    def __init__(self, view: View, doubt: float) -> None:
        self._view = view
        self._doubt = doubt
        self._too_high = [
            {card for card in view.unseen if self._beats_one([card], seat)}
            for seat in range(PLAYERS)
        ]
        """The cards by which each seat could have beaten a play on which it passed."""

    def wins(self, actions: Sequence[Play | None], worlds: int, seed: int) -> list[int]:
        """Return how many of the worlds each action wins, all tried in the same worlds."""
        rng = Random(seed)
        view = self._view
        wins = [0] * len(actions)
        own = []
        for action in actions:
            hand = tuple(c for c in view.hand if action is None or c not in action.cards)
            plays = list(view.chain.plays(hand))
            own.append((hand, plays, part(view.chain, hand, plays)))
        for _ in range(worlds):
            hands, held_plays = self._world(rng)
            plans = [
                part(view.chain, dealt, held) for dealt, held in zip(hands, held_plays, strict=True)
            ]
            for index, action in enumerate(actions):
                hand, own_plays, own_plan = own[index]
                winner = self._play_out(
                    action, [hand, *hands], [own_plays, *held_plays], [own_plan, *plans]
                )
                wins[index] += winner == 0
        return wins

    def _world(self, rng: Random) -> tuple[list[Cards], list[list[Play]]]:
        """Deal the unseen cards, and again where somebody could have played who passed.

        A deal that does not fit is kept with the probability of the doubt, and after a few tries.
        """
        for _ in range(_TRIES):
            hands = self._deal(rng)
            plays = [list(self._view.chain.plays(hand)) for hand in hands]
            unlikely = sum(
                any(play.beats(top) for play in held if len(play.cards) > 1 for top in tops)
                for held, tops in zip(plays, self._view.passed_on[1:], strict=True)
            )
            if rng.random() < self._doubt**unlikely:
                break
        return hands, plays

    def _deal(self, rng: Random) -> list[Cards]:
        left = list(self._view.counts)
        hands: list[list[Card]] = [[] for _ in range(PLAYERS)]
        for card in reversed(self._view.unseen):
            weights = [
                left[seat] * ((self._doubt or 1e-9) if card in self._too_high[seat] else 1)
                for seat in _OTHERS
            ]
            (seat,) = rng.choices(_OTHERS, weights)
            hands[seat].append(card)
            left[seat] -= 1
        return [tuple(sorted(hand)) for hand in hands[1:]]

    def _beats_one(self, cards: Sequence[Card], seat: int) -> bool:
        play = self._view.chain.recognise(cards)
        return play is not None and any(play.beats(top) for top in self._view.passed_on[seat])

    def _play_out(
        self,
        action: Play | None,
        hands: list[Cards],
        plays: list[list[Play]],
        plans: list[tuple[Play, ...]],
    ) -> int | None:
        """Return the winner of a game in which all follow their plans.

        None if all are stuck: there are chains in which cards can be left that no play takes.
        """
        view = self._view
        top, passes, turn = action, 0, 1
        if action is None:
            passes = view.passes + 1
            top = view.top if passes < PLAYERS - 1 else None
        idle = 0
        while hands[turn - 1]:
            fewest = min(len(hand) for seat, hand in enumerate(hands) if seat != turn)
            plan = plans[turn]
            play: Play | None
            if top is None:
                play = lead(plan, fewest) if plan else None
            else:
                play = follow(plan, top, fewest, plays[turn])
            if play is None:
                passes, idle = passes + 1, idle + 1
                if passes >= PLAYERS - 1:
                    top, passes = None, 0
                if idle > 2 * PLAYERS:
                    return None
            else:
                top, passes, idle = play, 0, 0
                hands[turn] = tuple(card for card in hands[turn] if card not in play.cards)
                rest = set(hands[turn])
                plays[turn] = [p for p in plays[turn] if rest.issuperset(p.cards)]
                if play in plan:
                    plans[turn] = tuple(p for p in plan if p != play)
                else:
                    plans[turn] = part(view.chain, hands[turn], plays[turn])
            turn = (turn + 1) % PLAYERS
        return (turn - 1) % PLAYERS
