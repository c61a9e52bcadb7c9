"""Statistics on an existing Dask cluster, whose workers have this package installed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from distributed import Client

from cardjudge.errors import UserError, quote
from cardjudge.series.workers import with_progress
from war.series.chunks import Chunk, Tally
from war.series.stats import Engine, tally

Result = TypeVar("Result")

SCHEME = "dask://"
LEAST = 500_000
"""The fewest games worth sending as one task."""
_SECONDS_TO_CONNECT = 10


def by_cluster(address: str) -> Engine:
    """Return the engine of the cluster at ``dask://host:port``."""

    def on_cluster(
        work: Callable[[Chunk], Tally], items: Sequence[Chunk], label: str
    ) -> Generator[Tally, None, None]:
        return spread(address, work, items, label)

    return Engine(tally, on_cluster, LEAST)


def spread(
    address: str, work: Callable[[Chunk], Result], items: Sequence[Chunk], label: str
) -> Generator[Result, None, None]:
    """Yield ``work(item)`` for each item, in order, as `cardjudge.series.workers.spread` does.

    The cluster gives the work of a worker that is lost to another one.
    """
    return with_progress(_submit(_connect(address), work, items), len(items), label)


def _connect(address: str) -> Client:
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # a lost worker is no news
    try:
        return Client(address.replace(SCHEME, "tcp://", 1), timeout=_SECONDS_TO_CONNECT)  # type: ignore[no-untyped-call]
    except (TimeoutError, OSError, ValueError):
        raise UserError(f"連不到 Dask 叢集{quote(address)}") from None


def _submit(
    client: Client, work: Callable[[Chunk], Result], items: Sequence[Chunk]
) -> Generator[Result, None, None]:
    with client:
        futures = client.map(work, items, pure=False)
        try:
            for future in futures:
                yield future.result()
        except ModuleNotFoundError as error:
            raise UserError(f"叢集的工作行程缺少 Python 套件{quote(str(error.name))}") from None
        finally:
            client.cancel(futures)  # type: ignore[no-untyped-call]
