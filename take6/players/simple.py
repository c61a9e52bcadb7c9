"""Levels 1 to 3: rules of thumb without search."""

from random import Random

from take6.game import FULL, HAND, ROWS, row_of
from take6.players.base import View

_A_ROUND = {"mad-first": 3.0, "index": 1.5}
"""Expected heads of a player per round; in a ranking by index, mad players gain less."""


def wants_heads(view: View) -> bool:
    """Tell whether a player should become mad instead of avoiding heads."""
    rule = view.rule
    if rule.threshold is None:
        return False
    need = rule.threshold - view.heads[view.seat]
    rounds = HAND - len(view.positions) + 1
    return need <= _A_ROUND[rule.ranking] * rounds and (need > 0 or rule.ranking == "mad-first")


class RandomAny:
    """Level 2. Any card, any row."""

    def pick(self, view: View, rng: Random) -> int:
        return rng.choice(view.hand)

    def choose(self, view: View, card: int, rng: Random) -> int:
        return rng.randrange(ROWS)


class RandomGreedy(RandomAny):
    """Level 1. Any card, and the row that is worst for itself."""

    def choose(self, view: View, card: int, rng: Random) -> int:
        worst = min if wants_heads(view) else max
        return view.row_heads.index(worst(view.row_heads))


class Careful:
    """Level 3. Avoids the sixth place of a row and takes the row of fewest heads.

    It plays the last card, in the order of the deal, that fits a row that is not full, else the
    last card. If it wants heads under the mad-cow rule, both choices are reversed.
    """

    def pick(self, view: View, rng: Random) -> int:
        greedy = wants_heads(view)
        for card in reversed(view.hand):
            row = row_of(view.rows, card)
            if (row is not None and len(view.rows[row]) < FULL) != greedy:
                return card
        return view.hand[-1]

    def choose(self, view: View, card: int, rng: Random) -> int:
        best = max if wants_heads(view) else min
        return view.row_heads.index(best(view.row_heads))
