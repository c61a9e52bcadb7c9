"""`greedy`: follows a plan."""

from __future__ import annotations

from big2.players.base import Advice, Strategy, View
from big2.players.plan import follow, lead, part


class Greedy(Strategy):
    """Parts the hand into few and strong plays, makes the low ones first and saves the twos."""

    name = "greedy"

    def advise(self, view: View) -> Advice:
        plays = list(view.chain.plays(view.hand))
        plan = part(view.chain, view.hand, plays)
        fewest = min(view.counts[1:])
        if view.top is not None:
            return Advice(follow(plan, view.top, fewest, plays), plan)
        allowed = [play for play in plan if play in view.legal]
        return Advice(lead(allowed or list(view.legal), fewest), plan)
