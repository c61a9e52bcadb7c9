"""Statistics of many games: by which engine, in which pieces, and saved on the way.

The games of a series are numbered and depend on nothing but the series and their number, so their
sum is the same however they are cut into pieces and wherever these are played.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, TypeAlias

from cardjudge.errors import UserError, quote
from cardjudge.series.workers import spread
from war.series import plain
from war.series.chunks import Chunk, Series, Tally, chunks

Counted: TypeAlias = Generator[Tally, None, None]
Spread: TypeAlias = Callable[[Callable[[Chunk], Tally], Sequence[Chunk], str], Counted]


_MOST_CHUNKS = 10_000
"""How many chunks a long run is cut into, about, so that it is no burden to list them."""


class Engine(NamedTuple):
    """What counts chunks of games: the work, how it is spread, and the fewest games of a chunk."""

    work: Callable[[Chunk], Tally]
    spread: Spread
    chunk: int


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


def by_processes(workers: int, *, fast: bool) -> Engine:
    """Return the engine of this machine's processes, compiled or in pure Python."""

    def on_workers(work: Callable[[Chunk], Tally], items: Sequence[Chunk], label: str) -> Counted:
        return spread(work, items, workers, label)

    return Engine(tally, on_workers, 1 << 18) if fast else Engine(plain.tally, on_workers, 1 << 6)


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
            if not all(isinstance(number, int) for number in counted):
                raise ValueError(counted)
        except FileNotFoundError:
            return Tally()
        except (ValueError, TypeError, KeyError):
            raise UserError(f"{quote(self.path.name)}不是 war stats 的進度檔") from None
        if series != self.series:
            raise UserError(f"{quote(self.path.name)}是另一組設定的進度檔：{_settings(series)}")
        return counted

    def save(self, counted: Tally) -> None:
        """Replace the file in one step."""
        text = json.dumps({"series": self.series._asdict(), "tally": counted._asdict()})
        new = self.path.with_name(self.path.name + ".new")
        new.write_text(text + "\n", encoding="utf-8")
        os.replace(new, self.path)


def _settings(series: Series) -> str:
    return "、".join(f"{name}={json.dumps(value)}" for name, value in series._asdict().items())


def count(
    series: Series, games: int, engine: Engine, checkpoint: Checkpoint | None = None
) -> Tally:
    """Count the first games of a series; fewer where the user interrupts it with Ctrl-C."""
    counted = checkpoint.load() if checkpoint else Tally()
    if counted.games > games:
        raise UserError(f"進度檔裡已經有 {counted.games} 場，多於 {games} 場")
    size = max(engine.chunk, games // _MOST_CHUNKS)
    pieces = chunks(series, counted.games, games, size)
    try:
        with closing(engine.spread(engine.work, pieces, f"{games} 場")) as tallies:
            for part in tallies:
                counted = counted.plus(part)
                if checkpoint:
                    checkpoint.save(counted)
    except KeyboardInterrupt:
        pass
    return counted
