"""The policies that play-outs may follow, as tables of weights for `take6.players.playout.draw`."""

from __future__ import annotations

import json
import math
from functools import cache
from importlib import resources

from take6.players.compiled import buffer
from take6.players.playout import CONTEXTS, FULL, GAPS, PLACED, SITUATIONS, SUMS

_UNIT = 1 << 12
"""The weight of a logit of 0."""
_MOST = 1 << 24
_SAFE = (FULL - 1) * GAPS * SUMS
"""The situations before this one put a card at the end of a row that is not full."""

TABLE = CONTEXTS * SITUATIONS
"""The length of one table."""
POLICIES = 4
"""Learned, careful, uniform, and learned but surer of itself: one table after the other."""
LEARNED, CAREFUL, UNIFORM, SHARP = range(POLICIES)
_SURER = 2.0
"""What the logits of the learned policy are multiplied by."""


@cache
def tables(players: int) -> list[int]:
    """Return the tables for a number of players.

    The learned one is made by ``python -m bench.take6_policy``, the careful one draws evenly from
    the cards that fit a row that is not full, the uniform one from all.
    """
    careful = ([_MOST] * _SAFE + [1] * (SITUATIONS - _SAFE)) * CONTEXTS
    uniform = [1] * TABLE
    return buffer([*_learned(players, 1.0), *careful, *uniform, *_learned(players, _SURER)])


def features(situation: int) -> list[int]:
    """Return which of a context's numbers add up to the logit of a situation."""
    if situation >= PLACED:
        return [FULL * (GAPS + SUMS) + situation - PLACED]
    size = situation // (GAPS * SUMS)
    return [situation // SUMS, FULL * GAPS + size * SUMS + situation % SUMS]


def _learned(players: int, sureness: float) -> list[int]:
    text = resources.files("take6.players").joinpath("policy.json").read_text("utf-8")
    by_players = {int(count): table for count, table in json.loads(text).items()}
    nearest = min(by_players, key=lambda count: abs(math.log(count / players)))
    return [
        _weight(sureness * sum(numbers[feature] for feature in features(situation)))
        for numbers in by_players[nearest]
        for situation in range(SITUATIONS)
    ]


def _weight(logit: float) -> int:
    return max(1, min(_MOST, round(_UNIT * math.exp(logit))))
