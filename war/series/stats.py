"""Statistics of many games: by which engine, in which pieces, and saved on the way.

The games of a series are numbered and depend on nothing but the series and their number, so their
sum is the same however they are cut into pieces and wherever these are played.
"""

from pathlib import Path

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.series.compiled import compiles
from cardjudge.series.workers import spread
from war.battle import INFINITE, Battle
from war.course import follow
from war.series.chunks import Chunk, Series, Tally, chunks
from war.series.deals import deal
from war.series.saved import Checkpoint, Lost

_MOST_CHUNKS = 10_000
"""How many chunks a long run is cut into, about, so that it is no burden to list them."""
_COMPILED_CHUNK, _PLAIN_CHUNK = 1 << 18, 1 << 6
"""The fewest games of a chunk; none is worth sending that is shorter."""


def tally(chunk: Chunk) -> Tally:
    """Count a chunk of games by the fastest means installed where this is called."""
    if not compiles():
        return tally_plain(chunk)
    from war.series.kernel import tally

    return tally(chunk)


def tally_plain(chunk: Chunk) -> Tally:
    """Count a chunk of games by the reference: slow, and needs nothing installed."""
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


def count(
    series: Series,
    games: int,
    workers: int | str = 1,
    checkpoint: Path | None = None,
    size: int | None = None,
) -> tuple[Tally, Lost]:
    """Count the first games of a series; fewer where Ctrl-C or lost workers end it.

    `workers` are those of `cardjudge.series.workers.spread`, `size` is the fewest games of a chunk.
    """
    saved = Checkpoint(checkpoint, series)
    counted = saved.counted.games
    if counted > games:
        both = {"counted": counted, "games": games}
        raise UserError("進度檔裡已經有 {counted} 場，多於 {games} 場", **both)
    least = size or (_COMPILED_CHUNK if compiles() else _PLAIN_CHUNK)
    pieces = chunks(series, counted, games, max(least, games // _MOST_CHUNKS))
    return saved.add_up(spread(tally, pieces, workers, say("{games} 場", games=games)))
