"""An existing Dask cluster whose workers have this package installed, as an executor."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from distributed import Client, KilledWorker

from cardjudge.errors import LostError, UserError, quote

_SECONDS = 10
"""Seconds that a cluster may be silent or without workers."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, Callable[[float], None]]]:
    """Yield the executor of the cluster at ``dask://host:port``, and the check of its workers.

    The cluster gives the items of a lost worker to another one. UserError if the cluster is
    missing or lacks a package; LostError if it has no workers for some seconds, or disconnects.
    """
    for name in "distributed", "distributed.client":  # the client sets its own level
        logging.getLogger(name).setLevel(logging.CRITICAL)  # lost workers are not reported
    shown, where = quote(address), address.replace("dask://", "tcp://", 1)
    try:
        client = Client(where, timeout=_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (TimeoutError, OSError, ValueError):
        raise UserError("連不到 Dask 叢集{address}", address=shown) from None

    def check(silent: float) -> None:
        if silent > _SECONDS and not client.nthreads():  # type: ignore[no-untyped-call]
            raise LostError("Dask 叢集{address}沒有工作行程", address=shown)

    executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
    with client:
        try:
            yield executor, check
        except CancelledError:
            raise LostError("Dask 叢集{address}斷線了", address=shown) from None
        except KilledWorker:
            raise LostError("Dask 叢集{address}一再失去工作行程", address=shown) from None
        except ModuleNotFoundError as error:
            name = quote(str(error.name))
            raise UserError("叢集的工作行程缺少 Python 套件{name}", name=name) from None
        finally:
            if client.status == "running":
                executor.shutdown(wait=False)  # cancels what has not begun
