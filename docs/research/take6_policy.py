"""Learn the play-out policy of `take6` from games against itself and write it.

Run with ``python docs/research/take6_policy.py``; it needs Numba and some ten minutes.

The policy is log-linear. The logit of a card is the sum of two numbers, both looked up in the
context of its player: one by the length of the row and the gap below the card, one by the length
and the heads of the row; or, for a card below every row, one by the cost of the cheapest row and
the cards below it. They are learned by REINFORCE: all players draw from the policy, and each
decision is made more likely in proportion to what its player won over the average, in heads taken
from then on and in the share of the win.

Source: R. J. Williams, "Simple statistical gradient-following algorithms for connectionist
reinforcement learning", Machine Learning 8 (1992).
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from cardjudge.series.compiled import compiled
from take6.players import playout
from take6.players.playout import (
    CONTEXTS,
    FULL,
    GAPS,
    HAND,
    NEVER,
    PHASES,
    PLACED,
    SHARE,
    SITUATIONS,
    SUMS,
    Board,
    Room,
    advance,
    context,
    resolve,
    situation,
    survey,
    utility,
)

ROOT = Path(__file__).parents[2]

TABLES = [4, 2, 6, 10]
"""The numbers of players that a table of its own is learned for."""
FEATURES = FULL * (GAPS + SUMS) + SITUATIONS - PLACED
GAMES = 20_000
"""Games of one step of the gradient."""
zeros: Any = np.zeros
"""Arrays that the functions of `take6.players.playout` take for lists."""
HEADS_REWARD = 0.02
"""What a head less than the average is worth, where the win is worth 1."""


@compiled
def features(where: int) -> tuple[int, int]:
    """Return the two features of a situation; the second is -1 where there is only one."""
    if where >= PLACED:
        return FULL * (GAPS + SUMS) + where - PLACED, -1
    row = where // (GAPS * SUMS)
    return where // SUMS, FULL * GAPS + row * SUMS + where % SUMS


@compiled
def learn_from_games(
    players: int, games: int, thresholds: Any, theta: Any, gradient: Any, state: int
) -> tuple[int, float]:
    """Play games by `theta`; add to `gradient`; return the generator and the mean entropy."""
    deck: Any = np.arange(1, 105)
    hands = zeros(10 * HAND, np.int64)
    cards = zeros(10, np.int64)
    order = zeros(10, np.int64)
    ends, sizes, sums = zeros(4, np.int64), zeros(4, np.int64), zeros(4, np.int64)
    heads, nothing = zeros(10, np.int64), zeros(0, np.int64)
    steps = players * HAND
    chosen = zeros((steps, HAND), np.int64)
    probabilities = zeros((steps, HAND))
    contexts = zeros(steps, np.int64)
    places = zeros(steps, np.int64)
    before = zeros((HAND, 10), np.int64)
    entropy = 0.0
    for game in range(games):
        threshold = thresholds[game % len(thresholds)]
        for i in range(players * HAND + 4):
            state = advance(state)
            j = i + ((state * (104 - i)) >> 32)
            deck[i], deck[j] = deck[j], deck[i]
        for i in range(players * HAND):
            hands[i // HAND * HAND + i % HAND] = deck[i]
        for r in range(4):
            ends[r] = deck[players * HAND + r]
            sizes[r] = 1
            sums[r] = playout._HEADS[ends[r]]
        heads[:] = 0
        board, room = Board(ends, sizes, sums, heads, threshold), Room(cards, order, nothing)
        for turn in range(HAND):
            left = HAND - turn
            rows = survey(board)
            for p in range(players):
                before[turn, p] = heads[p]
                step = turn * players + p
                c = context(left, heads[p], threshold)
                contexts[step] = c
                total = 0.0
                for i in range(left):
                    where = situation(hands[p * HAND + i], rows)
                    chosen[step, i] = where
                    a, b = features(where)
                    logit = theta[c, a]
                    if b >= 0:
                        logit += theta[c, b]
                    probabilities[step, i] = np.exp(logit)
                    total += probabilities[step, i]
                state = advance(state)
                target = state / 4294967296.0
                place = -1
                for i in range(left):
                    probabilities[step, i] /= total
                    entropy -= probabilities[step, i] * np.log(probabilities[step, i] + 1e-12)
                    target -= probabilities[step, i]
                    if place < 0 and target < 0:
                        place = i
                if place < 0:
                    place = left - 1
                places[step] = place
                cards[p] = hands[p * HAND + place]
                hands[p * HAND + place] = hands[p * HAND + left - 1]
            resolve(players, -1, board, room)
        for p in range(players):
            won = utility(p, players, board, 0) / SHARE - 1 / players
            for turn in range(HAND):
                step = turn * players + p
                reward = won
                if threshold == NEVER:
                    others = 0
                    for q in range(players):
                        if q != p:
                            others += heads[q] - before[turn, q]
                    mine = heads[p] - before[turn, p]
                    reward += HEADS_REWARD * (others / (players - 1) - mine)
                c = contexts[step]
                for i in range(HAND - turn):
                    a, b = features(chosen[step, i])
                    amount = -reward * probabilities[step, i]
                    if i == places[step]:
                        amount += reward
                    gradient[c, a] += amount
                    if b >= 0:
                        gradient[c, b] += amount
    return state, entropy / (games * steps)


def learn(players: int, thresholds: Any, steps: int, seed: int) -> Any:
    """Return the policy for a number of players after steps of the gradient (Adam)."""
    theta = zeros((CONTEXTS, FEATURES))
    first, second = np.zeros_like(theta), np.zeros_like(theta)
    state = seed
    average = np.zeros_like(theta)
    for step in range(1, steps + 1):
        gradient = np.zeros_like(theta)
        state, entropy = learn_from_games(players, GAMES, thresholds, theta, gradient, state)
        gradient /= GAMES
        first += 0.1 * (gradient - first)
        second += 0.01 * (gradient**2 - second)
        rate = 0.05 if step < steps * 2 // 3 else 0.02
        theta += rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
        np.clip(theta, -5, 5, out=theta)
        if step > steps // 2:
            average += theta / (steps - steps // 2)
        if step % 50 == 0:
            print(f"{players} players, step {step}: entropy {entropy:.3f}", file=sys.stderr)
    return average


def main() -> int:
    """Learn all tables; an argument is the number of steps, 300 if there is none."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    path = ROOT / "take6/players/policy.json"
    logits = json.loads(path.read_text())
    for players in TABLES:
        start = time.process_time()
        normal = learn(players, np.array([NEVER]), steps, 1)
        mad = learn(players, np.array([12, 20, 30, 45]), steps, 2)
        theta = np.concatenate([normal[:PHASES], mad[PHASES:]])
        logits["learned"][str(players)] = [[round(float(x), 2) for x in row] for row in theta]
        print(players, time.process_time() - start, file=sys.stderr)
        path.write_text(json.dumps(logits) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
