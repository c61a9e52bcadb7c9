"""What the others did tells what they hold, and whether they follow plans.

By Bayes' rule: a deal, and a style of each player, are as probable as they would have made all that
was seen. Deals are drawn by a chain that swaps a card of one player for a card of another.

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
"""How often, of `WHOLE`, one who follows its plan is thought to do something else."""
_ONE_OF = 2
"""Among how many other actions a whim is thought to choose."""
_MOST = 64
"""More actions than one player takes in a game: it plays 13 times at most, and passes between."""
_ONE = 1 << 30

SEAT, KIND, KEY, FEWEST, OPENS, ITS_KIND, ITS_KEY, ITS_CARDS = range(8)
"""The columns of an action: who, on what top play, how few cards another held, whether it opens the
game; its kind and key; and the cards that the player laid down then and later."""


class Past(NamedTuple):
    """What the others have done."""

    actions: Integers
    likely: Any
    """How likely each style makes n actions of its plan and m others: [n, m, style]."""
    planned: Integers
    """How many actions of each seat are those of its plan, in the deal of the chain …"""
    others: Integers
    """… and how many are not."""


def past(actions: list[list[int]]) -> Past:
    """Return what the others have done, by actions in columns as above."""
    rows = np.array(actions, np.int64).reshape(-1, 8)
    return Past(rows, _likely(), np.zeros(PLAYERS, np.int64), np.zeros(PLAYERS, np.int64))


@cache
def _likely() -> Any:
    whims = [max(_SLIP, whim) / WHOLE for whim in WHIMS]
    n, m = np.arange(float(_MOST))[:, None], np.arange(float(_MOST))
    return np.stack([(1 - whim) ** n * (whim / _ONE_OF) ** m for whim in whims], axis=2)


@compiled
def _planned(action: Integers, held: int, plan: Integers, rules: Rules) -> bool:
    """Whether a player who held these cards did what its plan says."""
    alive = (1 << part(held, plan, rules)) - 1
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
        broken = break_up(held, action[KIND], action[KEY], action[FEWEST])
        return bool((broken == 0) == (action[ITS_KIND] == NO_TOP))
    if row == PASS:
        return bool(action[ITS_KIND] == NO_TOP)
    same_rank = plan[row, 1] // SUITS == action[ITS_KEY] // SUITS
    return bool(plan[row, 0] == action[ITS_KIND] and same_rank)


@compiled
def _count(seat: int, hand: int, past: Past, plan: Integers, rules: Rules) -> tuple[int, int]:
    """Return how many actions of a seat with this hand are those of its plan, and how many not."""
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
    for style in range(past.likely.shape[2]):
        total += past.likely[planned, others, style]
    return total


@compiled
def begin(dealt: Integers, past: Past, plan: Integers, rules: Rules) -> None:
    """Judge the deal that the chain begins with."""
    for seat in range(1, PLAYERS):
        past.planned[seat], past.others[seat] = _count(seat, dealt[seat], past, plan, rules)


@compiled
def wander(
    state: State, steps: int, dealt: Integers, past: Past, plan: Integers, rules: Rules
) -> None:
    """Go on with the chain: propose so many swaps. `plan` is room for one."""
    for _ in range(steps):
        one = 1 + below(state, PLAYERS - 1)
        two = 1 + (one + below(state, PLAYERS - 2)) % (PLAYERS - 1)
        swapped = nth(dealt[one], below(state, size(dealt[one])))
        swapped |= nth(dealt[two], below(state, size(dealt[two])))
        n, m = _count(one, dealt[one] ^ swapped, past, plan, rules)
        p, q = _count(two, dealt[two] ^ swapped, past, plan, rules)
        before = _probability(past.planned[one], past.others[one], past)
        before *= _probability(past.planned[two], past.others[two], past)
        after = _probability(n, m, past) * _probability(p, q, past)
        if below(state, _ONE) * before < after * _ONE:
            dealt[one] ^= swapped
            dealt[two] ^= swapped
            past.planned[one], past.others[one] = n, m
            past.planned[two], past.others[two] = p, q


@compiled
def style(state: State, seat: int, past: Past) -> int:
    """Draw the style of a seat, as probable as it is in the deal of the chain."""
    planned, others = past.planned[seat], past.others[seat]
    rest = _probability(planned, others, past) * below(state, _ONE) / _ONE
    chosen = 0
    while chosen < past.likely.shape[2] - 1 and rest >= past.likely[planned, others, chosen]:
        rest -= past.likely[planned, others, chosen]
        chosen += 1
    return chosen
