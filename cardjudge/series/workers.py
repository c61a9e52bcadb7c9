"""Independent work on processes or a cluster: results in a fixed order, and a progress bar."""

import errno
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import NoReturn, TypeAlias, TypeVar

from cardjudge.commands.extras import needed
from cardjudge.errors import LostError, UserError, why
from cardjudge.numbers import integer
from cardjudge.programs.cores import available, own_core

Item = TypeVar("Item")
Result = TypeVar("Result")
Pool: TypeAlias = tuple[Executor, Callable[[float], None]]
"""An executor, and a check of its workers after so many seconds without a result."""
Batch: TypeAlias = tuple[list[Result], Exception | None]
"""A worker's results for some items, and the error that ended them early."""

_LOOK = 0.1
"""Seconds between two looks for Ctrl-C."""
_AHEAD = 1000
"""Batches that an executor may hold: enough for hundreds of workers."""
_MANY, _MOST = 500, 16
"""A series has so many batches before a batch has two items; the most that it has."""
_for_life = ExitStack()
"""What a worker holds until it ends."""


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
    processes = integer(str(workers), 1)
    if processes is None:
        with needed("cluster", "--workers"):
            from cardjudge.series.cluster import cluster
        results = _in_order(cluster(str(workers)), _run, work, items)
    elif processes == 1:
        results = (work(item) for item in items)
    else:
        results = _in_order(_processes(processes), _run_unwinding, work, items)
    return _drawn(results, len(items), label) if label and sys.stderr.isatty() else results


def _in_order(
    pool: AbstractContextManager[Pool],
    run: Callable[[Callable[[Item], Result], Sequence[Item]], Batch[Result]],
    work: Callable[[Item], Result],
    items: Sequence[Item],
) -> Generator[Result, None, None]:
    """Yield the results of a pool; the error of lost workers tells how many there were."""
    size = min(len(items) // _MANY + 1, _MOST)
    batches = (items[start : start + size] for start in range(0, len(items), size))
    done, pending = 0, deque[Future[Batch[Result]]]()
    try:
        with pool as (executor, check):
            while done < len(items):
                for batch in islice(batches, _AHEAD - len(pending)):
                    # `submit` starts workers, which inherit the mask: they ignore Ctrl-C.
                    with _deaf_to_interrupts():
                        pending.append(executor.submit(run, work, batch))
                results, error = _awaited(pending.popleft(), check)
                for result in results:
                    yield result
                    done += 1
                if error is not None:
                    raise error
    except LostError as lost:
        progress = {"done": done, "total": len(items)}
        raise LostError("{lost}；{total} 件完成了 {done} 件", lost=lost, **progress) from None


def _awaited(future: Future[Result], check: Callable[[float], None]) -> Result:
    """Wait for a result; Ctrl-C is handled between two looks, never while the future is locked."""
    began = time.monotonic()
    while not future.done():
        with _deaf_to_interrupts():
            wait([future], _LOOK)
        check(time.monotonic() - began)
    return future.result()


@contextmanager
def _processes(workers: int) -> Iterator[Pool]:
    try:
        executor = ProcessPoolExecutor(workers, get_context("spawn"), _obey_the_parent, (workers,))
    except OSError as error:  # the pool makes its semaphores first
        if error.errno in (errno.EMFILE, errno.EAGAIN):
            raise
        template = "{count} 個工作行程要寫 /dev/shm：{why}（--workers 1 不必）"
        raise UserError(template, count=workers, why=why(error)) from None
    try:
        yield executor, lambda _: None
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
    while living := active_children():
        for worker in living:
            worker.terminate()
        living[0].join(_LOOK)


def _run(work: Callable[[Item], Result], items: Sequence[Item]) -> Batch[Result]:
    results: list[Result] = []
    try:
        for item in items:
            results.append(work(item))
    except Exception as error:
        return results, error
    return results, None


def _run_unwinding(work: Callable[[Item], Result], items: Sequence[Item]) -> Batch[Result]:
    """Work on a batch; exit, with the stack unwound, if the parent sends SIGTERM meanwhile."""
    signal.signal(signal.SIGTERM, _unwind)
    try:
        return _run(work, items)
    except SystemExit:  # otherwise the executor would keep this worker forever
        os._exit(1)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _unwind(number: int, _: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit


def _obey_the_parent(workers: int) -> None:
    """Ignore Ctrl-C, and die with the parent.

    As many workers as processors take one each, for all that they start: with two, short programs
    are judged 1.9 times as fast as with one worker, and 1.5 times where the kernel places them.
    """
    if workers >= available():
        _for_life.enter_context(own_core())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> NoReturn:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _drawn(
    results: Generator[Result, None, None], total: int, label: str
) -> Generator[Result, None, None]:
    from rich.console import Console
    from rich.progress import track

    with closing(results):
        yield from track(results, label, total, console=Console(stderr=True), transient=True)


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
