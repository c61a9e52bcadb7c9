"""Learn how level 5 of `take6` plays with two players, which level 6 believes of others; write it.

``python docs/research/take6_habits.py`` needs Numba and a minute. The level plays games against
itself, and the logits of the play-out policy (`take6_policy.py`) are fitted to its plays by
maximum likelihood. It prints the mean log-likelihood of a play.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from docs.research.take6_policy import FEATURES
from docs.research.take6_pool import played
from take6.players import player
from take6.players.playout import (
    HAND,
    PHASES,
    SITUATIONS,
    board_of,
    context,
    features,
    situation,
    survey,
)

ROOT = Path(__file__).parents[2]

DECISIONS = 10_000
STEPS = 300
PENALTY = 0.3
"""The weight of the squared logits, against the log-likelihood of all plays."""


class Plays(NamedTuple):
    """Decisions of a level: the context of each, and where its cards would go, the played first."""

    phases: Any
    situations: Any
    held: Any
    """Which places have a card: the hand becomes smaller."""


def plays(level: str, players: int) -> Plays:
    """Return decisions of a level that plays games against itself."""
    phases, situations = [], []
    for game_number in range(DECISIONS // ((HAND - 1) * players)):
        game = played([player(level)] * players, f"habits {level} {game_number}")
        for turn, position in enumerate(game.positions[: HAND - 1]):
            board = board_of(position.rows, position.heads, None)
            for seat in range(players):
                hand = [cards[seat] for cards in game.history[turn:]]
                where = [situation(card, survey(board)) for card in hand]
                phases.append(context(HAND - turn, 0, board.threshold))
                situations.append(where + [0] * turn)
    lengths = HAND - np.tile(np.repeat(np.arange(HAND - 1), players), game_number + 1)
    return Plays(np.array(phases), np.array(situations), np.arange(HAND) < lengths[:, None])


def fit(known: Plays) -> Any:
    """Return the logits under which the plays are most likely (Adam)."""
    adds_up = np.zeros((SITUATIONS, FEATURES))
    for where in range(SITUATIONS):
        adds_up[where, features(where)] = 1
    theta = np.zeros((PHASES, FEATURES))
    first, second = np.zeros_like(theta), np.zeros_like(theta)
    for step in range(1, STEPS + 1):
        amounts = -np.exp(log_chances(theta @ adds_up.T, known))
        amounts[:, 0] += 1
        by_situation = np.zeros((PHASES, SITUATIONS))
        np.add.at(by_situation, (known.phases[:, None], known.situations), amounts)
        gradient = by_situation @ adds_up - PENALTY * theta
        first += 0.1 * (gradient - first)
        second += 0.01 * (gradient**2 - second)
        theta += 0.06 * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
    print(f"{log_chances(theta @ adds_up.T, known)[:, 0].mean():.3f}", file=sys.stderr)
    return theta


def log_chances(logits: Any, known: Plays) -> Any:
    """Return the logarithm of how likely each card of each hand is."""
    each = np.where(known.held, logits[known.phases[:, None], known.situations], -np.inf)
    return each - np.logaddexp.reduce(each, axis=1, keepdims=True)


def main() -> int:
    """Learn the habits of level 5."""
    path = ROOT / "take6/players/policy.json"
    logits = json.loads(path.read_text())
    theta = fit(plays("5:1000", 2))
    logits["habits"] = [[round(float(x), 2) for x in row] for row in theta]
    path.write_text(json.dumps(logits) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
