"""Statistics of many games: by which engine, in which pieces, and saved on the way.

The games of a series are numbered and depend on nothing but the series and their number, so their
sum is the same however they are cut into pieces and wherever these are played.
"""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path
from types import ModuleType

from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from cardjudge.series.workers import spread
from war.series import plain
from war.series.chunks import Chunk, Series, Tally, chunks

_MOST_CHUNKS = 10_000
"""How many chunks a long run is cut into, about, so that it is no burden to list them."""
_COMPILED_CHUNK, _PLAIN_CHUNK = 1 << 18, 1 << 6
"""The fewest games of a chunk; none is worth sending that is shorter."""


def compiled() -> ModuleType | None:
    """Return `war.series.kernel`, or None without Numba and NumPy."""
    try:
        from war.series import kernel
    except ImportError:
        return None
    return kernel


def tally(chunk: Chunk) -> Tally:
    """Count a chunk of games by the fastest means installed where this is called."""
    kernel = compiled()
    return kernel.tally(chunk) if kernel else plain.tally(chunk)


class Checkpoint:
    """A file with what has been counted of a series: always complete, whenever one stops."""

    def __init__(self, path: Path, series: Series) -> None:
        self.path = path
        self.series = series

    def load(self) -> Tally:
        """Return what has been counted; UserError if the file is of another series."""
        try:
            saved = json.loads(self.path.read_bytes())
            series, counted = Series(**saved["series"]), Tally(**saved["tally"])
            if not counted.is_possible():
                raise ValueError(counted)
        except FileNotFoundError:
            return Tally()
        except (ValueError, TypeError, KeyError):
            raise UserError("{name}不是 war stats 的進度檔", name=quote(self.path.name)) from None
        if series != self.series:
            raise UserError(
                "{name}是另一組設定的進度檔：{settings}",
                name=quote(self.path.name),
                settings=_settings(series),
            )
        return counted

    def save(self, counted: Tally) -> None:
        """Replace the file in one step."""
        text = json.dumps({"series": self.series._asdict(), "tally": counted._asdict()})
        new = self.path.with_name(self.path.name + ".new")
        new.write_text(text + "\n", encoding="utf-8")
        os.replace(new, self.path)


def _settings(series: Series) -> str:
    return listed(f"{name}={json.dumps(value)}" for name, value in series._asdict().items())


def count(
    series: Series,
    games: int,
    workers: int | str = 1,
    checkpoint: Checkpoint | None = None,
    size: int | None = None,
) -> Tally:
    """Count the first games of a series; fewer where the user interrupts it with Ctrl-C.

    `workers` are those of `cardjudge.series.workers.spread`, `size` is the fewest games of a chunk.
    """
    counted = checkpoint.load() if checkpoint else Tally()
    if counted.games > games:
        raise UserError(
            "進度檔裡已經有 {counted} 場，多於 {games} 場", counted=counted.games, games=games
        )
    least = size or (_COMPILED_CHUNK if compiled() else _PLAIN_CHUNK)
    pieces = chunks(series, counted.games, games, max(least, games // _MOST_CHUNKS))
    label = say("{games} 場", games=games)
    try:
        with closing(spread(tally, pieces, workers, label)) as tallies:
            for part in tallies:
                counted = counted.plus(part)
                if checkpoint:
                    checkpoint.save(counted)
    except KeyboardInterrupt:
        pass
    return counted
