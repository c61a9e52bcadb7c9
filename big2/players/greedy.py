"""`greedy`: follows a plan."""

from __future__ import annotations

from big2.players.base import Advice, Strategy, View
from big2.players.plan import follow, lead, part


class Greedy(Strategy):
    """Parts the hand into few and strong plays, makes the low ones first and saves the twos."""

    name = "greedy"

    def advise(self, view: View) -> Advice:
        plan = part(view.chain, view.hand)
        fewest = min(view.counts[1:])
        legal = list(view.legal)
        if view.top is not None:
            play = follow(plan, view.top, fewest, legal)
        else:
            allowed = [play for play in plan if play in view.legal] or legal
            play = lead(allowed, fewest)
        return Advice(play, plan)
