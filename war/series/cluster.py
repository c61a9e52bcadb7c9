"""Statistics on an existing Dask cluster, whose workers have this package installed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from cardjudge.series.workers import spread
from war.series.chunks import Chunk, Tally
from war.series.stats import Engine, tally

SCHEME = "dask://"
LEAST = 500_000
"""The fewest games worth sending as one task."""


def by_cluster(address: str) -> Engine:
    """Return the engine of the cluster at ``dask://host:port``."""

    def on_cluster(
        work: Callable[[Chunk], Tally], items: Sequence[Chunk], label: str
    ) -> Generator[Tally, None, None]:
        return spread(work, items, address, label)

    return Engine(tally, on_cluster, LEAST)
