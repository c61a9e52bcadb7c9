"""Levels 1 to 3: rules of thumb without search."""

from collections.abc import Sequence
from random import Random

from take6.cards import heads_of
from take6.game import FULL, HAND, ROWS, Game, Rule, row_of
from take6.players.base import Player

Rows = Sequence[Sequence[int]]

_A_ROUND = {"mad-first": 3.0, "index": 1.5}
"""Expected heads of a player per round; in a ranking by index, mad players gain less."""


def wants_heads(rule: Rule, heads: int, rounds: int) -> bool:
    """Tell whether a player should become mad; this round is one of the `rounds` that are left."""
    if rule.threshold is None:
        return False
    need = rule.threshold - heads
    return need <= _A_ROUND[rule.ranking] * rounds and (need > 0 or rule.ranking == "mad-first")


def card_of(rows: Rows, hand: Sequence[int], greedy: bool) -> int:
    """Return the last card, in the order of the deal, that fits a row that is not full.

    Without such a card it is the last card. If a player is greedy for heads, full rows are wanted.
    """
    for card in reversed(hand):
        row = row_of(rows, card)
        if (row is not None and len(rows[row]) < FULL) != greedy:
            return card
    return hand[-1]


def row_to_take(rows: Rows, greedy: bool) -> int:
    """Return the row of fewest heads, or of most for a player who is greedy for them."""
    heads = [*map(heads_of, rows)]
    return heads.index(max(heads) if greedy else min(heads))


def _greedy(game: Game, seat: int) -> bool:
    return wants_heads(game.rule, game.heads[seat], HAND - game.round + 1)


class RandomAny(Player):
    """Level 2. Any card, any row."""

    def pick(self, game: Game, seat: int, rng: Random) -> int:
        return rng.choice(game.hands[seat])

    def choose(self, game: Game, seat: int, rng: Random) -> int:
        return rng.randrange(ROWS)


class RandomGreedy(RandomAny):
    """Level 1. Any card, and the row that is worst for itself."""

    def choose(self, game: Game, seat: int, rng: Random) -> int:
        return row_to_take(game.rows, not _greedy(game, seat))


class Careful(Player):
    """Level 3. Avoids the sixth place of a row and takes the row of fewest heads.

    If it wants heads under the mad-cow rule, both choices are reversed.
    """

    def pick(self, game: Game, seat: int, rng: Random) -> int:
        return card_of(game.rows, game.hands[seat], _greedy(game, seat))

    def choose(self, game: Game, seat: int, rng: Random) -> int:
        return row_to_take(game.rows, _greedy(game, seat))
