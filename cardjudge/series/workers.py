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
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from typing import Generic, NamedTuple, NoReturn, TypeVar

from cardjudge.commands.extras import needed
from cardjudge.errors import LostError, UserError, why
from cardjudge.numbers import integer
from cardjudge.programs.cores import available, own_core

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 4
"""Batches that a worker may have queued: enough to stay busy, few enough to stop soon."""
_BRIEF, _MOST = 0.03, 16
"""Double the batch if the last one took less than this many seconds, else halve it."""
_LOOK = 0.1
"""Seconds between two looks for Ctrl-C."""
_for_life = ExitStack()
"""What a worker holds until it ends."""
_working = False
"""Whether this process is a worker that runs an item, whose stack SIGTERM unwinds."""


def spread(
    work: Callable[[Item], Result], items: Sequence[Item], workers: int | str = 1, label: str = ""
) -> Generator[Result, None, None]:
    """Yield ``work(item)`` for each item, in the order of the items whatever the workers.

    `workers` is a number of processes, or the address of a Dask cluster, ``dask://host:port``. With
    one worker everything runs in this process. With more, `work` must be a function of a module
    and the items must pickle; each process starts afresh, so nothing depends on the state of this
    one. With a label, a progress bar is shown on a terminal. Closing the iterator, as Ctrl-C in the
    caller's loop does, drops items that have not begun and unwinds the others. `LostError` if
    workers die.
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
    """Add the number of results so far to the error of lost workers."""
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
        executor = ProcessPoolExecutor(workers, get_context("spawn"), _obey_the_parent, (workers,))
    except OSError as error:  # the pool makes its semaphores first
        if error.errno in (errno.EMFILE, errno.EAGAIN):
            raise
        told = "{count} 個工作行程要寫 /dev/shm：{why}（--workers 1 不必）"
        raise UserError(told, count=workers, why=why(error)) from None
    pending: deque[Future[_Done[Result]]] = deque()
    start, size = 0, 1
    try:
        while pending or start < len(items):
            while start < len(items) and len(pending) < workers * _AHEAD:
                some = items[start : start + min(max(1, size), _MOST)]
                # `submit` starts workers, which inherit the mask: they ignore Ctrl-C.
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
        _end_workers()
        raise
    finally:
        executor.shutdown()  # waits: at Python's exit the pool's thread must not run any more


def _end_workers() -> None:
    """Send SIGTERM to all workers until they have ended.

    Python checks for signals before it waits for a lock. A signal that arrives in between is only
    handled when the next one interrupts the wait.
    """
    living = active_children()
    while living:
        for worker in living:
            worker.terminate()
        for worker in living:
            worker.join(_LOOK)
        living = [worker for worker in living if worker.is_alive()]


def _awaited(future: Future[Result]) -> Result:
    """Wait for a result; Ctrl-C is handled between two looks, never while the future is locked."""
    while True:
        with _deaf_to_interrupts(), suppress(TimeoutError):
            return future.result(_LOOK)


class _Done(NamedTuple, Generic[Result]):
    """A worker's results for a batch, the seconds that they took, and the error that ended it."""

    results: list[Result]
    seconds: float
    error: Exception | None


def _several(work: Callable[[Item], Result], items: Sequence[Item]) -> _Done[Result]:
    """Work on a batch; exit if the parent sends SIGTERM meanwhile."""
    try:
        return _done(work, items)
    except SystemExit:  # otherwise the executor would keep this worker forever
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


def _obey_the_parent(workers: int) -> None:
    """Ignore Ctrl-C, unwind the stack at the parent's SIGTERM, and die with the parent.

    As many workers as processors take one each, for all that they start: with two, short programs
    are judged 1.9 times as fast as with one worker, and 1.5 times where the kernel places them.
    """
    if workers >= available():
        _for_life.enter_context(own_core())
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
    """Block SIGINT; Windows has no signal masks."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
