"""Worlds: the unseen cards dealt among the others; and what an action wins in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from big2.players.fast.cards import (
    MOST,
    NO_TOP,
    PLAYERS,
    RANKS,
    SUITS,
    Integers,
    State,
    below,
)
from big2.players.fast.plan import Rules, part
from big2.players.fast.playout import World, play_out
from big2.players.fast.reading import Past, begin, style, wander
from big2.players.plan import WHIMS
from cardjudge.series.compiled import compiled

_BURN, _BETWEEN = 100, 4
"""Swaps that the chain proposes before its first world, and between two."""


class Seen(NamedTuple):
    """A view: a hand, the unseen cards, how many each seat holds; kind, key, passes of the top."""

    hand: int
    unseen: int
    counts: Integers
    top: Integers


@compiled
def sample(state: State, unseen: int, counts: Integers, hands: Integers) -> None:
    """Deal the unseen cards to the seats 1 to 3; all deals are equally probable."""
    left = counts.copy()
    hands[1:] = 0
    for card in range(RANKS * SUITS):
        if unseen >> card & 1:
            chosen = below(state, left[1] + left[2] + left[3])
            seat = 1
            while chosen >= left[seat]:
                chosen -= left[seat]
                seat += 1
            hands[seat] |= 1 << card
            left[seat] -= 1


@compiled
def _act(seen: Seen, action: Integers, top: Integers) -> None:
    """Leave in `top` what an action, as kind, key and cards, makes of the top play."""
    top[0], top[1], top[2] = action[0], action[1], 0
    if action[0] == NO_TOP:
        top[:] = seen.top
        top[2] += 1
        if top[2] == PLAYERS - 1:
            top[0], top[1], top[2] = NO_TOP, -1, 0


@compiled
def evaluate(
    seed: int,
    worlds: int,
    seen: Seen,
    past: Past,
    actions: Integers,
    rules: Rules,
    wins: Integers,
) -> None:
    """Add to `wins` how often seat 0 wins with each action, all tried in the same worlds.

    `actions` has a row of kind, key and cards for each, a pass as kind -1. The others play by a
    plan, with whims as often as is probable in each world, seat 0 without any.
    """
    state, whims = np.array([np.uint64(seed)]), np.array(WHIMS)
    dealt = np.zeros(PLAYERS, np.int64)
    groups = np.zeros(PLAYERS, np.int64)
    plans, scratch = np.zeros((PLAYERS, MOST, 3), np.int64), np.zeros((PLAYERS, MOST, 3), np.int64)
    world = World(np.zeros(PLAYERS, np.int64), plans, groups, np.zeros(PLAYERS, np.int64), scratch)
    own = np.zeros((len(actions), MOST, 3), np.int64)
    own_groups = np.zeros(len(actions), np.int64)
    top = np.zeros(3, np.int64)
    for action in range(len(actions)):
        own_groups[action] = part(seen.hand ^ actions[action, 2], own[action], rules)
    informed = len(past.actions) > 0
    if informed:
        sample(state, seen.unseen, seen.counts, dealt)
        begin(dealt, past, scratch[0], rules)
        wander(state, _BURN, dealt, past, scratch[0], rules)
    for _ in range(worlds):
        if informed:
            wander(state, _BETWEEN, dealt, past, scratch[0], rules)
        else:
            sample(state, seen.unseen, seen.counts, dealt)
        for seat in range(1, PLAYERS):
            groups[seat] = part(dealt[seat], plans[seat], rules)
            world.whims[seat] = whims[style(state, seat, past)]
        for action in range(len(actions)):
            world.hands[:] = dealt
            world.hands[0] = seen.hand ^ actions[action, 2]
            plans[0], groups[0] = own[action], own_groups[action]
            _act(seen, actions[action], top)
            wins[action] += play_out(state, world, 1, top, rules) == 0
