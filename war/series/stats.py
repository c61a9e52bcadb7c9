"""Statistics of many games: the choice of the engine, and the chunks.

A game depends only on the series and its number, so the sum does not depend on the chunks or on the
machine that plays them.
"""

from cardjudge.language import say
from cardjudge.series.compiled import compiles
from cardjudge.series.workers import spread
from war.battle import INFINITE, Battle
from war.course import follow
from war.series.chunks import Chunk, Series, Tally, chunks
from war.series.deals import deal

_MOST_CHUNKS = 10_000
"""Approximate limit of the number of chunks, so that their list stays small."""
_COMPILED_CHUNK, _PLAIN_CHUNK = 1 << 18, 1 << 6
"""Fewest games of a chunk; a smaller chunk costs more to send than to play."""


def tally(chunk: Chunk) -> Tally:
    """Count a chunk of games with the fastest engine installed on this machine."""
    if not compiles():
        return tally_plain(chunk)
    from war.series.kernel import tally

    return tally(chunk)


def tally_plain(chunk: Chunk) -> Tally:
    """Count a chunk of games with the reference, which is slow and needs no extra package."""
    counts, all_rounds, squares = [0] * (INFINITE + 1), 0, 0
    seed, riffles = chunk.series.seed, chunk.series.riffles
    for game in range(chunk.first, chunk.first + chunk.games):
        hands = deal(seed, game, chunk.series.nb_vals, riffles)
        final, rounds, period = follow(Battle(*hands, alternate=chunk.series.alternate))
        if period is None:
            counts[final.winner()] += 1
            all_rounds += rounds
            squares += rounds * rounds
        else:
            counts[INFINITE] += 1
    return Tally(*counts)._replace(rounds=all_rounds, squares=squares)


def count(series: Series, games: int, workers: int | str = 1) -> Tally:
    """Count the games of a series; `cardjudge.series.workers.spread` takes the `workers`."""
    least = _COMPILED_CHUNK if compiles() else _PLAIN_CHUNK
    pieces = chunks(series, games, max(least, games // _MOST_CHUNKS))
    parts = spread(tally, pieces, workers, say("{games} 場", games=games))
    return Tally(*map(sum, zip(*parts, strict=True)))
