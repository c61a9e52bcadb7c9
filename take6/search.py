"""Monte-Carlo search: what a decision is worth, by play-outs over sampled hands of the others."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random

from take6.cards import CARDS, HEADS
from take6.compiled import buffer, compiled
from take6.playout import (
    CONTEXTS,
    FULL,
    GAPS,
    HAND,
    NEVER,
    PLACED,
    ROWS,
    SHARE,
    SITUATIONS,
    SUMS,
    advance,
    context,
    draw,
    finish,
    resolve,
    utility,
)
from take6.players.base import View

_SCALE = 1 << 12
"""The weight of a logit of 0."""
_SLICE = 64
"""Worlds between two looks at the clock."""


@compiled
def estimate(
    worlds: int,
    options: list[int],
    alive: list[int],
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
    bases: list[int],
    shares: list[int],
    costs: list[int],
    room: list[int],
    state: int,
) -> int:
    """Play every option that is alive once in each of `worlds` sampled worlds.

    An option is a card of `hand`, or if `choosing` a row to take while `revealed` has the cards of
    this round. Adds to `shares` the shares of the win and to `costs` the heads. Returns the state of
    the generator. `room` is scratch space of 512 numbers.
    """
    dealt, hands = room[0:100], room[100:200]
    cards, order, scratch = room[200:210], room[210:220], room[220:230]
    e, z, s, h = room[230:234], room[234:238], room[238:242], room[242:252]
    firsts = room[252:262]
    for _ in range(worlds):
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
                    offset = bases[player] + context(left, heads[player], threshold) * SITUATIONS
                    i = start + draw(
                        dealt, start, left, ends, sizes, sums, weights, offset, scratch, state
                    )
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
                players, hands, after, e, z, s, h, threshold, weights, bases, cards, order, scratch, state
            )
            shares[option] += utility(me, players, h, threshold, by_index)
            costs[option] += h[me]
    return state


@dataclass(frozen=True)
class Budget:
    """How long to think: a number of play-outs, or milliseconds of this thread's CPU time.

    Only a number of play-outs gives the same game on every machine.
    """

    playouts: int = 0
    milliseconds: float = 0


@dataclass(frozen=True)
class Option:
    """A card or a row, and what the search found of it."""

    what: int
    share: float
    """The mean share of the win."""
    heads: float
    """The mean heads at the end."""
    playouts: int


def search(
    view: View,
    options: Sequence[int],
    choosing: bool,
    weights: list[int],
    bases: list[int],
    budget: Budget,
    halving: bool,
    rng: Random,
) -> list[Option]:
    """Return what play-outs say of each option.

    With `halving` the budget is spent in equal parts, and after each part the worse half of the
    options is given up, so that most of it goes to the options that are hard to tell apart.

    Source: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits",
    ICML (2013).
    """
    players = len(view.heads)
    threshold = NEVER if view.rule.threshold is None else view.rule.threshold
    count = len(options)
    alive, shares, costs = buffer([1] * count), buffer([0] * count), buffer([0] * count)
    tried = [0] * count
    arguments = (
        choosing,
        view.seat,
        players,
        len(view.hand),
        buffer(view.hand),
        buffer(view.unseen),
        buffer(view.history[-1] if choosing else [0] * players),
        buffer([row[-1] for row in view.rows]),
        buffer([len(row) for row in view.rows]),
        buffer([sum(HEADS[card] for card in row) for row in view.rows]),
        buffer(view.heads),
        threshold,
        view.rule.ranking == "index",
        weights,
        buffer(bases),
        shares,
        costs,
        buffer([0] * 512),
    )
    state = rng.randrange(1, 1 << 32)
    rest = list(range(count))
    values = [0.0] * count
    parts = max(1, math.ceil(math.log2(count))) if halving else 1
    for part in range(parts):
        worlds_left = max(1, budget.playouts // (parts * len(rest)))
        until = time.thread_time() + budget.milliseconds / 1000 / parts
        while True:
            worlds = min(_SLICE, worlds_left) if budget.milliseconds else worlds_left
            state = estimate(worlds, buffer(options), alive, *arguments, state)
            for option in rest:
                tried[option] += worlds
            if not budget.milliseconds or time.thread_time() >= until:
                break
        for option in rest:
            n = tried[option]
            values[option] = shares[option] / SHARE / n - LAMBDA * costs[option] / n
        rest.sort(key=lambda option: -values[option])
        if part < parts - 1:
            for option in rest[(len(rest) + 1) // 2 :]:
                alive[option] = 0
            del rest[(len(rest) + 1) // 2 :]
    return [
        Option(what, shares[i] / SHARE / tried[i], costs[i] / tried[i], tried[i])
        for i, what in enumerate(options)
    ]
LAMBDA=0.002


@cache
def uniform() -> list[int]:
    return buffer([1] * (CONTEXTS * SITUATIONS))


@cache
def learned(players: int) -> list[int]:
    text = (resources.files("take6") / "policy.json").read_text("utf-8")
    tables = {int(k): v for k, v in json.loads(text).items()}
    best = min(tables, key=lambda k: abs(math.log(k / players)))
    out = []
    for row in tables[best]:
        for where in range(SITUATIONS):
            if where >= PLACED:
                logit = row[FULL * (GAPS + SUMS) + where - PLACED]
            else:
                size = where // (GAPS * SUMS)
                logit = row[where // SUMS] + row[FULL * GAPS + size * SUMS + where % SUMS]
            out.append(max(1, min(1 << 24, round(_SCALE * math.exp(logit)))))
    return buffer(out)

@cache
def all_weights(players):
    safe=[(1<<20) if w<4*GAPS*SUMS else 1 for w in range(SITUATIONS)]*CONTEXTS
    return buffer([*learned(players),*safe,*uniform()])
N=CONTEXTS*SITUATIONS
