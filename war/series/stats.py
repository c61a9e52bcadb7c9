"""Statistics of many games: by which engine, in which pieces, and saved on the way.

The games of a series are numbered and depend on nothing but the series and their number, so their
sum is the same however they are cut into pieces and wherever these are played.
"""

from __future__ import annotations

from pathlib import Path

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.series.compiled import compiles
from cardjudge.series.workers import spread
from war.series.chunks import Chunk, Series, Tally, chunks
from war.series.saved import Checkpoint, Lost, add_up

_MOST_CHUNKS = 10_000
"""How many chunks a long run is cut into, about, so that it is no burden to list them."""
_COMPILED_CHUNK, _PLAIN_CHUNK = 1 << 18, 1 << 6
"""The fewest games of a chunk; none is worth sending that is shorter."""


def tally(chunk: Chunk) -> Tally:
    """Count a chunk of games by the fastest means installed where this is called."""
    if compiles():
        from war.series.kernel import tally
    else:
        from war.series.plain import tally
    return tally(chunk)


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
    saved = Checkpoint(checkpoint, series, Tally()) if checkpoint else None
    counted = saved.load() if saved else Tally()
    if counted.games > games:
        raise UserError(
            "進度檔裡已經有 {counted} 場，多於 {games} 場", counted=counted.games, games=games
        )
    least = size or (_COMPILED_CHUNK if compiles() else _PLAIN_CHUNK)
    pieces = chunks(series, counted.games, games, max(least, games // _MOST_CHUNKS))
    return add_up(counted, spread(tally, pieces, workers, say("{games} 場", games=games)), saved)
