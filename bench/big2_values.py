"""Values of `big2 review` against 10^5 play-outs of the plain rules.

Each of 20 games has one decision, chosen at random among those where the review prefers another
move. One long chain deals the worlds, and the rules without Numba play them out, for both moves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from bench.claims import Claim, Row, status, told
from big2.cards import DECK
from big2.patterns import Cards, Play
from big2.play import Big2
from big2.players.base import View
from big2.players.fast.reading import begin, style, wander
from big2.players.fast.worlds import FastEngine, sample
from big2.players.plan import WHIMS
from big2.players.worlds import GeneralEngine, Seat
from cardjudge.play import reviewing
from cardjudge.play.replay import Replay
from cardjudge.play.review import Decision
from cardjudge.play.session import Session
from cardjudge.series.estimate import share

POSITIONS, PLAYOUTS, SEED = 20, 100_000, 20261126
BURN, BETWEEN = 10_000, 4
PLAYERS = ("greedy", "random", "smallest")
CLAIM = Claim("values of a review with the plain one in their interval", at_least=0.85)
CLAIMS = (CLAIM,)


def cards(bits: int) -> Cards:
    """Return the cards of a kernel's set."""
    return tuple(card for at, card in enumerate(sorted(DECK)) if bits >> at & 1)


def worlds(view: View, seed: int) -> Iterator[list[tuple[Cards, int]]]:
    """Yield the hands and whims of the other seats, from one chain."""
    facts, past = (engine := FastEngine(view))._facts, engine._past
    state, dealt = np.array([np.uint64(seed)]), np.zeros(4, np.int64)
    plan = np.zeros((13, 3), np.int64)
    sample(state, facts.unseen, facts.counts, dealt)
    begin(dealt, past, plan, engine._rules)
    wander(state, BURN, dealt, past, plan, engine._rules)
    while True:
        wander(state, BETWEEN, dealt, past, plan, engine._rules)
        yield [(cards(int(dealt[seat])), WHIMS[style(state, seat, past)]) for seat in (1, 2, 3)]


def plain(view: View, moves: list[Play | None], seed: int) -> list[float]:
    """Return the share of the wins of each move by the plain rules."""
    engine, rng, wins = GeneralEngine(view), Random(seed), [0] * len(moves)
    seated = lru_cache(1 << 18)(Seat.of)
    gone = [set(move.cards) if move else set() for move in moves]
    rests = [tuple(card for card in view.hand if card not in each) for each in gone]
    own = [seated(view.chain, rest) for rest in rests]
    for _, world in zip(range(PLAYOUTS), worlds(view, seed), strict=False):
        others = [seated(view.chain, hand, whim) for hand, whim in world]
        for at, move in enumerate(moves):
            wins[at] += engine.play_out(move, [own[at], *others], rng) == 0
    return [won / PLAYOUTS for won in wins]


def decisions(rng: Random) -> Iterator[tuple[Any, Decision]]:
    """Yield positions and a decision of each that the review would make otherwise."""
    number = 0
    while number := number + 1:
        deal = Big2.dealt({}, Random(f"values {number}"))
        session = Session(deal, rng.choices(PLAYERS, k=4), number)
        session.play()
        replay = Replay(Big2, session.dump().encode(), {})
        found = reviewing.review(replay, range(4)).decisions
        if other := [each for each in found if each.done != each.best]:
            chosen = rng.choice(other)
            at = replay.frame_of.index(chosen.step)
            yield session.after(session.record[:at]).game, chosen


def rows() -> Iterator[Row]:
    """Compare both values of each decision."""
    within, off = 0, []
    for number, (game, made) in zip(range(POSITIONS), decisions(Random(SEED)), strict=False):
        named = {game.called(made.player, each.move): each for each in game.choices(0).single}
        moves = [named[made.best].move, named[made.done].move]
        values = plain(game.record.view(), moves, number)
        for found, value in zip((made.before, made.after), values, strict=True):
            within += found.low <= value <= found.high
            off.append(abs(found.value - value))
    note = f"{POSITIONS} decisions; {100 * sum(off) / len(off):.1f} points off on average"
    yield Row(CLAIM, share(within, 2 * POSITIONS), note)


if __name__ == "__main__":
    sys.exit(status(told(CLAIMS, rows())))
