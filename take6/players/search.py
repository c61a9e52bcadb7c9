"""Monte-Carlo search: what a decision is worth, by play-outs over sampled hands of the others."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from take6.players.base import View
from take6.players.budget import Budget
from take6.players.compiled import buffer, compiled
from take6.players.playout import (
    HAND,
    NEVER,
    ROWS,
    SHARE,
    SITUATIONS,
    advance,
    context,
    draw,
    finish,
    resolve,
    survey,
    utility,
)
from take6.players.policy import POLICIES, TABLE, tables

CERTAIN = 1 << 32
"""One, in the units of odds."""
_ROOM = 272
_HEAD = 0.01
"""What a head less is worth, where the win is worth 1: it decides where shares of the win tie."""
_SLICE = 64
"""Worlds between two looks at the clock."""


@compiled
def estimate(
    worlds: int,
    options: list[int],
    alive: list[int],
    shares: list[int],
    costs: list[int],
    state: int,
    choosing: int,
    me: int,
    players: int,
    left: int,
    hand: list[int],
    unseen: list[int],
    revealed: list[int],
    ends: list[int],
    sizes: list[int],
    sums: list[int],
    heads: list[int],
    threshold: int,
    by_index: int,
    weights: list[int],
    policies: int,
    table: int,
    odds: list[int],
    room: list[int],
) -> int:
    """Play every option that is alive once in each of `worlds` sampled worlds.

    An option is a card of `hand`, or if `choosing` a row to take while `revealed` has the cards of
    this round. Adds to `shares` the shares of the win and to `costs` the heads. Returns the state
    of the generator. `room` is scratch space.
    """
    dealt, hands = room[0:100], room[100:200]
    cards, order, scratch = room[200:210], room[210:220], room[220:230]
    e, z, s, h = room[230:234], room[234:238], room[238:242], room[242:252]
    firsts, tables_of = room[252:262], room[262:272]
    rows = survey(ends, sizes, sums)
    for _ in range(worlds):
        for player in range(players):
            state = advance(state)
            policy = 0
            while odds[player * policies + policy] <= state:
                policy += 1
            tables_of[player] = policy * table
        # The others' hands are the first cards of a partial Fisher-Yates shuffle of the unseen.
        taken = 0
        for player in range(players):
            if player == me:
                for i in range(left):
                    dealt[player * HAND + i] = hand[i]
                continue
            for i in range(left):
                state = advance(state)
                j = taken + ((state * (len(unseen) - taken)) >> 32)
                card = unseen[j]
                unseen[j] = unseen[taken]
                unseen[taken] = card
                dealt[player * HAND + i] = card
                taken += 1
        after = left
        if not choosing:
            after -= 1
            for player in range(players):
                if player != me:
                    state = advance(state)
                    start = player * HAND
                    offset = (
                        tables_of[player] + context(left, heads[player], threshold) * SITUATIONS
                    )
                    i = start + draw(dealt, start, left, rows, weights, offset, scratch, state)
                    firsts[player] = dealt[i]
                    dealt[i] = dealt[start + after]
        for option in range(len(options)):
            if not alive[option]:
                continue
            for player in range(players):
                h[player] = heads[player]
                cards[player] = revealed[player] if choosing else firsts[player]
                for i in range(player * HAND, player * HAND + after):
                    hands[i] = dealt[i]
            for r in range(ROWS):
                e[r], z[r], s[r] = ends[r], sizes[r], sums[r]
            forced = -1
            if choosing:
                forced = options[option]
            else:
                # Options are the cards of the hand in its order.
                cards[me] = hand[option]
                hands[me * HAND + option] = hand[after]
            resolve(players, cards, forced, e, z, s, h, threshold, order)
            state = finish(
                players,
                hands,
                after,
                e,
                z,
                s,
                h,
                threshold,
                weights,
                tables_of,
                cards,
                order,
                scratch,
                state,
            )
            shares[option] += utility(me, players, h, threshold, by_index)
            costs[option] += h[me]
    return state


class Option(NamedTuple):
    """A card or a row, and what the search found of it."""

    what: int
    share: float
    """The mean share of the win."""
    heads: float
    """The mean heads at the end."""
    playouts: int

    @property
    def value(self) -> float:
        """What it is judged by."""
        return self.share - _HEAD * self.heads


def fixed_odds(view: View, mine: int, others: int) -> list[int]:
    """Return odds by which the player follows one policy and all others another."""
    odds: list[int] = []
    for player in range(view.players):
        policy = mine if player == view.seat else others
        odds += [0] * policy + [CERTAIN] * (POLICIES - policy)
    return odds


def search(
    view: View,
    options: Sequence[int],
    odds: list[int],
    budget: Budget,
    rng: Random,
    *,
    halving: bool,
    choosing: bool = False,
) -> list[Option]:
    """Return what play-outs say of each option, the best first.

    `options` are the cards of the hand in its order, or if `choosing` rows. `odds` has, for each
    player and policy, `CERTAIN` times the probability that the player follows this policy or one
    before it. With `halving` the budget is spent in equal parts, and after each the worse half of
    the options is given up, so that most of it goes to those that are hard to tell apart.

    Source: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits",
    ICML (2013).
    """
    count = len(options)
    alive, shares, costs = buffer([1] * count), buffer([0] * count), buffer([0] * count)
    tried = [0] * count
    state = rng.randrange(1, CERTAIN)
    position = _position(view, choosing, odds)
    rest = list(range(count))
    parts = max(1, math.ceil(math.log2(count))) if halving else 1
    for part in range(parts):
        if part:
            # Stable: of equal options the first stays.
            rest.sort(key=lambda i: _HEAD * SHARE * costs[i] - shares[i])
            for i in rest[(len(rest) + 1) // 2 :]:
                alive[i] = 0
            del rest[(len(rest) + 1) // 2 :]
        for worlds in _portions(budget, parts * len(rest), parts):
            state = estimate(worlds, buffer(options), alive, shares, costs, state, *position)
            for i in rest:
                tried[i] += worlds
    found = [
        Option(what, shares[i] / SHARE / tried[i], costs[i] / tried[i], tried[i])
        for i, what in enumerate(options)
    ]
    return sorted(found, key=lambda option: (-option.playouts, -option.value))


def _portions(budget: Budget, shares: int, parts: int) -> Iterator[int]:
    """Yield how many worlds to try, until this part of the budget is spent."""
    if budget.playouts:
        yield max(1, budget.playouts // shares)
        return
    until = time.thread_time() + budget.milliseconds / 1000 / parts
    yield _SLICE
    while time.thread_time() < until:
        yield _SLICE


def _position(view: View, choosing: bool, odds: list[int]) -> tuple[Any, ...]:
    revealed = view.history[-1] if choosing else [0] * view.players
    return (
        int(choosing),
        view.seat,
        view.players,
        len(view.hand),
        buffer(view.hand),
        buffer(view.unseen),
        buffer(revealed),
        buffer([row[-1] for row in view.rows]),
        buffer([len(row) for row in view.rows]),
        buffer(view.row_heads),
        buffer(view.heads),
        NEVER if view.rule.threshold is None else view.rule.threshold,
        int(view.rule.ranking == "index"),
        tables(view.players),
        POLICIES,
        TABLE,
        buffer(odds),
        buffer([0] * _ROOM),
    )
