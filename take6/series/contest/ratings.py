"""Ratings from the games of a round robin."""

from __future__ import annotations

import math
from collections.abc import Sequence

_MEAN, _SCALE = 1500.0, 400.0
_PRIOR = 1.0
"""Games that everyone is taken to have drawn with an average player: so no rating is infinite."""
_ROUNDS = 1000


def ratings(points: Sequence[Sequence[float]]) -> list[float]:
    """Return the ratings under which the results are most likely; their mean is 1500.

    ``points[i][j]`` is what player i has won against player j, draws as halves. As on the Elo
    scale, 400 points more mean winning ten games for every game lost.

    Sources: R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39
    (1952); the iteration is that of D. R. Hunter, "MM algorithms for generalized Bradley-Terry
    models", Ann. Statist. 32 (2004).

    >>> [round(rating) for rating in ratings([[0, 10], [10, 0]])]
    [1500, 1500]
    """
    players = range(len(points))
    strengths = [1.0 for _ in players]
    for _ in range(_ROUNDS):
        strengths = [
            (sum(points[i]) + _PRIOR / 2)
            / (
                _PRIOR / (strengths[i] + 1)
                + sum(
                    (points[i][j] + points[j][i]) / (strengths[i] + strengths[j])
                    for j in players
                    if j != i
                )
            )
            for i in players
        ]
    logs = [_SCALE * math.log10(strength) for strength in strengths]
    centre = sum(logs) / len(logs)
    return [_MEAN + each - centre for each in logs]
