"""A game played out from some moment to its winner, by plans and whims."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from big2.players.fast.cards import (
    MOST,
    NO_TOP,
    PAIR,
    PLAYERS,
    RANKS,
    SINGLE,
    SUITS,
    Integers,
    State,
    below,
    greatest,
    lowest,
    size,
)
from big2.players.fast.plan import Rules, part
from big2.players.plan import ALARM, FEW_PLAYS, LEAD, NEAR_END, WHOLE
from cardjudge.series.compiled import compiled

BREAK, PASS = -2, -1
_ONE, _TWO, _FIVE = LEAD[1], LEAD[2], LEAD[5]
_IDLE = 2 * PLAYERS
_LAST = 1000


class World(NamedTuple):
    """What each seat holds and how it plays; a play-out uses up all but `plans` and `groups`."""

    hands: Integers
    plans: Integers
    """For each seat the rows of its plan: kind, key, cards."""
    groups: Integers
    """How many plays each plan has."""
    whims: Integers
    """How often, of `WHOLE`, each seat follows a whim."""
    scratch: Integers
    """Room for plans that are made anew."""


@compiled
def lead(plays: Integers, alive: int, fewest: int, rules: Rules) -> int:
    """Return the row of the play to begin a round with."""
    best, best_score = PASS, 0
    groups = size(alive)
    for row in range(MOST):
        if not alive >> row & 1:
            continue
        kind, rank = plays[row, 0], plays[row, 1] // SUITS
        score = rank + (_ONE if kind == SINGLE else _TWO if kind == PAIR else _FIVE)
        if groups == 2:
            score = rules.costs[kind, rank]
        if fewest == 1 and kind == SINGLE:
            score = WHOLE * _LAST - rank
        if best == PASS or score < best_score:
            best, best_score = row, score
    return best


@compiled
def _fitting(plays: Integers, alive: int, top: Integers, fewest: int) -> int:
    """Return the row of the play of the plan to lay on the top play, or `PASS`."""
    last_card = fewest == 1 and top[0] == SINGLE
    best = PASS
    for row in range(MOST):
        fits = alive >> row & 1 and plays[row, 0] == top[0] and plays[row, 1] > top[1]
        if fits and (best == PASS or (plays[row, 1] > plays[best, 1]) == last_card):
            best = row
    return best


@compiled
def follow(plays: Integers, alive: int, top: Integers, fewest: int) -> int:
    """Return the row of the play to lay on the top play, `PASS`, or `BREAK` to break a play up."""
    best, groups = _fitting(plays, alive, top, fewest), size(alive)
    if best == PASS:
        may_break = top[0] <= PAIR and (fewest <= ALARM or groups <= 1)
        return BREAK if may_break else PASS
    is_two = top[0] <= PAIR and plays[best, 1] // SUITS == RANKS - 1
    saved = is_two and fewest > NEAR_END and groups > FEW_PLAYS
    return PASS if saved else best


@compiled
def _nth(alive: int, n: int) -> int:
    """Return the row of a play that n others of the plan come before."""
    for _ in range(n):
        alive &= alive - 1
    return greatest(alive & -alive)


@compiled
def _on_a_whim(plays: Integers, alive: int, top: Integers, row: int) -> int:
    """Return another decision than the plan's: pass for play, and play or break for pass."""
    if row != PASS:
        return PASS
    other = _fitting(plays, alive, top, MOST)
    return BREAK if other == PASS and top[0] <= PAIR else other


@compiled
def break_up(hand: int, kind: int, key: int, fewest: int) -> int:
    """Return a single or pair above the key wherever it must be taken from; 0 if there is none."""
    if kind == SINGLE:
        above = hand >> key + 1 << key + 1
        return 1 << greatest(above) if above and fewest == 1 else lowest(above, 1)
    for rank in range(key // SUITS, RANKS):
        digit = hand & 15 << SUITS * rank
        low = lowest(digit, 1)
        above = (digit ^ low) >> key + 1 << key + 1
        if above:
            return low | lowest(above, 1)
    return 0


@compiled
def play_out(state: State, world: World, turn: int, top: Integers, rules: Rules) -> int:
    """Return the winner of a game in which all play by their plans; -1 where all are stuck.

    `top` is the kind, the key and the passes. Who must break a play up parts the rest of the hand
    anew.
    """
    alive, left = (1 << world.groups) - 1, np.empty(PLAYERS, np.int64)
    for player in range(PLAYERS):
        left[player] = size(world.hands[player])
        if left[player] == 0:
            return player
    renewed, idle = 0, 0
    while idle <= _IDLE:
        fewest = MOST
        for other in range(PLAYERS):
            if other != turn:
                fewest = min(fewest, left[other])
        plays = world.scratch[turn] if renewed >> turn & 1 else world.plans[turn]
        whim = world.whims[turn] > 0 and below(state, WHOLE) < world.whims[turn]
        if top[0] == NO_TOP:
            row = lead(plays, alive[turn], fewest, rules)
            if whim and row != PASS:
                row = _nth(alive[turn], below(state, size(alive[turn])))
        else:
            row = follow(plays, alive[turn], top, fewest)
            if whim:
                row = _on_a_whim(plays, alive[turn], top, row)
        cards = 0
        if row >= 0:
            top[0], top[1], cards = plays[row, 0], plays[row, 1], plays[row, 2]
            alive[turn] ^= 1 << row
            world.hands[turn] ^= cards
        elif row == BREAK:
            cards = break_up(world.hands[turn], top[0], top[1], fewest)
            if cards:
                top[1] = greatest(cards)
                world.hands[turn] ^= cards
                renewed |= 1 << turn
                alive[turn] = (1 << part(world.hands[turn], world.scratch[turn], rules)) - 1
        if cards:
            top[2], idle = 0, 0
            left[turn] -= size(cards)
            if left[turn] == 0:
                return turn
        else:
            top[2], idle = top[2] + 1, idle + 1
            if top[2] >= PLAYERS - 1:
                top[0], top[1], top[2] = NO_TOP, -1, 0
        turn = (turn + 1) % PLAYERS
    return -1
