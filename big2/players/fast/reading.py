"""Infers the other players' hands and styles from their actions.

By Bayes' rule, the posterior probability of a deal and of the players' styles is proportional to
the likelihood of the observed actions. A Markov chain samples deals: a step proposes to swap two
cards of different players.

Source: N. Metropolis et al., "Equation of state calculations by fast computing machines", J. Chem.
Phys. 21 (1953).
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from big2.players.fast.cards import NO_TOP, PLAYERS, SUITS, Integers, State, below, nth, size
from big2.players.fast.plan import BREAK, PASS, Rules, break_up, follow, lead, part
from big2.players.plan import WHIMS, WHOLE
from cardjudge.series.compiled import compiled

_SLIP = WHOLE // 20
"""The assumed frequency of slips by a player that follows its plan, in units of 1/`WHOLE`."""
_ONE_OF = 2
"""The assumed number of other actions among which a whim chooses."""
_MOST = 64
"""Upper bound of a player's actions in a game: 13 plays, and passes between them."""
_ONE = 1 << 30

SEAT, KIND, KEY, FEWEST, OPENS, ITS_KIND, ITS_KEY, ITS_CARDS = range(8)
"""The columns of an action: its seat; the kind and key of the top play; the fewest cards of another
player; whether it opens the game; its kind and key; and the cards that the player plays from then
on."""


class Past(NamedTuple):
    """The actions of the other players."""

    actions: Integers
    likelihood: Any
    """The likelihood of n planned actions and m others under each style: (n, m, style)."""
    planned: Integers
    """Number of planned actions of each seat in the current deal of the Markov chain."""
    others: Integers
    """Number of other actions of each seat."""


def past(actions: list[list[int]]) -> Past:
    """Return the past of these actions, each a row of the columns above."""
    rows = np.array(actions, np.int64).reshape(-1, 8)
    return Past(rows, _likelihood(), np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64))


@cache
def _likelihood() -> Any:
    whims = [max(_SLIP, whim) / WHOLE for whim in WHIMS]
    n, m = np.arange(float(_MOST))[:, None], np.arange(float(_MOST))
    return np.stack([(1 - whim) ** n * (whim / _ONE_OF) ** m for whim in whims], axis=2)


@compiled
def _planned(action: Integers, hand: int, plan: Integers, rules: Rules) -> bool:
    """Whether an action is the planned one for a player with this hand."""
    alive = (1 << part(hand, plan, rules)) - 1
    if action[KIND] == NO_TOP:
        if action[OPENS]:
            opening = 0
            for row in range(size(alive)):
                opening |= (plan[row, 2] & 1) << row
            alive = opening
        row = lead(plan, alive, action[FEWEST], rules)
    else:
        row = follow(plan, alive, action[KIND : KEY + 1], action[FEWEST])
    if row == BREAK:
        broken = break_up(hand, action[KIND], action[KEY], action[FEWEST])
        return bool((broken == 0) == (action[ITS_KIND] == NO_TOP))
    if row == PASS:
        return bool(action[ITS_KIND] == NO_TOP)
    same_rank = plan[row, 1] // SUITS == action[ITS_KEY] // SUITS
    return bool(plan[row, 0] == action[ITS_KIND] and same_rank)


@compiled
def _count(seat: int, hand: int, past: Past, plan: Integers, rules: Rules) -> tuple[int, int]:
    """Return the numbers of planned and of other actions of a seat with this hand."""
    planned, others = 0, 0
    for action in past.actions:
        if action[SEAT] == seat:
            if _planned(action, hand | action[ITS_CARDS], plan, rules):
                planned += 1
            else:
                others += 1
    return planned, others


@compiled
def _probability(planned: int, others: int, past: Past) -> float:
    total = 0.0
    for style in range(past.likelihood.shape[2]):
        total += past.likelihood[planned, others, style]
    return total


@compiled
def begin(deal: Integers, past: Past, plan: Integers, rules: Rules) -> None:
    """Count the planned actions in the first deal of the Markov chain."""
    for seat in range(1, PLAYERS):
        past.planned[seat], past.others[seat] = _count(seat, deal[seat], past, plan, rules)


@compiled
def wander(
    state: State, steps: int, deal: Integers, past: Past, plan: Integers, rules: Rules
) -> None:
    """Advance the Markov chain by `steps` proposed swaps. `plan` is a scratch buffer."""
    for _ in range(steps):
        one = 1 + below(state, PLAYERS - 1)
        two = 1 + (one + below(state, PLAYERS - 2)) % (PLAYERS - 1)
        swap = nth(deal[one], below(state, size(deal[one])))
        swap |= nth(deal[two], below(state, size(deal[two])))
        n, m = _count(one, deal[one] ^ swap, past, plan, rules)
        p, q = _count(two, deal[two] ^ swap, past, plan, rules)
        current = _probability(past.planned[one], past.others[one], past)
        current *= _probability(past.planned[two], past.others[two], past)
        proposal = _probability(n, m, past) * _probability(p, q, past)
        if below(state, _ONE) * current < proposal * _ONE:
            deal[one] ^= swap
            deal[two] ^= swap
            past.planned[one], past.others[one] = n, m
            past.planned[two], past.others[two] = p, q


@compiled
def style(state: State, seat: int, past: Past) -> int:
    """Draw the style of a seat from its posterior in the current deal of the Markov chain."""
    planned, others = past.planned[seat], past.others[seat]
    rest = _probability(planned, others, past) * below(state, _ONE) / _ONE
    pick = 0
    while pick < past.likelihood.shape[2] - 1 and rest >= past.likelihood[planned, others, pick]:
        rest -= past.likelihood[planned, others, pick]
        pick += 1
    return pick
