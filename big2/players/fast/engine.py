"""The view of a player as integers, for the compiled play-outs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from big2.cards import Card
from big2.patterns import Play
from big2.players.base import View
from big2.players.fast.cards import FULL_HOUSE, NO_TOP, PLAYERS, SUITS
from big2.players.fast.plan import KINDS, rules_of
from big2.players.fast.reading import Past, past
from big2.players.fast.search import Seen, evaluate


def as_bits(cards: Iterable[Card]) -> int:
    """Return a set of cards as an integer."""
    return sum(1 << SUITS * card.rank + card.suit for card in cards)


def kind_and_key(play: Play | None) -> tuple[int, int]:
    """Return the kind and the key of a play as the kernels have them; of none, `NO_TOP` and -1."""
    if play is None:
        return NO_TOP, -1
    kind = KINDS[type(play.pattern)]
    if kind == FULL_HOUSE:
        return kind, SUITS * play.key[0]
    rank, suit = play.key
    return kind, SUITS * rank + suit


def past_of(view: View) -> Past:
    """Return what the others have done."""
    counts = [len(view.hand), *view.counts[1:]]
    for seat, play in view.history:
        counts[seat] += len(play.cards) if play else 0
    actions: list[list[int]] = []
    top, passes = None, 0
    for seat, play in view.history:
        fewest = min(counts[:seat] + counts[seat + 1 :])
        cards = as_bits(play.cards) if play else 0
        opens = int(not actions)
        actions.append([seat, *kind_and_key(top), fewest, opens, *kind_and_key(play), cards])
        passes = 0 if play else passes + 1
        top = play or (top if passes < PLAYERS - 1 else None)
        counts[seat] -= len(play.cards) if play else 0
    later = [0] * PLAYERS
    for action in reversed(actions):
        later[action[0]] |= action[-1]
        action[-1] = later[action[0]]
    return past([action for action in actions if action[0]])


class FastEngine:
    """Play-outs by machine code."""

    playouts = 4000

    def __init__(self, view: View) -> None:
        self._seen = Seen(
            as_bits(view.hand),
            as_bits(view.unseen),
            np.array(view.counts, np.int64),
            np.array([*kind_and_key(view.top), view.passes], np.int64),
        )
        self._rules = rules_of(view.chain)
        self._past = past_of(view)

    def wins(self, actions: list[Play | None], worlds: int, seed: int) -> list[int]:
        """Return how many of the worlds each action wins, all tried in the same worlds."""
        rows = [(*kind_and_key(play), as_bits(play.cards) if play else 0) for play in actions]
        wins = np.zeros(len(actions), np.int64)
        evaluate(seed, worlds, self._seen, self._past, np.array(rows, np.int64), self._rules, wins)
        return [int(n) for n in wins]
