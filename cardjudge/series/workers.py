"""Independent work on processes or a cluster: results in a fixed order, and a progress bar."""

import errno
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from typing import Generic, NamedTuple, NoReturn, TypeVar

from cardjudge.commands.extras import needed
from cardjudge.errors import LostError, UserError, why
from cardjudge.numbers import integer

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 4
"""How many parcels a worker may have before it: enough to be busy, few enough to stop soon."""
_BRIEF, _MOST = 0.03, 16
"""A parcel has twice as many items as one that took fewer seconds than this, or half of them."""
_LOOK = 0.1
"""Seconds that Ctrl-C may have to wait."""
_working = False
"""Whether this process is a worker that has something to unwind."""


def spread(
    work: Callable[[Item], Result], items: Sequence[Item], workers: int | str = 1, label: str = ""
) -> Generator[Result, None, None]:
    """Yield ``work(item)`` for each item, in the order of the items whatever the workers.

    The workers are so many processes, or those of the Dask cluster at ``dask://host:port``. With
    one worker everything happens in this process. With more, `work` must be a function of a module
    and the items must pickle; each process starts afresh, so nothing depends on what this one has
    done. With a label, a progress bar is shown on a terminal. Closing the iterator, as
    Ctrl-C in the caller's loop does, drops what has not begun and unwinds what has. `LostError`
    where workers end before their time.
    """
    results = _counted(_by(work, items, workers), len(items))
    return _drawn(results, len(items), label) if label and sys.stderr.isatty() else results


def _by(
    work: Callable[[Item], Result], items: Sequence[Item], workers: int | str
) -> Generator[Result, None, None]:
    processes = integer(str(workers), 1)
    if processes is None:
        with needed("cluster", "--workers"):
            from cardjudge.series.cluster import on_cluster
        return on_cluster(str(workers), work, items)
    if processes == 1:
        return (work(item) for item in items)
    return _by_processes(work, items, processes)


def _counted(results: Generator[Result, None, None], total: int) -> Generator[Result, None, None]:
    """Tell of workers that are lost how far they came."""
    done = 0
    try:
        for result in results:
            yield result
            done += 1
    except LostError as lost:
        progress = {"done": done, "total": total}
        raise LostError("{lost}；{total} 件完成了 {done} 件", lost=lost, **progress) from None
    finally:
        results.close()


def _by_processes(
    work: Callable[[Item], Result], items: Sequence[Item], workers: int
) -> Generator[Result, None, None]:
    try:
        executor = ProcessPoolExecutor(workers, get_context("spawn"), _obey_the_parent)
    except OSError as error:  # of the semaphores that it makes first
        if error.errno == errno.EMFILE:
            raise
        told = "{count} 個工作行程要寫 /dev/shm：{why}（--workers 1 不必）"
        raise UserError(told, count=workers, why=why(error)) from None
    pending: deque[Future[_Done[Result]]] = deque()
    start, size = 0, 1
    try:
        while pending or start < len(items):
            while start < len(items) and len(pending) < workers * _AHEAD:
                some = items[start : start + min(max(1, size), _MOST)]
                # Submissions start the workers, who keep the mask: Ctrl-C is not for them.
                with _deaf_to_interrupts():
                    pending.append(executor.submit(_several, work, some))
                start += len(some)
            done = _awaited(pending.popleft())
            yield from done.results
            if done.error is not None:
                raise done.error
            size = len(done.results) * 2 if done.seconds < _BRIEF else len(done.results) // 2
    except BrokenProcessPool:
        _end_workers()
        raise LostError("有一個工作行程被強制結束") from None
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        _end_workers()
        raise
    finally:
        executor.shutdown()


def _end_workers() -> None:
    """Tell all workers to end until they have.

    Python looks for signals before it waits for a lock: one that comes between the two is seen
    when the next one interrupts the wait.
    """
    living = active_children()
    while living:
        for worker in living:
            worker.terminate()
        for worker in living:
            worker.join(_LOOK)
        living = [worker for worker in living if worker.is_alive()]


def _awaited(future: Future[Result]) -> Result:
    """Wait for a result; Ctrl-C comes between two looks, never while a lock of it is held."""
    while True:
        with _deaf_to_interrupts(), suppress(TimeoutError):
            return future.result(_LOOK)


class _Done(NamedTuple, Generic[Result]):
    """What a worker has made of some items, and how long that took; an error ends it."""

    results: list[Result]
    seconds: float
    error: Exception | None


def _several(work: Callable[[Item], Result], items: Sequence[Item]) -> _Done[Result]:
    """Do some work, and end with it where the parent says so."""
    try:
        return _done(work, items)
    except SystemExit:  # the executor would keep a worker that nobody tells to end any more
        os._exit(128 + signal.SIGTERM)


def _done(work: Callable[[Item], Result], items: Sequence[Item]) -> _Done[Result]:
    global _working
    began, results, error = time.monotonic(), list[Result](), None
    _working = True
    try:
        for item in items:
            results.append(work(item))
    except Exception as failure:
        error = failure
    finally:
        _working = False
    return _Done(results, time.monotonic() - began, error)


def _obey_the_parent() -> None:
    """Leave Ctrl-C to the parent, unwind the stack once when it says so by SIGTERM, die with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _unwind)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> NoReturn:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _unwind(number: int, _: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)
    if not _working:
        os._exit(128 + number)
    raise SystemExit(128 + number)


def _drawn(
    results: Generator[Result, None, None], total: int, label: str
) -> Generator[Result, None, None]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn(label), BarColumn(), TextColumn("{task.percentage:3.0f} %")
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task(label, total=total)
        for result in results:
            yield result
            progress.advance(task)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait; on Windows there is nothing to let it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
