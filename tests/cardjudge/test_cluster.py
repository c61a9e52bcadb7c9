"""A real Dask cluster of processes: its results, and its messages when parts of it die."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest

from cardjudge.errors import LostError, UserError
from cardjudge.series.workers import spread

SECONDS = "cardjudge.series.cluster._SECONDS"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("distributed") is None,
        reason="needs Dask: python -m pip install distributed",
    ),
]


def square(number: int) -> int:
    time.sleep(0.02)
    return number * number


def process_of(_: int) -> int:
    time.sleep(0.05)
    return os.getpid()


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._file = folder / "scheduler.json"
        self._stack = stack
        self._workers = 0
        self.scheduler = self._start("scheduler", "--port", "0", "--no-dashboard")
        while not self._file.exists():
            time.sleep(0.05)

    @property
    def address(self) -> str:
        address: str = json.loads(self._file.read_bytes())["address"]
        return address.replace("tcp://", "dask://")

    def add_worker(self) -> None:
        from distributed import Client  # it takes 0.5 s, also where the tests are left out

        self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        self._workers += 1
        with Client(scheduler_file=str(self._file)) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(self._workers)

    def _start(self, role: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{role}", *options]
        process = self._stack.enter_context(
            subprocess.Popen([*command, "--scheduler-file", self._file], stderr=subprocess.DEVNULL)
        )
        self._stack.callback(process.kill)
        return process


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


def test_a_lost_worker_changes_nothing(own: Cluster) -> None:
    own.add_worker()
    own.add_worker()
    working = set(spread(process_of, range(40), own.address))
    assert len(working) == 2
    assert os.getpid() not in working
    results = spread(square, range(200), own.address)
    first = next(results)
    os.kill(working.pop(), signal.SIGKILL)
    assert [first, *results] == [n * n for n in range(200)]


def test_a_dying_scheduler_is_reported_with_the_number_of_results(own: Cluster) -> None:
    own.add_worker()
    results = spread(square, range(1000), own.address)
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    own.scheduler.kill()
    left: list[int] = []
    with pytest.raises(LostError) as lost:
        left.extend(results)
    done = 3 + len(left)
    assert str(lost.value) == f"Dask 叢集「{own.address}」斷線了；1000 件完成了 {done} 件"


@pytest.mark.parametrize("address", ["dask://127.0.0.1:1", "dask://", "dask://no port"])
def test_a_missing_cluster_is_reported_in_one_line(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SECONDS, 0.2)
    with pytest.raises(UserError, match=f"連不到 Dask 叢集「{address}」"):
        next(spread(square, range(10), address))
