"""Players that look only at their own hand."""

from big2.players.base import Advice, Strategy, View
from big2.players.plan import follow, lead, part


class Uniform(Strategy):
    """Chooses uniformly at random among all legal actions, including a pass."""

    name = "random"

    def advise(self, view: View) -> Advice:
        actions = [None, *view.legal] if view.top is not None else list(view.legal)
        return Advice(self.rng.choice(actions))


class Smallest(Strategy):
    """Plays whenever it can: the play of the fewest cards, then the lowest."""

    name = "smallest"

    def advise(self, view: View) -> Advice:
        return Advice(min(view.legal, key=lambda p: (len(p.cards), p.cards[::-1]), default=None))


class Greedy(Strategy):
    """Divides the hand into few strong plays, makes the low plays first, and saves the twos."""

    name = "greedy"

    def advise(self, view: View) -> Advice:
        plays = list(view.chain.plays(view.hand))
        plan = part(view.hand, plays)
        fewest = min(view.counts[1:])
        if view.top is not None:
            return Advice(follow(plan, frozenset(view.hand), plays, view.top, fewest))
        allowed = [play for play in plan if play in view.legal]
        return Advice(lead(allowed or list(view.legal), fewest))
