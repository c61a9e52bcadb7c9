"""The policies that play-outs may follow, as tables of weights for `take6.players.playout.draw`."""

from __future__ import annotations

import json
import math
from functools import cache
from importlib import resources

from take6.players.compiled import buffer
from take6.players.playout import (
    CONTEXTS,
    EVEN,
    FULL,
    GAPS,
    PLACED,
    PLACES,
    SITUATIONS,
    SUMS,
    TABLE,
)

_UNIT = 1 << 12
"""The weight of a logit of 0."""
_MOST = 1 << 24
_SAFE = (FULL - 1) * GAPS * SUMS
"""The situations before this one put a card at the end of a row that is not full."""

POLICIES = 6
"""Learned, careful, uniform, learned but surer of itself, low cards first, high cards first."""
LEARNED, CAREFUL, UNIFORM, SHARP, LOW, HIGH = range(POLICIES)
_STEEP = 10
"""Who goes by the numbers prefers a card by a factor of e to one that is so much farther off."""
_SURER = 2.0
"""What the logits of the learned policy are multiplied by."""


@cache
def tables(players: int) -> list[int]:
    """Return the tables of all policies for a number of players, one after the other.

    The learned one is made by ``python -m bench.take6_policy``, the careful one draws evenly from
    the cards that fit a row that is not full, the other three from all.
    """
    careful = ([_MOST] * _SAFE + [1] * (SITUATIONS - _SAFE)) * CONTEXTS
    uniform = [1 << EVEN] * TABLE
    learned, surer = _learned(players, 1.0), _learned(players, _SURER)
    return buffer([*learned, *careful, *uniform, *surer, *uniform, *uniform])


@cache
def tilts() -> list[int]:
    """Return the tilts of all policies, one after the other."""
    low = [math.ceil(math.exp(-card / _STEEP) * (1 << EVEN)) for card in range(PLACES)]
    return buffer([*[1 << EVEN] * (PLACES * LOW), *low, *reversed(low)])


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
