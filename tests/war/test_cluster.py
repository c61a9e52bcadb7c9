"""Statistics on a real Dask cluster of two processes, one of which is killed at its work."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence

import pytest
from distributed import LocalCluster

from war.series.chunks import Chunk, Series, Tally
from war.series.cluster import LEAST, by_cluster
from war.series.stats import Counted, Engine, by_processes, count

SERIES = Series(2, seed=7)
GAMES = 8 * LEAST + 1


@pytest.fixture(scope="module")
def local_cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as workers:  # type: ignore[no-untyped-call]
        yield workers


def test_a_lost_worker_changes_nothing(local_cluster: LocalCluster) -> None:
    address = local_cluster.scheduler_address.replace("tcp://", "dask://")
    engine = by_cluster(address)
    killed: list[int] = []

    def kill_one_after_the_first_result(
        work: Callable[[Chunk], Tally], items: Sequence[Chunk], label: str
    ) -> Counted:
        assert len(items) == 8
        for tally in engine.spread(work, items, label):
            if not killed:
                killed.append(next(iter(local_cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)
            yield tally

    counted = count(SERIES, GAMES, Engine(engine.work, kill_one_after_the_first_result, LEAST))
    assert len(killed) == 1
    assert counted.games == GAMES
    assert counted == count(SERIES, GAMES, by_processes(1, fast=True))


@pytest.mark.parametrize("games", [1, LEAST, 20 * LEAST, 10**12])
def test_tasks_are_neither_small_nor_many(games: int) -> None:
    sent: list[Chunk] = []

    def spread(work: Callable[[Chunk], Tally], items: Sequence[Chunk], _: str) -> Counted:
        sent.extend(items)
        yield from ()

    count(SERIES, games, by_cluster("dask://nowhere:1")._replace(spread=spread))
    assert sum(chunk.games for chunk in sent) == games
    assert len(sent) <= 10_000
    assert len(sent) == 1 or all(chunk.games >= LEAST for chunk in sent)
