"""Independent work on an existing Dask cluster whose workers have this package installed."""

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError
from typing import TypeVar

from distributed import Client, Future, KilledWorker

from cardjudge.errors import LostError, UserError, quote

Item = TypeVar("Item")
Result = TypeVar("Result")

_SECONDS = 10
"""Seconds that a cluster may be silent or without workers."""
_AHEAD = 1000
"""Items that the scheduler may hold: enough for hundreds of workers."""


def on_cluster(
    address: str, work: Callable[[Item], Result], items: Iterable[Item]
) -> Generator[Result, None, None]:
    """Yield ``work(item)`` for each item, in order, computed at ``dask://host:port``.

    The cluster gives the items of a lost worker to another one. UserError if the cluster is
    missing, has no workers for some seconds, or disconnects.
    """
    for name in "distributed", "distributed.client":  # the client sets its own level
        logging.getLogger(name).setLevel(logging.CRITICAL)  # lost workers are not reported
    with _connected(address) as client:
        pending: deque[Future[Result]] = deque()
        try:
            for item in items:
                pending.append(client.submit(work, item, pure=False))
                if len(pending) >= _AHEAD:
                    yield _result(client, address, pending.popleft())
            while pending:
                yield _result(client, address, pending.popleft())
        finally:
            if client.status == "running":
                client.cancel([*pending])


def _connected(address: str) -> Client:
    where = address.replace("dask://", "tcp://", 1)
    try:
        return Client(where, timeout=_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (TimeoutError, OSError, ValueError):
        raise UserError("連不到 Dask 叢集{address}", address=quote(address)) from None


def _result(client: Client, address: str, future: "Future[Result]") -> Result:
    shown = quote(address)
    while True:
        try:
            error = future.exception(timeout=_SECONDS)  # type: ignore[no-untyped-call]
            if error is None:
                return future.result(timeout=_SECONDS)
            break
        except TimeoutError:  # from the cluster; an error of the work itself is returned
            if not client.nthreads():  # type: ignore[no-untyped-call]
                raise LostError("Dask 叢集{address}沒有工作行程", address=shown) from None
        except CancelledError:
            raise LostError("Dask 叢集{address}斷線了", address=shown) from None
    if isinstance(error, KilledWorker):
        raise LostError("Dask 叢集{address}一再失去工作行程", address=shown)
    if isinstance(error, ModuleNotFoundError):
        name = quote(str(error.name))
        raise UserError("叢集的工作行程缺少 Python 套件{name}", name=name)
    raise error
