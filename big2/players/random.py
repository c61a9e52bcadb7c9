"""`random`: any legal action."""

from __future__ import annotations

from big2.players.base import Advice, Strategy, View


class Uniform(Strategy):
    """Chooses among all legal actions, passing too, with equal probability."""

    name = "random"

    def advise(self, view: View) -> Advice:
        actions = [None, *view.legal] if view.top is not None else list(view.legal)
        return Advice(self.rng.choice(actions))
