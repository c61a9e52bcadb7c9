"""The games of a series in pure Python, by the reference: slow, and needs nothing installed."""

from __future__ import annotations

from war.battle import DRAW, INFINITE, Battle
from war.course import follow
from war.series.chunks import Chunk, Series, Tally
from war.series.deals import deal


def tally(chunk: Chunk) -> Tally:
    """Play a chunk of games and count."""
    counts, all_rounds, squares = [0] * (INFINITE + 1), 0, 0
    for index in range(chunk.first, chunk.first + chunk.games):
        result, rounds = play(chunk.series, index)
        counts[result] += 1
        all_rounds += rounds
        squares += rounds * rounds
    return Tally(counts[DRAW], counts[1], counts[2], counts[INFINITE], all_rounds, squares)


def play(series: Series, index: int) -> tuple[int, int]:
    """Play one game; return its result, and its rounds (0 for an infinite one)."""
    hands = deal(series.seed, index, series.nb_vals, series.riffles)
    course = follow(Battle(*hands, alternate=series.alternate))
    if course.period is not None:
        return INFINITE, 0
    return course.final.winner(), course.rounds
